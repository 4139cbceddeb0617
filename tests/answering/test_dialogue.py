"""What a model is told in a run: each request adds to the one before, each nudge comes once."""

from __future__ import annotations

import pytest

from belegg.answering.dialogue import Dialogue
from belegg.records.chat import Message
from belegg.records.runs import Nudged

QUESTION = Message("user", "How long is the notice?")


def after_a_call() -> Dialogue:
    dialogue = Dialogue()
    dialogue.add(QUESTION)
    dialogue.sending()
    dialogue.outcome("c1", "Found nothing.")
    return dialogue


def test_a_nudge_goes_with_the_outcome_that_was_not_sent_yet() -> None:
    dialogue = after_a_call()

    told = list(dialogue.nudge("limit near", "Answer soon.", 1))

    assert told == [Nudged(1, "limit near", "Answer soon.")]
    assert dialogue.sending() == (Message("tool", "Found nothing.\n\nAnswer soon.", answers="c1"),)


def test_what_was_sent_is_never_changed() -> None:
    dialogue = after_a_call()
    sent = dialogue.sending()

    list(dialogue.nudge("limit near", "Answer soon.", 1))

    assert tuple(dialogue.messages[:2]) == (QUESTION, *sent)
    assert dialogue.sending() == (Message("user", "Answer soon."),)


@pytest.mark.req("AGE-6")
def test_a_nudge_comes_once_in_a_run() -> None:
    dialogue = after_a_call()

    assert list(dialogue.nudge("unopened", "Open D1.", 1))
    assert list(dialogue.nudge("unopened", "Open D2.", 2)) == []
    assert "D2" not in dialogue.messages[-1].text
