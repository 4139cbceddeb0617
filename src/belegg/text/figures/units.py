"""Units beside figures, and the words that multiply them (`million`)."""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal
from functools import cache
from pathlib import Path

import regex

_DATA = Path(__file__).parent.parent / "data"
_CROWNS = frozenset({"kr", "NOK", "SEK", "DKK"})
_THOUSAND = regex.compile(r"(?<![\p{N}.,])1[ \u00a0.,]?000(?![.,]?\p{N})")
SPACE = r"[ \u00a0\u2007\u2009\u202f\n]"


def same_unit(one: str, other: str) -> bool:
    """Whether two units are the same; `kr` is each of the three currencies that are called so."""
    return one == other or ("kr" in (one, other) and {one, other} <= _CROWNS)


def unit_after(text: str, at: int) -> tuple[str, int]:
    """The unit that follows a figure which ends at `at`, and where it ends; an empty one ends at `at`."""
    found = _after().match(text, at)
    return (_called(found["unit"]), found.end()) if found else ("", at)


def unit_before(text: str, at: int) -> tuple[str, int]:
    """The currency before a figure that begins at `at` (`NOK 500`, `$5`), and where it begins."""
    found = _before().search(text[max(0, at - 24) : at])
    return (_called(found["unit"]), at - len(found[0])) if found else ("", at)


def units_in(text: str) -> frozenset[str]:
    """All units that a text names anywhere."""
    return frozenset(_called(match["unit"]) for match in _anywhere().finditer(text))


def scale_after(text: str, at: int, languages: Collection[str]) -> tuple[Decimal, int]:
    """What the word after a figure multiplies it by, and where the word ends; (1, at) for none."""
    english = "en" in languages or not languages
    for factor, pattern in _scales(english):
        if found := pattern.match(text, at):
            return factor, found.end()
    return Decimal(1), at


def scales_in(text: str) -> frozenset[Decimal]:
    """What a text says that its figures are counted in: `in millions`, `i tusen kroner`, `Mio. EUR`."""
    return frozenset(factor for factor, pattern in _counted_in() if pattern.search(text))


def scales_named(text: str) -> frozenset[Decimal]:
    """The factors of all scale words of a label (`NOK million`, `1 000 kr`), wherever they stand in it."""
    named = {factor for factor, pattern in _named_anywhere() if pattern.search(text)}
    return frozenset(named | ({Decimal(1_000)} if _THOUSAND.search(text) else set()))


@cache
def _units() -> tuple[tuple[str, str], ...]:
    lines = (_DATA / "units.txt").read_text(encoding="utf-8").splitlines()
    named = (line.partition(": ") for line in lines if line and not line.startswith("#"))
    return tuple((name, expression) for name, _, expression in named)


@cache
def _called(written: str) -> str:
    for name, pattern in _compiled():
        if pattern.fullmatch(written):
            return name
    return ""


@cache
def _compiled() -> tuple[tuple[str, regex.Pattern[str]], ...]:
    return tuple((name, regex.compile(expression, regex.I)) for name, expression in _units())


def _any(names: Collection[str] | None = None) -> str:
    return "|".join(expression for name, expression in _units() if names is None or name in names)


@cache
def _after() -> regex.Pattern[str]:
    border = r"(?![\p{L}\p{N}])"
    return regex.compile(rf"(?:{SPACE}{{0,2}}|-)(?P<unit>{_any()}){border}", regex.I)


@cache
def _before() -> regex.Pattern[str]:
    currencies = {"NOK", "SEK", "DKK", "kr", "EUR", "USD", "GBP", "CHF"}
    return regex.compile(rf"(?<![\p{{L}}\p{{N}}])(?P<unit>{_any(currencies)}){SPACE}?\Z", regex.I)


@cache
def _anywhere() -> regex.Pattern[str]:
    return regex.compile(rf"(?<!\p{{L}})(?P<unit>{_any()})(?!\p{{L}})", regex.I)


@cache
def _counted_in() -> tuple[tuple[Decimal, regex.Pattern[str]], ...]:
    both = dict.fromkeys((*_scales(True), *_scales(False)))
    return tuple(
        (factor, regex.compile(rf"(?<![\p{{L}}\p{{N}}])(?:(?:in|i|per)\s+)(?:{pattern.pattern})", regex.I))
        for factor, pattern in both
    )


@cache
def _named_anywhere() -> tuple[tuple[Decimal, regex.Pattern[str]], ...]:
    return tuple(
        (factor, regex.compile(rf"(?<![\p{{L}}\p{{N}}])(?:{pattern.pattern})", regex.I))
        for factor, pattern in _scales(True)
    )


@cache
def _scales(english: bool) -> tuple[tuple[Decimal, regex.Pattern[str]], ...]:
    found = []
    for line in (_DATA / "scales.txt").read_text(encoding="utf-8").splitlines():
        name, _, expression = line.partition(": ")
        of, _, factor = name.rpartition(" ")
        if line.startswith("#") or (of == "english" and not english) or (of == "other" and english):
            continue
        pattern = rf"(?:{SPACE}{{1,2}}|-)?(?:{expression})(?![\p{{L}}\p{{N}}])"
        found.append((Decimal(factor), regex.compile(pattern, regex.I)))
    return tuple(found)
