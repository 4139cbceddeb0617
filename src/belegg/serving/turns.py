"""A question's outcome, and what follows it: what every door that asks does the same way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from belegg.errors import UnknownRun
from belegg.records import ANONYMOUS, Answer, Note, Principal, Scope
from belegg.records.chat import Usage
from belegg.records.runs import Asked, Ended, Event, StoredRun, Understood
from belegg.records.turns import asker_of

if TYPE_CHECKING:
    from belegg.answering.conversation import Conversation
    from belegg.library.library import Library


@dataclass(frozen=True, slots=True)
class Turn:
    """An answer, how it came about, and as which run it is kept (None: it is not)."""

    answer: Answer
    events: tuple[Event, ...]
    run: StoredRun | None
    was_stopped: bool

    @property
    def usage(self) -> Usage | None:
        """What the models took, as the last event says."""
        return next((event.usage for event in self.events if isinstance(event, Ended)), None)

    @property
    def took_s(self) -> float:
        return next((event.took_s for event in self.events if isinstance(event, Ended)), 0.0)

    @property
    def understood(self) -> str:
        """The question as it was searched, where that is not how it was asked; else empty."""
        told = next((event for event in self.events if isinstance(event, Understood)), None)
        asked = next((event.question for event in self.events if isinstance(event, Asked)), "")
        return told.standalone if told and told.standalone.strip() != asked.strip() else ""


def gone_on_with(library: Library, who: Principal, name: str | None) -> tuple[Conversation, str]:
    """The conversation of that name, its turns as one may read them today. Raises UnknownRun, BadInput."""
    from belegg.answering.conversation import Conversation

    history = Conversation()
    if name is None:
        return history, ""
    runs = library.conversation(name, who)
    if not runs:
        runs = library.conversation(library.stored_run(name, who).conversation, who)
    if any(run.asker != asker_of(who) for run in runs):
        raise UnknownRun(name)
    for run in runs:
        history.add(run.question, run.answer)
    return history, runs[0].conversation


def kept_turn(
    library: Library,
    scope: Scope,
    events: Sequence[Event],
    started_at: str,
    keep: bool | None,
    conversation: str,
    id: str | None = None,
) -> tuple[StoredRun | None, tuple[Note, ...]]:
    """
    The run with its number in the conversation that it begins or goes on with; None where it is not kept.
    `keep` None: what a model worked on is kept, but of who has not signed in, who could not look at it. `id`
    is that by which it was watched.
    """
    has_model = any(isinstance(event, Asked) and event.models for event in events)
    is_known = scope.principal.id != ANONYMOUS
    if not (has_model and is_known if keep is None else keep):
        return None, ()
    goes_on = conversation if is_known else ""
    made = library.new_run(events, scope, started_at=started_at, conversation=goes_on)
    run, notes = library.keep_run(made if id is None else replace(made, id=id))
    return (None, notes) if notes else (run, ())
