"""Periods as they are asked of SDMX services: understood as days, counted, and written for the service."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import BadSelection
from belegg.records.statistics import Dimension, Observation, StatisticsTable, TableRef
from belegg.sources.statistics.periods import interval_of
from belegg.sources.statistics.publisher import Publisher
from belegg.sources.statistics.sdmx_times import Times, bound, periods_at_most, periods_between, times_of

pytestmark = pytest.mark.req("STA-1")

OFFICE = Publisher("office", "The Office", ("https://office.example",))
TIME = Dimension("TIME_PERIOD", "Time", "time", (), 0)
TABLE = StatisticsTable(TableRef("office", "T1", "A table", "en", first="2000", last="2024-12-31"), (TIME,))


def asked(*written: str) -> Times:
    return times_of(OFFICE, TABLE, TIME, written)


@pytest.mark.parametrize(
    ("written", "first", "last"),
    [
        ("2024", "2024-01-01", "2024-12-31"),
        ("2020..2024", "2020-01-01", "2024-12-31"),
        ("2020..", "2020-01-01", ""),
        ("..2024-Q1", "", "2024-03-31"),
        ("2026-M04..2026-M05", "2026-04-01", "2026-05-31"),
        ("2026-08-25", "2026-08-25", "2026-08-25"),
        (" 2020 .. 2021 ", "2020-01-01", "2021-12-31"),
    ],
)
def test_what_is_written_is_understood_as_days(written: str, first: str, last: str) -> None:
    times = asked(written)

    assert (times.first_day, times.last_day) == (first, last)


def test_several_periods_reach_from_the_first_to_the_last_and_hold_only_themselves() -> None:
    times = asked("2024", "2020")
    figures = [
        Observation((), "1", "1", period_start=f"{year}-01-01", period_end=f"{year}-12-31")
        for year in (2020, 2022, 2024)
    ]

    assert (times.first_day, times.last_day) == ("2020-01-01", "2024-12-31")
    assert [times.holds(each) for each in figures] == [True, False, True]


def test_a_year_holds_its_months() -> None:
    march = Observation((), "1", "1", period_start="2024-03-01", period_end="2024-03-31")

    assert asked("2024").holds(march)
    assert not asked("2023").holds(march)


def test_a_figure_without_days_is_let_through() -> None:
    assert asked("2024").holds(Observation((), "1", "1"))


@pytest.mark.parametrize("written", ["*", "last(3)"])
def test_all_and_the_newest_have_no_ends(written: str) -> None:
    times = asked(written)

    assert (times.first_day, times.last_day, times.spans) == ("", "", ())


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ((), "must be chosen"),
        (("soon",), "`soon` is no period"),
        (("2024..soon",), "does not lead from a period to a period"),
        (("..",), "does not lead from a period to a period"),
        (("2024..2020",), "goes backwards"),
        (("last(0)",), "at least `last\\(1\\)`"),
        (("last(2)", "2024"), "stands alone"),
        (("2024-13",), "`2024-13` is no period"),
    ],
)
def test_what_is_no_period_is_told_with_what_there_is(written: tuple[str, ...], why: str) -> None:
    with pytest.raises(BadSelection, match=why) as told:
        asked(*written)
    assert "there are `2000` to `2024-12-31`" in str(told.value)


@pytest.mark.parametrize(
    ("written", "frequencies", "expected"),
    [
        ("2020..2024", ["A"], 5),
        ("2020..2024", ["Q"], 20),
        ("2020..2024", ["M"], 60),
        ("2020..2024", ["A", "M"], 65),
        ("last(3)", ["A", "M"], 6),
        ("2024", [], 1),
        ("*", ["A"], 25),
        ("2020..2030", ["A"], 5),
        ("2024-Q1", ["A"], 1),
        ("2024-01-01..2024-01-31", ["D"], 31),
    ],
)
def test_periods_are_counted_by_frequency_within_what_the_table_has(
    written: str, frequencies: list[str], expected: int
) -> None:
    assert periods_at_most(asked(written), TABLE, frequencies) == expected


@pytest.mark.parametrize(
    ("frequency", "months", "expected"),
    [
        ("A", "", "2024"),
        ("S", "", "2024-S1"),
        ("Q", "", "2024-Q2"),
        ("M", "", "2024-05"),
        ("M", "M", "2024-M05"),
        ("W", "", "2024-W20"),
        ("D", "", "2024-05-17"),
        ("", "", "2024-05-17"),
    ],
)
def test_a_day_is_written_as_the_period_of_a_frequency(frequency: str, months: str, expected: str) -> None:
    assert bound("2024-05-17", frequency, months) == expected


@pytest.mark.parametrize(
    ("first", "last", "frequencies", "expected"),
    [
        ("2023", "2024", ["A"], ("2023", "2024")),
        ("2023-11-01", "2024-01-15", ["M"], ("2023-11", "2023-12", "2024-01")),
        ("2023-Q4", "2024-Q1", ["A", "Q"], ("2023", "2024", "2023-Q4", "2024-Q1")),
        ("2023", "2024", ["D", "W"], ()),
        ("", "2024", ["A"], ()),
        ("2023", "soon", ["A"], ()),
    ],
)
def test_the_periods_of_a_table_are_listed_by_frequency(
    first: str, last: str, frequencies: list[str], expected: tuple[str, ...]
) -> None:
    assert periods_between(first, last, frequencies) == expected


@given(st.dates(date(1950, 1, 1), date(2050, 12, 31)), st.sampled_from("ASQMWD"))
def test_a_day_lies_in_the_period_that_it_is_written_as(day: date, frequency: str) -> None:
    first, last = interval_of(bound(day.isoformat(), frequency))

    assert first <= day.isoformat() <= last
