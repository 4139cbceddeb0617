"""
What a search needs of every passage and document, in arrays: one committed state, shared by all threads.

A snapshot never changes. The next one takes over what stayed the same: arrays by key only grow at their end,
where no older snapshot looks, and are shared; what can change in the middle is copied.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from belegg.errors import StoreUnhealthy
from belegg.stores.engine import statements
from belegg.stores.engine.arrays import AnyArray, Counts, Lengths, Mask, ranges
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.formula import Formula
from belegg.stores.engine.fresh import Fresh, with_newer
from belegg.stores.engine.indexing import unpacked_traits
from belegg.stores.engine.segments import Segment, Segments


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

    def same_words(self, other: State) -> bool:
        """Whether numbers of terms and segments mean the same in both."""
        return (self.edition, self.removals) == (other.edition, other.removals)


def state_of(connection: Connection) -> State:
    sql = "SELECT generation, layout, edition, next_key, folded_key, removals FROM state"
    return State(*statements.row(connection, sql))


@dataclass(slots=True)
class Column:
    """Values by number, in a buffer that grows at its end."""

    buffer: AnyArray

    def reach(self, size: int) -> None:
        if self.buffer.size < size:
            grown = np.zeros(size + size // 4, dtype=self.buffer.dtype)
            grown[: self.buffer.size] = self.buffer
            self.buffer = grown


@dataclass(frozen=True, slots=True)
class Columns:
    """
    What all snapshots share. By key: length, document's number, traits. By document's number: its id.

    The last three are of the newest state and for the next refresh only: where each document's passages lie
    now, and how many words they have.
    """

    lengths: Column
    document: Column
    traits: Column
    ids: Column
    first_key: Column
    passages: Column
    words: Column

    def reach(self, keys: int, documents: int) -> None:
        for column in (self.lengths, self.document, self.traits):
            column.reach(keys)
        for column in (self.ids, self.first_key, self.passages, self.words):
            column.reach(documents)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """
    `access`: the access list of each document, by number. `live`: whether a passage, by key, belongs to a
    current document; how many do, how many words they have, and the most that one had. `views` are kept by
    who asks, and so are those of the snapshot before; `readable` are the access lists that each may read.
    """

    state: State
    columns: Columns
    access: Counts
    live: Mask
    passages: int
    words: int
    longest: int
    segments: tuple[Segment, ...]
    fresh: tuple[Fresh, ...]
    views: dict[Any, Any] = field(default_factory=dict)
    earlier_views: dict[Any, Any] = field(default_factory=dict)
    readable: dict[Any, Any] = field(default_factory=dict)
    earlier_readable: dict[Any, Any] = field(default_factory=dict)

    @property
    def lengths(self) -> Lengths:
        return self.columns.lengths.buffer[: self.state.next_key]

    @property
    def document(self) -> AnyArray:
        return self.columns.document.buffer[: self.state.next_key]

    @property
    def traits(self) -> AnyArray:
        return self.columns.traits.buffer[: self.state.next_key]

    @property
    def ids(self) -> AnyArray:
        return self.columns.ids.buffer[: self.access.size]


def empty() -> Snapshot:
    types = (np.uint16, np.int32, np.uint16, np.object_, np.int64, np.int64, np.int64)
    columns = Columns(*(Column(np.zeros(0, dtype=each)) for each in types))
    nobody = np.zeros(1, dtype=np.int64)  # documents count from 1
    return Snapshot(
        State(-1, -1, -1, 0, 0, -1), columns, nobody, np.zeros(0, dtype=np.bool_), 0, 0, 0, (), ()
    )


def refreshed(old: Snapshot, connection: Connection, state: State, formula: Formula) -> Snapshot:
    """The snapshot of a newer state, read inside the transaction that saw it."""
    if not old.state.same_words(state):
        old = empty()
    rows = changed_documents(connection, old.state, state)
    segments = Segments(connection, state.side)
    same = old.state.layout == state.layout
    parts = old.fresh if same else ()
    newest = segments.forward_rows(old.state.next_key if same else state.folded_key, state.next_key)
    if newest:
        parts = with_newer(parts, Fresh.of(newest, formula))
    served = old.segments if same else segments.all()
    try:
        changed = with_changed(old, rows, state)
    except IndexError as error:
        raise StoreUnhealthy("documents name passages that are not there; restore a backup") from error
    return Snapshot(state, old.columns, *changed, served, parts)


Changed = Sequence[tuple[int, str, int, int, int, bytes | None, bytes | None]]


def changed_documents(connection: Connection, old: State, state: State) -> Changed:
    """Number, id, access list, first key, passages, lengths, traits of what changed, by number."""
    # Without a word from us SQLite reads all documents, because they already lie in the order asked for.
    by_index = "INDEXED BY documents_by_generation" if old.generation >= 0 else ""
    return statements.rows(
        connection,
        "SELECT d.number, d.id, d.access, d.current * d.first_key, d.current * d.passages, e.lengths, "
        f"e.traits FROM documents AS d {by_index} LEFT JOIN extents_{state.side} AS e "
        "ON e.document = d.number AND d.current = 1 WHERE d.generation > ? ORDER BY d.number",
        (old.generation,),
    )


def with_changed(old: Snapshot, rows: Changed, state: State) -> tuple[Counts, Mask, int, int, int]:
    """Access, living passages, their number, words and greatest length with these documents as they are."""
    columns = old.columns
    size = max(old.access.size, rows[-1][0] + 1) if rows else old.access.size
    columns.reach(state.next_key, size)
    live = longer(old.live, state.next_key)
    if not rows:
        return old.access, live, old.passages, old.words, old.longest
    numbers = np.array([row[0] for row in rows], dtype=np.int64)
    first_key, passages, words = (c.buffer for c in (columns.first_key, columns.passages, columns.words))
    gone = (int(passages[numbers].sum()), int(words[numbers].sum()))
    live[ranges(first_key[numbers], passages[numbers])] = False
    columns.ids.buffer[numbers] = [row[1] for row in rows]
    access = longer(old.access, size)
    access[numbers] = [row[2] for row in rows]
    first_key[numbers] = [row[3] for row in rows]
    passages[numbers] = counts = np.array([row[4] for row in rows], dtype=np.int64)
    keys = ranges(first_key[numbers], counts)
    live[keys] = True
    lengths = np.frombuffer(b"".join(row[5] or b"" for row in rows), np.uint16)
    traits = b"".join(unpacked_traits(row[6], row[4]) for row in rows if row[6])
    columns.lengths.buffer[keys] = lengths
    columns.document.buffer[keys] = np.repeat(numbers, counts)
    columns.traits.buffer[keys] = np.frombuffer(traits, np.uint16)
    words[numbers] = sums(lengths, counts)
    longest = max(old.longest, int(lengths.max(initial=0)))
    held = (old.passages - gone[0] + keys.size, old.words - gone[1] + int(words[numbers].sum()))
    return access, live, *held, longest


def longer(array: AnyArray, size: int) -> AnyArray:
    """A copy that ends in zeros."""
    grown = np.empty(size, dtype=array.dtype)
    grown[: array.size] = array
    grown[array.size :] = 0
    return grown


def sums(values: Lengths, counts: Counts) -> Counts:
    """The sum of each consecutive group."""
    total = np.concatenate(([0], np.cumsum(values, dtype=np.int64)))
    ends = np.cumsum(counts)
    difference: Counts = total[ends] - total[ends - counts]
    return difference
