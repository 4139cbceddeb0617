"""
Merging segments: which ones, and how, in short transactions.

A merged segment is written slice by slice of term ids beside those that serve, and takes their place in one
transaction. Killed in between, it is left unready: nobody reads it, and the next merge removes it. Lists of
one term are put one after another, for the segments' ranges of keys are disjoint and ascending; postings of
dead passages are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress

import numpy as np

from belegg.errors import StoreBusy
from belegg.stores.sqlite.file import LibraryFile
from belegg.stores.sqlite.lock import MERGER, only_one
from belegg.stores.sqlite.postings import Postings, read_all, write_all
from belegg.stores.sqlite.segments import Segment, Segments
from belegg.stores.sqlite.snapshot import Snapshot
from belegg.stores.sqlite.writer import SqliteWriter

TOGETHER = 8
SMALLEST_TIER = 4_096  # passages
SLICE_POSTINGS = 400_000  # written in one transaction, some 0.1 s
FIRST_SLICE_TERMS = 64
ROWS_AT_ONCE = 20_000

Merging = Callable[[], AbstractContextManager[tuple[Segments, Snapshot]]]
"""Opens a writing transaction for one slice; other writers come in between."""


def tier(segment: Segment) -> int:
    """0 below 4,096 passages, 1 below 8 times as many, and so on."""
    number, limit = 0, SMALLEST_TIER
    while segment.passages >= limit:
        number, limit = number + 1, limit * TOGETHER
    return number


def due(segments: Sequence[Segment]) -> Sequence[Segment]:
    """The first neighbours of one tier that are many enough to be merged; empty when none are."""
    start = 0
    for end in range(1, len(segments) + 1):
        if end == len(segments) or tier(segments[end]) != tier(segments[start]):
            if end - start >= TOGETHER:
                return segments[start : start + TOGETHER]
            start = end
    return ()


def merge(transaction: Merging, sources: Sequence[Segment]) -> None:
    """Merge neighbouring segments into one."""
    with transaction() as (segments, snapshot):
        target = segments.begin(sources[0].first_key, sources[-1].end_key)
        last_id = max(segments.last_id(source) for source in sources)
        # Counted before the first slice: what dies later keeps postings, and the count says so.
        passages = int(np.count_nonzero(snapshot.live[target.first_key : target.end_key]))
    postings, first_id, width = 0, 1, FIRST_SLICE_TERMS
    while first_id <= last_id:
        with transaction() as (segments, snapshot):
            merged = merged_postings(segments, snapshot, sources, first_id, first_id + width)
            lengths = snapshot.lengths[merged.keys]
            segments.write_rows(target.id, write_all(merged, lengths, target.base, target.chunks))
        postings += merged.ids.size
        first_id += width
        width = next_width(width, merged.ids.size)
    with transaction() as (segments, _):
        segments.replace(sources, target._replace(passages=passages, postings=postings))


def merged_postings(
    segments: Segments, snapshot: Snapshot, sources: Sequence[Segment], first_id: int, end_id: int
) -> Postings:
    """The living postings of a range of terms, from all sources."""
    parts = [read_all(segments.rows(s, first_id, end_id), s.base, s.chunks) for s in sources]
    ids, keys, frequencies = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    living = Postings(ids, keys, frequencies).only(snapshot.live[keys])
    order = np.argsort(living.ids, kind="stable")
    return Postings(living.ids[order], living.keys[order], living.frequencies[order])


def next_width(width: int, postings: int) -> int:
    """Terms have longer lists the smaller their ids: slices widen on the way."""
    if postings < SLICE_POSTINGS // 2:
        return width * 2
    return max(1, width // 2) if postings > SLICE_POSTINGS else width


def clear_unready(transaction: Merging) -> None:
    """Remove the rows of segments that serve no more, a bounded number in each transaction."""
    done = False
    while not done:
        with transaction() as (segments, _):
            unready = segments.unready()
            done = not unready or (segments.clear(unready[0], ROWS_AT_ONCE) and len(unready) == 1)


def merge_what_is_due(file: LibraryFile) -> None:
    """Merge small segments. Another process may be at it: then it will do."""
    if not due(file.newest().segments):
        return
    with suppress(StoreBusy), only_one(file.path, MERGER, "merge", 0):
        while sources := due(file.newest().segments):
            merge(file.merging, sources)
        clear_unready(file.merging)


def fold_all(file: LibraryFile, purpose: str) -> None:
    """Leave no fresh passages."""
    with file.transaction(purpose) as (connection, state):
        SqliteWriter(connection, state, file.index(connection, state), file.step).finish(0)


def merge_all(file: LibraryFile) -> None:
    """Bring everything into one segment."""
    fold_all(file, "compact")
    with only_one(file.path, MERGER, "compact", file.wait_s):
        segments = file.newest().segments
        if len(segments) > 1:
            merge(file.merging, segments)


def drop_dead(file: LibraryFile, purpose: str) -> None:
    """Write each segment anew that still holds postings of passages that are gone."""
    with only_one(file.path, MERGER, purpose, file.wait_s):
        snapshot = file.newest()
        for segment in snapshot.segments:
            living = int(np.count_nonzero(snapshot.live[segment.first_key : segment.end_key]))
            if living != segment.passages:
                merge(file.merging, [segment])
        clear_unready(file.merging)
