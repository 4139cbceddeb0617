"""One question after another to an open library: asked, watched, stopped by Ctrl-C, kept."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from belegg.records import ANONYMOUS, Answer, Note, Scope
from belegg.records.chat import Usage
from belegg.records.runs import Asked, Ended, Event, StoredRun, Understood
from belegg.serving.cli.at_work import AtWork
from belegg.serving.cli.stopping import Stopping
from belegg.serving.cli.tracing import trace

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


class Asking:
    """
    Who asks what of a library: within a scope, with settings. `keep` None: runs of a model are kept, but of
    who has not signed in, who could not look at them. With a `history` each turn follows those before it.
    `models` are those that work on a question, by role. Raises BadSetting, MissingExtra for one that cannot.
    """

    def __init__(
        self,
        library: Library,
        scope: Scope,
        told: Mapping[str, Any],
        *,
        keep: bool | None = None,
        traced: bool = False,
        history: Conversation | None = None,
        conversation: str = "",
    ) -> None:
        from belegg.library.preferring import preferred, said_over

        wanted = preferred(library.path)
        self.conversation = conversation
        self.kept = 0
        self._library = library
        self._scope = scope
        self._settings = said_over(wanted.settings, told)
        self.models = library.models_for(self._settings)
        self._keep = wanted.keep if keep is None else keep
        self._traced = traced
        self._history = history

    def ask(self, question: str) -> Turn:
        """Raises as `Library.ask` does, and KeyboardInterrupt when nothing is to be waited for any more."""
        events: list[Event] = []
        stopping = Stopping()
        line = AtWork() if sys.stderr.isatty() and not self._traced else None

        def told(event: Event) -> None:
            events.append(event)
            stopping.saw(event)
            if self._traced:
                trace(event)
            elif line is not None:
                line(event)

        started_at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        try:
            with stopping.by_ctrl_c():
                answer = self._library.ask(
                    question,
                    self._scope,
                    watch=told,
                    settings=self._settings,
                    history=self._history,
                    brake=stopping.brake,
                )
        finally:
            if line is not None:
                line.wipe()
        run, notes = self._kept(events, started_at)
        answer = replace(answer, notes=(*answer.notes, *notes))
        return Turn(answer, tuple(events), run, stopping.brake.pulled)

    def _kept(self, events: list[Event], started_at: str) -> tuple[StoredRun | None, tuple[Note, ...]]:
        """The run with its number in the conversation, which it begins or goes on with."""
        has_model = any(isinstance(event, Asked) and event.models for event in events)
        is_known = self._scope.principal.id != ANONYMOUS
        if not (has_model and is_known if self._keep is None else self._keep):
            return None, ()
        goes_on = self.conversation if is_known else ""
        made = self._library.new_run(events, self._scope, started_at=started_at, conversation=goes_on)
        run, notes = self._library.keep_run(made)
        if notes:
            return None, notes
        self.conversation = run.conversation if self._history is not None else ""
        self.kept += 1
        return run, ()
