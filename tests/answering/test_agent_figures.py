"""A model that looks for figures: it fetches them for its question alone, and waits for nobody for ever."""

from __future__ import annotations

import asyncio
from random import Random
from threading import Event as Flag
from typing import Any

import pytest

from answering.agent import DAY, Told, answer, asked
from answering.figured import WON, statistics, tables
from belegg.answering.brake import STOPPED, Brake
from belegg.answering.conversation import Conversation
from belegg.answering.desk import desk_of
from belegg.answering.loop import run
from belegg.answering.settings import AskSettings, Limits
from belegg.answering.steps import Steps
from belegg.answering.tools.figures.rooms import figure_tools
from belegg.errors import SourceTimeout
from belegg.records import OWNER, Principal, Scope
from belegg.records.answers import verdict_of
from belegg.records.chat import ChatRole, Reply
from belegg.records.runs import Ended, Event, Opened, Stopped, Used
from belegg.seams import Chat
from belegg.testing import ScriptedChat
from belegg.testing.chat import calls
from belegg.testing.desk import Desk

QUESTION = "What was the population of Bergen in 2024?"
FIND = calls(("find_statistics", {"query": "population"}))
DESCRIBE = calls(("describe_statistics", {"source": "ssb", "table": "07459"}))
CELLS = {"Region": ["4601"], "Tid": ["2024"]}
GET = calls(("get_statistics", {"source": "ssb", "table": "07459", "selection": CELLS}))
LINE = "2024: 291940"
SAID = ("The population of Bergen was 291,940 in 2024.", {"D1": LINE})
GIVES_UP = calls(answer(settled="no", reason="not_covered", missing="The population."))
NO_NUMBER = "A title is not a number: fetch the cells."


@pytest.fixture
def empty() -> Desk:
    return Desk()


def with_figures(desk: Desk, *script: Reply, question: str = QUESTION, **more: Any) -> Told:
    return asked(desk, question, script, statistics=statistics(desk.store), **more)


@pytest.mark.req("STA-3", "AGE-1")
def test_a_figure_is_found_described_fetched_quoted_and_verified(empty: Desk) -> None:
    told = with_figures(empty, FIND, DESCRIBE, GET, calls(answer(SAID)))

    (sentence,) = told.answered.sentences
    assert sentence.supported
    assert sentence.doubts == ()
    (quote,) = sentence.quotes
    assert quote.check.text == LINE
    assert quote.path == (
        "07459: Population, by region, contents and year",
        "Region = Bergen; Contents = Persons; unit = persons, 0 decimals",
    )
    assert verdict_of(told.answered) == "quotations verified"


@pytest.mark.req("STA-3")
def test_what_was_fetched_is_told_once_and_in_the_order_of_the_calls(empty: Desk) -> None:
    told = with_figures(empty, FIND, GET, calls(("read", {"document": "D1"})), calls(answer(SAID)))

    happened = [each for each in told.events if isinstance(each, Used | Opened)]
    assert [type(each).__name__ for each in happened] == ["Used", "Opened", "Used", "Opened"]
    assert LINE in told.sent(3)
    assert "all of it was shown above" in told.sent(4)
    assert LINE not in told.sent(4)


def test_the_gate_lets_a_question_through_that_statistics_may_answer(empty: Desk) -> None:
    assert asked(empty, QUESTION, [GIVES_UP]).stopped.reason == "gate"
    assert with_figures(empty, GIVES_UP).stopped.reason == "answered"


@pytest.mark.req("STA-1")
def test_without_statistics_and_tables_a_model_is_told_nothing_of_figures(desk: Desk) -> None:
    told = asked(desk, "What is the rent of the boathouse?", [GIVES_UP])

    (first, *_) = told.chat.asked
    assert not {"find_statistics", "list_tables"} & set(first.tools)
    assert "# Figures" not in first.messages[0].text
    (first, *_) = with_figures(desk, GIVES_UP, question="What is the rent of the boathouse?").chat.asked
    assert {"find_statistics", "describe_statistics", "get_statistics"} <= set(first.tools)
    assert "# Figures\n" in first.messages[0].text


# ---------------------------------------------------------------- the third nudge


@pytest.mark.req("AGE-6")
def test_three_looks_without_a_fetch_are_told_once_that_a_title_is_no_number(empty: Desk) -> None:
    more = calls(("find_statistics", {"query": "population municipality"}))

    told = with_figures(empty, FIND, DESCRIBE, more, calls(("find_statistics", {"query": "x"})), GIVES_UP)

    assert told.nudged("fetch the cells") == [NO_NUMBER]
    assert [NO_NUMBER in told.sent(round) for round in (2, 3, 4, 5)] == [False, False, True, False]
    assert told.sent(4).endswith(NO_NUMBER)


@pytest.mark.req("AGE-6")
def test_who_fetched_is_not_told(empty: Desk) -> None:
    told = with_figures(empty, FIND, GET, DESCRIBE, FIND, calls(answer(SAID)))
    quiet = with_figures(
        Desk(), FIND, DESCRIBE, calls(("find_statistics", {"query": "x"})), GIVES_UP,
        settings=AskSettings(nudges=False),
    )  # fmt: skip

    assert told.nudged("fetch the cells") == []
    assert quiet.nudged("fetch the cells") == []


# ---------------------------------------------------------------- what fails


def test_a_source_that_fails_is_told_in_words_and_nothing_is_fetched(empty: Desk) -> None:
    made = statistics(empty.store)
    made.failing["ssb"] = SourceTimeout("Statistics Norway (SSB) did not answer within 20 s", "ssb")

    told = asked(empty, QUESTION, [GET, GET, GIVES_UP], statistics=made)

    words = "Statistics Norway (SSB) did not answer within 20 s. No figure was fetched."
    assert told.sent(2) == words
    assert told.sent(3) == words  # it may be tried again
    assert [event.outcome for event in told.of(Used)] == [words, words]
    assert told.of(Opened) == []


