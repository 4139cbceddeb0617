"""
Merging segments: which ones, and how, in short transactions.

A merged segment is written slice by slice of term ids beside those that serve, and takes their place in one
transaction. Killed in between, it is left unready: nobody reads it, and the next merge removes it. Lists of
one term are put one after another, for the segments' ranges of keys are disjoint and ascending; postings of
dead passages are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from belegg.errors import OutcomeUnknown, StoreBusy, StoreFull
from belegg.stores.engine.database import Database
from belegg.stores.engine.postings import GROUP, WIDEST, Postings, read_all, write_all
from belegg.stores.engine.roles import AT_ONCE, MERGER
from belegg.stores.engine.segments import Segment, Segments
from belegg.stores.engine.sizes import Sizes
from belegg.stores.engine.snapshot import Snapshot
from belegg.stores.engine.writer import EngineWriter

FIRST_SLICE_TERMS = 64


def tier(segment: Segment, sizes: Sizes) -> int:
    """0 below the smallest tier's passages, 1 below 8 times as many, and so on."""
    number, limit = 0, sizes.smallest_tier
    while segment.passages >= limit:
        number, limit = number + 1, limit * sizes.merged
    return number


def due(segments: Sequence[Segment], sizes: Sizes) -> Sequence[Segment]:
    """The first neighbours of one tier that are many enough to be merged; empty when none are."""
    start = 0
    for end in range(1, len(segments) + 1):
        if end == len(segments) or tier(segments[end], sizes) != tier(segments[start], sizes):
            if end - start >= sizes.merged and fits(segments[start : start + sizes.merged]):
                return segments[start : start + sizes.merged]
            start = end
    return ()


def fits(segments: Sequence[Segment]) -> bool:
    """Whether one segment can hold the keys of all."""
    return segments[-1].end_key - segments[0].first_key <= WIDEST


def merge(database: Database, sources: Sequence[Segment]) -> None:
    """Merge neighbouring segments into one."""
    with database.merging() as (segments, snapshot):
        target = segments.begin(sources[0].first_key, sources[-1].end_key)
        end_id = max(segments.end_id(source) for source in sources)
        # Counted before the first slice: what dies later keeps postings, and the count says so.
        passages = int(np.count_nonzero(snapshot.live[target.first_key : target.end_key]))
    postings, first_id, width = 0, 0, FIRST_SLICE_TERMS
    while first_id < end_id:
        with database.merging() as (segments, snapshot):
            merged = merged_postings(segments, snapshot, sources, first_id, first_id + width)
            lengths = snapshot.lengths[merged.keys]
            segments.write_rows(target.id, write_all(merged, lengths, target.first_key, target.span))
        postings += merged.ids.size
        first_id += width
        width = next_width(width, merged.ids.size, database.sizes.slice_postings)
    with database.merging() as (segments, _):
        segments.replace(sources, target._replace(passages=passages, postings=postings))


def merged_postings(
    segments: Segments, snapshot: Snapshot, sources: Sequence[Segment], first_id: int, end_id: int
) -> Postings:
    """The living postings of a range of terms, from all sources."""
    parts = [read_all(segments.rows(s, first_id, end_id), s.first_key, s.span) for s in sources]
    ids, keys, frequencies = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    living = Postings(ids, keys, frequencies).only(snapshot.live[keys])
    order = np.argsort(living.ids, kind="stable")
    return Postings(living.ids[order], living.keys[order], living.frequencies[order])


def next_width(width: int, postings: int, wanted: int) -> int:
    """Terms have longer lists the smaller their ids: slices widen on the way."""
    if postings < wanted // 2:
        return width * 2
    return max(GROUP, width // 2) if postings > wanted else width


def clear_unready(database: Database) -> None:
    """Remove the rows of segments that serve no more, a bounded number in each transaction."""
    left = True
    while left:
        with database.merging() as (segments, _):
            unready = segments.unready()
            if unready:
                segments.clear(unready[0], database.sizes.cleared_rows)
            left = bool(unready)


def merge_what_is_due(database: Database) -> None:
    """
    Merge small segments. Another process may be at it: then it will do. What was committed before is no less
    acknowledged when this cannot be done now; the next change goes on with it, and says what is in its way.
    """
    with suppress(StoreBusy, StoreFull, OutcomeUnknown):
        if not due(database.segments(), database.sizes):
            return
        with database.only_one(MERGER, "merge", AT_ONCE):
            while sources := due(database.segments(), database.sizes):
                merge(database, sources)
            clear_unready(database)


def fold_all(database: Database, purpose: str) -> None:
    """Leave no fresh passages."""
    with database.transaction(purpose) as (connection, state):
        index = database.index(connection, state)
        EngineWriter(connection, state, index, database.step, database.sizes).finish(0)


def merge_all(database: Database) -> None:
    """Bring everything into one segment, or as few as can be."""
    fold_all(database, "compact")
    with database.only_one(MERGER, "compact"):
        together: list[Segment] = []
        for segment in [*database.segments(), None]:
            if together and (segment is None or not fits([*together, segment])):
                if len(together) > 1:
                    merge(database, together)
                together = []
            together += [segment] if segment else []


def drop_dead(database: Database, purpose: str) -> None:
    """Write each segment anew that still holds postings of passages that are gone."""
    with database.only_one(MERGER, purpose):
        snapshot = database.newest()
        for segment in snapshot.segments:
            living = int(np.count_nonzero(snapshot.live[segment.first_key : segment.end_key]))
            if living != segment.passages:
                merge(database, [segment])
        clear_unready(database)
