"""A draft is checked before anybody sees it; what fails is told once, exactly, and then it is dropped."""

from __future__ import annotations

import json

import pytest

from answering.agent import answer, asked
from belegg.answering.settings import AskSettings
from belegg.records import Answered, Ran
from belegg.records.chat import Reply
from belegg.records.runs import Checked, Drafted, Judged, Sent
from belegg.testing import ScriptedChat
from belegg.testing.chat import Request, calls, says
from belegg.testing.desk import Desk

QUESTION = "How is the lease ended by notice?"
RIGHT = (
    "The lease ends with three months' notice.",
    {"D1": "end the lease with three months' written notice"},
)
WRONG = ("The lease ends with four months' notice.", {"D1": "end the lease with four months' written notice"})


@pytest.mark.req("ANS-4")
def test_what_fails_is_told_once_and_exactly_and_a_mended_draft_is_verified(desk: Desk) -> None:
    told = asked(desk, QUESTION, [calls(answer(WRONG)), calls(answer(RIGHT))])

    (failures,) = told.nudged("checks failed")
    assert told.sent(2) == failures
    assert "“end the lease with four months' written notice” does not stand in" in failures
    assert [drafted.attempt for drafted in told.of(Drafted)] == [1, 2]
    assert told.answered.verdict == "verified"


@pytest.mark.req("ANS-4")
def test_what_fails_twice_is_never_shown(desk: Desk) -> None:
    told = asked(desk, QUESTION, [calls(answer(RIGHT, WRONG))])

    assert len(told.chat.asked) == 2
    assert [sentence.text for sentence in told.answered.sentences] == [RIGHT[0]]
    assert told.answered.verdict == "downgraded"
    assert "four months" in told.answered.dropped[0]


def test_a_second_draft_that_holds_less_does_not_replace_the_first(desk: Desk) -> None:
    told = asked(desk, QUESTION, [calls(answer(RIGHT, WRONG)), calls(answer(WRONG))])

    assert [sentence.text for sentence in told.answered.sentences] == [RIGHT[0]]


def test_writing_anew_is_a_setting(desk: Desk) -> None:
    told = asked(desk, QUESTION, [calls(answer(RIGHT, WRONG))], settings=AskSettings(regenerate=False))

    assert len(told.chat.asked) == 1
    assert len(told.of(Checked)) == 2


def test_calls_beside_an_answer_are_not_run(desk: Desk) -> None:
    told = asked(
        desk, QUESTION, [calls(("search", {"queries": ["boats"]}), answer(WRONG)), calls(answer(RIGHT))]
    )

    assert told.chat.asked[1].messages[3].text == "Not run: you answered."
    assert told.answered.verdict == "verified"


def judge(supported: bool) -> ScriptedChat:
    said = {
        "judgements": [{"sentence": 1, "supported": supported, "doubt": "" if supported else "It says end."}]
    }
    return ScriptedChat([says(json.dumps(said))], id="fake:judge")


@pytest.mark.req("ANS-4")
def test_the_judge_is_another_model_and_its_doubt_is_told_and_then_shown(desk: Desk) -> None:
    told = asked(desk, QUESTION, [calls(answer(RIGHT))], chats={"judge": judge(False)})

    assert [judged.judge for judged in told.of(Judged)] == ["fake:judge"] * 2
    assert "It says end." in told.nudged("checks failed")[0]
    assert "(the judge doubts it: It says end." in told.answered.dropped[0]
    assert {sent.role for sent in told.of(Sent)} == {"answer", "judge"}


@pytest.mark.req("ANS-4")
@pytest.mark.parametrize(("on", "state"), [(True, "ran"), (False, "did not run")])
def test_a_judge_that_did_not_run_has_not_passed(desk: Desk, on: bool, state: str) -> None:
    told = asked(
        desk,
        QUESTION,
        [calls(answer(RIGHT))],
        chats={"judge": judge(True)},
        settings=AskSettings(use_judge=on),
    )

    assert next(ran.state for ran in told.answered.ran if ran.step == "judge") == state
    assert any("No judge ran" in note.text for note in told.answered.notes) is not on


def test_the_tokens_of_every_model_are_counted(desk: Desk) -> None:
    told = asked(desk, QUESTION, [calls(answer(RIGHT))], chats={"judge": judge(True)})

    assert told.events[-1].usage.requests == 2  # type: ignore[union-attr]


def test_every_step_says_whether_it_ran(desk: Desk) -> None:
    told = asked(desk, QUESTION, [calls(answer(RIGHT))])

    assert told.answered.ran == (
        Ran("model", "ran", "fake:scripted"),
        Ran("classifier", "did not run", "none is set"),
        Ran("understanding", "did not run", "no model is set for it"),
        Ran("vectors", "did not run", "searched by words alone"),
        Ran("reranker", "did not run", "none is set"),
        Ran("quotations", "ran", "1 of 1 stand word for word"),
        Ran("figures", "ran", "of 1 sentences"),
        Ran("judge", "did not run", "no judge is set"),
    )


def test_what_the_model_is_sent_stands_in_the_events_message_for_message(desk: Desk) -> None:
    def script(request: Request) -> Reply:
        return (
            calls(("search", {"queries": ["boats"]})) if len(request.messages) == 2 else calls(answer(RIGHT))
        )

    told = asked(desk, QUESTION, [script])

    said = [message for event in told.of(Sent) for message in (*event.messages, event.reply)]
    assert tuple(said[:-1]) == told.chat.asked[-1].messages
    assert [event.finish for event in told.of(Sent)] == ["calls", "calls"]
    assert isinstance(told.answer, Answered)
