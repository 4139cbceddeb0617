"""The number of a heading is told from its words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.text.headings import heading_number, without_number


@pytest.mark.parametrize(
    ("heading", "number", "rest"),
    [
        ("IV. Electoral support", "IV", "Electoral support"),
        ("II Political affairs", "II", "Political affairs"),
        ("A. Follow-up", "A", "Follow-up"),
        ("(a) the first", "a", "the first"),
        ("2.1 Pay", "2.1", "Pay"),
        ("Chapter V", "Chapter V", "Chapter V"),
        ("Annexe A: maps", "Annexe A", "maps"),
        ("15 a § Den som", "15 a §", "Den som"),
        ("3 kap. Om vatten", "3 kap.", "Om vatten"),
        ("§ 9 a. Varsel", "§ 9 a", "Varsel"),
        ("§ 20 i loven", "§ 20", "i loven"),
    ],
)
def test_a_heading_is_its_number_and_its_name(heading: str, number: str, rest: str) -> None:
    assert heading_number(heading) == number
    assert without_number(heading) == rest


@pytest.mark.parametrize(
    "heading",
    ["A short history", "I want", "CIVIL rights", "2024 in figures", "Part of the deal", "Annex", ""],
)
def test_a_word_is_no_number(heading: str) -> None:
    assert heading_number(heading) is None
    assert without_number(heading) == heading


@given(st.text())
def test_any_heading_keeps_a_name(heading: str) -> None:
    assert bool(without_number(heading).strip()) == bool(heading.strip())
