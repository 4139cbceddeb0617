"""
A worker of a shared run that dies by its own hand, as a kill would end it.

    python tests/library/dying_worker.py HOW WHERE FOLDER

HOW `step`: at the step WHERE of a write; `silent`: when it says for the first time that it lives; `poison`:
whenever it takes a file of that name. `leader`: at the step WHERE it kills who leads the run, not itself. But
for poison, once: FOLDER then holds the file `died`.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from belegg.library.ingest_worker import main
from belegg.records.queued import Piece
from belegg.stores.postgres import PostgresStore

HOW, WHERE, FOLDER = sys.argv[1], sys.argv[2], Path(sys.argv[3])


def die(process: int) -> None:
    try:
        (FOLDER / "died").open("x").close()
    except FileExistsError:
        return
    os.kill(process, signal.SIGKILL)


def reached(step: str) -> None:
    if HOW in ("step", "leader") and step == WHERE:
        die(os.getpid() if HOW == "step" else os.getppid())


class Lease:
    """Passes everything on, and dies by what it is told."""

    def __init__(self, lease: Any) -> None:
        self._lease = lease
        self.settle = lease.settle

    def claim(self, *asked: Any, **wanted: Any) -> Sequence[Piece]:
        pieces: Sequence[Piece] = self._lease.claim(*asked, **wanted)
        if HOW == "poison" and any(p.source.endswith(WHERE) and p.tries < 3 for p in pieces):
            os.kill(os.getpid(), signal.SIGKILL)
        return pieces

    def renew(self, doing: str) -> None:
        if HOW == "silent":
            die(os.getpid())
        self._lease.renew(doing)


class Queue:
    """Passes everything on."""

    def __init__(self, queue: Any) -> None:
        self._queue = queue

    def __getattr__(self, name: str) -> Any:
        return getattr(self._queue, name)

    @contextmanager
    def lease(self, purpose: str) -> Iterator[Lease]:
        with self._queue.lease(purpose) as lease:
            yield Lease(lease)


def opened(address: str) -> PostgresStore:
    store = PostgresStore(address, step=reached)
    store.queue = Queue(store.queue)  # type: ignore[assignment]
    return store


if __name__ == "__main__":
    main(opened)
