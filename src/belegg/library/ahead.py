"""
Looking ahead: while one file is being stored the next ones are being fetched, in threads that wait for the
processes that read. What comes out is in the order of what went in, whoever was done first.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Self, TypeGuard, TypeVar

T = TypeVar("T")
R = TypeVar("R")

MOST_WORKERS = 4
MOST_BYTES = 64_000_000
"""Of files, and of what was read in them, not yet stored. One alone may be larger."""

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
        self,
        items: Iterable[T],
        work: Callable[[T], R],
        size_bytes: Callable[[T], int | None],
        held_bytes: Callable[[R], int] = lambda _: 0,
    ) -> Iterator[tuple[T, R | None] | None]:
        """
        Each item with what `work` makes of it, in order; None now and then while one is waited for.

        `size_bytes` says what an item holds before it is worked on, None for one that needs no work;
        `held_bytes` what came of it: a small file may hold much.
        """
        waiting: deque[tuple[T, Future[R] | None, int]] = deque()
        coming = iter(items)
        whole = False

        def held() -> int:
            outcomes = ((size, future) for _, future, size in waiting)
            return sum(max(size, held_bytes(f.result())) if _came(f) else size for size, f in outcomes)

        try:
            while True:
                while not whole and len(waiting) < self._most and held() < MOST_BYTES:
                    item = next(coming, None)
                    if item is None:
                        whole = True
                        break
                    size = size_bytes(item)
                    future = None if size is None else self._threads.submit(work, item)
                    waiting.append((item, future, size or 0))
                if not waiting:
                    return
                item, future, _ = waiting[0]
                while future is not None and not wait([future], TICK_S).done:
                    yield None
                waiting.popleft()
                yield item, None if future is None else future.result()
        finally:
            for _, future, _ in waiting:
                if future is not None:
                    future.cancel()


def _came(future: Future[R] | None) -> TypeGuard[Future[R]]:
    """Whether there is an outcome."""
    return future is not None and future.done() and not future.cancelled() and future.exception() is None
