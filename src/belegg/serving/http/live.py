"""
Runs that go on: each in a thread of its own, told event by event, stopped when who asked wants it, or has
been away for a while.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from belegg.errors import BeleggError, UnknownRun
from belegg.library.library import Library
from belegg.library.turns.keeping import ID_BYTES
from belegg.records import Answer, Principal, Scope
from belegg.records.runs import Ended, Event
from belegg.serving.faults import fault_of
from belegg.serving.http.at_once import MOST_HERE, AtOnce
from belegg.serving.http.live_files import LiveEvent, LiveFile, Reading, documents_in, sweep
from belegg.serving.shapes.events import event_json, event_named
from belegg.serving.shapes.turns import turn_json
from belegg.serving.turns import Turn, gone_on_with, kept_turn

if TYPE_CHECKING:
    from belegg.answering.brake import Brake

LOG: Final = logging.getLogger("belegg.asking")
AWAY_S: Final = 30.0
"""A run that nobody has watched for so long is stopped."""
LOOK_S: Final = 0.1
QUIET_S: Final = 15.0
"""After so long without an event, a line says that the stream still stands."""
GONE: Final = {"kind": "Interrupted", "message": "the server that worked on this was stopped; ask again"}


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. `told` are settings by the names of `[ask]`; `conversation` is gone on with."""

    text: str
    scope: Scope
    told: Mapping[str, Any] = field(default_factory=dict)
    keep: bool | None = None
    conversation: str | None = None


@dataclass(slots=True, eq=False)
class LiveRun:
    """A run that goes on in this process. `begun` holds when it has its first event, or why it has none."""

    id: str
    by: str
    file: LiveFile
    brake: Brake
    watched_at: float
    begun: Future[None] = field(default_factory=Future)
    done: Future[dict[str, Any]] = field(default_factory=Future)
    number: int = 0

    def watched(self) -> None:
        """Somebody waits for it now."""
        self.watched_at = time.monotonic()

    def tell(self, name: str, data: dict[str, Any]) -> None:
        self.number += 1
        self.file.add(LiveEvent(self.number, name, data))
        if not self.begun.done():
            self.begun.set_result(None)


