"""Without a model too, what had ended before the day that is asked about is doubted."""

from __future__ import annotations

import pytest

from belegg.records import OWNER, Answered, Scope
from belegg.testing.desk import Desk

pytestmark = pytest.mark.req("AGE-9", "ANS-4")

OLD = (
    "---\ntitle: Rates 2024\nvalid_to: 2025-12-31\n---\n\n# Rates\n\n"
    "The daily rate of travel in 2024 and 2025 is 690 kroner.\n"
)
TOLD = "`Rates 2024` was valid until 2025-12-31"


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.put("rates24.md", OLD)
    return desk


def test_a_rule_that_has_ended_is_quoted_with_its_doubt_and_the_answer_is_downgraded(desk: Desk) -> None:
    answer = desk.answered("What is the daily rate of travel?")

    assert (answer.verdict, [sentence.doubts for sentence in answer.sentences]) == ("downgraded", [(TOLD,)])
    assert answer.sentences[0].quotes


def test_on_a_day_before_its_end_it_is_quoted_without(desk: Desk) -> None:
    answer = desk.ask("What is the daily rate of travel?", day="2025-06-01")

    assert isinstance(answer, Answered)
    assert (answer.verdict, answer.sentences[0].doubts) == ("verified", ())


@pytest.mark.parametrize(
    "question", ["What was the daily rate of travel?", "What is the daily rate of travel in 2025?"]
)
def test_a_question_about_its_time_is_answered_with_a_remark_at_most(desk: Desk, question: str) -> None:
    answer = desk.answered(question)

    assert [sentence.doubts for sentence in answer.sentences] == [()]
    assert TOLD in [note.text for note in answer.notes]


def test_what_a_newer_document_that_was_found_replaces_is_doubted(desk: Desk) -> None:
    facts = "---\ntitle: Rules\nreplaces: handbook.md\npublished: 2026-01-01\n---\n"
    desk.put("handbook.md", "---\ntitle: Handbook\n---\n\n# Dogs\n\nDogs sleep in the red office.\n")
    desk.put("rules.md", f"{facts}\n# Rules\n\nDogs of guests wait outside.\n")

    answer = desk.answered("Do dogs sleep in the red office?", Scope(OWNER))

    assert answer.verdict == "downgraded"
    assert "replaced by `Rules`" in answer.sentences[0].doubts[0]
