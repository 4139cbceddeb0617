"""What a run is put together from: the tools, and the optional steps before and beside the model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from belegg.answering.conversation import Earlier
from belegg.answering.desk import Desk
from belegg.answering.memory import Aside
from belegg.answering.tools.room import Room
from belegg.records import Hit, Pack, Ran
from belegg.records.runs import Event, Understood
from belegg.seams import Chat


@dataclass(frozen=True, slots=True)
class FirstCalls:
    """
    What a classifier decided before the first model call, as far as it was sure enough. None: it was not, or
    there is none. `hint` is a line for the model; empty for none.
    """

    ran: Ran
    stands_alone: bool | None = None
    pack: str | None = None
    move: str | None = None
    hint: str = ""
    events: tuple[Event, ...] = ()


class QuickCalls(Protocol):
    """The small decisions of a run. A classifier that is slow, down or unsure decides nothing."""

    def first(self, question: str, earlier: Sequence[Earlier], packs: Sequence[Pack]) -> FirstCalls:
        """Before the first model call."""

    def relevance(self, question: str, hits: Sequence[Hit]) -> Aside:
        """Which of the passages are surely irrelevant."""


class Understanding(Protocol):
    """Reads a question before it is searched. Raises no ModelError: what fails is told, and done by rule."""

    async def __call__(
        self, question: str, earlier: Sequence[Earlier], first: FirstCalls, desk: Desk, chat: Chat | None
    ) -> tuple[Understood, tuple[Event, ...], Ran]:
        """How the question is understood, what happened (`Sent`, `FellBack`), and whether the model ran."""


NO_CLASSIFIER = FirstCalls(Ran("classifier", "did not run", "none is set"))


@dataclass(frozen=True, slots=True)
class Steps:
    """The tools that may be offered, and the steps that may be taken; None for those that there are not."""

    tools: tuple[Room, ...] = ()
    quick: QuickCalls | None = None
    understanding: Understanding | None = None
