"""
Periods as they are asked of an SDMX service, whose time has no list of codes: `2020..2024`, `2024-M01..`,
`last(3)`, `*`, or periods by name. What is sent is a first and a last period, or a number of newest ones.

A period stands for all that lie in it: `2024` of a monthly table is its twelve months.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil

from belegg.errors import BadSelection
from belegg.records.statistics import Dimension, Observation, StatisticsTable
from belegg.sources.statistics.periods import interval_of
from belegg.sources.statistics.publisher import Publisher
from belegg.sources.statistics.selecting import LAST

_DAYS = {"A": 365.25, "S": 182.6, "H": 182.6, "Q": 91.3, "M": 30.44, "W": 7.0, "D": 1.0, "B": 1.4}
"""How long a period of each frequency is, in days; `B` are business days."""
_UNITS = {"year": "A", "half year": "S", "quarter": "Q", "month": "M", "week": "W", "day": "D"}
_LISTED = frozenset("ASQM")
_MOST_DAYS_LISTED = 200 * 366
_LONG_AGO = "1900-01-01"


@dataclass(frozen=True, slots=True)
class Times:
    """
    What was asked: `last` of the newest (0: not so), else spans of days, each with its first and last one,
    empty at an end that is open. `written` is how it was asked.
    """

    written: tuple[str, ...]
    last: int = 0
    spans: tuple[tuple[str, str], ...] = ()

    @property
    def first_day(self) -> str:
        """The earliest day asked for; empty when that is open."""
        firsts = [first for first, _ in self.spans]
        return min(firsts) if firsts and all(firsts) else ""

    @property
    def last_day(self) -> str:
        """The latest day asked for; empty when that is open."""
        lasts = [last for _, last in self.spans]
        return max(lasts) if lasts and all(lasts) else ""

    def holds(self, observation: Observation) -> bool:
        """Whether a figure's period was asked for; one that cannot be read as days is let through."""
        if not observation.period_start or not self.spans:
            return True
        return any(
            (not first or first <= observation.period_start) and (not last or observation.period_end <= last)
            for first, last in self.spans
        )


def times_of(
    publisher: Publisher, table: StatisticsTable, dimension: Dimension, asked: Sequence[str] | None
) -> Times:
    """The periods asked for. Raises BadSelection: none, or one that is not written as a period."""
    written = tuple(dict.fromkeys(each.strip() for each in asked or ()))
    if not written:
        raise _bad(publisher, table, f"periods of `{dimension.id}` must be chosen")
    if "*" in written:
        return Times(("*",))
    if found := LAST.fullmatch(written[0]):
        if len(written) > 1 or not int(found[1]):
            raise _bad(publisher, table, f"`{written[0]}` stands alone, and is at least `last(1)`")
        return Times(written, last=int(found[1]))
    return Times(written, spans=tuple(_span(publisher, table, each) for each in written))


def _span(publisher: Publisher, table: StatisticsTable, written: str) -> tuple[str, str]:
    if ".." not in written:
        first, last = interval_of(written)
        if not first:
            raise _bad(publisher, table, f"`{written}` is no period")
        return first, last
    start, _, end = (each.strip() for each in written.partition(".."))
    ends = (interval_of(start)[0] if start else "", interval_of(end)[1] if end else "")
    if (start and not ends[0]) or (end and not ends[1]) or not (start or end):
        raise _bad(publisher, table, f"`{written}` does not lead from a period to a period")
    if all(ends) and ends[0] > ends[1]:
        raise _bad(publisher, table, f"`{written}` goes backwards")
    return ends


def _bad(publisher: Publisher, table: StatisticsTable, why: str) -> BadSelection:
    there = (
        f" (there are `{table.ref.first}` to `{table.ref.last}`)"
        if table.ref.first and table.ref.last
        else ""
    )
    return BadSelection(
        f"{publisher.name}, table `{table.ref.id}`: {why}{there}; write `2020..2024`, `2024-Q1`, `2024-M05`, "
        "`last(3)` or `*`",
        publisher.id,
    )


def periods_at_most(times: Times, table: StatisticsTable, frequencies: Iterable[str]) -> int:
    """
    How many periods they can be, over the frequencies asked for; where a table has none its own unit of time
    counts, else the year. Ends that are open are the table's, as far as those are known.
    """
    known = [each for each in frequencies if each in _DAYS] or [_UNITS.get(table.ref.unit_of_time, "A")]
    if times.last:
        return times.last * len(known)
    first, last = interval_of(table.ref.first)[0], interval_of(table.ref.last)[1]
    days = 0
    for start, end in times.spans or (("", ""),):
        begin = date.fromisoformat(max(filter(None, (start, first)), default=_LONG_AGO))
        close = date.fromisoformat(min(filter(None, (end, last)), default=date.max.isoformat()))
        days += max(0, (close - begin).days + 1)
    return sum(max(1, ceil(round(days / _DAYS[each], 1))) for each in known)


def periods_between(first: str, last: str, frequencies: Sequence[str], months: str = "") -> tuple[str, ...]:
    """
    The periods of a table from its first to its last one, by frequency. None where an end is not known, of
    more than 200 years, and of weeks and days, which nobody chooses from a list.
    """
    start, end = interval_of(first)[0], interval_of(last)[1]
    if not start or not end:
        return ()
    begin, close = date.fromisoformat(start), date.fromisoformat(end)
    if (close - begin).days > _MOST_DAYS_LISTED:
        return ()
    of_months = range(begin.year * 12 + begin.month - 1, close.year * 12 + close.month)
    days = [date(at // 12, at % 12 + 1, 1).isoformat() for at in of_months]
    listed = [each for each in frequencies if each in _LISTED]
    return tuple(dict.fromkeys(bound(day, each, months) for each in listed for day in days))


def bound(day: str, frequency: str, months: str = "") -> str:
    """
    The period of a frequency that a day is in, as SDMX writes it: `2024`, `2024-S1`, `2024-Q2`, `2024-W07`,
    `2024-05` (with `months="M"`: `2024-M05`); the day itself for other frequencies. Empty for no day.
    """
    if not day:
        return ""
    found = date.fromisoformat(day)
    week = found.isocalendar()
    forms = {
        "A": f"{found.year:04}",
        "S": f"{found.year:04}-S{(found.month + 5) // 6}",
        "Q": f"{found.year:04}-Q{(found.month + 2) // 3}",
        "M": f"{found.year:04}-{months}{found.month:02}",
        "W": f"{week.year:04}-W{week.week:02}",
    }
    return forms.get(frequency, day)


def unit_of_time(frequencies: Sequence[str]) -> str:
    """`year`, `quarter` …, where a table has one frequency."""
    units = {code: unit for unit, code in _UNITS.items()} | {"B": "day"}
    return units.get(frequencies[0], "") if len(frequencies) == 1 else ""
