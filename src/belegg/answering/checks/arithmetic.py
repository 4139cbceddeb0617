"""
Sums, differences, shares, changes, ratios and averages in a sentence, computed anew from quoted figures.

Decimal arithmetic throughout. A figure counts as computed only where a word of the sentence says so
(`increase`, `til sammen`, `Anteil`), and as right only where the result has exactly the digits that the
sentence gives it. Percentages and percentage points are kept apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from functools import cache
from itertools import combinations
from pathlib import Path

import regex

from belegg.answering.checks.held_by import Held
from belegg.answering.phrases import phrases
from belegg.text.figures import Figure, same_unit

MOST_FIGURES = 24
"""Quoted figures that a computed one is looked for among."""
MOST_PAIRED = 4
"""Figures of which each two may have been subtracted or divided."""
MOST_TIMES = 31
"""The largest number by which a quoted rate may have been multiplied: the days of a month."""
POINTS = "percentage points"
_TIMES = (("year", "month", 12), ("week", "day", 7), ("day", "hour", 24), ("hour", "minute", 60))
"""Units of time of which one is always so many of the other; a month is no number of days."""
_DATA = Path(__file__).parent.parent / "data"
_HUNDRED = Decimal(100)


@dataclass(frozen=True, slots=True)
class Computed:
    """A result, the line that shows how it comes about, and the unit that it has."""

    value: Decimal
    line: str
    unit: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether a computed figure of a sentence is right, and the line of arithmetic or what would be right."""

    is_right: bool
    told: str


class Sums:
    """
    The computing that a sentence does: its words, those of its figures that are quoted, all that are quoted,
    `stated`: all its figures; `factors`: those of them that the question states.
    """

    def __init__(
        self,
        text: str,
        standing: Sequence[Figure],
        quoted: Held,
        stated: Sequence[Figure] = (),
        factors: Sequence[Figure] = (),
    ) -> None:
        self.text = text
        self._stated = stated
        self._factors = [figure for figure in (*standing, *factors) if _is_factor(figure)]
        self._units = quoted.units
        self._kinds = tuple(kind for kind, pattern in _words() if pattern.search(text))
        self._said = list({figure.value: figure for figure in standing}.values())[:MOST_FIGURES]
        self._quoted = list({(one.value, one.unit): one for one in quoted.stated}.values())[:MOST_FIGURES]

    def made(self, figure: Figure) -> Outcome | None:
        """
        What a figure that is not quoted was computed from; None when the sentence does not say that it
        computes, or nothing tells from which figures.
        """
        if figure.scale != 1 and all(one.scale == 1 for one in (*self._said, *self._quoted)):
            figure = figure.unscaled  # counted as the table counts that it comes from
        shares = ("share",) if figure.unit == "%" else ()  # two figures of the sentence and their share
        for figures, kinds in ((self._said, (*self._kinds, *shares)), (self._quoted, self._kinds)):
            for computed in _computed(figures, kinds, figure):
                if _agrees(computed.value, figure) and _unit_fits(computed.unit, figure.unit):
                    return Outcome(True, computed.line.replace("?", figure.text))
        if (product := self._product(figure)) is not None:
            return product
        return self._corrected(figure) if self._kinds else None

    def multiplies(self, factor: Figure) -> bool:
        """Whether a figure is the factor of a product that the sentence states, and that is right."""
        return any(self._times(factor, figure) for figure in self._stated)

    def _product(self, figure: Figure) -> Outcome | None:
        """A rate that is quoted, times a small number that is stated: `2 × 780 kr = 1 560 kr`."""
        lines = (self._times(factor, figure) for factor in self._factors)
        return next((Outcome(True, line) for line in lines if line), None)

    def _times(self, factor: Figure, product: Figure) -> str:
        """The line of a product of a quoted rate, else empty. A factor's unit is quoted too."""
        if not product.unit or not _is_factor(factor) or same_unit(factor.unit, product.unit):
            return ""
        if factor.unit and factor.unit not in self._units:
            return ""
        rates = (one for one in self._quoted if one.unit and same_unit(one.unit, product.unit))
        rate = next((one for one in rates if one.value * factor.value == product.value), None)
        return f"{factor.value:f} × {rate.text} = {product.text}" if rate is not None else ""

    def _corrected(self, figure: Figure) -> Outcome | None:
        """The right value, where just two figures and one kind of computing can be meant."""
        for figures in (self._said, self._quoted):
            if len(_usable(figures, figure)) != 2:
                continue
            candidates = list({c.line: c for c in _computed(figures, self._kinds, figure)}.values())
            fitting = [c for c in candidates if _unit_fits(c.unit, figure.unit)]
            if any(self._is_stated(other, figure) for other in candidates):
                continue  # the result is another figure of the sentence, and this one something else
            for other in candidates:
                if other not in fitting and _agrees(other.value, figure):
                    return Outcome(False, f"`{figure.text}` has the wrong unit: {_right(other, figure)}")
            if len(fitting) == 1:
                return Outcome(False, f"`{figure.text}` is wrong: {_right(fitting[0], figure)}")
        return None

    def _is_stated(self, computed: Computed, but: Figure) -> bool:
        others = (figure for figure in self._stated if figure.span != but.span)
        return any(
            _agrees(computed.value, figure) and _unit_fits(computed.unit, figure.unit) for figure in others
        )


