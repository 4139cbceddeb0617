"""A reader is told which row of a sheet the words stand in."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.library.library import Library
from belegg.records import OWNER, Scope
from belegg.text.row_numbers import row_numbers, rows_told, rows_within


def test_rows_are_told_in_runs() -> None:
    assert rows_told([2, 3, 4, 6]) == "rows 2–4, 6"
    assert rows_told([7]) == "row 7"
    assert rows_told([]) == ""


@given(st.lists(st.integers(1, 60)))
def test_rows_that_are_told_are_read_back(numbers: list[int]) -> None:
    assert row_numbers(rows_told(numbers)) == numbers


@pytest.mark.parametrize("address", [None, "", "https://example.org/rows 3", "row", "a15"])
def test_another_address_names_no_rows(address: str | None) -> None:
    assert row_numbers(address) == []


def test_lines_that_are_no_rows_are_not_counted() -> None:
    text = "Cases\n\n| Case | Name |\n| 7 | Ada |\n| 8 | Bo |"

    assert rows_within(text, "rows 1–2, 5", text.index("Bo"), text.index("Bo") + 2) == "row 5"
    assert rows_within(text, "rows 1–2, 5", 0, len(text)) == "rows 1–2, 5"
    assert rows_within(text, "rows 1–2, 5", 0, 5) == ""


@pytest.mark.req("ING-8", "ANS-2")
def test_a_row_of_a_long_sheet_is_cited_by_its_number(tmp_path: Path) -> None:
    rows = "".join(f"CASE-{n:04},applicant number {n},was heard in room {n}\n" for n in range(2, 402))
    (tmp_path / "cases.csv").write_text(f"Case,Name,Remark\n{rows}", encoding="utf-8")
    with Library.open(tmp_path / "belegg.db", create=True) as library:
        library.ingest(tmp_path / "cases.csv")
        (claim,) = library.check('"was heard in room 322"', Scope(OWNER)).claims
        hit = library.search("CASE-0322", Scope(OWNER)).hits[0]

    assert claim.quote
    assert claim.quote.rows == "row 322"
    assert 322 in row_numbers(hit.passage.address)
