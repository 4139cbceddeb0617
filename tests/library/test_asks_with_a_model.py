"""A library answers through the model that it is given; without one, as it always did."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from belegg.answering.conversation import Conversation
from belegg.answering.settings import BY_RULE, AskSettings
from belegg.errors import BadQuery, ModelRefused
from belegg.library.library import Library
from belegg.records import OWNER, Abstained, Answered, Principal, Scope
from belegg.records.runs import Asked, Ended, Event, Searched
from belegg.testing import ScriptedChat
from belegg.testing.chat import calls
from extras import needs

LEASE = "# Lease\n\nEither party may end the lease with three months' written notice.\n\n## Keys\n\nA key."
SAID = {
    "settled": "yes",
    "sentences": [
        {
            "text": "The lease ends with three months' notice.",
            "quotes": [{"document": "D1", "quote": "end the lease with three months' written notice"}],
        }
    ],
}
QUESTION = "How is the lease ended?"
EVERYONE = Scope(OWNER)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "lease.md").write_text(LEASE)
    library = Library.open(tmp_path / "belegg.db", create=True)
    library.ingest(tmp_path / "docs")
    return library


@pytest.mark.req("AGE-8")
def test_with_an_answer_model_the_answer_is_its_sentences_with_checked_quotations(library: Library) -> None:
    library.use_models(answer=ScriptedChat([calls(("answer", SAID))]))

    answer = library.ask(QUESTION, EVERYONE)

    assert isinstance(answer, Answered)
    assert answer.model == "fake:scripted"
    assert [sentence.text for sentence in answer.sentences] == ["The lease ends with three months' notice."]
    assert answer.sentences[0].quotes[0].document.source.endswith("lease.md")


@pytest.mark.req("AGE-8")
def test_without_a_model_it_answers_as_it_always_did(library: Library) -> None:
    answer = library.ask(QUESTION, EVERYONE)

    assert isinstance(answer, Answered)
    assert answer.model is None
    assert any(note.text.startswith("No model wrote this answer") for note in answer.notes)


@pytest.mark.req("AGE-8")
def test_a_model_that_is_set_can_be_left_out(library: Library) -> None:
    chat = ScriptedChat([calls(("answer", SAID))])
    library.use_models(answer=chat)

    answer = library.ask(QUESTION, EVERYONE, settings=BY_RULE)

    assert chat.asked == []
    assert isinstance(answer, Answered)
    assert answer.model is None


def test_whoever_watches_is_told_each_event_with_and_without_a_model(library: Library) -> None:
    told: list[Event] = []
    library.ask(QUESTION, EVERYONE, watch=told.append)
    assert [type(event) for event in told[:2]] == [Asked, Searched]
    assert isinstance(told[-1], Ended)

    told.clear()
    library.use_models(answer=ScriptedChat([calls(("answer", SAID))]))
    library.ask(QUESTION, EVERYONE, watch=told.append)
    assert isinstance(told[0], Asked)
    assert any(isinstance(event, Searched) for event in told)
    assert isinstance(told[-1], Ended)


def test_in_an_event_loop_the_events_are_taken_one_by_one(library: Library) -> None:
    library.use_models(answer=ScriptedChat([calls(("answer", SAID))]))

    async def told() -> list[Event]:
        return [event async for event in library.asking(QUESTION, EVERYONE)]

    last = asyncio.run(told())[-1]
    assert isinstance(last, Ended)
    assert isinstance(last.answer, Answered)


@pytest.mark.req("AGE-9")
def test_a_conversation_has_each_turn_that_was_answered(library: Library) -> None:
    chat, history = ScriptedChat([calls(("answer", SAID))]), Conversation()
    library.use_models(answer=chat)

    library.ask(QUESTION, EVERYONE, history=history)
    library.ask("And who may?", EVERYONE, history=history)

    assert [turn.question for turn in history.turns] == [QUESTION, "And who may?"]
    assert f"Asked before: {QUESTION}" in chat.asked[1].messages[1].text


@pytest.mark.req("AGE-8")
def test_a_model_that_cannot_be_reached_leaves_the_documents_own_answer(library: Library) -> None:
    library.use_models(answer=ScriptedChat([ModelRefused("`localhost:1` refused the connection")]))

    answer = library.ask(QUESTION, EVERYONE, settings=AskSettings())

    assert isinstance(answer, Answered)
    assert answer.sentences[0].quotes
    assert answer.stopped == "`localhost:1` refused the connection"


@pytest.mark.req("AGE-8")
def test_a_question_about_another_day_is_asked_as_on_that_day(library: Library) -> None:
    chat, told = ScriptedChat([calls(("answer", SAID))]), list[Event]()
    library.use_models(answer=chat)

    library.ask(QUESTION, Scope(OWNER, as_of="2024-05-12"), watch=told.append)

    assert isinstance(told[0], Asked)
    assert told[0].day == "2024-05-12"
    assert "2024-05-12" in "\n".join(message.text for message in chat.asked[0].messages)


def test_the_question_is_taken_before_the_models_code_is_loaded(library: Library) -> None:
    needs("chat")
    (library.path.parent / "belegg.toml").write_text(
        '[models.answer]\nprovider = "ollama"\nmodel = "m"\nbase_url = "http://127.0.0.1:1"\n'
    )

    async def first() -> tuple[Event, bool]:
        events = library.asking(QUESTION, EVERYONE)
        event = await anext(events)
        loaded = "answer" in library._kept_chats()
        await events.aclose()
        return event, loaded

    event, loaded = asyncio.run(first())
    assert isinstance(event, Asked)
    assert event.models["answer"].startswith("ollama:m@")
    assert not loaded


@pytest.mark.parametrize("with_model", [True, False])
@pytest.mark.parametrize("question", ["", "   ?", "…!"])
def test_a_question_without_a_word_is_refused_before_anything_is_done(
    library: Library, question: str, with_model: bool
) -> None:
    chat = ScriptedChat([calls(("answer", SAID))])
    told: list[Event] = []
    if with_model:
        library.use_models(answer=chat)

    with pytest.raises(BadQuery, match="holds no word"):
        library.ask(question, EVERYONE, watch=told.append)

    assert (chat.asked, told) == ([], [])


@pytest.mark.req("ACC-1")
@pytest.mark.parametrize("with_model", [True, False])
def test_who_may_read_nothing_is_told_that_alone(library: Library, with_model: bool) -> None:
    chat = ScriptedChat([calls(("answer", SAID))])
    if with_model:
        library.use_models(answer=chat)

    answer = library.ask(QUESTION, Scope(Principal("stranger", frozenset())))

    assert isinstance(answer, Abstained)
    assert answer.explanation == "There is no document here that you may read."
    assert (answer.stopped, answer.nearest, chat.asked) == ("", (), [])


@pytest.mark.req("ANS-5")
@pytest.mark.parametrize(
    ("said", "gaps"),
    [
        ({"settled": "no", "reason": "not_covered", "sentences": [], "missing": "The moon."}, 1),
        (
            {
                **SAID,
                "sentences": [{"text": "It is Bob.", "quotes": [{"document": "D1", "quote": "by Bob"}]}],
            },
            0,
        ),
    ],
)
def test_what_a_model_finds_unsettled_is_a_gap_and_a_draft_that_does_not_hold_is_none(
    library: Library, said: dict[str, object], gaps: int
) -> None:
    library.use_models(answer=ScriptedChat([calls(("answer", said))] * 3))
    events = list[Event]()
    answer = library.ask("Who paints the moon?", EVERYONE, watch=events.append)

    library.keep_run(library.new_run(events, EVERYONE, started_at="2026-11-30T09:00:00Z"))

    assert isinstance(answer, Abstained)
    assert len(library.gaps()) == gaps
