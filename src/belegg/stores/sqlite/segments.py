"""
Segments: immutable parts of the index over ascending, disjoint ranges of keys.

Rows of all segments lie in one table by segment << 32 | term id, so that a segment is written in one sweep
and a term is found by one step in each segment. Fresh passages have no segment: their postings are made
from their forward arrays in memory, until `fold` writes them down. Segments of one size are merged, eight
at a time, into the next size; merging is only joining, because their ranges of keys are disjoint.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import apsw
import numpy as np

from belegg.stores.sqlite import statements
from belegg.stores.sqlite.forward import ForwardRow, Inverted
from belegg.stores.sqlite.postings import Piece, Row, base_of, chunks_of, write_all

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

    def pieces(self, segments: Sequence[Segment], ids: Sequence[int]) -> dict[int, list[tuple[int, Piece]]]:
        """By term id, its postings in these segments with the segment's place, in order; one statement."""
        prefixes = np.array([segment.id << TERM_BITS for segment in segments], dtype=np.int64)
        wanted = np.add.outer(prefixes, np.array(ids, dtype=np.int64)).ravel()
        found: dict[int, list[tuple[int, Piece]]] = {number: [] for number in ids}
        if not wanted.size:
            return found
        parts = {part.id: (place, part.base, part.chunks) for place, part in enumerate(segments)}
        rows = statements.rows(
            self._connection,
            f"SELECT p.key, p.count, p.data FROM carray(?) AS t CROSS JOIN {self._postings} AS p "
            "ON p.key = t.value",
            (apsw.carray(wanted),),
        )
        for key, count, data in rows:
            place, base, chunks = parts[key >> TERM_BITS]
            found[key & TERM_MASK].append((place, Piece(count, data, base, chunks)))
        return found

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
            (number, first_key, end_key, inverted.row_keys.size, inverted.postings.ids.size),
        )
        by_posting = inverted.lengths[np.searchsorted(inverted.row_keys, inverted.postings.keys)]
        rows = write_all(inverted.postings, by_posting, base_of(first_key), chunks_of(first_key, end_key))
        self.write_rows(number, rows)

    def write_rows(self, segment: int, rows: Iterable[Row]) -> None:
        """Put rows into a segment; ascending ids write the table in one sweep."""
        prefix = segment << TERM_BITS
        self._connection.executemany(
            f"INSERT INTO {self._postings} VALUES (?, ?, ?)",
            ((prefix | term, count, data) for term, count, data in rows),
        )

    def rows(self, segment: Segment, first_id: int, end_id: int) -> list[Row]:
        """A segment's rows for a range of term ids."""
        prefix = segment.id << TERM_BITS
        sql = f"SELECT key - ?, count, data FROM {self._postings} WHERE key >= ? AND key < ? ORDER BY key"
        return statements.rows(self._connection, sql, (prefix, prefix | first_id, prefix | end_id))

    # ------------------------------------------------------------ merging

    def last_id(self, segment: Segment) -> int:
        """The greatest term id that a segment holds."""
        prefix = segment.id << TERM_BITS
        sql = f"SELECT coalesce(max(key), ?) - ? FROM {self._postings} WHERE key >= ? AND key < ?"
        bindings = (prefix, prefix, prefix, prefix + (1 << TERM_BITS))
        return int(statements.row(self._connection, sql, bindings)[0])

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
        self._connection.execute(
            f"DELETE FROM {self._postings} WHERE key IN (SELECT key FROM {self._postings} "
            "WHERE key >= ? AND key < ? ORDER BY key LIMIT ?)",
            (prefix, prefix + (1 << TERM_BITS), most_rows),
        )
        if self._connection.changes() < most_rows:
            self._connection.execute(f"DELETE FROM {self._segments} WHERE id = ?", (segment,))
