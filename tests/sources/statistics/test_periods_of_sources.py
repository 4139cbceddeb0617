"""Periods as sources write them become days."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.sources.statistics.periods import interval_of, unit_of


@pytest.mark.parametrize(
    ("text", "first", "last", "unit"),
    [
        ("2024", "2024-01-01", "2024-12-31", "year"),
        ("2000.0", "2000-01-01", "2000-12-31", "year"),
        ("2026M05", "2026-05-01", "2026-05-31", "month"),
        ("2026-M02", "2026-02-01", "2026-02-28", "month"),
        ("2024-02", "2024-02-01", "2024-02-29", "month"),
        ("2012M01", "2012-01-01", "2012-01-31", "month"),
        ("2026K2", "2026-04-01", "2026-06-30", "quarter"),
        ("2024-Q1", "2024-01-01", "2024-03-31", "quarter"),
        ("1992Q4", "1992-10-01", "1992-12-31", "quarter"),
        ("2024T3", "2024-09-01", "2024-12-31", "third of a year"),
        ("2024-S1", "2024-01-01", "2024-06-30", "half year"),
        ("2024U07", "2024-02-12", "2024-02-18", "week"),
        ("2020-W53", "2020-12-28", "2021-01-03", "week"),
        ("2026-08-27", "2026-08-27", "2026-08-27", "day"),
        ("2025-02-16T00:00:00", "2025-02-16", "2025-02-16", "day"),
        ("2024M01D05", "2024-01-05", "2024-01-05", "day"),
        ("2010-2012", "2010-01-01", "2012-12-31", ""),
        ("2010/2011", "2010-01-01", "2011-12-31", ""),
    ],
)
def test_a_period_is_from_its_first_day_to_its_last(text: str, first: str, last: str, unit: str) -> None:
    assert interval_of(text) == (first, last)
    assert unit_of(text) == unit


@pytest.mark.parametrize(
    "text",
    ["", "Total", "2024M13", "2024K5", "2024U54", "2024-02-30", "-10000", "12024", "0000", "2012-2010"],
)
def test_what_is_no_period_is_no_days(text: str) -> None:
    assert interval_of(text) == ("", "")


@given(st.text(max_size=12))
def test_no_text_is_too_odd_for_a_period(text: str) -> None:
    first, last = interval_of(text)

    assert first <= last
