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
from belegg.stores.sqlite.indexing import unpacked_traits
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
class ByKey:
    """Of each passage its length, its document's number, its traits."""

    lengths: Column
    document: Column
    traits: Column


class ByDocument(NamedTuple):
    """Of each document, by number: its id, access list, first key, passages, words. 0 when not current."""

    ids: AnyArray
    access: Counts
    first_key: Keys
    passages: Counts
    words: Counts

    def copy(self, size: int) -> ByDocument:
        """A copy with room for numbers below `size`."""
        return ByDocument(*(longer(array, size) for array in self))


@dataclass(frozen=True, slots=True)
class Snapshot:
    """`live`, by key: whether a passage belongs to a current document. `views` are kept by who asks."""

    state: State
    by_key: ByKey
    by_document: ByDocument
    live: Mask
    segments: tuple[Segment, ...]
    fresh: tuple[Fresh, ...]
    views: dict[Any, Any] = field(default_factory=dict)

    @property
    def lengths(self) -> Lengths:
        return self.by_key.lengths.buffer[: self.state.next_key]

    @property
    def document(self) -> AnyArray:
        return self.by_key.document.buffer[: self.state.next_key]

    @property
    def traits(self) -> AnyArray:
        return self.by_key.traits.buffer[: self.state.next_key]


def empty() -> Snapshot:
    none = np.zeros(1, dtype=np.int64)  # documents count from 1
    by_key = ByKey(
        Column(np.zeros(0, dtype=np.uint16)),
        Column(np.zeros(0, dtype=np.int32)),
        Column(np.zeros(0, dtype=np.uint16)),
    )
    by_document = ByDocument(np.zeros(1, dtype=np.object_), none, none, none, none)
    return Snapshot(State(-1, -1, -1, 0, 0, -1), by_key, by_document, np.zeros(0, dtype=np.bool_), (), ())


def refreshed(old: Snapshot, connection: apsw.Connection, state: State, formula: Formula) -> Snapshot:
    """The snapshot of a newer state, read inside the transaction that saw it."""
    if (old.state.edition, old.state.removals) != (state.edition, state.removals):
        old = empty()
    rows = statements.rows(
        connection,
        "SELECT d.number, d.id, d.access, d.current * d.first_key, d.current * d.passages, e.lengths, "
        f"e.traits FROM documents AS d LEFT JOIN extents_{state.side} AS e "
        "ON e.document = d.number AND d.current WHERE d.generation > ? ORDER BY d.number",
        (old.state.generation,),
    )
    by_document, live = with_changed(old, rows, state)
    segments = Segments(connection, state.side)
    same = old.state.layout == state.layout
    parts = old.fresh if same else ()
    newest = segments.forward_rows(old.state.next_key if same else state.folded_key, state.next_key)
    if newest:
        parts = with_newer(parts, Fresh.of(newest, formula))
    served = old.segments if same else segments.all()
    return Snapshot(state, old.by_key, by_document, live, served, parts)


Changed = Sequence[tuple[int, str, int, int, int, bytes | None, bytes | None]]


def with_changed(old: Snapshot, rows: Changed, state: State) -> tuple[ByDocument, Mask]:
    """Documents and living passages with these documents as they are now; the columns grow in place."""
    for column in (old.by_key.lengths, old.by_key.document, old.by_key.traits):
        column.reach(state.next_key)
    live = longer(old.live, state.next_key)
    if not rows:
        return old.by_document, live
    numbers = np.array([row[0] for row in rows], dtype=np.int64)
    new = old.by_document.copy(max(old.by_document.access.size, int(numbers[-1]) + 1))
    live[ranges(new.first_key[numbers], new.passages[numbers])] = False
    new.ids[numbers] = [row[1] for row in rows]
    new.access[numbers] = [row[2] for row in rows]
    new.first_key[numbers] = [row[3] for row in rows]
    new.passages[numbers] = [row[4] for row in rows]
    counts = new.passages[numbers]
    keys = ranges(new.first_key[numbers], counts)
    live[keys] = True
    lengths = np.frombuffer(b"".join(row[5] or b"" for row in rows), np.uint16)
    old.by_key.lengths.buffer[keys] = lengths
    old.by_key.document.buffer[keys] = np.repeat(numbers, counts)
    old.by_key.traits.buffer[keys] = np.frombuffer(
        b"".join(unpacked_traits(row[6], row[4]) for row in rows if row[6]), np.uint16
    )
    new.words[numbers] = sums(lengths, counts)
    return new, live


def longer(array: AnyArray, size: int) -> AnyArray:
    """A copy that ends in zeros."""
    grown = np.zeros(size, dtype=array.dtype)
    grown[: array.size] = array
    return grown


def sums(values: Lengths, counts: Counts) -> Counts:
    """The sum of each consecutive group."""
    total = np.concatenate(([0], np.cumsum(values, dtype=np.int64)))
    ends = np.cumsum(counts)
    difference: Counts = total[ends] - total[ends - counts]
    return difference
