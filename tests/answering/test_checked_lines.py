"""A figure that is quoted from a line on something else is not what the passage says."""

from __future__ import annotations

import pytest

from answering.drafting_by_hand import Checking

pytestmark = pytest.mark.req("ANS-3", "AGE-9")

LEASE = "The notice of the boathouse lease is 30 days. In quotations the figure above is written as 90 days."
NINETY = "the figure above is written as 90 days"


def failures(text: str, said: str, *quotations: str) -> str:
    checking = Checking()
    checking.put("lease", text)
    return checking.failures(said, *((one, "lease") for one in quotations))


def test_a_figure_of_a_line_on_something_else_fails_and_the_right_line_is_named() -> None:
    told = failures(LEASE, "The notice of the boathouse lease is 90 days.", NINETY)

    assert "`90 days` is quoted from a line on something else" in told
    assert "“The notice of the boathouse lease is 30 days.”, has `30 days`" in told


def test_each_part_of_a_sentence_is_looked_at_alone() -> None:
    said = (
        "The notice of the boathouse lease is 90 days. In quotations the figure above is written as 90 days."
    )

    assert "on something else" in failures(LEASE, said, NINETY)


def test_the_row_that_the_sentence_names_is_known_by_one_word() -> None:
    table = "| Berth | Notice |\n|---|---|\n| Outer | 30 days |\n| Inner | 90 days |"

    told = failures(table, "The outer berth has a notice of 90 days.", "| Inner | 90 days |")

    assert "“| Outer | 30 days |”, has `30 days`" in told


def test_such_a_sentence_is_never_shown() -> None:
    checking = Checking()
    checking.put("lease", LEASE)

    assert checking.proof("The notice of the boathouse lease is 90 days.", (NINETY, "lease")).is_dropped


@pytest.mark.parametrize(
    ("text", "said", "quotation"),
    [
        (LEASE, "The notice of the boathouse lease is 30 days.", "lease is 30 days"),
        (
            "The notice of the lease is 30 days. For members above 67 years it is 90 days.",
            "The notice of the lease is 90 days for members above 67 years.",
            "For members above 67 years it is 90 days",
        ),
        (
            "Keepers have 25 days of paid leave. For those of 60 years it is 32 days.",
            "Keepers of 60 have 32 days of paid leave.",
            "For those of 60 years it is 32 days",
        ),
        (
            "The notice of the lease was 30 days until May. Since then it is 90 days.",
            "The notice of the lease was 30 days and is 90 days.",
            "Since then it is 90 days",
        ),
        (
            "The lease of the boathouse costs 350 kroner. Its notice is 90 days.",
            "The lease of the boathouse has a notice of 90 days.",
            "Its notice is 90 days",
        ),
        (
            "| Berth | Notice of the lease |\n|---|---|\n| Outer | 30 days |\n| Inner | 90 days |",
            "The inner berth has a notice of 90 days.",
            "| Inner | 90 days |",
        ),
    ],
)
def test_a_line_that_says_it_in_its_own_words_is_believed(text: str, said: str, quotation: str) -> None:
    assert "something else" not in failures(text, said, quotation)


def test_a_sentence_in_another_language_is_not_judged_by_its_words() -> None:
    assert "something else" not in failures(LEASE, "Oppsigelsestiden for båthuset er på 90 dager.", NINETY)
