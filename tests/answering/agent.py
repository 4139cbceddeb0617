"""A harbour whose documents can be asked through a scripted model, and what was said on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from belegg.answering.conversation import Conversation
from belegg.answering.desk import desk_of
from belegg.answering.loop import run
from belegg.answering.settings import AskSettings
from belegg.answering.steps import Steps
from belegg.answering.tools.figures.rooms import figure_tools
from belegg.answering.tools.rooms import document_tools
from belegg.records import OWNER, Abstained, Answer, Answered, Scope
from belegg.records.chat import ChatRole
from belegg.records.runs import Ended, Event, Nudged, Sent, Stopped
from belegg.seams import Chat
from belegg.seams.figures import CompanyTables, Statistics
from belegg.search.search import Search
from belegg.search.settings import SearchSettings
from belegg.testing import ScriptedChat
from belegg.testing.chat import Line
from belegg.testing.desk import Desk
from belegg.testing.shelf import ANALYSER

DAY = "2026-06-01"
SEED = 7


@dataclass(frozen=True, slots=True)
class Told:
    """A run that is over: its events, and what the answering model was asked."""

    events: tuple[Event, ...]
    chat: ScriptedChat

    @property
    def answer(self) -> Answer:
        last = self.events[-1]
        assert isinstance(last, Ended)
        return last.answer

    @property
    def answered(self) -> Answered:
        assert isinstance(self.answer, Answered), self.answer
        return self.answer

    @property
    def abstained(self) -> Abstained:
        assert isinstance(self.answer, Abstained), self.answer
        return self.answer

    @property
    def stopped(self) -> Stopped:
        return next(event for event in self.events if isinstance(event, Stopped))

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    def nudged(self, kind: str) -> list[str]:
        """What the model was told of that kind."""
        return [event.text for event in self.events if isinstance(event, Nudged) and event.kind == kind]

    def sent(self, round: int) -> str:
        """What the answering model was newly sent before its turn `round`, its own words aside."""
        (event,) = [e for e in self.events if isinstance(e, Sent) and e.role == "answer" and e.round == round]
        return "\n\n".join(message.text for message in event.messages if message.by in ("user", "tool"))


def asked(
    desk: Desk,
    question: str,
    script: Iterable[Line],
    *,
    scope: Scope | None = None,
    settings: AskSettings | None = None,
    conversation: Conversation | None = None,
    chats: Mapping[ChatRole, Chat] | None = None,
    steps: Steps | None = None,
    statistics: Statistics | None = None,
    tables: CompanyTables | None = None,
    **searching: Any,
) -> Told:
    """Ask the desk through a model that keeps to its script."""
    chat = ScriptedChat(script)
    search = Search(desk.store, ANALYSER, SearchSettings(**searching), desk.shelf.models)
    at = desk_of(scope or Scope(OWNER, question="q1"), search, desk.store, statistics, tables)

    async def drained() -> tuple[Event, ...]:
        events = run(
            question,
            at,
            {"answer": chat, **(chats or {})},
            settings or AskSettings(),
            steps or Steps(tools=(*document_tools(), *figure_tools())),
            day=DAY,
            conversation=conversation,
            random=Random(SEED),
        )
        return tuple([event async for event in events])

    return Told(asyncio.run(drained()), chat)


def answer(
    *sentences: tuple[str, Mapping[str, str]], settled: str = "yes", **more: object
) -> tuple[str, dict[str, object]]:
    """A call of `answer`: each sentence with its quotations by the handle of their document."""
    said = [
        {"text": text, "quotes": [{"document": handle, "quote": quote} for handle, quote in quotes.items()]}
        for text, quotes in sentences
    ]
    return "answer", {"settled": settled, "sentences": said, **more}
