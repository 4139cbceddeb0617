"""
Segments: immutable parts of the index over ascending, disjoint ranges of keys.

Rows of all segments lie in one table by segment << 32 | term id, so that a segment is written in one sweep
and a term is found by one step in each segment. Fresh passages have no segment: their postings are made
from their forward arrays in memory, until `fold` writes them down. Segments of one size are merged, eight
at a time, into the next size; merging is only joining, because their ranges of keys are disjoint.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import apsw
import numpy as np

from belegg.stores.sqlite.arrays import Lengths
from belegg.stores.sqlite.forward import ForwardRow, Inverted
from belegg.stores.sqlite.postings import Run, base_of, chunks_of, read, write

TERM_BITS = 32


class Segment(NamedTuple):
    """A segment as the table `segments` lists it; `passages` are those whose postings it holds."""

    id: int
    first_key: int
    end_key: int
    passages: int
    postings: int

    @property
    def base(self) -> int:
        return base_of(self.first_key)

    @property
    def chunks(self) -> int:
        return chunks_of(self.first_key, self.end_key)


class Segments:
    """The segments of one side, through one connection."""

    def __init__(self, connection: apsw.Connection, side: int) -> None:
        self._connection = connection
        self._segments = f"segments_{side}"
        self._postings = f"postings_{side}"
        self._forward = f"forward_{side}"

    # ------------------------------------------------------------ reading

    def all(self) -> tuple[Segment, ...]:
        """Every segment that serves, by its keys."""
        rows = self._connection.execute(
            f"SELECT id, first_key, end_key, passages, postings FROM {self._segments} "
            "WHERE ready = 1 ORDER BY first_key"
        )
        return tuple(Segment(*row) for row in rows)

    def runs(self, segment: Segment, ids: Sequence[int], lengths: Lengths) -> dict[int, Run]:
        """The postings of these terms in a segment."""
        prefix = segment.id << TERM_BITS
        wanted = np.array([prefix | term for term in ids], dtype=np.int64)
        rows = self._connection.execute(
            f"SELECT p.key, p.count, p.data FROM carray(?) AS t CROSS JOIN {self._postings} AS p "
            "ON p.key = t.value",
            (apsw.carray(wanted),),
        )
        base, chunks = segment.base, segment.chunks
        return {key - prefix: read(count, data, base, chunks, lengths) for key, count, data in rows}

    def forward_rows(self, first_key: int, end_key: int) -> list[ForwardRow]:
        """Forward arrays of passages by key."""
        rows = self._connection.execute(
            f"SELECT key, terms FROM {self._forward} WHERE key >= ? AND key < ? ORDER BY key",
            (first_key, end_key),
        )
        return [ForwardRow(*row) for row in rows]

    # ------------------------------------------------------------ writing

    def next_id(self) -> int:
        return int(self._connection.execute(f"SELECT coalesce(max(id), 0) + 1 FROM {self._segments}").get)

    def write_fresh(self, inverted: Inverted) -> None:
        """One new segment."""
        first_key, end_key = int(inverted.row_keys[0]), int(inverted.row_keys[-1]) + 1
        number = self.next_id()
        self._connection.execute(
            f"INSERT INTO {self._segments} VALUES (?, ?, ?, ?, ?, 1)",
            (number, first_key, end_key, inverted.row_keys.size, inverted.ids.size),
        )
        self._connection.executemany(
            f"INSERT INTO {self._postings} VALUES (?, ?, ?)",
            fresh_rows(number << TERM_BITS, inverted, base_of(first_key), chunks_of(first_key, end_key)),
        )


def fresh_rows(
    prefix: int, inverted: Inverted, base: int, chunks: int
) -> Iterator[tuple[int, int, int | bytes]]:
    """Rows of the table `postings`, in its order."""
    keys = inverted.keys - base
    starts = np.flatnonzero(np.diff(inverted.ids, prepend=np.uint32(0)))
    lengths = inverted.lengths[np.searchsorted(inverted.row_keys, inverted.keys)]
    shortest = np.minimum.reduceat(lengths, starts).tolist() if starts.size else []
    ids, firsts = inverted.ids[starts].tolist(), starts.tolist()
    for term, start, end, short in zip(ids, firsts, [*firsts[1:], keys.size], shortest, strict=True):
        yield (
            prefix | term,
            end - start,
            write(keys[start:end], inverted.frequencies[start:end], short, chunks),
        )
