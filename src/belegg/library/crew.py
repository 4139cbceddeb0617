"""The processes that work for a shared run: started, told what to do, replaced when they die."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, cast

import belegg.errors as errors
from belegg.errors import BeleggError, LeaseLost, StoreError
from belegg.reading.fenced.process import places
from belegg.reading.fenced.same import same_belegg

_START = "sys.path += sys.argv[1:]; from belegg.library.ingest_worker import main; main()"
DEATHS_EACH = 4
"""So often a worker is replaced while no piece comes to its end: three tries of one piece are survived."""


@dataclass(slots=True)
class Crew:
    """
    Up to `count` workers for a run over `place`. `passwords` are tried on locked files. Left, it ends all.

    They end by themselves when nothing is left, and at once when this process does.
    """

    count: int
    place: Path
    passwords: Sequence[str] = ()
    command: Sequence[str] = field(default_factory=lambda: [*same_belegg(_START, "-X", "utf8"), *places()])
    taken: int = 0
    _order: bytes = field(default=b"", repr=False)
    _children: list[subprocess.Popen[bytes]] = field(default_factory=list)
    _deaths: int = 0
    _left: int = -1

    @contextmanager
    def working(self, address: str, run: int, pieces: int) -> Iterator[None]:
        """Have them work for a run, as many as there are pieces at most."""
        told = {"address": address, "run": run, "place": os.fspath(self.place.resolve())}
        self._order = json.dumps({**told, "passwords": list(self.passwords)}).encode() + b"\n"
        try:
            for _ in range(min(self.count, pieces)):
                self._start()
            yield
        finally:
            for child in self._children:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(child.pid, signal.SIGKILL)
                child.kill()
                child.wait()
                _let_go(child)

    @property
    def numbers(self) -> list[int]:
        """The ids of the processes that work."""
        return [child.pid for child in self._children]

    def look_after(self, left: int) -> None:
        """
        Replace who died while pieces are `left`. Raises what a worker ended with, and StoreError when they
        die and no piece comes to its end.
        """
        if left != self._left:
            self._left, self._deaths = left, 0
        for child in [each for each in self._children if each.poll() is not None]:
            self._children.remove(child)
            self._hear(child)
            _let_go(child)
            self._deaths += 1
            if self._deaths > DEATHS_EACH * self.count:
                raise StoreError(
                    f"the processes that take files in end before they have done one (exit code "
                    f"{child.returncode}); what is stored stays, `--workers 1` does without them"
                )
            self._start()

    def wait(self) -> None:
        """Until every one has ended by itself: one may be merging the index. Raises what one ended with."""
        for child in self._children:
            child.wait()
            self._hear(child)

    def _start(self) -> None:
        try:
            child = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is the leader's to handle
            )
        except OSError as error:
            raise StoreError(
                f"a process that takes files in could not be started: {error.strerror}"
            ) from error
        self._children.append(child)
        asking = cast(IO[bytes], child.stdin)
        with suppress(OSError):  # one that has ended already is met when it is looked after
            asking.write(self._order)
            asking.flush()

    def _hear(self, child: subprocess.Popen[bytes]) -> None:
        """What one that has ended said last."""
        said = cast(IO[bytes], child.stdout).read()
        for line in said.splitlines():
            told = json.loads(line)
            self.taken += told.get("taken", 0)
            kind = getattr(errors, str(told.get("error")), None)
            if isinstance(kind, type) and issubclass(kind, BeleggError) and kind is not LeaseLost:
                raise kind(str(told["message"]))


def _let_go(child: subprocess.Popen[bytes]) -> None:
    for stream in (child.stdin, child.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()


Crews = Callable[[int, Path, Sequence[str]], Crew]
