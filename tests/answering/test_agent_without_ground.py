"""A draft of which nothing holds gives way to the documents' own sentences, and is said to have."""

from __future__ import annotations

import pytest

from answering.agent import Told, answer, asked
from belegg.records.chat import ChatRole
from belegg.records.runs import FellBack
from belegg.seams import Chat
from belegg.testing import ScriptedChat
from belegg.testing.chat import Line, calls, says
from belegg.testing.desk import Desk

QUESTION = "How is the lease ended by notice?"
RIGHT = (
    "The lease ends with three months' notice.",
    {"D1": "end the lease with three months' written notice"},
)
WRONG = ("Cats pay the rent.", {"D1": "cats pay the rent in cash"})
DOUBTED = says('{"judgements": [{"sentence": 1, "supported": false, "doubt": "of another lease"}]}')


def doubted(desk: Desk, script: list[Line]) -> Told:
    chats: dict[ChatRole, Chat] = {"judge": ScriptedChat([DOUBTED])}
    return asked(desk, QUESTION, script, chats=chats)


@pytest.mark.req("ANS-5", "AGE-8")
def test_where_the_judge_doubts_all_the_documents_own_sentences_answer(desk: Desk) -> None:
    told = doubted(desk, [calls(answer(RIGHT))])

    assert told.answered.model is None
    assert told.answered.verdict == "downgraded"
    assert all(sentence.quotes for sentence in told.answered.sentences)
    assert told.answered.stopped == "the model's draft did not hold; the judge doubts it"
    assert told.answered.notes[0].text == (
        "The model's draft did not hold; these are the documents' own sentences."
    )
    assert "three months' notice. (the judge doubts it: of another lease" in told.answered.dropped[0]
    assert {one.step: one.state for one in told.answered.ran}["judge"] == "ran"
    assert [event.why for event in told.of(FellBack)] == [
        "the model's draft did not hold: the judge doubts it"
    ]
    steps = [step.detail for step in told.answered.trace if step.action == "fell back"]
    assert steps == ["answer: the model's draft did not hold: the judge doubts it"]


@pytest.mark.req("ANS-5")
def test_where_the_checks_drop_all_the_documents_own_sentences_answer(desk: Desk) -> None:
    told = asked(desk, QUESTION, [calls(answer(WRONG))])

    assert told.answered.model is None
    assert "three months' written notice" in told.answered.sentences[0].text
    assert told.answered.stopped.endswith("what it quotes does not stand in the documents")
    assert told.answered.dropped[0].startswith("Cats pay the rent.")
    assert len(told.of(FellBack)) == 1


@pytest.mark.req("ANS-4")
def test_a_model_that_says_it_is_not_settled_is_not_talked_over(desk: Desk) -> None:
    told = asked(desk, QUESTION, [calls(answer(settled="no"))])

    assert told.abstained.model == "fake:scripted"


@pytest.mark.req("ANS-4")
def test_where_the_documents_own_sentences_do_not_answer_either_the_draft_is_what_is_told(desk: Desk) -> None:
    told = asked(desk, "Who painted the ceiling?", [calls(answer(WRONG))])

    assert told.abstained.model == "fake:scripted"
    assert told.abstained.reason == "draft_did_not_hold"
    assert told.abstained.explanation.endswith(
        "No sentence of the documents that was found answers by itself."
    )
    assert told.abstained.dropped[0].startswith("Cats pay the rent.")
    assert not told.of(FellBack)
