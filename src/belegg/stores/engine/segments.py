"""
Segments: immutable parts of the index over ascending, disjoint ranges of keys.

Rows of all segments lie in two tables by segment << 32 | term id (or group of 64 ids), so that a segment is
written in one sweep and a term is found by one step in each segment. Fresh passages have no segment: their
postings are made from their forward arrays in memory, until `fold` writes them down. Segments of one size
are merged, eight at a time, into the next size; merging is only joining, because their ranges of keys are
disjoint.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from belegg.errors import StoreUnhealthy
from belegg.stores.engine import statements
from belegg.stores.engine.arrays import Mask
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.forward import ForwardRow, Inverted
from belegg.stores.engine.postings import (
    GROUP_BITS,
    Piece,
    Rows,
    read_all,
    short_list,
    write_all,
)

TERM_BITS = 32
TERM_MASK = (1 << TERM_BITS) - 1


class Segment(NamedTuple):
    """A segment as the table `segments` lists it; `passages` are those whose postings it holds."""

    id: int
    first_key: int
    end_key: int
    passages: int
    postings: int

    @property
    def span(self) -> int:
        return self.end_key - self.first_key

    def of(self, keys: Mask) -> Mask:
        """The part of a mask by key that stands for its passages."""
        return keys[self.first_key : self.end_key]


class Segments:
    """The segments of one side, through one connection."""

    def __init__(self, connection: Connection, side: int) -> None:
        self._connection = connection
        self._segments = f"segments_{side}"
        self._short = f"short_lists_{side}"
        self._long = f"long_lists_{side}"
        self._forward = f"forward_{side}"

    # ------------------------------------------------------------ reading

    def all(self) -> tuple[Segment, ...]:
        """Every segment that serves, by its keys."""
        rows = self._connection.execute(
            f"SELECT id, first_key, end_key, passages, postings FROM {self._segments} "
            "WHERE ready = 1 ORDER BY first_key"
        )
        return tuple(Segment(*row) for row in rows)

    def refuse_lost(self, segments: Sequence[Segment]) -> None:
        """Raises StoreUnhealthy when a segment with postings has no row: to find nothing is a lie then."""
        for segment in segments:
            first, end = segment.id << TERM_BITS, (segment.id + 1) << TERM_BITS
            there = f"SELECT EXISTS (SELECT 1 FROM {self._short} WHERE key >= ? AND key < ?)"
            long = f"SELECT EXISTS (SELECT 1 FROM {self._long} WHERE key >= ? AND key < ?)"
            rows = [statements.row(self._connection, sql, (first, end))[0] for sql in (there, long)]
            if segment.postings and not any(rows):
                raise StoreUnhealthy("the index has lost its postings; `belegg reanalyse` builds it anew")

    def pieces(self, segments: Sequence[Segment], ids: Sequence[int]) -> dict[int, list[tuple[int, Piece]]]:
        """By term id, its postings in these segments with the segment's place, in order."""
        found: dict[tuple[int, int], Piece] = {}
        served = {segment.id: segment for segment in segments}
        groups: dict[int, list[int]] = {}
        for number in ids:
            groups.setdefault(number >> GROUP_BITS, []).append(number)
        of_groups = [(segment, group) for segment in served for group in groups]
        for key, data in self._rows_of(self._short, "key, data", of_groups):
            segment = served[key >> TERM_BITS]
            for number in groups[key & TERM_MASK]:
                size, values = short_list(number, data)
                if size:
                    found[segment.id, number] = Piece(size, values, segment.first_key, segment.span, True)
        others = [(segment, number) for segment in served for number in ids if (segment, number) not in found]
        for key, size, data in self._rows_of(self._long, "key, size, data", others):
            segment = served[key >> TERM_BITS]
            found[segment.id, key & TERM_MASK] = Piece(size, data, segment.first_key, segment.span, False)
        return {
            number: [(n, found[s.id, number]) for n, s in enumerate(segments) if (s.id, number) in found]
            for number in ids
        }

    def _rows_of(self, table: str, columns: str, wanted: Sequence[tuple[int, int]]) -> list[Any]:
        """Rows of a table for pairs of segment and number, in one statement."""
        if not wanted:
            return []
        keys = np.array([segment << TERM_BITS | number for segment, number in wanted], dtype=np.int64)
        sql = f"SELECT {columns} FROM carray(?) CROSS JOIN {table} WHERE key = value"
        return statements.rows(self._connection, sql, (self._connection.array(keys),))

    def forward_rows(self, first_key: int, end_key: int) -> list[ForwardRow]:
        """Forward arrays of passages by key."""
        rows = self._connection.execute(
            f"SELECT key, terms FROM {self._forward} WHERE key >= ? AND key < ? ORDER BY key",
            (first_key, end_key),
        )
        return [ForwardRow(*row) for row in rows]

    # ------------------------------------------------------------ writing

    def next_id(self) -> int:
        return int(
            statements.row(self._connection, f"SELECT coalesce(max(id), 0) + 1 FROM {self._segments}")[0]
        )

    def write_fresh(self, inverted: Inverted) -> None:
        """One new segment."""
        first_key, end_key = int(inverted.row_keys[0]), int(inverted.row_keys[-1]) + 1
        number = self.next_id()
        self._connection.execute(
            f"INSERT INTO {self._segments} VALUES (?, ?, ?, ?, ?, 1)",
            (number, first_key, end_key, inverted.row_keys.size, inverted.postings.ids.size),
        )
        by_posting = inverted.lengths[np.searchsorted(inverted.row_keys, inverted.postings.keys)]
        self.write_rows(number, write_all(inverted.postings, by_posting, first_key, end_key - first_key))

    def write_rows(self, segment: int, rows: Rows) -> None:
        """Put rows into a segment; ascending ids write each table in one sweep."""
        prefix = segment << TERM_BITS
        self._connection.executemany(
            f"INSERT INTO {self._short} VALUES (?, ?)", ((prefix | group, data) for group, data in rows.short)
        )
        self._connection.executemany(
            f"INSERT INTO {self._long} VALUES (?, ?, ?)",
            ((prefix | term, size, data) for term, size, data in rows.long),
        )

    def rows(self, segment: Segment, first_id: int, end_id: int) -> Rows:
        """A segment's rows for a range of term ids between multiples of 64."""
        prefix = segment.id << TERM_BITS
        short = statements.rows(
            self._connection,
            f"SELECT key - ?, data FROM {self._short} WHERE key >= ? AND key < ? ORDER BY key",
            (prefix, prefix | first_id >> GROUP_BITS, prefix | end_id >> GROUP_BITS),
        )
        long = statements.rows(
            self._connection,
            f"SELECT key - ?, size, data FROM {self._long} WHERE key >= ? AND key < ? ORDER BY key",
            (prefix, prefix | first_id, prefix | end_id),
        )
        return Rows(short, long)

    # ------------------------------------------------------------ merging

    def end_id(self, segment: Segment) -> int:
        """A multiple of 64 above all term ids that a segment holds."""
        prefix = segment.id << TERM_BITS
        groups = [
            int(statements.row(self._connection, sql, (prefix, prefix + (1 << TERM_BITS)))[0] or 0)
            & TERM_MASK
            for sql in (
                f"SELECT max(key) FROM {self._short} WHERE key >= ? AND key < ?",
                f"SELECT max(key) FROM {self._long} WHERE key >= ? AND key < ?",
            )
        ]
        return (max(groups[0], groups[1] >> GROUP_BITS) + 1) << GROUP_BITS

    def begin(self, first_key: int, end_key: int) -> Segment:
        """A new segment that does not serve yet."""
        segment = Segment(self.next_id(), first_key, end_key, 0, 0)
        self._connection.execute(f"INSERT INTO {self._segments} VALUES (?, ?, ?, 0, 0, 0)", segment[:3])
        return segment

    def replace(self, sources: Sequence[Segment], merged: Segment) -> None:
        """Let a merged segment serve in the place of its sources, whose rows become garbage."""
        self._connection.execute("UPDATE state SET generation = generation + 1, layout = layout + 1")
        self._connection.executemany(
            f"UPDATE {self._segments} SET ready = 0 WHERE id = ?", [(source.id,) for source in sources]
        )
        self._connection.execute(
            f"UPDATE {self._segments} SET ready = 1, passages = ?, postings = ? WHERE id = ?",
            (merged.passages, merged.postings, merged.id),
        )

    def unready(self) -> list[int]:
        """Segments that do not serve: merged away, or left by a merge that was killed."""
        found = statements.rows(self._connection, f"SELECT id FROM {self._segments} WHERE ready = 0")
        return [row[0] for row in found]

    def clear(self, segment: int, most_rows: int) -> None:
        """Remove some rows of an unready segment, and it when it has none left."""
        prefix = segment << TERM_BITS
        for table in (self._short, self._long):
            self._connection.execute(
                f"DELETE FROM {table} WHERE key IN "
                f"(SELECT key FROM {table} WHERE key >= ? AND key < ? ORDER BY key LIMIT ?)",
                (prefix, prefix + (1 << TERM_BITS), most_rows),
            )
            if self._connection.changes() == most_rows:
                return
        self._connection.execute(f"DELETE FROM {self._segments} WHERE id = ?", (segment,))

    def used_ids(self) -> npt.NDArray[np.int64]:
        """The ids of all terms that any segment holds."""
        long = statements.rows(self._connection, f"SELECT DISTINCT key & ? FROM {self._long}", (TERM_MASK,))
        short = statements.rows(self._connection, f"SELECT key & ?, data FROM {self._short}", (TERM_MASK,))
        in_groups = read_all(Rows(short, []), 0, 0).ids
        return np.union1d(in_groups, np.array([row[0] for row in long], dtype=np.int64))
