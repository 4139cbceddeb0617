"""From when a document has its text, and what says so."""

from __future__ import annotations

import pytest

from belegg.records import DocumentHead, DocumentId, Fact
from belegg.text.days import date_told, days_of

pytestmark = pytest.mark.req("ING-3", "ING-12")


def head(*facts: tuple[str, str]) -> DocumentHead:
    told = tuple(Fact(name, value, "test") for name, value in facts)
    return DocumentHead(
        DocumentId("d"), "r/d", "p", "D", "en", 1, "", "2026-11-30T10:00:00Z", 1, 0, frozenset(), told
    )


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ([], "taken in 2026-11-30"),
        ([("published", "2024-01-01")], "published 2024-01-01"),
        ([("published", "2024-01-01"), ("updated", "2025-01-01")], "updated 2025-01-01"),
        ([("in_force", "2024-06-01"), ("updated", "2024-01-01")], "in force 2024-06-01"),
        ([("in_force_as_written", "Kongen bestemmer")], "in force: Kongen bestemmer"),
        (
            [("in_force", "2006-01-01"), ("last_changed_by", "lov/2023-06-16-40 fra 2023-07-01, lov/2024-1")],
            "changed 2023-07-01",
        ),
    ],
)
def test_a_version_tells_its_day_and_what_says_so(facts: list[tuple[str, str]], said: str) -> None:
    assert date_told(head(*facts)) == said


def test_the_latest_of_several_amendments_counts() -> None:
    facts = head(
        ("last_changed_by", "lov/2023-06-16-40 fra 2024-01-01, lov/2023-06-16-41 fra 2023-07-01")
    ).facts

    assert days_of(facts).text_since == "2024-01-01"


def test_the_earlier_of_two_ends_counts_and_a_repeal_takes_its_own_day() -> None:
    ends = head(("valid_to", "2025-06-30"), ("repealed", "2025-01-01")).facts

    assert days_of(ends).until == "2024-12-31"


def test_what_is_no_date_says_nothing() -> None:
    days = days_of(head(("published", "2024"), ("valid_to", "until further notice")).facts)

    assert (days.since, days.text_since, days.until) == (None, None, None)
