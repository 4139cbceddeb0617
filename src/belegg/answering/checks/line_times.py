"""Of when the quoted lines are, and where a sentence says so: years, months alone, quarters, days."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import regex

from belegg.answering.checks.quoted_lines import Line
from belegg.text.figure_lines import periods_spelled
from belegg.text.figures import days_in, figures_in, without_dates
from belegg.text.figures.dates import month_called

SHORTEST_MONTH = 4
"""Letters of a month without a year; `May`, `mai` and `maj` are shorter."""
_WORD = regex.compile(r"\p{L}+")
_SHORT = ("May", "mai", "maj", "Mai", "Maj")
_QUARTER = regex.compile(
    r"\b(?P<n>[1-4])\.?(?:st|nd|rd|th)?\s*(?:kvartal|quarter|quartal|neljännes)\w*|\bQ(?P<n>[1-4])\b"
    r"|\b(?P<half>[12])\.?(?:st|nd)?\s*half\b",
    regex.I,
)


@dataclass(frozen=True, slots=True)
class Time:
    """A time in its parts, None where nothing is said. `part` is the number of a quarter or half."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    part: int | None = None

    def is_of(self, line: Time) -> bool:
        """Whether a line of that time may be meant by it."""
        own = (self.year, self.month, self.day, self.part)
        its = (line.year, line.month, line.day, line.part)
        return all(a is None or a == b for a, b in zip(own, its, strict=True))

    @property
    def order(self) -> tuple[int, int, int, int]:
        return (self.year or 0, self.part or 0, self.month or 0, self.day or 0)


def time_of(line: Line) -> Time | None:
    """The time of a line, which its label ends with; None for a row, or another label."""
    part = periods_spelled(line.label[-1])
    if line.value is None or ": " in part:
        return None
    found = list(times_in(part))
    return found[0][2] if len(found) == 1 else None


def times_in(text: str) -> Iterator[tuple[int, int, Time]]:
    """The times that a text names, each with where it begins and ends, in order."""
    days = days_in(text)
    found = [(day.span.start, day.span.end, Time(*day.forms[0])) for day in days if len(day.forms) == 1]
    bare = without_dates(text, days)
    years = [one for one in figures_in(bare, (), ()) if one.is_year]
    for quarter in _QUARTER.finditer(bare):
        start, end = quarter.span()
        behind = next((one for one in years if bare[end : one.span.start].strip() in ("", "i", "of")), None)
        year = int(behind.digits) if behind is not None and behind.span.start >= end else None
        years = [one for one in years if one is not behind]
        end = behind.span.end if behind is not None and year is not None else end
        found.append((start, end, Time(year, part=int(quarter["n"] or quarter["half"]))))
    found += [(one.span.start, one.span.end, Time(int(one.digits))) for one in years]
    for word in _WORD.finditer(bare):
        is_long = len(word[0]) >= SHORTEST_MONTH or word[0] in _SHORT
        if is_long and (month := month_called(word[0])) is not None:
            found.append((word.start(), word.end(), Time(month=month)))
    yield from sorted(found, key=lambda one: one[0])