def _is_factor(figure: Figure) -> bool:
    """Whether a number may say how many times: a whole one, small and no year."""
    return figure.value == int(figure.value) and 2 <= figure.value <= MOST_TIMES and figure.scale == 1


def _right(computed: Computed, figure: Figure) -> str:
    """The line with its result, in as many decimals as the figure that it corrects has."""
    digit = min(figure.quantum, Decimal(1))
    value = f"{abs(computed.value).quantize(digit, ROUND_HALF_UP):,} {computed.unit}".strip()
    return computed.line.replace("?", value)


def rounded(figure: Figure, quoted: Sequence[Figure], text: str) -> str:
    """
    The line that shows a figure as a quoted one rounded to the digits that it gives, else empty.

    It must show that it is rounded: by decimals or a scale word with them (`5.8 million`), or by a word
    before it (`about 5,800`).
    """
    says_so = _approximate().search(text[: figure.span.start]) is not None
    shows = figure.quantum < max(Decimal(1), figure.scale)
    if not (says_so or shows):
        return ""
    ways = (ROUND_HALF_UP, ROUND_HALF_EVEN, *((ROUND_FLOOR, ROUND_CEILING) if says_so else ()))
    for one in quoted:
        if one.quantum < figure.quantum and (
            not figure.unit or same_unit(figure.unit, one.unit or figure.unit)
        ):
            exact = one.value / figure.quantum
            if any(exact.quantize(Decimal(1), way) * figure.quantum == figure.value for way in ways):
                return f"{one.text} ≈ {figure.text}"
    return ""


def converted(figure: Figure, quoted: Sequence[Figure]) -> str:
    """The line that shows a time as the same time in another unit (`14 days = two weeks`), else empty."""
    for one in quoted:
        for larger, smaller, count in _TIMES:
            if (figure.unit, one.unit) == (larger, smaller) and figure.value * count == one.value:
                return f"{one.text} = {figure.text}"
            if (figure.unit, one.unit) == (smaller, larger) and one.value * count == figure.value:
                return f"{one.text} = {figure.text}"
    return ""


def _computed(figures: Sequence[Figure], kinds: Sequence[str], wanted: Figure) -> Iterator[Computed]:
    """
    What a sentence that computes in these ways may have computed from some figures; `?` is the result.

    Among many figures nearly every number is a difference of some two, so that they tell nothing.
    """
    usable = _usable(figures, wanted)
    for kind in kinds:
        if kind in _PAIRS and len(usable) <= MOST_PAIRED:
            for more, less in combinations(sorted(usable, key=lambda f: f.value, reverse=True), 2):
                if _comparable(more, less):
                    yield from _PAIRS[kind](more, less, wanted)
        if kind in ("sum", "average"):
            alike = [figure for figure in usable if _comparable(figure, wanted)]
            sizes = range(2, len(alike)) if len(alike) <= MOST_PAIRED else ()
            for some in (alike, *(some for size in sizes for some in combinations(alike, size))):
                yield from _of_all(kind, some)