def test_what_is_too_large_and_what_is_not_there_is_told_with_what_would_do(empty: Desk) -> None:
    wide = {"source": "eurostat", "table": "wide", "selection": {"geo": ["*"], "time": ["2024"]}}
    wrong = {"source": "ssb", "table": "07459", "selection": {"Region": ["9999"], "Tid": ["2024"]}}

    told = with_figures(empty, calls(("get_statistics", wide)), calls(("get_statistics", wrong)), GIVES_UP)

    assert "995 lines are more than 400; the widest dimension is `geo`" in told.sent(2)
    assert told.sent(2).endswith("No figure was fetched.")
    assert "no code `9999` of `Region`; near it: `0301` Oslo" in told.sent(3)


def asked_while_waiting(desk: Desk, limits: Limits, *, pull: bool) -> list[Event]:
    """A run whose source does not answer; `pull`: whoever asked stops it then."""
    made, waiting, over = statistics(desk.store), Flag(), Flag()

    def wait() -> None:
        waiting.set()
        over.wait()

    made.waits = wait
    scope, brake = Scope(OWNER, question="q1"), Brake()
    at = desk_of(scope, desk.shelf.finder(), desk.store, made)
    chats: dict[ChatRole, Chat] = {"answer": ScriptedChat([GET, GIVES_UP])}

    def stop() -> None:
        waiting.wait()
        brake.pull()

    async def drained() -> list[Event]:
        if pull:
            asyncio.get_running_loop().run_in_executor(None, stop)
        events = run(
            QUESTION, at, chats, AskSettings(limits=limits), Steps(tools=figure_tools()), day=DAY,
            random=Random(1), brake=brake,
        )  # fmt: skip
        return [event async for event in events]

    try:
        return asyncio.run(drained())
    finally:
        over.set()


@pytest.mark.req("AGE-7")
def test_a_run_that_is_stopped_does_not_wait_for_a_source() -> None:
    events = asked_while_waiting(Desk(), Limits(), pull=True)

    (stopped,) = [event for event in events if isinstance(event, Stopped)]
    assert (stopped.reason, stopped.detail) == ("cancelled", STOPPED)
    assert isinstance(events[-1], Ended)
    (used,) = [event for event in events if isinstance(event, Used)]
    assert used.outcome == "not run: there was no time to wait for it."


@pytest.mark.req("AGE-7")
def test_a_source_is_waited_for_within_the_time_of_the_question() -> None:
    events = asked_while_waiting(Desk(), Limits(seconds=0.5), pull=False)

    assert next(event.reason for event in events if isinstance(event, Stopped)) == "seconds"


# ---------------------------------------------------------------- another question's figures


@pytest.mark.req("STA-4")
def test_what_was_fetched_for_an_earlier_question_can_neither_be_read_nor_quoted(empty: Desk) -> None:
    talk = Conversation()
    first = with_figures(empty, GET, calls(answer(SAID)), conversation=talk)
    talk.add(QUESTION, first.answer)

    later = with_figures(
        empty,
        calls(("read", {"document": "D1"})),
        calls(answer(SAID)),
        question="And what was it in 2024, you said?",
        scope=Scope(OWNER, question="q2"),
        conversation=talk,
    )

    assert all(LINE not in message.text for message in later.chat.asked[1].messages)
    assert "No document `D1`" in later.sent(2)
    assert getattr(later.answer, "sentences", ()) == ()


@pytest.mark.req("STA-4")
def test_another_persons_fetch_is_not_there(empty: Desk) -> None:
    kari, ola = (Principal.signed_in(name, ["staff"]) for name in ("kari", "ola"))
    mine = with_figures(empty, GET, calls(answer(SAID)), scope=Scope(kari, question="q1"))
    (opened,) = mine.of(Opened)

    theirs = with_figures(
        empty,
        calls(("read", {"document": opened.document})),
        calls(answer((SAID[0], {opened.document: LINE}))),
        scope=Scope(ola, question="q1"),
    )

    assert mine.answered.sentences[0].supported
    assert f"No document `{opened.document}`" in theirs.sent(2)
    assert getattr(theirs.answer, "sentences", ()) == ()


@pytest.mark.req("AGE-10")
def test_one_answer_rests_on_a_document_and_on_a_table(empty: Desk) -> None:
    empty.put(
        "contracts/northern-steel.md",
        "# Contract with Northern Steel Service\n\n## Payment terms\n\nInvoices are paid within 30 days.",
    )
    kari = Scope(Principal.signed_in("kari", ["all", "sales"]), question="q1")
    sentences = (
        ("Northern Steel Service pays invoices within 30 days.", {"D1": "Invoices are paid within 30 days"}),
        (
            "Northern Steel Service has won deals of NOK 1,240,000 in total.",
            {"D2": "client = Northern Steel Service · total_won_nok: 1240000"},
        ),
    )

    told = asked(
        empty,
        "What are the payment terms of Northern Steel Service, and how much have we earned from them?",
        [calls(("query_table", {"statement": WON})), calls(answer(*sentences))],
        tables=tables(empty.store),
        scope=kari,
    )

    assert [sentence.supported for sentence in told.answered.sentences] == [True, True]
    assert [sentence.doubts for sentence in told.answered.sentences] == [(), ()]
    assert len({quote.document.pack for s in told.answered.sentences for quote in s.quotes}) == 2
