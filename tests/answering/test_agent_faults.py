"""Whatever a model or its server does wrong: the run ends, says so, and runs no cut call."""

from __future__ import annotations

from typing import Any

import pytest

from answering.agent import Told, answer, asked
from answering.harbour import harbour_desk
from belegg.records import Abstained, Answered
from belegg.records.runs import FellBack, Searched
from belegg.testing.chat import calls
from belegg.testing.chat_faults import BUSY, CUT_STREAMS, NO_REPLY, REFUSED, STOPPED_STREAMS
from belegg.testing.chat_server import ChatServer, Line
from belegg.testing.odd_replies import (
    ODD_ANSWERS,
    again_and_again,
    malformed_calls,
    never_right,
    never_satisfied,
)

pytestmark = pytest.mark.req("AGE-7", "AGE-8")

QUESTION = "What is the notice of the lease?"
NOTICE = (
    "The lease ends with three months' written notice.",
    {"D1": "Either party may end the lease with three months' written notice"},
)
GOOD = calls(answer(NOTICE))
SEARCH = {"queries": ["lease", "notice"]}
KEY = "sk-secret-" + "k" * 16


def over_http(*script: Line) -> Told:
    """A run whose model is reached through the real adapter; it waits for nothing."""
    pytest.importorskip("pydantic_ai")
    from belegg.models.chat.hosted import HostedChat
    from belegg.models.chat.settings import ChatSettings
    from belegg.models.http.secret import Secret

    async def at_once(seconds: float) -> None:
        """No time passes."""

    with ChatServer(script) as server:
        settings = ChatSettings("openai", "scripted", server.base_url, idle_s=0.3)
        chat = HostedChat(settings, Secret(KEY), wait=at_once)
        return asked(harbour_desk(), QUESTION, [], chats={"answer": chat})


def searched_by_model(told: Told) -> list[Any]:
    return [event for event in told.of(Searched) if event.by == "model"]


def is_marked(told: Told, word: str) -> bool:
    """Whether the run's events and the answer's own words say so."""
    fell = any(word in event.why for event in told.of(FellBack)) or word in told.stopped.detail
    said = " ".join([*(note.text for note in told.answer.notes), told.answer.stopped])
    return fell and word in said


@pytest.mark.parametrize("name", CUT_STREAMS)
def test_a_run_goes_on_after_a_cut_stream_and_says_so(name: str) -> None:
    told = over_http(CUT_STREAMS[name], GOOD)

    assert is_marked(told, "interrupted")
    assert searched_by_model(told) == []
    assert told.answered.sentences[0].text == NOTICE[0]


@pytest.mark.parametrize("name", CUT_STREAMS)
def test_a_model_that_is_cut_again_ends_the_run_with_what_the_documents_say(name: str) -> None:
    told = over_http(CUT_STREAMS[name])

    assert told.stopped.reason == "model failed"
    assert is_marked(told, "interrupted")
    assert searched_by_model(told) == []
    assert all(sentence.quotes for sentence in getattr(told.answer, "sentences", ()))


@pytest.mark.parametrize("name", [*STOPPED_STREAMS, *NO_REPLY, *REFUSED, *BUSY])
def test_a_server_without_a_reply_leaves_an_answer_without_a_model(name: str) -> None:
    fault = {**STOPPED_STREAMS, **NO_REPLY, **REFUSED, **BUSY}[name]

    told = over_http(fault)

    assert told.stopped.reason == "model failed"
    assert searched_by_model(told) == []
    assert isinstance(told.answer, Answered)
    assert told.answer.model is None
    assert KEY not in repr(told.events)
    assert [ran.state for ran in told.answer.ran if ran.step == "model"] == ["failed"]


@pytest.mark.parametrize("name", malformed_calls("search", SEARCH, "queries"))
def test_a_malformed_search_is_mended_or_told_and_the_run_goes_on(name: str) -> None:
    told = asked(harbour_desk(), QUESTION, [malformed_calls("search", SEARCH, "queries")[name], GOOD])

    if name == "huge":  # what a model wrote is paid for: this was more than a run may take
        assert told.stopped.reason == "tokens"
        return
    assert told.answered.sentences[0].text == NOTICE[0]
    sizes = [len(message.text) for message in told.chat.asked[-1].messages]
    assert max(sizes) < 60_000


ANSWER = answer(NOTICE)[1]


@pytest.mark.parametrize("name", malformed_calls("answer", ANSWER, "sentences"))
def test_a_malformed_answer_is_mended_or_told_and_the_run_goes_on(name: str) -> None:
    told = asked(harbour_desk(), QUESTION, [malformed_calls("answer", ANSWER, "sentences")[name], GOOD])

    assert isinstance(told.answer, Answered | Abstained)
    for sentence in getattr(told.answer, "sentences", ()):
        assert sentence.quotes or sentence.doubts or not sentence.supported


@pytest.mark.parametrize("name", ODD_ANSWERS)
def test_an_odd_answer_is_told_once_and_nothing_of_it_stands_unproven(name: str) -> None:
    told = asked(harbour_desk(), QUESTION, [ODD_ANSWERS[name]])

    assert len(told.chat.asked) <= 4
    for sentence in getattr(told.answer, "sentences", ()):
        assert sentence.quotes or sentence.doubts or not sentence.supported


@pytest.mark.parametrize("model", [again_and_again("lease"), never_satisfied("lease"), never_right])
def test_a_model_that_never_answers_is_stopped_within_the_limits(model: Any) -> None:
    told = asked(harbour_desk(), QUESTION, [model])

    assert told.stopped.reason in ("rounds", "searches", "tokens", "model failed")
    assert len(told.chat.asked) <= 20
    assert len(searched_by_model(told)) <= 33
    assert all(sentence.quotes for sentence in getattr(told.answer, "sentences", ()))
