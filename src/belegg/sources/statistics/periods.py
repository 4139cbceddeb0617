"""Periods as sources write them, and the days they are."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date, timedelta

UNREADABLE = ("", "")
YEAR = r"(\d{4})"
RANGE = re.compile(rf"{YEAR}\s*[-–/]\s*{YEAR}")


def year(match: re.Match[str]) -> tuple[date, date]:
    return date(int(match[1]), 1, 1), date(int(match[1]), 12, 31)


def months(match: re.Match[str], length: int) -> tuple[date, date]:
    """The n-th stretch of so many months in a year."""
    number = int(match[2])
    first, last = (number - 1) * length + 1, number * length
    if not 1 <= number <= 12 // length:
        raise ValueError(number)
    return date(int(match[1]), first, 1), date(int(match[1]), last, monthrange(int(match[1]), last)[1])


def week(match: re.Match[str]) -> tuple[date, date]:
    monday = date.fromisocalendar(int(match[1]), int(match[2]), 1)
    return monday, monday + timedelta(days=6)


def day(match: re.Match[str]) -> tuple[date, date]:
    only = date(int(match[1]), int(match[2]), int(match[3]))
    return only, only


FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], tuple[date, date]]], ...] = tuple(
    (re.compile(pattern), reading)
    for pattern, reading in (
        (rf"{YEAR}(?:\.0+|-?A1?)?", year),
        (rf"{YEAR}-?[MmPp](\d{{1,2}})", lambda match: months(match, 1)),
        (rf"{YEAR}-(\d{{2}})", lambda match: months(match, 1)),
        (rf"{YEAR}-?[QqKk](\d)", lambda match: months(match, 3)),
        (rf"{YEAR}-?[Tt](\d)", lambda match: months(match, 4)),
        (rf"{YEAR}-?[SsHh](\d)", lambda match: months(match, 6)),
        (rf"{YEAR}-?[WwUu](\d{{1,2}})", week),
        (rf"{YEAR}-(\d{{2}})-(\d{{2}})(?:T.*)?", day),
        (rf"{YEAR}M(\d{{2}})D(\d{{2}})", day),
        (r"(\d{4})(\d{2})(\d{2})", day),
    )
)
"""In this order; weeks are ISO weeks, from Monday; K is a quarter, T a third, S and H a half of a year."""


def interval_of(text: str) -> tuple[str, str]:
    """
    First and last day of a period (ISO, both in it): `2024`, `2026M05`, `2026-M04`, `2024-05`, `2026K2`,
    `2024-Q1`, `2024U07`, `2024-W07`, `2024-S1`, `2026-08-27`, `2010-2012`. Two empty texts when it is none
    of these.
    """
    text = text.strip()
    try:
        if (years := RANGE.fullmatch(text)) and years[1] < years[2]:
            return date(int(years[1]), 1, 1).isoformat(), date(int(years[2]), 12, 31).isoformat()
        for pattern, reading in FORMS:
            if match := pattern.fullmatch(text):
                first, last = reading(match)
                return first.isoformat(), last.isoformat()
    except (ValueError, OverflowError):
        pass
    return UNREADABLE


STEPS = re.compile(r"(\d{4})(?:(-?[QqKk]|-?[SsHh]|-?[Mm]|-)(\d{1,2}))?")
IN_A_YEAR = {"": 1, "Q": 4, "K": 4, "S": 2, "H": 2, "M": 12}
MOST_PERIODS = 5000


def periods_between(first: str, last: str) -> list[str]:
    """
    Every year, half year, quarter or month from `first` to `last`, both in it, written as `first` is:
    `1980-Q1` to `2022-Q3`. None when they are of different kinds, or cannot be counted so.
    """
    begin, end = STEPS.fullmatch(first.strip()), STEPS.fullmatch(last.strip())
    if not begin or not end or begin[2] != end[2]:
        return []
    between = begin[2] or ""
    parts = IN_A_YEAR["M" if between == "-" else between.strip("-").upper()]
    one, other = (int(each[1]) * parts + int(each[3] or 1) - 1 for each in (begin, end))
    if not 0 <= other - one < MOST_PERIODS:
        return []
    width = len(begin[3] or "")
    return [
        f"{number // parts:04d}" + (f"{between}{number % parts + 1:0{width}d}" if begin[3] else "")
        for number in range(one, other + 1)
    ]


def unit_of(text: str) -> str:
    """The unit of time of a period, `year` … `day`; empty when it cannot be read."""
    first, last = interval_of(text)
    if not first:
        return ""
    days = (date.fromisoformat(last) - date.fromisoformat(first)).days + 1
    known = {1: "day", 7: "week"}
    if days in known:
        return known[days]
    for most, unit in ((31, "month"), (92, "quarter"), (123, "third of a year"), (184, "half year")):
        if days <= most:
            return unit
    return "year" if days <= 366 else ""
