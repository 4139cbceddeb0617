"""A run that is stopped, or whose library fails on the way, ends all the same, in what is proven."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from random import Random
from threading import Timer
from typing import Any

import pytest

from answering.agent import DAY, answer, asked
from belegg.answering.brake import STOPPED, Brake
from belegg.answering.desk import desk_of
from belegg.answering.loop import run
from belegg.answering.settings import AskSettings
from belegg.answering.steps import Steps
from belegg.answering.tools.rooms import document_tools
from belegg.errors import StoreError, StoreUnhealthy
from belegg.records import OWNER, Abstained, Answered, Scope
from belegg.records.chat import Delta, Message, Reply, Usage
from belegg.records.runs import Ended, Event, FellBack, Searched, Sent, Stopped, Writing
from belegg.search.search import Search
from belegg.search.settings import SearchSettings
from belegg.testing import ScriptedChat
from belegg.testing.chat import calls
from belegg.testing.desk import Desk
from belegg.testing.shelf import ANALYSER

QUESTION = "How is the lease ended by notice?"
RIGHT = (
    "The lease ends with three months' notice.",
    {"D1": "end the lease with three months' written notice"},
)
WRONG = ("Cats pay the rent.", {"D1": "cats pay the rent in cash"})


class Waiting:
    """Says its script, and then nothing more, for ever. `closed`: its connection was let go."""

    id = "fake:waiting"

    def __init__(self, *script: Reply) -> None:
        self.said = ScriptedChat(script)
        self.left = len(script)
        self.closed = False

    async def stream(self, messages: Any, **settings: Any) -> AsyncIterator[Delta | Reply]:
        if self.left:
            self.left -= 1
            async for piece in self.said.stream(messages, **settings):
                yield piece
            return
        try:
            yield Delta("Well")
            await asyncio.Event().wait()
        finally:
            self.closed = True


def events_of(
    desk: Desk, store: Any, chats: dict[Any, Any], brake: Brake, question: str = QUESTION
) -> list[Event]:
    """A run with that store that is stopped from another thread once a model waits."""
    at = desk_of(Scope(OWNER), Search(store, ANALYSER, SearchSettings(), desk.shelf.models), store)
    steps = Steps(tools=document_tools())

    async def drained() -> list[Event]:
        told = []
        random = Random(1)
        async for event in run(
            question, at, chats, AskSettings(), steps, day=DAY, random=random, brake=brake
        ):
            told.append(event)
            if isinstance(event, Writing) and event.text == "Well":
                Timer(0, brake.pull).start()
        return told

    return asyncio.run(drained())


def end_of(events: list[Event]) -> tuple[Stopped, Answered | Abstained]:
    stopped = next(event for event in events if isinstance(event, Stopped))
    assert isinstance(events[-1], Ended)
    return stopped, events[-1].answer


@pytest.mark.req("AGE-7")
def test_a_run_that_is_stopped_lets_the_model_go_and_keeps_what_is_proven(desk: Desk) -> None:
    chat = Waiting(calls(answer(RIGHT, WRONG)))

    stopped, given = end_of(events_of(desk, desk.store, {"answer": chat}, Brake()))

    assert chat.closed
    assert stopped.reason == "cancelled"
    assert isinstance(given, Answered)
    assert [sentence.text for sentence in given.sentences] == [RIGHT[0]]
    assert (given.verdict, given.stopped) == ("downgraded", STOPPED)


def test_a_run_that_is_stopped_before_a_draft_gives_the_documents_own_sentences(desk: Desk) -> None:
    events = events_of(desk, desk.store, {"answer": Waiting()}, Brake())

    stopped, given = end_of(events)
    assert stopped.reason == "cancelled"
    assert given.model is None
    (model,) = [one for one in given.ran if one.step == "model"]
    assert (model.state, "had not replied" in model.detail) == ("did not run", True)
    assert [event.step for event in events if isinstance(event, FellBack)] == ["answer"]


def test_a_run_that_is_stopped_before_its_first_round_calls_no_model(desk: Desk) -> None:
    brake = Brake()
    brake.pull()

    events = events_of(desk, desk.store, {"answer": Waiting()}, brake)

    assert [event for event in events if isinstance(event, Sent)] == []
    assert end_of(events)[0].reason == "cancelled"


@pytest.mark.req("ANS-5")
def test_what_a_stopped_run_did_not_settle_is_not_said_to_be_uncovered(desk: Desk) -> None:
    brake = Brake()
    brake.pull()

    *_, last = events_of(desk, desk.store, {"answer": Waiting()}, brake, "Who painted the ceiling?")

    assert isinstance(last, Ended)
    assert isinstance(last.answer, Abstained)
    assert last.answer.reason == "cut_short"
    assert "says nothing of what the documents hold" in last.answer.explanation


class Failing:
    """A store that can be read so many times, and then no more until it was `tried` often enough."""

    def __init__(self, store: Any, good: int, bad: int) -> None:
        self.store = store
        self.good = good
        self.bad = bad

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    @contextmanager
    def reading(self, scope: Scope) -> Iterator[Any]:
        self.good -= 1
        if self.good < 0 and self.bad > 0:
            self.bad -= 1
            raise StoreUnhealthy("`harbour.db` is damaged at page 7")
        with self.store.reading(scope) as reader:
            yield reader


def readings_before_the_model(desk: Desk) -> int:
    store = Failing(desk.store, 10**6, 0)
    left: list[int] = []

    def line(request: Any) -> Reply:
        left.append(store.good)
        return Reply(Message("assistant", "…"), "stop", Usage(), "scripted")

    events_of(desk, store, {"answer": ScriptedChat([line])}, Brake())
    return 10**6 - left[0]


def test_a_library_that_fails_in_the_middle_leaves_what_can_still_be_read(desk: Desk) -> None:
    store = Failing(desk.store, readings_before_the_model(desk), 1)
    chat = ScriptedChat([calls(("search", {"queries": ["keys"]})), calls(answer(RIGHT))])

    events = events_of(desk, store, {"answer": chat}, Brake())

    stopped, given = end_of(events)
    assert (stopped.reason, stopped.detail) == ("store failed", "`harbour.db` is damaged at page 7")
    assert [event.step for event in events if isinstance(event, FellBack)] == ["answer"]
    assert given.stopped == "`harbour.db` is damaged at page 7"
    assert given.model is None


def test_a_library_that_fails_before_anything_was_done_is_the_plain_error(desk: Desk) -> None:
    with pytest.raises(StoreError):
        events_of(desk, Failing(desk.store, 1, 10**6), {"answer": ScriptedChat([])}, Brake())


def test_of_two_drafts_the_one_that_the_judge_doubts_less_is_taken(desk: Desk) -> None:
    first = ("The rent is 4,200 kroner a month.", {"D1": "The rent is 4,200 kroner a month"})
    judge = ScriptedChat([judged(True, False), judged(False)])

    told = asked(desk, QUESTION, [calls(answer(RIGHT, first)), calls(answer(first))], chats={"judge": judge})

    assert [sentence.text for sentence in told.answered.sentences] == [RIGHT[0], first[0]]
    assert "the judge doubts it" in told.answered.sentences[1].doubts[0]


def test_the_only_sentence_that_the_judge_doubts_is_listed_with_the_doubt(desk: Desk) -> None:
    judge = ScriptedChat([judged(False)])

    told = asked(desk, QUESTION, [calls(answer(RIGHT))], chats={"judge": judge})

    assert told.answered.dropped == (
        "The lease ends with three months' notice. (the judge doubts it: says it otherwise; quoted from "
        "`Lease of the boathouse`)",
    )


def judged(*supported: bool) -> Reply:
    said = ", ".join(
        f'{{"sentence": {number}, "supported": {str(one).lower()}, "doubt": "says it otherwise"}}'
        for number, one in enumerate(supported, 1)
    )
    return Reply(Message("assistant", f'{{"judgements": [{said}]}}'), "stop", Usage(), "judge")


def test_what_a_search_saw_says_in_which_version(desk: Desk) -> None:
    told = asked(desk, QUESTION, [calls(answer(RIGHT))])

    search = next(event for event in told.events if isinstance(event, Searched))
    assert {seen.version for seen in search.found} == {1}