class Live:
    """The runs of one server over one library. Used from its event loop."""

    def __init__(
        self,
        library: Library,
        folder: Path | None = None,
        answered: Callable[[Answer], None] = lambda answer: None,
    ) -> None:
        self.folder = folder or library.path.with_name(f"{library.path.name}.live")
        self._answered = answered
        self._library = library
        self._running: dict[str, LiveRun] = {}
        self._threads = ThreadPoolExecutor(MOST_HERE, "asking")
        self.at_once = AtOnce()

    # ------------------------------------------------------------ asking

    async def start(self, question: Question) -> LiveRun:
        """
        A run that has begun. Raises as `Library.ask` does before anything is done, UnknownRun for a
        conversation that is not the asker's, TooManyRequests.
        """
        from belegg.answering.brake import Brake

        by = question.scope.principal.id
        self.at_once.take(by)
        id = secrets.token_hex(ID_BYTES)
        run = LiveRun(id, by, LiveFile(self.folder, id), Brake(), time.monotonic())
        self._running[id] = run
        self._threads.submit(self._work, run, question).add_done_callback(lambda _: self._ended(run))
        await asyncio.wrap_future(run.begun)
        return run

    def _ended(self, run: LiveRun) -> None:
        del self._running[run.id]
        self.at_once.give_back(run.by)

    def _work(self, run: LiveRun, question: Question) -> None:
        """In a thread: the whole run. Whatever ends it early is told to who watches, once it has begun."""
        try:
            run.file.begin(question.scope.principal)
            turn = turn_json(self._asked(run, question))
        except BaseException as error:  # noqa: BLE001  a thread's error would be lost otherwise
            self._failed(run, error)
            return
        run.tell("ended", turn)
        run.done.set_result(turn)

    def _asked(self, run: LiveRun, question: Question) -> Turn:
        from belegg.library.preferring import preferred, said_over

        wanted = preferred(self._library.path)
        history, conversation = gone_on_with(self._library, question.scope.principal, question.conversation)
        started_at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        events: list[Event] = []

        def told(event: Event) -> None:
            events.append(event)
            if not isinstance(event, Ended):
                run.tell(event_named(event), event_json(event))

        answer = self._library.ask(
            question.text,
            question.scope,
            watch=told,
            settings=said_over(wanted.settings, question.told),
            history=history,
            brake=run.brake,
        )
        self._answered(answer)
        keep = wanted.keep if question.keep is None else question.keep
        kept, notes = kept_turn(self._library, question.scope, events, started_at, keep, conversation, run.id)
        answer = replace(answer, notes=(*answer.notes, *notes))
        return Turn(answer, tuple(events), kept, run.brake.pulled)

    @staticmethod
    def _failed(run: LiveRun, error: BaseException) -> None:
        if isinstance(error, BeleggError):
            fault = fault_of(error)
            told = {"kind": fault.kind, "message": fault.message}
        else:
            LOG.error("a run failed", extra={"fields": {"run": run.id, "error": type(error).__name__}})
            told = {"kind": "InternalError", "message": "something went wrong here; the server's log has it"}
        run.done.set_exception(error)
        if not run.begun.done():
            run.file.gone()
            run.begun.set_exception(error)
            return
        run.tell("failed", told)

    # ------------------------------------------------------------ watching

    async def events(self, id: str, who: Principal, after: int = 0) -> AsyncIterator[LiveEvent | None]:
        """
        The events of a run after the one numbered `after`, as they come, until the last; None where nothing
        has come for a while. Raises UnknownRun at once.
        """
        reading = await asyncio.to_thread(self.opened, id, who)
        return self._events(id, reading, after)

    def opened(self, id: str, who: Principal) -> Reading:
        """
        The events of a run from the first on, for who may still read all the documents that they name. Raises
        UnknownRun when there are none, or they are another's, or who may read what has changed: what is told
        of a kept run is looked at anew, and that is then all that is told.
        """
        file = LiveFile(self.folder, id)
        named = {name for line in file.opened_by(who).lines() for name in documents_in(line)}
        with self._library.store.reading(Scope(who)) as reader:
            if named - set(reader.heads_of(named)):
                raise UnknownRun(id)
        return file.opened_by(who)

    async def _events(self, id: str, reading: Reading, after: int) -> AsyncIterator[LiveEvent | None]:
        file, last_told = LiveFile(self.folder, id), time.monotonic()
        while True:
            try:
                new = list(reading.events())
            except FileNotFoundError:  # it was swept
                return
            for event in new:
                if event.number > after:
                    after = event.number
                    yield event
                    last_told = time.monotonic()
                if event.is_last:
                    return
            now = time.monotonic()
            if not new:
                if id not in self._running and not file.is_alive():
                    yield LiveEvent(after + 1, "failed", dict(GONE))
                    return
                if now - last_told > QUIET_S:
                    yield None
                    last_told = now
                await asyncio.sleep(LOOK_S)
            self._saw(file)

    def _saw(self, file: LiveFile) -> None:
        run = self._running.get(file.id)
        if run is not None:
            run.watched()
        else:
            file.touch(file.watched)

    def stop(self, id: str, who: Principal) -> None:
        """Have a run stopped, with what is proven until then. Raises UnknownRun."""
        file = LiveFile(self.folder, id)
        file.opened_by(who)
        run = self._running.get(id)
        if run is not None:
            run.brake.pull()
        else:
            file.touch(file.stop)

    # ------------------------------------------------------------ looking after

    async def look_after(self) -> None:
        """Until it is cancelled: stop what is to be stopped, give signs of life, let old files go."""
        swept = 0.0
        while True:
            now = time.monotonic()
            for run in tuple(self._running.values()):
                self._look_at(run, now)
            if now - swept > 60:
                await asyncio.to_thread(sweep, self.folder)
                swept = now
            await asyncio.sleep(0.5)

    @staticmethod
    def _look_at(run: LiveRun, now: float) -> None:
        with suppress(FileNotFoundError):
            if run.file.watched.exists():
                run.watched_at = max(run.watched_at, now - (time.time() - run.file.watched.stat().st_mtime))
            if run.file.stop.exists() or now - run.watched_at > AWAY_S:
                run.brake.pull()
            run.file.events.touch()

    def stop_all(self) -> None:
        """The server is to end: what is proven until now is the answer. From any thread or signal."""
        for run in tuple(self._running.values()):
            run.brake.pull()

    def close(self) -> None:
        self.stop_all()
        self._threads.shutdown(wait=True)
