"""Sources differ where they give other figures for one thing at one time, and nowhere else."""

from __future__ import annotations

import pytest

from answering.drafting_by_hand import Checking, differ, says
from belegg.records import Conflict

REPORTS = (
    "From 1 February to 30 April 2025, the United Nations recorded 2,299 safety and security-related "
    "incident reports in the country.",
    "From 1 November 2024 to 31 January 2025, the United Nations recorded 2,081 security-related incident "
    "reports in the country.",
)


def found(first: str, second: str, *said: str, **known: object) -> tuple[Conflict, ...]:
    """The conflicts of an answer of one or two sentences that quote two documents whole."""
    shelf = Checking()
    shelf.put("one", first, facts=[("published", "2026-05-01")], **known)
    shelf.put("other", second, facts=[("published", "2025-02-21")], **known)
    claims = ((first, "one"), (second, "other"))
    told = (
        [says(said[0], *claims)]
        if len(said) == 1
        else [says(s, c) for s, c in zip(said, claims, strict=True)]
    )
    return shelf.conclude(*told).conflicts


def test_two_periods_are_no_conflict() -> None:
    both = "It recorded 2,299 reports from February to April 2025 and 2,081 in the three months before."

    assert found(*REPORTS, *REPORTS) == found(*REPORTS, both) == ()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("In 2025 the harbour had 40 guests a night.", "In 2024 the harbour had 30 guests a night."),
        ("The harbour at Bodø has 40 places for guests.", "The harbour at Moss has 30 places for guests."),
        ("The logger POL-358 keeps readings for 30 days.", "The logger POL-350 keeps readings for 20 days."),
        (
            "In version 7 the logger keeps readings for 30 days.",
            "In version 6 the logger keeps readings for 20 days.",
        ),
        ("The harbour fee for guests is set in § 4.", "The harbour fee for guests is set in § 7."),
        ("The harbour keeps readings for 30 days.", "The harbour keeps readings for 300 kroner."),
    ],
)
def test_other_years_names_versions_references_and_units_are_no_conflict(first: str, second: str) -> None:
    assert found(first, second, first, second) == ()


def test_a_sentence_that_tells_of_two_years_is_no_conflict() -> None:
    fees = ("The fee for a day trip is 240 kroner.", "The fee for a day trip is 210 kroner.")

    assert found(*fees, "The fee for a day trip rose from 210 kroner in 2024 to 240 kroner in 2026.") == ()
    assert found(*fees, "In 2026 the fee is 240 kroner.", "In 2024 the fee was 210 kroner.") == ()
    assert len(found(*fees, "The fee is 240 kroner, and it is 210 kroner.")) == 1


@pytest.mark.req("AGE-9")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The harbour fee for guests is 250 kroner.", "The harbour fee for guests is 200 kroner."),
        ("In 2025 the harbour had 40 guests a night.", "In 2025 the harbour had 30 guests a night."),
        ("As at 10 March 2025 the harbour had 40 boats.", "By March 2025 the harbour had 30 boats."),
        ("The harbour at Bodø has 40 places for guests.", "The harbour has 30 places for guests."),
        ("The logger POL-358 keeps readings for 30 days.", "The logger POL-358 keeps readings for 20 days."),
    ],
)
def test_other_figures_for_one_thing_at_one_time_are_a_conflict(first: str, second: str) -> None:
    (conflict,) = found(first, second, first, second)

    assert conflict.about.startswith("a figure: ")


def test_what_sources_differ_on_is_told_by_the_figures_newest_first() -> None:
    first, second = "The harbour fee for guests is 250 kroner.", "The harbour fee for guests is 200 kroner."

    assert found(second, first, second, first)[0].about == "a figure: 200 kroner or 250 kroner"


@pytest.fixture
def rules() -> Checking:
    shelf = Checking()
    over = [("published", "2024-01-01"), ("valid_to", "2025-12-31"), ("replaced_by", "rules26.md")]
    shelf.put("rules24", "The rate for a day trip is 210 kroner.", facts=over)
    shelf.put("rules26", "The rate for a day trip is 240 kroner.", facts=[("published", "2026-01-01")])
    shelf.put("notes", "The rate for a day trip is 250 kroner.")
    return shelf


OLD, NEW = (
    ("The rate for a day trip is 210 kroner", "rules24"),
    ("The rate for a day trip is 240 kroner", "rules26"),
)


@pytest.mark.req("ANS-5", "AGE-9")
def test_the_source_in_force_answers_where_the_other_had_ended(rules: Checking) -> None:
    answer = rules.answered(settled="no", reason="sources_conflict", conflicts=[differ("the rate", OLD, NEW)])

    (sentence,) = answer.sentences
    assert (sentence.text, answer.conflicts) == (NEW[0], ())
    assert any("`Rules24` was valid until 2025-12-31; replaced by `Rules26`" in n.text for n in answer.notes)


def test_what_had_ended_is_no_side_of_a_conflict_of_others(rules: Checking) -> None:
    other = ("The rate for a day trip is 250 kroner", "notes")
    sides = differ("the rate", OLD, NEW, other)

    answer = rules.refused(settled="no", reason="sources_conflict", conflicts=[sides])

    assert answer.reason == "sources_conflict"
    assert {side.quote.document.title for side in answer.conflicts[0].sides} == {"Rules26", "Notes"}


def test_of_two_that_had_ended_none_answers(rules: Checking) -> None:
    over = [("valid_to", "2025-12-31")]
    rules.put("rules23", "The rate for a day trip is 190 kroner.", facts=over)
    sides = differ("the rate", OLD, ("The rate for a day trip is 190 kroner", "rules23"))

    assert rules.refused(settled="no", reason="sources_conflict", conflicts=[sides]).conflicts


def test_a_quotation_of_what_had_ended_makes_no_conflict_of_its_own(rules: Checking) -> None:
    assert rules.conclude(says(NEW[0], NEW), says(OLD[0], OLD)).conflicts == ()
