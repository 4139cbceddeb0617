"""Who calls, and the library as they see it: looked up for every request, never remembered."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from random import SystemRandom
from typing import TYPE_CHECKING

from belegg.answering.brake import Brake
from belegg.answering.handles import Handles
from belegg.answering.marks import Marks
from belegg.answering.memory import Memory
from belegg.records import Answer, DocumentHead, DocumentId, Scope
from belegg.serving.entrance.visitor import Visitor

if TYPE_CHECKING:
    from belegg.answering.desk import Desk
    from belegg.library.library import Library


def to_nobody(message: str) -> None:
    """Nobody is told how a call gets on."""


def uncounted(answer: Answer) -> None:
    """Nobody counts answers."""


def without_limit(by: str) -> AbstractContextManager[None]:
    """As many questions at once as whoever has the file wants."""
    return nullcontext()


@dataclass(frozen=True, slots=True)
class Asking:
    """
    What stands around every question that is asked: `answered` counts what came of it; within `place` it
    is one of a person's, by id, that are answered at once (TooManyRequests).
    """

    answered: Callable[[Answer], None] = uncounted
    place: Callable[[str], AbstractContextManager[None]] = without_limit


@dataclass(frozen=True, slots=True)
class Caller:
    """
    One call's asker. `tell` is told how the call gets on, in the user's words, from any thread; `brake` is
    pulled when whoever calls does not wait any more.
    """

    library: Library
    visitor: Visitor
    tell: Callable[[str], None] = to_nobody
    asking: Asking = field(default_factory=Asking)
    brake: Brake = field(default_factory=Brake)

    def scope(self, as_of: str | None = None) -> Scope:
        """All that they may read. Raises BadQuery for what is no day."""
        return self.library.scope(self.visitor.principal, as_of=as_of)

    def desk(self, as_of: str | None = None) -> Desk:
        """As Belegg's own model sees it. Raises BadQuery for what is no day."""
        return self.library.desk(self.scope(as_of), corrects_foreign=False)


class Ids(Handles):
    """
    Documents by their ids, for models that we do not hear again: a handle would mean something else in the
    next call, and an id is the same for everybody.
    """

    such_as = "a document's id, such as 5c1d09ab3e7f2468"

    def of(self, document: DocumentHead) -> str:
        super().of(document)
        return document.id

    def handle(self, document: DocumentId) -> str | None:
        return document if self.head(document) else None


def memory() -> Memory:
    """Of one call: nothing was sent before it."""
    return Memory(Ids(), Marks.drawn(SystemRandom()))
