"""One reader's process as its parent sees it: started, asked, watched, ended, its end told in words."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Thread
from time import monotonic
from typing import Any, BinaryIO, cast

import belegg.errors as errors
from belegg.errors import OutOfMemory, ParserCrashed, ParserFailed, ParserStalled, ReadingError, TooLarge
from belegg.reading.content import Given, Said
from belegg.reading.fenced.folder import OwnFolder
from belegg.reading.fenced.frames import Garbled, Oversized, read_frame, write_frame
from belegg.reading.fenced.given import given_form
from belegg.reading.fenced.limits import MIB, Limits
from belegg.reading.fenced.same import same_belegg

Frame = tuple[dict[str, Any], bytes]

_START = "sys.path += sys.argv[1:]; from belegg.reading.fenced.worker import run; run()"
"""Our places come last in Python's path, so that nothing there can stand before its own modules."""

MOST_STALLS = 5
"""How many times the stall limit a reader may stay at one place while it shows signs of life."""

SILENT_S = 1.0
_TICK_S = 0.2
_NEAR_THE_LIMIT = 0.5  # a buffer that grows by doubling is refused at half of it
_PASSED_ON = ("PATH", "TESSDATA_PREFIX", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_AGAIN = "it is tried again at the next ingest"


class Vanished(Exception):
    """The process was gone before it had the file: no fault of that."""


@dataclass(frozen=True, slots=True)
class Job:
    """
    What a process is asked for: `parse` of a module over these bytes, its parts from `skip` on.

    `given` goes to readers that take it.
    """

    module: str
    data: bytes
    skip: int = 0
    given: Given = field(default_factory=Given)


class Process:
    """
    Started without waiting for it: it gets ready, with the reader `preload`, while others work.

    Raises ParserCrashed when it cannot be started.
    """

    def __init__(self, limits: Limits, preload: str | None = None) -> None:
        self._limits = limits
        self._folder = OwnFolder()
        self._files = 0
        self._held_bytes = 0
        self._peak_bytes = 0
        self._closed = False
        self._child = self._started()
        self._frames: Queue[Frame | Exception | None] = Queue(maxsize=16)
        Thread(target=self._listen, name="belegg-reading", daemon=True).start()
        self._confined: dict[str, Any] | None = None
        with suppress(OSError):  # one that has ended already is met when it is asked
            write_frame(self._asking, {"limits": limits.to_json(), "preload": preload})

    def _started(self) -> subprocess.Popen[bytes]:
        command = [*same_belegg(_START, "-E", "-B", "-X", "utf8"), *places()]
        try:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self._folder.path,
                env=_environment(self._folder.path),
                start_new_session=True,  # Ctrl-C is ours to handle; and its own children end with it
            )
        except OSError as error:
            self._folder.remove()
            raise ParserCrashed(
                f"the process that reads such files could not be started: {error.strerror}"
            ) from error

    @property
    def _asking(self) -> BinaryIO:
        return cast(BinaryIO, self._child.stdin)

    @property
    def number(self) -> int:
        """Its process id."""
        return self._child.pid

    @property
    def usable(self) -> bool:
        """Whether it can take another file: it lives and is not worn."""
        worn = self._files >= self._limits.most_files or self._held_bytes > self._limits.retire_bytes
        return not self._closed and not worn and self._child.poll() is None

    def confined(self) -> dict[str, Any]:
        """How it is held: `network` (`none`, `refused`), `memory` (whether). Waits until it is ready."""
        if self._confined is None:
            try:
                self._confined = self._next(self._limits.start_s)[0]
            except ReadingError as error:
                raise ParserCrashed(f"the process that reads such files did not start: {error}") from error
        return self._confined

    def ask(self, job: Job, said: Said, silent: Callable[[], None]) -> Frame:
        """
        The frame with the content. `silent` is called now and then while the reader says nothing for long.

        Raises ReadingError, and Vanished when it had gone before.
        """
        self._files += 1
        self._peak_bytes = 0
        try:
            self.confined()
            asked = {"module": job.module, "skip": job.skip, "given": given_form(job.given)}
            write_frame(self._asking, asked, [job.data, *job.given.kept.values()])
            self._next(self._limits.start_s)  # it has the file
        except (OSError, ReadingError) as error:
            self.close()
            raise Vanished(str(error)) from error
        watch = _Watch(self._limits, silent)
        while True:
            head, body = self._next(watch.left_s(), watch)
            if "done" not in head:
                self._held_bytes = _whole(head.get("held_bytes"))
                return self._outcome(head), body
            watch.reached(_whole(head["done"]), _whole(head.get("of")))
            said(watch.done, watch.of)

    def _next(self, within_s: float, watch: _Watch | None = None) -> Frame:
        """The next frame. Ends the process and raises when none comes."""
        at = watch.at if watch else ""
        until = monotonic() + within_s
        while True:
            try:
                frame = self._frames.get(timeout=max(0.0, min(_TICK_S, until - monotonic())))
            except Empty:
                self._peak_bytes = max(self._peak_bytes, _peak_bytes(self.number))
                if monotonic() < until:
                    if watch:
                        watch.waited()
                    continue
                self.close()
                raise watch.overdue() if watch else ParserStalled("it did not start in time") from None
            if isinstance(frame, tuple):
                return frame
            raise self._broken(frame, at)

    def _broken(self, why: Exception | None, at: str) -> ReadingError:
        """What it means that no more frames come; the process has ended after this."""
        if why is None:
            try:
                code = self._child.wait(_TICK_S)
            except subprocess.TimeoutExpired:
                code = None
            self.close()
            return self._ended(code, at)
        self.close()
        if isinstance(why, Oversized):
            most = self._limits.output_bytes // MIB
            return TooLarge(f"what was read of it is larger than {most:,} MiB; divide it or leave it out")
        return ParserCrashed(f"the reader gave something that is no answer{at}; {_AGAIN}")

    def _outcome(self, head: dict[str, Any]) -> dict[str, Any]:
        if "content" in head:
            return head
        if "memory" in head:
            self.close()  # what is left of its memory may be in pieces
            raise self._out_of_memory("")
        if "error" in head:
            kind = getattr(errors, str(head["error"]), None)
            if isinstance(kind, type) and issubclass(kind, ReadingError):
                raise kind(str(head.get("message")))
        what, where = head.get("failed", "?"), head.get("where", "?")
        raise ParserFailed(
            f"the reader ended with `{what}` ({where}): a damaged file, or a fault of the reader; {_AGAIN}"
        )

    def _ended(self, code: int | None, at: str) -> ReadingError:
        if self._peak_bytes > _NEAR_THE_LIMIT * self._limits.memory_bytes:
            return self._out_of_memory(at)
        if code == -getattr(signal, "SIGKILL", 9):
            return OutOfMemory(f"the system ended the process that read it{at}, for want of memory; {_AGAIN}")
        return ParserCrashed(
            f"the process that read it ended{at} ({_spoken(code)}): it is damaged or made to harm; {_AGAIN}"
        )

    def _out_of_memory(self, at: str) -> OutOfMemory:
        most = self._limits.memory_bytes // MIB
        return OutOfMemory(
            f"reading it took over {most:,} MiB of memory{at}; divide it, or allow more (`--memory-limit`)"
        )

    def close(self) -> None:
        """End it and what it has started, remove its folder. May be called twice, and from any thread."""
        if self._closed:
            return
        self._closed = True
        _end(self._child)
        self._child.wait()
        with suppress(OSError):  # what could not be sent any more
            self._asking.close()
        self._folder.remove()

    def _listen(self) -> None:
        """Every frame in order, then the error that ended them, or None. Runs in a thread of its own."""
        with cast(BinaryIO, self._child.stdout) as stream:
            frame: Frame | Exception | None = ({}, b"")
            while isinstance(frame, tuple):
                try:
                    frame = read_frame(stream, self._limits.output_bytes)
                except (Garbled, Oversized, OSError, MemoryError) as error:
                    frame = error
                self._put(frame)

    def _put(self, frame: Frame | Exception | None) -> None:
        """Waits while the queue is full, and not for somebody who has gone away."""
        while True:
            try:
                return self._frames.put(frame, timeout=_TICK_S)
            except Full:
                if self._closed:
                    return None


