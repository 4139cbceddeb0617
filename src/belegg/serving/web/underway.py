"""Runs that are going on: each in a thread of its own, looked at, stopped, and kept when it ends."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final

from belegg.answering.brake import Brake
from belegg.answering.conversation import Conversation
from belegg.errors import BeleggError, UnknownRun
from belegg.library.library import Library
from belegg.records import Principal, Scope
from belegg.records.runs import Ended, Event, StoredRun, Writing
from belegg.records.turns import asker_of
from belegg.serving.faults import Fault, fault_of

ID_BYTES: Final = 8
MOST_HELD: Final = 200
"""Runs that have ended and are still held here, for those that are not kept."""


@dataclass(slots=True)
class Underway:
    """
    One run. `fault` is set where it ended by an error; `whole` when it has come to its end. Whoever waits
    waits on `changed`.
    """

    id: str
    question: str
    scope: Scope
    brake: Brake = field(default_factory=Brake)
    events: list[Event] = field(default_factory=list)
    whole: StoredRun | None = None
    fault: Fault | None = None
    changed: threading.Condition = field(default_factory=threading.Condition)

    @property
    def is_over(self) -> bool:
        return self.whole is not None or self.fault is not None

    def wait(self, seen: int, timeout_s: float) -> None:
        """Until there are more events than `seen`, or the run is over, or the time is."""
        with self.changed:
            self.changed.wait_for(lambda: len(self.events) > seen or self.is_over, timeout_s)

    def wait_for_end(self, timeout_s: float) -> None:
        """Until the run is over, or the time is."""
        with self.changed:
            self.changed.wait_for(lambda: self.is_over, timeout_s)

    def _tell(self, event: Event) -> None:
        if isinstance(event, Writing | Ended):
            return
        with self.changed:
            self.events.append(event)
            self.changed.notify_all()


class Runs:
    """The runs of one library that this process works on."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._held: OrderedDict[str, Underway] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, question: str, scope: Scope, conversation: str = "") -> Underway:
        """
        Begin to work on a question. Raises UnknownRun for a conversation that the asker has not had, and what
        `Library.models_for` raises.
        """
        self._library.models_for()
        run = Underway(secrets.token_hex(ID_BYTES), question, scope)
        history = self._history(conversation, scope.principal)
        with self._lock:
            self._held[run.id] = run
            while len(self._held) > MOST_HELD and next(iter(self._held.values())).is_over:
                self._held.popitem(last=False)
        threading.Thread(
            target=self._work, args=(run, history, conversation), name=f"run {run.id}", daemon=True
        ).start()
        return run

    def look(self, id: str, who: Principal) -> Underway | None:
        """A run that this asker began, going on or held; None for all others."""
        run = self._held.get(id)
        return run if run is not None and asker_of(run.scope.principal) == asker_of(who) else None

    def stop(self, id: str, who: Principal) -> None:
        """Stop it with what is proven; one that is over stays as it is. Raises UnknownRun."""
        run = self.look(id, who)
        if run is None:
            raise UnknownRun(id)
        run.brake.pull()

    def stop_all(self) -> None:
        for run in list(self._held.values()):
            run.brake.pull()

    def _history(self, conversation: str, who: Principal) -> Conversation:
        history = Conversation()
        if not conversation:
            return history
        runs = self._library.conversation(conversation, who)
        if not runs or any(run.asker != asker_of(who) for run in runs):
            raise UnknownRun(conversation)
        for run in runs:
            history.add(run.question, run.answer)
        return history

    def _work(self, run: Underway, history: Conversation, conversation: str) -> None:
        started_at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        every: list[Event] = []

        def told(event: Event) -> None:
            every.append(event)
            run._tell(event)

        try:
            self._library.ask(run.question, run.scope, watch=told, history=history, brake=run.brake)
            made = self._library.new_run(every, run.scope, started_at=started_at, conversation=conversation)
            whole, notes = self._library.keep_run(replace(made, id=run.id))
            answer = replace(whole.answer, notes=(*whole.answer.notes, *notes))
            with run.changed:
                run.whole = replace(whole, answer=answer)
                run.changed.notify_all()
        except BeleggError as error:
            with run.changed:
                run.fault = fault_of(error)
                run.changed.notify_all()
