"""Some processes that embed, and a queue before them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Self

from belegg import errors
from belegg.errors import ModelError
from belegg.models.processes.worker import receive, send

COMMAND = (sys.executable, "-m", "belegg.models.processes.worker")
LAST_WORDS_S = 3.0
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


class Processes:
    """
    At most `count` processes with a model each, started when there is work for them and ended when this is
    left, whatever they do. `dimension` is that of the model's vectors.
    """

    def __init__(self, count: int, dimension: int, command: Sequence[str] = COMMAND) -> None:
        self.count = count
        self._vector_bytes = 4 * dimension
        self._command = tuple(command)
        self._free: SimpleQueue[subprocess.Popen[bytes]] = SimpleQueue()
        self._all: list[subprocess.Popen[bytes]] = []
        self._threads = ThreadPoolExecutor(count, "embedding")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        for child in self._all:
            child.kill()
        self._threads.shutdown(wait=True)
        for child in self._all:
            child.communicate()

    @property
    def children(self) -> list[int]:
        """The numbers of the processes that were started."""
        return [child.pid for child in self._all]

    def passages(self, texts: Sequence[str]) -> Future[list[bytes]]:
        """The texts' vectors, when a process has made them. The future raises ModelError, MissingExtra."""
        return self._threads.submit(self._ask, list(texts))

    def _ask(self, texts: list[str]) -> list[bytes]:
        child = self._taken()
        try:
            assert child.stdin is not None
            send(child.stdin, json.dumps(texts).encode())
            joined = _answered(child)
        except OSError as error:
            raise ModelError(_died(child)) from error
        finally:
            if child.poll() is None:  # one that died is never asked again: the next lot starts another
                self._free.put(child)
        size = self._vector_bytes
        if len(joined) != size * len(texts):
            raise ModelError("a process that embeds answered with vectors of another length; report this")
        return [joined[at : at + size] for at in range(0, len(joined), size)]

    def _taken(self) -> subprocess.Popen[bytes]:
        """A process that is free, or one more: there are no more threads than there may be processes."""
        try:
            return self._free.get_nowait()
        except Empty:
            child = _start(self._command)
            self._all.append(child)
            _answered(child)  # its model is loaded
            return child


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    beside = [str(Path(errors.__file__).parent.parent), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, **ONE_THREAD, "PYTHONPATH": os.pathsep.join(filter(None, beside))}
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,  # Ctrl-C is for the parent, which ends it
        )
    except OSError as error:
        raise ModelError(f"a process that embeds could not be started: {error.strerror}") from error


def _answered(child: subprocess.Popen[bytes]) -> bytes:
    """What it answered. Raises ModelError, of the kind that it names."""
    assert child.stdout is not None
    message = receive(child.stdout)
    if message is None:
        raise ModelError(_died(child))
    if message[:1] == b"+":
        return message[1:]
    kind, _, words = message[1:].decode().partition("\n")
    raise getattr(errors, kind, ModelError)(words)


def _died(child: subprocess.Popen[bytes]) -> str:
    with suppress(subprocess.TimeoutExpired):
        child.wait(LAST_WORDS_S)
    return (
        f"a process that embeds ended (exit code {child.returncode}), perhaps for want of memory; what was "
        "embedded stays. Run the command again, with `--workers 1` if it ends again"
    )