def _usable(figures: Sequence[Figure], wanted: Figure) -> list[Figure]:
    """Those that may be computed with: years for a number of years alone."""
    if wanted.unit == "year":
        return [figure for figure in figures if figure.is_year or figure.unit == "year"]
    return [figure for figure in figures if not figure.is_year]


def _differences(more: Figure, less: Figure, wanted: Figure) -> Iterator[Computed]:
    """The difference; as a share of either where a percentage is wanted."""
    unit = POINTS if more.unit == "%" else more.unit or less.unit
    yield Computed(more.value - less.value, f"{more.text} - {less.text} = ?", unit)
    if wanted.unit == "%" and more.unit != "%":
        for base in (less, more):
            if base.value:
                line = f"({more.text} - {less.text}) / {base.text} = ?"
                yield Computed((more.value - less.value) / base.value * _HUNDRED, line, "%")


def _shares(whole: Figure, part: Figure, wanted: Figure) -> Iterator[Computed]:
    if whole.value and wanted.unit == "%" and whole.unit != "%":
        yield Computed(part.value / whole.value * _HUNDRED, f"{part.text} / {whole.text} = ?", "%")


def _ratios(more: Figure, less: Figure, wanted: Figure) -> Iterator[Computed]:
    if less.value and not wanted.unit:
        yield Computed(more.value / less.value, f"{more.text} / {less.text} = ?", "")


_PAIRS: dict[str, Callable[[Figure, Figure, Figure], Iterator[Computed]]] = {
    "difference": _differences,
    "share": _shares,
    "times": _ratios,
}


def _of_all(kind: str, figures: Sequence[Figure]) -> Iterator[Computed]:
    """The sum or the mean of all of them."""
    if len(figures) < 2:
        return
    ordered = sorted(figures, key=lambda figure: figure.span.start)
    total, line = sum((f.value for f in ordered), Decimal(0)), " + ".join(f.text for f in ordered)
    unit = next((figure.unit for figure in ordered if figure.unit), "")
    if kind == "sum":
        yield Computed(total, f"{line} = ?", unit)
    else:
        yield Computed(total / len(ordered), f"({line}) / {len(ordered)} = ?", unit)


def _comparable(one: Figure, other: Figure) -> bool:
    return not one.unit or not other.unit or same_unit(one.unit, other.unit)


def _unit_fits(computed: str, said: str) -> bool:
    """A result in percentage points is never a percentage, nor the other way."""
    if {computed, said} & {"%", POINTS}:
        return computed == said
    return not computed or not said or same_unit(computed, said)


def _agrees(exact: Decimal, figure: Figure) -> bool:
    """Whether the result, rounded to the last digit that the sentence gives, is what it says."""
    return any(_agrees_with(exact, value, figure) for value in figure.values)


def _agrees_with(exact: Decimal, value: Decimal, figure: Figure) -> bool:
    """The same of one reading of the figure: of `3,588` that is 3588 no decimals are said."""
    has_decimals = figure.quantum < 1 and value != int(value)
    digit = figure.quantum if has_decimals or figure.scale > 1 else Decimal(1)
    in_digits = abs(exact) / digit
    said = abs(value) / digit
    return any(in_digits.quantize(Decimal(1), way) == said for way in (ROUND_HALF_UP, ROUND_HALF_EVEN))


@cache
def _words() -> tuple[tuple[str, regex.Pattern[str]], ...]:
    lists: dict[str, list[str]] = {}
    for line in (_DATA / "arithmetic_words.txt").read_text(encoding="utf-8").splitlines():
        kind, _, expressions = line.partition(": ")
        if not line.startswith("#"):
            lists.setdefault(kind, []).append(expressions)
    return tuple(
        (kind, regex.compile(rf"(?<![\p{{L}}])(?:{'|'.join(some)})(?![\p{{L}}])", regex.I))
        for kind, some in lists.items()
    )


@cache
def _approximate() -> regex.Pattern[str]:
    return regex.compile(rf"(?<![\p{{L}}]){phrases('approximate')}\s*[$€£]?\Z", regex.I)
