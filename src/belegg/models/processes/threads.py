"""Some threads that ask an embedder elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Self

from belegg.seams import Embedder


class InThreads:
    """`count` threads that wait for an embedder behind HTTP; what was not begun is left undone at the end."""

    def __init__(self, embedder: Embedder, count: int) -> None:
        self.count = count
        self._embedder = embedder
        self._threads = ThreadPoolExecutor(count, "embedding")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def passages(self, texts: Sequence[str]) -> Future[list[bytes]]:
        """The texts' vectors, when they came. The future raises ModelError."""
        return self._threads.submit(lambda: list(self._embedder.passages(texts)))
