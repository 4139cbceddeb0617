"""Days, months and years, in any written form, in Norwegian, Swedish, Danish, English, German and Finnish."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import regex

from belegg.records import Span

_DATA = Path(__file__).parent.parent / "data"
_YEAR = r"(?P<year>1[5-9]\d\d|2[01]\d\d)(?!\d)"
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])"
_ORDINAL = r"(?:st|nd|rd|th|\.)?"
_BETWEEN = r"(?:\s*[-–—]\s*|\s+(?:to|and|or|til|og|till|och|bis|und|ja)\s+)"
_CENTURY = 2_000


@dataclass(frozen=True, slots=True)
class Day:
    """
    A date as a text has it: `forms` are its readings (year, month, day), each part None where it says
    nothing. `01/05/2024` has two.
    """

    span: Span
    text: str
    forms: tuple[tuple[int | None, int | None, int | None], ...]

    @property
    def years(self) -> frozenset[int]:
        """The years that it may name."""
        return frozenset(year for year, _, _ in self.forms if year is not None)


def days_in(text: str) -> list[Day]:
    """The dates of a text, in order; none inside another. A year alone is no date but a number."""
    found = sorted(_found(text), key=lambda day: (day.span.start, -day.span.end))
    kept: list[Day] = []
    for day in found:
        if not kept or day.span.start >= kept[-1].span.end:
            kept.append(day)
    return kept


def _found(text: str) -> Iterator[Day]:
    for pattern in _patterns():
        for match in pattern.finditer(text):
            forms = tuple(dict.fromkeys(_forms(match)))
            if forms:
                yield Day(Span(*match.span()), match[0], forms)


def _forms(match: regex.Match[str]) -> Iterator[tuple[int | None, int | None, int | None]]:
    parts = match.groupdict()
    year = _year(parts.get("year"))
    if (name := parts.get("month")) is not None:
        yield year, month_called(name), _number(parts.get("day"))
        return
    first, second = _number(parts.get("day")), _number(parts.get("number"))
    if second is not None and second <= 12:
        yield year, second, first
    if parts.get("slash") and first is not None and second is not None and first <= 12 and second <= 31:
        yield year, first, second


def _number(digits: str | None) -> int | None:
    return int(digits) if digits else None


def _year(digits: str | None) -> int | None:
    """`24` is 2024: documents that are asked about are of this century where they save two digits."""
    if not digits:
        return None
    return int(digits) if len(digits) == 4 else _CENTURY + int(digits)


@cache
def _months() -> tuple[regex.Pattern[str], ...]:
    lines = (_DATA / "months_named.txt").read_text(encoding="utf-8").splitlines()
    return tuple(regex.compile(line, regex.I) for line in lines if not line.startswith("#"))


def month_called(name: str) -> int | None:
    """The month of that name, from 1."""
    return next((n for n, month in enumerate(_months(), start=1) if month.fullmatch(name)), None)


@cache
def _patterns() -> tuple[regex.Pattern[str], ...]:
    month = rf"(?P<month>{'|'.join(one.pattern for one in _months())})(?!\p{{L}})"
    start, end = r"(?<![\p{L}\p{N}/.-])", r"(?![\p{N}])"
    no_more = r"(?![/-]?\p{N})"
    return tuple(
        regex.compile(expression, regex.I)
        for expression in (
            rf"{start}{_YEAR}-(?P<number>0[1-9]|1[0-2])-{_DAY}{no_more}",
            rf"{start}{_DAY}\.\s?(?P<number>0?[1-9]|1[0-2])\.\s?(?P<year>\d{{4}}|\d\d){no_more}",
            rf"{start}{_DAY}(?P<slash>/)(?P<number>0?[1-9]|[12]\d|3[01])/(?P<year>\d{{4}}){no_more}",
            rf"{start}{_DAY}{_ORDINAL}\s+(?:of\s+|den\s+)?{month}(?:\.?,?\s+{_YEAR})?{end}",
            rf"{start}{month}\.?\s+{_DAY}{_ORDINAL}(?!\d)(?:,?\s+{_YEAR})?{end}",
            rf"{start}{month}\.?,?\s+(?:of\s+)?{_YEAR}",
            # `1–5 May 2024`: the first day is of the same month
            rf"{start}{_DAY}{_ORDINAL}(?={_BETWEEN}\d{{1,2}}{_ORDINAL}\s+{month}(?:,?\s+{_YEAR})?)",
            # `May 1–5, 2024`: so is the last
            rf"(?<={month}\.?\s+\d{{1,2}}{_ORDINAL}{_BETWEEN}){_DAY}{_ORDINAL}(?!\d)(?:,?\s+{_YEAR})?",
        )
    )
