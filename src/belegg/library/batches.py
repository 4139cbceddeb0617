"""Steps in lots, each of which fills a transaction."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from belegg.library.arrivals import Step
from belegg.library.prepare import Arrived

BATCH_FILES = 100
BATCH_S = 2.0
BATCH_BYTES = 8_000_000  # of files; what waits for its transaction must stay far below the memory promised


def batches(steps: Iterable[Step | None]) -> Iterator[list[Step]]:
    """
    Steps in lots that fill a transaction, by number, time or bytes. An empty lot while one is waited for:
    what is done is stored then, and whoever watches is told.
    """
    batch: list[Step] = []
    size, since = 0, time.monotonic()
    for step in steps:
        if step is not None:
            batch.append(step)
            size += step.prepared.held_bytes if isinstance(step.prepared, Arrived) else 0
        late = time.monotonic() - since >= BATCH_S
        if late or len(batch) >= BATCH_FILES or size >= BATCH_BYTES:
            yield batch
            batch, size, since = [], 0, time.monotonic()
        elif step is None:
            yield []
    if batch:
        yield batch
