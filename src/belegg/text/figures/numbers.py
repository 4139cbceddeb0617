"""Numbers of a text with their values, by the language in which it writes thousands and decimals."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

import regex

from belegg.records import Span
from belegg.text.figures.dates import Day, days_in
from belegg.text.figures.units import scale_after, unit_after, unit_before
from belegg.text.figures.words import said_in

_SPACE = "\u00a0\u2007\u2009\u202f "
_NUMBER = regex.compile(
    rf"(?<![\p{{L}}\p{{N}}]|\p{{N}}[.,])(?P<sign>(?<![\p{{L}}\p{{N}})][ ]?)[-−–](?=\p{{N}}))?"
    rf"(?P<digits>\d{{1,3}}(?:[{_SPACE}'’]\d{{3}})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,:]\d+)*)"
)
_GROUP = regex.compile(rf"[{_SPACE}'’]")
_THOUSANDS = regex.compile(r"\d{1,3}([.,])\d{3}(?:\1\d{3})+")
_EITHER = regex.compile(r"[1-9]\d{0,2}[.,]\d{3}")
_CLOCK = regex.compile(r"\d{1,2}:\d\d")
# `S/2025/223`, `COVID-19`, `15b`: a name with figures in it, not a figure.
_CODE = regex.compile(
    r"(?<![\p{L}\p{N}])(?=[\p{L}\p{N}–/._:-]*\d)(?=[\p{L}\p{N}–/._:-]*\p{L})[\p{L}\p{N}]+(?:[-–/._:][\p{L}\p{N}]+)*(?![\p{L}\p{N}])"
)
_FIGURE_IN_CODE = regex.compile(r"\d[\d.,]*[-–]?\p{Ll}{1,}|\p{Ll}{2,}[-–]\d+|[$€£]?\d+\p{Lu}{0,3}")


@dataclass(frozen=True, slots=True)
class Figure:
    """
    A number of a text. `span` and `text` cover it with its scale word and unit; `digits` is the bare number.

    `values` are its readings, the scale taken in; two only where the language does not tell thousands from
    decimals (`1.500`). `quantum` is the size of its last digit that says something: 0.1 of `12.3`, 100 of
    `5,800`. `is_one`: a word that may be an article.
    """

    span: Span
    text: str
    digits: str
    values: tuple[Decimal, ...]
    quantum: Decimal
    scale: Decimal = Decimal(1)
    unit: str = ""
    in_words: bool = False
    is_one: bool = False

    @property
    def value(self) -> Decimal:
        return self.values[0]

    @property
    def unscaled(self) -> Figure:
        """The bare number, as a table has it whose caption says `in millions`."""
        values = tuple(value / self.scale for value in self.values)
        return replace(self, values=values, quantum=self.quantum / self.scale, scale=Decimal(1))

    @property
    def is_year(self) -> bool:
        """Whether it may be a year: four bare digits, 1500 to 2199, without a unit."""
        return (
            len(self.digits) == 4 and self.digits.isdecimal() and 1500 <= int(self.digits) < 2200
        ) and not self.unit


def figures_in(text: str, languages: Collection[str], days: Sequence[Day] | None = None) -> list[Figure]:
    """
    The numbers of a text, in order, apart from those of its dates.

    `languages` (ISO 639-1) say how it writes numbers and which words are some; none: every reading counts,
    and no word is a number.
    """
    bare = without_dates(text, days_in(text) if days is None else days)
    found = [*_in_digits(bare, languages), *_in_words(bare, languages)]
    return sorted(found, key=lambda figure: figure.span.start)


def without_dates(text: str, days: Sequence[Day]) -> str:
    """The text with its dates blanked, everything else in its place."""
    for day in days:
        text = text[: day.span.start] + " " * (day.span.end - day.span.start) + text[day.span.end :]
    return text


def _in_digits(text: str, languages: Collection[str]) -> Iterator[Figure]:
    codes = [match.span() for match in _CODE.finditer(text) if not _FIGURE_IN_CODE.fullmatch(match[0])]
    for match in _NUMBER.finditer(text):
        if any(start <= match.start("digits") < end for start, end in codes):
            continue
        digits = match["digits"]
        values = _values(digits, languages)
        if values:
            sign = -1 if match["sign"] else 1
            made = Figure(
                Span(*match.span()),
                match[0],
                digits,
                tuple(sign * v for v in values),
                _quantum(digits, values[0]),
            )
            yield _with_unit(made, text, languages)


def _in_words(text: str, languages: Collection[str]) -> Iterator[Figure]:
    for said in said_in(text, languages):
        value = Decimal(said.value)
        word = text[said.span.start : said.span.end]
        made = Figure(
            said.span, word, str(said.value), (value,), Decimal(1), in_words=True, is_one=said.is_one
        )
        made = _with_unit(made, text, languages)
        if not said.is_one or made.unit or made.scale != 1:
            yield made


def _with_unit(figure: Figure, text: str, languages: Collection[str]) -> Figure:
    scale, end = scale_after(text, figure.span.end, languages)
    unit, end = unit_after(text, end)
    start = figure.span.start
    if not unit:
        unit, start = unit_before(text, start)
    return replace(
        figure,
        span=Span(start, end),
        text=" ".join(text[start:end].split()),
        values=tuple(value * scale for value in figure.values),
        quantum=figure.quantum * scale,
        scale=scale,
        unit=unit,
    )


def _values(digits: str, languages: Collection[str]) -> tuple[Decimal, ...]:
    """The numbers that digits may stand for; none for the number of a section (`1.2.3`)."""
    plain = _GROUP.sub("", digits)
    if _CLOCK.fullmatch(plain):
        return (Decimal(plain.replace(":", ".")),)
    if _THOUSANDS.fullmatch(plain):
        return (Decimal(plain.replace(".", "").replace(",", "")),)
    signs = [sign for sign in plain if sign in ".,:"]
    if ":" in signs or (len(signs) > 1 and signs[-1] in signs[:-1]):
        return ()
    whole = Decimal(plain.replace(signs[-1] if signs else ".", "")) if len(signs) == 1 else None
    broken = Decimal(plain.replace(",", ".") if len(signs) == 1 else _decimal(plain, signs))
    if whole is None or plain != digits or not _EITHER.fullmatch(plain):
        return (broken,)
    marks = {"." if language == "en" else "," for language in languages}
    readings = {True: broken, False: whole}
    return tuple(dict.fromkeys(readings[signs[0] == mark] for mark in sorted(marks or {".", ","})))


def _decimal(plain: str, signs: Sequence[str]) -> str:
    """`1,234.5` and `1.234,5`: the last sign is that of decimals."""
    if not signs:
        return plain
    return plain.replace(signs[0], "").replace(",", ".")


def _quantum(digits: str, value: Decimal) -> Decimal:
    exponent = value.as_tuple().exponent
    if isinstance(exponent, int) and exponent < 0:
        return Decimal(1).scaleb(exponent)
    kept = str(int(value)).rstrip("0")
    return Decimal(1).scaleb(len(str(int(value))) - len(kept)) if kept else Decimal(1)
