"""A process for one statement: started, asked, and ended when its time is over, whatever it does."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from threading import BoundedSemaphore, Timer
from typing import Any, Final

from belegg.errors import StatementStopped

START_S: Final = 60.0
MOST_S: Final = 2.0
"""From when the process has all that it needs; then it is killed."""

MOST_ANSWER_BYTES: Final = 16_000_000
MOST_AT_ONCE: Final = 4
_rooms: dict[str, BoundedSemaphore] = {}
_PASSED_ON = ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")


class Silent(Exception):
    """The process gave no answer; `killed`: it was ended because its time was over."""

    def __init__(self, killed: bool) -> None:
        super().__init__()
        self.killed = killed


def answered(
    command: Sequence[str], asked: Mapping[str, Any], most_s: float = MOST_S, room: str = ""
) -> dict[str, Any]:
    """
    What a process of this command answers to the question. Others of the same `room` wait while four are at
    work. No process is left when this returns. Raises Silent, and StatementStopped when none can be started.
    """
    with _rooms.setdefault(room, BoundedSemaphore(MOST_AT_ONCE)):
        child = started(command)
        try:
            return heard(child, json.dumps(asked).encode(), most_s)
        finally:
            ended(child)


def started(command: Sequence[str]) -> subprocess.Popen[bytes]:
    environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=os.sep,
            env={**environment, "LC_ALL": "C.UTF-8"},  # no key and no setting of ours goes along
            start_new_session=True,  # Ctrl-C is ours to handle
        )
    except OSError as error:
        raise StatementStopped(
            f"the process that asks databases could not be started: {error.strerror}"
        ) from error


def heard(child: subprocess.Popen[bytes], asked: bytes, most_s: float) -> dict[str, Any]:
    assert child.stdin is not None
    assert child.stdout is not None
    with killed_after(child, START_S), suppress(OSError):  # one that has ended is met at its answer
        child.stdin.write(asked)
        child.stdin.close()
        ready = child.stdout.read(1)
    if ready != b"+":
        raise Silent(killed=False)
    with killed_after(child, most_s) as late:
        told = child.stdout.read(MOST_ANSWER_BYTES)
    try:
        found = json.loads(told)
    except ValueError:
        raise Silent(killed=bool(late)) from None
    if not isinstance(found, dict):
        raise Silent(killed=False)
    return found


@contextmanager
def killed_after(child: subprocess.Popen[bytes], seconds: float) -> Iterator[list[bool]]:
    """The list that is given is no longer empty once the process was killed."""
    late: list[bool] = []

    def kill() -> None:
        late.append(True)
        child.kill()

    timer = Timer(seconds, kill)
    timer.daemon = True
    timer.start()
    try:
        yield late
    finally:
        timer.cancel()


def ended(child: subprocess.Popen[bytes]) -> None:
    """The process and its group, and our ends of its pipes."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    child.kill()
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
    child.wait()
