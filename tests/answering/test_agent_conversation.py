"""A conversation: earlier turns in few words, cited words kept, handles that hold, rights that may change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from answering.agent import answer, asked
from belegg.answering.conversation import Conversation, Earlier, told
from belegg.answering.handles import Handles
from belegg.answering.marks import Marks
from belegg.answering.memory import Memory
from belegg.records import OWNER, Answered, Scope
from belegg.testing.chat import calls
from belegg.testing.desk import Desk
from belegg.testing.shelf import reader_of

MARKS = Marks("k7f2q9ab")
FIRST = "How is the lease ended by notice?"
NOTICE = answer(
    ("The lease ends with three months' notice.", {"D1": "end the lease with three months' written notice"})
)
CATS = answer(("Cats are not allowed.", {"D2": "Katter er ikke tillatt i båthuset"}))


def one_turn(desk: Desk) -> Conversation:
    conversation = Conversation()
    run = asked(desk, FIRST, [calls(NOTICE)], conversation=conversation)
    conversation.turns.append(Earlier(FIRST, run.answer))
    return conversation


@pytest.mark.req("AGE-9")
def test_an_earlier_turn_is_told_with_its_question_answer_and_cited_words_alone(desk: Desk) -> None:
    run = asked(desk, "And are cats allowed? katter", [calls(CATS)], conversation=one_turn(desk))

    word = run.chat.asked[0].messages[0].text.partition("`<<<")[2].partition("`")[0]
    assert run.sent(1).startswith(
        "Earlier in this conversation:\n"
        "D1 = «Lease of the boathouse» · 2025-03-01 · en · harbour/lease.md\n\n"
        f"Asked before: {FIRST}\n"
        "Answered: The lease ends with three months' notice.\n"
        "With these words of documents:\n"
        f"<<<{word}\nD1: end the lease with three months' written notice\n{word}>>>\n\n"
        "Question: And are cats allowed? katter"
    )
    assert len(run.chat.asked[0].messages) == 2


@pytest.mark.req("AGE-9")
def test_handles_hold_for_the_conversation(desk: Desk) -> None:
    run = asked(desk, "And are cats allowed? katter", [calls(CATS)], conversation=one_turn(desk))

    assert "D2 = «Regler for båthuset»" in run.sent(1)
    assert run.answered.sentences[0].quotes[0].document.title == "Regler for båthuset"


@pytest.mark.req("AGE-9")
def test_what_grows_too_long_loses_its_answers_and_keeps_what_was_cited(desk: Desk) -> None:
    turn = one_turn(desk).turns[0]
    conversation = Conversation([turn] * 6)

    text = told(conversation.turns, Memory(conversation.handles, MARKS), desk.store, Scope(OWNER), 1_200)

    assert text.count("end the lease with three months' written notice") == 6
    assert 0 < text.count("Answered:") < 6
    assert text.rindex("Answered:") > text.rindex("Asked before:")  # the newest keeps its answer


@pytest.mark.req("AGE-9", "ACC-1")
def test_a_sentence_of_a_document_that_is_no_longer_readable_is_not_told(desk: Desk) -> None:
    turns = one_turn(desk).turns

    text = told(turns, Memory(Handles(), MARKS), desk.store, reader_of("strangers"))

    assert text == f"Asked before: {FIRST}"


@pytest.mark.req("AGE-9", "ACC-1")
@pytest.mark.parametrize("who", ["owner", "strangers"])
def test_a_sentence_that_no_quotation_carries_does_not_go_on(desk: Desk, who: str) -> None:
    turn = one_turn(desk).turns[0]
    assert isinstance(turn.answer, Answered)
    unsupported = replace(turn.answer.sentences[0], text="The roof leaks.", supported=False, quotes=())
    unquoted = replace(unsupported, supported=True)
    turns = [Earlier(FIRST, replace(turn.answer, sentences=(*turn.answer.sentences, unsupported, unquoted)))]

    scope = Scope(OWNER) if who == "owner" else reader_of(who)
    text = told(turns, Memory(Handles(), MARKS), desk.store, scope)

    assert "The roof leaks." not in text


@pytest.mark.req("AGE-9")
def test_a_doubted_sentence_goes_on_as_doubted_without_the_words_of_the_doubt(desk: Desk) -> None:
    turn = one_turn(desk).turns[0]
    assert isinstance(turn.answer, Answered)
    doubted = replace(turn.answer.sentences[0], doubts=("a newer source differs: `Secret`",))

    turns = [Earlier(FIRST, replace(turn.answer, sentences=(doubted,)))]
    text = told(turns, Memory(Handles(), MARKS), desk.store, Scope(OWNER))

    assert "Answered: The lease ends with three months' notice. (in doubt)\n" in text
    assert "Secret" not in text


@pytest.mark.req("AGE-9")
def test_a_turn_without_an_answer_says_so(desk: Desk) -> None:
    run = asked(desk, "Who painted the ceiling?", [calls(answer(settled="no", missing="Who."))])

    text = told([Earlier("Who?", run.answer)], Memory(Handles(), MARKS), desk.store, Scope(OWNER))

    assert text == "Asked before: Who?\nNot answered: not_covered."


def test_a_follow_up_that_nobody_rewrote_is_not_stopped_at_the_gate(desk: Desk) -> None:
    run = asked(desk, "xyzzy?", [calls(NOTICE)], conversation=one_turn(desk))

    assert len(run.chat.asked) == 1


def test_a_quotation_on_a_page_names_the_page(desk: Desk) -> None:
    turn = one_turn(desk).turns[0]
    assert isinstance(turn.answer, Answered)
    (sentence,) = turn.answer.sentences
    paged = replace(sentence, quotes=tuple(replace(quote, page=3) for quote in sentence.quotes))
    turns = [Earlier(FIRST, replace(turn.answer, sentences=(paged,)))]

    text = told(turns, Memory(Handles(), MARKS), desk.store, Scope(OWNER))

    assert "D1, page 3: end the lease" in text
