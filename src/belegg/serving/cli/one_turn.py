"""One question after another to an open library: asked, watched, stopped by Ctrl-C, kept."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from belegg.records import Scope
from belegg.records.runs import Event
from belegg.serving.cli.at_work import AtWork
from belegg.serving.cli.stopping import Stopping
from belegg.serving.cli.tracing import trace
from belegg.serving.turns import Turn, kept_turn

if TYPE_CHECKING:
    from belegg.answering.conversation import Conversation
    from belegg.library.library import Library


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
        goes_on = self.conversation
        run, notes = kept_turn(self._library, self._scope, events, started_at, self._keep, goes_on)
        if run is not None:
            self.conversation = run.conversation if self._history is not None else ""
            self.kept += 1
        answer = replace(answer, notes=(*answer.notes, *notes))
        return Turn(answer, tuple(events), run, stopping.brake.pulled)
