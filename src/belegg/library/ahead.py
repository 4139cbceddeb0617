"""
Looking ahead: while one file is being stored the next ones are being fetched, in threads that wait for the
processes that read. What comes out is in the order of what went in, whoever was done first.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Self, TypeVar

T = TypeVar("T")
R = TypeVar("R")

MOST_WORKERS = 4
MOST_BYTES = 64_000_000
"""Of files that are fetched and not yet stored. One alone may be larger."""

TICK_S = 0.2


def default_workers() -> int:
    """As many as there are cores for us, at most four."""
    affinity = getattr(os, "sched_getaffinity", None)
    cores = len(affinity(0)) if affinity else os.cpu_count() or 1
    return min(cores, MOST_WORKERS)


class Ahead:
    """
    `workers` threads. Leaving it waits for what they are at: whoever wants them to end first ends what they
    wait for.
    """

    def __init__(self, workers: int) -> None:
        self._most = 2 * workers + 2
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="belegg-ahead")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._threads.shutdown(cancel_futures=True)

    def over(
        self, items: Iterable[T], work: Callable[[T], R], size_bytes: Callable[[T], int | None]
    ) -> Iterator[tuple[T, R | None] | None]:
        """
        Each item with what `work` makes of it, in order; None now and then while one is waited for.

        `size_bytes` says what an item holds until it is taken; None for one that needs no work.
        """
        waiting: deque[tuple[T, Future[R] | None, int]] = deque()
        coming = iter(items)
        held, whole = 0, False
        try:
            while True:
                while not whole and len(waiting) < self._most and held < MOST_BYTES:
                    item = next(coming, None)
                    if item is None:
                        whole = True
                        break
                    size = size_bytes(item)
                    future = None if size is None else self._threads.submit(work, item)
                    waiting.append((item, future, size or 0))
                    held += size or 0
                if not waiting:
                    return
                item, future, size = waiting[0]
                while future is not None and not wait([future], TICK_S).done:
                    yield None
                waiting.popleft()
                held -= size
                yield item, None if future is None else future.result()
        finally:
            for _, future, _ in waiting:
                if future is not None:
                    future.cancel()
