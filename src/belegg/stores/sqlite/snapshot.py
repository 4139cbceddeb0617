"""
What a search needs of every passage and document, in arrays: one committed state, shared by all threads.

A snapshot never changes. The next one takes over what stayed the same: arrays by key only grow at their end,
where no older snapshot looks, and are shared; what can change in the middle is copied.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import apsw
import numpy as np

from belegg.stores.sqlite import statements
from belegg.stores.sqlite.arrays import AnyArray, Counts, Keys, Lengths, Mask, ranges
from belegg.stores.sqlite.formula import Formula
from belegg.stores.sqlite.fresh import Fresh, with_newer
from belegg.stores.sqlite.segments import Segment, Segments


class State(NamedTuple):
    """The row of the table `state`."""

    generation: int
    layout: int
    edition: int
    next_key: int
    folded_key: int
    removals: int

    @property
    def side(self) -> int:
        """Which of the two sets of index tables serves."""
        return self.edition % 2


def state_of(connection: apsw.Connection) -> State:
    sql = "SELECT generation, layout, edition, next_key, folded_key, removals FROM state"
    return State(*statements.row(connection, sql))


@dataclass(slots=True)
class Column:
    """One value for each key, in a buffer that grows at its end."""

    buffer: AnyArray

    def reach(self, size: int) -> None:
        if self.buffer.size < size:
            grown = np.zeros(size + size // 4, dtype=self.buffer.dtype)
            grown[: self.buffer.size] = self.buffer
            self.buffer = grown


@dataclass(frozen=True, slots=True)
class Snapshot:
    """
    Arrays by key: `lengths`, `document` (its number), `traits`, `live` (belongs to a current document).
    Arrays by document number: `access` (list id), `first_key`, `passages` and `words` (0 when not current).
    """

    state: State
    columns: tuple[Column, Column, Column]
    live: Mask
    access: Counts
    first_key: Keys
    passages: Counts
    words: Counts
    segments: tuple[Segment, ...]
    fresh: tuple[Fresh, ...]
    views: dict[Any, Any] = field(default_factory=dict)

    @property
    def lengths(self) -> Lengths:
        return self.columns[0].buffer[: self.state.next_key]

    @property
    def document(self) -> AnyArray:
        return self.columns[1].buffer[: self.state.next_key]

    @property
    def traits(self) -> AnyArray:
        return self.columns[2].buffer[: self.state.next_key]


def empty() -> Snapshot:
    none = np.zeros(1, dtype=np.int64)  # documents count from 1
    columns = (
        Column(np.zeros(0, dtype=np.uint16)),
        Column(np.zeros(0, dtype=np.int32)),
        Column(np.zeros(0, dtype=np.uint16)),
    )
    live = np.zeros(0, dtype=np.bool_)
    return Snapshot(State(-1, -1, -1, 0, 0, -1), columns, live, none, none, none, none, (), ())


def refreshed(old: Snapshot, connection: apsw.Connection, state: State, formula: Formula) -> Snapshot:
    """The snapshot of a newer state, read inside the transaction that saw it."""
    if (old.state.edition, old.state.removals) != (state.edition, state.removals):
        old = empty()
    rows = statements.rows(
        connection,
        "SELECT d.number, d.access, d.current * d.first_key, d.current * d.passages, e.lengths, e.traits "
        f"FROM documents AS d LEFT JOIN extents_{state.side} AS e ON e.document = d.number AND d.current "
        "WHERE d.generation > ? ORDER BY d.number",
        (old.state.generation,),
    )
    by_key = with_changed(old, rows, state)
    segments = Segments(connection, state.side)
    same = old.state.layout == state.layout
    parts = old.fresh if same else ()
    newest = segments.forward_rows(old.state.next_key if same else state.folded_key, state.next_key)
    if newest:
        parts = with_newer(parts, Fresh.of(newest, formula))
    return Snapshot(state, *by_key, old.segments if same else segments.all(), parts)


Changed = Sequence[tuple[int, int, int, int, bytes | None, bytes | None]]


def with_changed(
    old: Snapshot, rows: Changed, state: State
) -> tuple[tuple[Column, Column, Column], Mask, Counts, Keys, Counts, Counts]:
    """The arrays with these documents as they are now."""
    columns = old.columns
    for column in columns:
        column.reach(state.next_key)
    live = np.zeros(state.next_key, dtype=np.bool_)
    live[: old.live.size] = old.live
    if not rows:
        return columns, live, old.access, old.first_key, old.passages, old.words
    numbers = np.array([row[0] for row in rows], dtype=np.int64)
    size = max(old.access.size, int(numbers[-1]) + 1)
    access, first_key, passages, words = (
        longer(array, size) for array in (old.access, old.first_key, old.passages, old.words)
    )
    live[ranges(first_key[numbers], passages[numbers])] = False
    access[numbers] = [row[1] for row in rows]
    first_key[numbers] = [row[2] for row in rows]
    passages[numbers] = [row[3] for row in rows]
    keys = ranges(first_key[numbers], passages[numbers])
    live[keys] = True
    lengths = np.frombuffer(b"".join(row[4] or b"" for row in rows), np.uint16)
    columns[0].buffer[keys] = lengths
    columns[1].buffer[keys] = np.repeat(numbers, passages[numbers])
    columns[2].buffer[keys] = np.frombuffer(b"".join(row[5] or b"" for row in rows), np.uint16)
    words[numbers] = sums(lengths, passages[numbers])
    return columns, live, access, first_key, passages, words


def longer(array: Counts, size: int) -> Counts:
    grown = np.zeros(size, dtype=np.int64)
    grown[: array.size] = array
    return grown


def sums(values: Lengths, counts: Counts) -> Counts:
    """The sum of each consecutive group."""
    total = np.concatenate(([0], np.cumsum(values, dtype=np.int64)))
    ends = np.cumsum(counts)
    difference: Counts = total[ends] - total[ends - counts]
    return difference
