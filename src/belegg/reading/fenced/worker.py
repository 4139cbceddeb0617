"""
A reader's process: one file after another on standard input, what became of each on standard output.

It ends when nobody writes to it any more, also in the middle of a file: the kernel ends it then, whatever
the reader is doing.
"""

from __future__ import annotations

import gc
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from itertools import islice
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, BinaryIO

from belegg.errors import ReadingError
from belegg.reading.content import Part, Said
from belegg.reading.fenced import cage
from belegg.reading.fenced.form import to_form
from belegg.reading.fenced.frames import encoded, read_frame, write_frame
from belegg.reading.fenced.given import given_of, reader_of

SAID_EVERY_S = 0.1
MOST_REFUSED = 5
_LOOK_FOR_CYCLES_EVERY = 100_000
"""New objects. Rows and trees are no cycles; looking as often as Python does took a quarter of a sheet."""


def run() -> None:
    """Until nobody asks any more. The folder that it may write to is the one it stands in."""
    with suppress(BrokenPipeError):
        _run()


def _run() -> None:
    gc.set_threshold(_LOOK_FOR_CYCLES_EVERY)
    asking, answering = _own_streams()
    folder = Path.cwd()
    begun = read_frame(asking, sys.maxsize)
    if begun is None:
        return
    limits = begun[0]["limits"]  # as `Limits.to_json` gives them
    network = "none" if cage.leave_network() else "refused"
    held = cage.limit(limits["memory_bytes"], limits["open_files"], limits["written_bytes"])
    guard = cage.Guard(folder)
    guard.stand()
    write_frame(answering, {"network": network, "memory": held})
    if begun[0]["preload"]:
        with suppress(ImportError):  # who asks for it is told
            import_module(begun[0]["preload"])
    while (job := read_frame(asking, sys.maxsize)) is not None:
        write_frame(answering, {"taken": True})
        with _Ending(asking):
            answer = _answer(job[0], job[1], answering, guard, limits["parts_bytes"])
        _empty(folder)
        write_frame(answering, *answer)
        del job, answer
    _empty(folder)


Answer = tuple[dict[str, Any] | bytes, list[bytes]]


def _answer(head: dict[str, Any], body: bytes, answering: BinaryIO, guard: cage.Guard, most: int) -> Answer:
    """A content, a reason, or what the reader met that it was not written for."""
    try:
        given, data = given_of(head["given"], body)
        parse = reader_of(head["module"], given)
        guard.refused.clear()
        content = parse(data, _said(answering))
        parts, more = _lot(iter(content.parts), head["skip"], most)
        form, blobs = to_form(content, parts)
        told = {"content": form, "more": more, "refused": guard.refused[:MOST_REFUSED]}
        return encoded({**told, "held_bytes": _held_bytes()}), blobs
    except ReadingError as error:
        return {"error": type(error).__name__, "message": str(error)}, []
    except MemoryError:
        return {"memory": True}, []
    except Exception as error:  # noqa: BLE001  whatever a reader meets, its process goes on and says so
        return {"failed": type(error).__name__, "where": _place(error.__traceback__)}, []


def _said(answering: BinaryIO) -> Said:
    last = monotonic()

    def said(done: int, of: int) -> None:
        nonlocal last
        now = monotonic()
        if now - last >= SAID_EVERY_S or done >= of:
            last = now
            write_frame(answering, {"done": done, "of": of})

    return said


def _lot(parts: Iterator[Part], skip: int, most_bytes: int) -> tuple[tuple[Part, ...], bool]:
    """Parts from the one numbered `skip` (from 0) on until they fill a lot, and whether more may follow."""
    lot: list[Part] = []
    held = 0
    for part in islice(parts, skip, None):
        lot.append(part)
        held += len(part.data)
        if held >= most_bytes:
            return tuple(lot), True
    return tuple(lot), False


def _place(trace: TracebackType | None) -> str:
    """Module and line where an error arose. Never its message: that may hold text of the document."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else ""


def _own_streams() -> tuple[BinaryIO, BinaryIO]:
    """Our two pipes under other numbers; what a library prints or asks for goes nowhere."""
    asking, answering = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    return os.fdopen(asking, "rb"), os.fdopen(answering, "wb")


class _Ending:
    """While it stands, the kernel ends this process as soon as the other end of `asking` is closed."""

    def __init__(self, asking: BinaryIO) -> None:
        self._number = asking.fileno()

    def __enter__(self) -> None:
        self._set(True)

    def __exit__(self, *_: object) -> None:
        self._set(False)

    def _set(self, on: bool) -> None:
        try:
            import fcntl
        except ImportError:  # Windows: it is noticed when the file is done
            return
        flags = fcntl.fcntl(self._number, fcntl.F_GETFL)
        fcntl.fcntl(self._number, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(self._number, fcntl.F_SETFL, flags | os.O_ASYNC if on else flags & ~os.O_ASYNC)


def _held_bytes() -> int:
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _empty(folder: Path) -> None:
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry, ignore_errors=True)
        else:
            entry.unlink(missing_ok=True)
