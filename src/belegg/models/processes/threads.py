"""Some threads that ask an embedder elsewhere."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Self

from belegg.seams import Embedder

Job = tuple[Future[list[bytes]], Sequence[str]]


class InThreads:
    """
    `count` threads that wait for an embedder behind HTTP; what was not begun is left undone at the end.

    They are daemons, which those of an executor are not: a slow server must not hold up the end of the
    process until its time limit.
    """

    def __init__(self, embedder: Embedder, count: int) -> None:
        self.count = count
        self._embedder = embedder
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()

    def __enter__(self) -> Self:
        for _ in range(self.count):
            threading.Thread(target=self._work, name="embedding", daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        with suppress(Empty):
            while True:
                if (job := self._jobs.get_nowait()) is not None:
                    job[0].cancel()
        for _ in range(self.count):
            self._jobs.put(None)

    def passages(self, texts: Sequence[str]) -> Future[list[bytes]]:
        """The texts' vectors, when they came. The future raises ModelError."""
        coming: Future[list[bytes]] = Future()
        self._jobs.put((coming, list(texts)))
        return coming

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            coming, texts = job
            if not coming.set_running_or_notify_cancel():
                continue
            try:
                coming.set_result(list(self._embedder.passages(texts)))
            except BaseException as error:  # noqa: BLE001  whoever waits is told, whatever it was
                coming.set_exception(error)
