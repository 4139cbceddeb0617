"""The fence: processes that read strangers' files, lent to whoever has one to read."""

from __future__ import annotations

import atexit
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from queue import LifoQueue
from threading import RLock
from types import MappingProxyType
from typing import Protocol, Self

from belegg.errors import ParserCrashed, ReadingError
from belegg.reading.content import Content, Given, Kept, Said, silent
from belegg.reading.fenced.folder import sweep
from belegg.reading.fenced.form import content_of
from belegg.reading.fenced.frames import Garbled
from belegg.reading.fenced.given import reader_of
from belegg.reading.fenced.limits import Limits
from belegg.reading.fenced.process import Frame, Job, Process, Vanished
from belegg.records import Warned


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a reader gave. `more`: the content's parts are a first lot, others follow it."""

    content: Content
    more: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """
    What the kernel holds a reader's process to: an empty network, its memory. Without the first an audit hook
    of Python refuses connections, without the second only time is limited.
    """

    without_network: bool
    within_memory: bool


NOTHING: Kept = MappingProxyType({})


class Parsing(Protocol):
    """Something that runs a reader, `module.parse(data, said)`, over a file's bytes."""

    def parse(
        self, module: str, data: bytes, said: Said = silent, skip: int = 0, kept: Kept = NOTHING
    ) -> Parsed:
        """
        Its parts from the one numbered `skip` (from 0) on; `kept` are its pages as read before.

        Raises ReadingError.
        """

    def close(self) -> None:
        """End what is being read, and read no more."""


class Here:
    """Runs readers in this process: for tests, and for files of one's own. Nothing holds them."""

    def parse(
        self, module: str, data: bytes, said: Said = silent, skip: int = 0, kept: Kept = NOTHING
    ) -> Parsed:
        content = reader_of(module, Given(kept=kept))(data, said)
        return Parsed(replace(content, parts=tuple(content.parts)[skip:]))

    def close(self) -> None:
        """Nothing is left behind."""


class Fence:
    """
    Up to `workers` processes, started when first needed. Several threads may use it: whoever comes when all
    are taken waits. A process that ended is replaced by a new one for the next file; one more is got ready
    while a reader says nothing for long. `passwords` are tried on locked files, in order; `languages` are
    those that pictures of text are in, where that is known.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        workers: int = 1,
        passwords: Sequence[str] = (),
        languages: Sequence[str] = (),
    ) -> None:
        self.limits = limits or Limits()
        self._given = Given(tuple(passwords), tuple(languages), self.limits.lot_s)
        self._slots: LifoQueue[Process | None] = LifoQueue()
        for _ in range(workers):
            self._slots.put(None)
        self._lock = RLock()
        self._alive: set[Process] = set()
        self._closed = self._swept = False
        self._spare: Process | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def parse(
        self, module: str, data: bytes, said: Said = silent, skip: int = 0, kept: Kept = NOTHING
    ) -> Parsed:
        """Raises ReadingError, whatever the file does."""
        head, body = self._asked(Job(module, data, skip, replace(self._given, kept=kept)), said)
        try:
            content = content_of(head["content"], body)
        except Garbled as error:
            raise ParserCrashed("the reader gave something that is no document") from error
        refused = head.get("refused")
        if refused:
            tried = ", ".join(f"`{event}`" for event in refused)
            told = Warned("refused", f"the reader tried what no reader may do, and was refused: {tried}")
            content = replace(content, warnings=(*content.warnings, told))
        return Parsed(content, head.get("more") is True)

    def held(self) -> Held:
        """How this system holds the processes. Raises ParserCrashed when none can be started."""
        process = self._slots.get()
        try:
            process = self._usable(process)
            confined = process.confined()
            return Held(confined.get("network") == "none", confined.get("memory") is True)
        finally:
            self._slots.put(process)

    def numbers(self) -> list[int]:
        """The ids of its processes."""
        with self._lock:
            return [process.number for process in self._alive]

    def _asked(self, job: Job, said: Said) -> Frame:
        """A process that went away between two files is no fault of the second one: another is asked."""
        with suppress(Vanished):
            return self._ask(job, said)
        try:
            return self._ask(job, said)
        except Vanished as error:
            raise ParserCrashed(
                f"the process that reads such files ends before it is asked: {error}"
            ) from error

    def _ask(self, job: Job, said: Said) -> Frame:
        process = self._slots.get()
        try:
            process = self._usable(process)
            outcome = process.ask(job, said, partial(self._spare_one, job.module))
        except (ReadingError, Vanished):
            process = self._renewed(process, job)
            raise
        except BaseException:  # Ctrl-C: it is in the middle of a file, and nobody waits for its answer
            if process is not None:
                process.close()
            raise
        else:
            process = self._renewed(process, job)
            return outcome
        finally:
            self._slots.put(process)

    def _renewed(self, process: Process | None, job: Job) -> Process | None:
        """The process, or one that gets ready for a next file like this while what became of it is stored."""
        try:
            return self._usable(process, job.module)
        except ParserCrashed:  # whoever comes next is told
            return None

    def _usable(self, process: Process | None, preload: str | None = None) -> Process:
        """The process, or a new one in place of one that has ended or is worn."""
        if process is not None and process.usable:
            return process
        self._drop(process)
        with self._lock:
            spare, self._spare = self._spare, None
        if spare is not None and spare.usable:
            return spare
        self._drop(spare)
        return self._started(preload)

    def _started(self, preload: str | None) -> Process:
        with self._lock:
            if self._closed:
                raise ParserCrashed("reading was stopped")
            if not self._swept:
                sweep()
                self._swept = True
            process = Process(self.limits, preload)
            self._alive.add(process)
            return process

    def _spare_one(self, preload: str) -> None:
        """A reader that says nothing for long may come to a bad end: have the next process ready by then."""
        with self._lock, suppress(ParserCrashed):
            self._spare = self._spare or self._started(preload)

    def _drop(self, process: Process | None) -> None:
        if process is not None:
            process.close()
            with self._lock:
                self._alive.discard(process)

    def close(self) -> None:
        """End every process at once, also those in the middle of a file."""
        with self._lock:
            self._closed = True
            for process in self._alive:
                process.close()
            self._alive.clear()


@cache
def the_fence() -> Fence:
    """The one process of those who bring no fence of their own; ended when Python ends."""
    fence = Fence()
    atexit.register(fence.close)
    return fence