class _Watch:
    """How far a file has got, and how long it may still take."""

    def __init__(self, limits: Limits, silent: Callable[[], None]) -> None:
        self._limits = limits
        self._silent = silent
        self._started = self._moved = self._heard = monotonic()
        self.done = self.of = 0

    @property
    def at(self) -> str:
        return f" at {self.done:,} of {self.of:,}" if self.of else ""

    def reached(self, done: int, of: int) -> None:
        """
        Further on is progress. The same place again is a sign of life (a page takes several steps to
        recognise), and counts for a while: a reader that goes round in circles may say what it likes.
        """
        self._heard = monotonic()
        if done > self.done:
            self.done, self.of, self._moved = done, of, self._heard

    def waited(self) -> None:
        """Nothing was heard for a moment."""
        if monotonic() - self._heard > SILENT_S:
            self._silent()

    def left_s(self) -> float:
        until = (
            self._heard + self._limits.stall_s,
            self._moved + MOST_STALLS * self._limits.stall_s,
            self._started + self._limits.total_s,
        )
        return max(0.0, min(until) - monotonic())

    def overdue(self) -> ParserStalled:
        if monotonic() >= self._started + self._limits.total_s:
            return ParserStalled(
                f"reading it took more than {self._limits.total_s:g} s{self.at}; divide it, or allow more "
                "(`--time-limit`)"
            )
        return ParserStalled(
            f"reading it got no further for {monotonic() - self._moved:.0f} s{self.at}; leave it out, or "
            "allow more (`--stall-limit`)"
        )


def places() -> list[str]:
    """Where Belegg is, and what the user added to Python's path: the rest a new Python finds by itself."""
    added = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return [str(Path(errors.__file__).parent.parent), *(os.path.abspath(place) for place in added if place)]


def _environment(folder: Path) -> dict[str, str]:
    """No key and no setting of ours goes along."""
    own = {
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "TEMP": str(folder),
        "TMP": str(folder),
        "LC_ALL": "C.UTF-8",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "OMP_THREAD_LIMIT": "1",
    }
    return {**{name: os.environ[name] for name in _PASSED_ON if name in os.environ}, **own}


def _end(child: subprocess.Popen[bytes]) -> None:
    """The process and its group: a program that it runs must not outlive it."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    child.kill()


def _peak_bytes(number: int) -> int:
    """The most address space that a process has had so far; 0 where the system does not say."""
    try:
        status = Path(f"/proc/{number}/status").read_text()
    except OSError:
        return 0
    return next((1024 * int(line.split()[1]) for line in status.splitlines() if line.startswith("VmPeak")), 0)


def _spoken(code: int | None) -> str:
    """`SIGSEGV`, `exit code 3`."""
    if code is None:
        return "it closed its answers"
    if code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit code {code}"


def _whole(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0
