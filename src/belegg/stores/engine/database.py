"""
A library's rows in one database, in use: transactions, and the snapshot that all readers of a process share.

`stores.sqlite` and `stores.postgres` say what a connection is, who waits for whom, and how a transaction
begins; all else is the same in both.
"""

from __future__ import annotations

import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any, ClassVar

from belegg.records import OWNER, Principal, Scope
from belegg.stores.engine import statements
from belegg.stores.engine.checked import Checked
from belegg.stores.engine.connection import Connection, Kind
from belegg.stores.engine.filters import NO_LISTS, Readable, in_scope, readable_lists
from belegg.stores.engine.formula import Formula
from belegg.stores.engine.indexing import Index
from belegg.stores.engine.reader import EngineReader
from belegg.stores.engine.roles import WRITER, Patience
from belegg.stores.engine.scoring import Board
from belegg.stores.engine.segments import Segment, Segments
from belegg.stores.engine.sizes import Sizes
from belegg.stores.engine.snapshot import Snapshot, State, empty, refreshed, state_of
from belegg.stores.engine.vector_memory import VectorMemory
from belegg.stores.engine.vector_reading import VectorReading
from belegg.stores.engine.view import InScope, View, view_of
from belegg.stores.engine.words import Words

MOST_VIEWS = 16
MOST_SCOPES = 16

Step = Callable[[str], None]
"""Called with the name of each step of a write; tests let it end the process."""


def nothing(step: str) -> None:
    """What happens at a step when nobody watches."""


class Database(ABC):
    """One library, opened. Safe to share between threads."""

    given_up: ClassVar[str]
    """How one gives up an unfinished copy, after "To give it up,"."""

    longest_key: ClassVar[int] = sys.maxsize
    """Texts of one index, in bytes together, up to which the database surely takes them."""

    def __init__(self, patience: Patience, formula: Formula, sizes: Sizes, step: Step) -> None:
        self.patience = patience
        self.formula = formula
        self.sizes = sizes
        self.step = step
        self._index: tuple[State, Index] | None = None
        self._snapshot = empty()
        self._words = ((-1, -1), Words())
        self._vectors = (-1, VectorMemory(sizes))
        self._refreshing = threading.Lock()

    # ------------------------------------------------------------ what each database does its own way

    @abstractmethod
    def connection(self) -> AbstractContextManager[tuple[Connection, Board]]:
        """A reading connection of one's own for a while, with its board."""

    @abstractmethod
    def begin(self, connection: Connection, who: Principal, lists: str) -> None:
        """
        Open a transaction that reads one committed state, the newest, until `end`. A database that keeps its
        rows itself shows those of `who`, and what stands under `lists` (as `Readable.text`).
        """

    @abstractmethod
    def show(self, connection: Connection, lists: str) -> None:
        """From here on in a transaction that reads: what stands under these lists, and no others."""

    @abstractmethod
    def end(self, connection: Connection) -> None:
        """End a reading transaction, also one that failed."""

    @abstractmethod
    def only_one(
        self, role: str, purpose: str, patience: Patience | None = None
    ) -> AbstractContextManager[None]:
        """Hold a role's lock. Raises StoreBusy naming the holder's purpose, StoreReadOnly."""

    @abstractmethod
    def holding(self, role: str) -> int | None:
        """The process that holds a role's lock by its number, 0 when it does not say; None for nobody."""

    @abstractmethod
    def writing_connection(self) -> Connection:
        """The one connection that can write. The writer's lock must be held."""

    @abstractmethod
    def committing(self) -> AbstractContextManager[tuple[Connection, State]]:
        """Committed at the end, rolled back on any error. The writer's lock must be held."""

    @abstractmethod
    def between(self) -> AbstractContextManager[tuple[Connection, State]]:
        """
        A transaction on a connection of its own, which needs no writer's lock: it comes in between the
        transactions of who holds that one for long. It must not touch the index.
        """

    @abstractmethod
    def settle(self) -> bool:
        """
        Leave what is committed as the database keeps it best. Waits for nobody: False when it was not done;
        what is committed is safe all the same.
        """

    @abstractmethod
    def rewrite(self, purpose: str) -> None:
        """Leave nothing of removed rows. Raises StoreBusy while readers hold it."""

    @abstractmethod
    def damage(self) -> Checked:
        """Whether the database as such is whole: what is stored in it can be read, and is found."""

    def advice(self) -> Sequence[Checked]:
        """What whoever looks after the database should know, though results are right as they are."""
        return ()

    @abstractmethod
    def size_bytes(self) -> int:
        """What the library takes on disk."""

    @abstractmethod
    def close(self) -> None:
        """Close all connections."""

    # ------------------------------------------------------------ what a copy needs

    @abstractmethod
    def whole_state(self) -> AbstractContextManager[Connection]:
        """A connection of its own in a transaction that reads one committed state, however long it takes."""

    @abstractmethod
    def columns(self, connection: Connection) -> Mapping[str, Mapping[str, Kind]]:
        """Of every table its columns, in the order of their names."""

    def long_keys(self, connection: Connection) -> Sequence[tuple[str, tuple[str, ...]]]:
        """Tables and columns of indexes whose texts may be too long together: over `longest_key`."""
        return ()

    @abstractmethod
    def count_on(self, connection: Connection) -> None:
        """Let the numbers that the database gives follow on the greatest that is there."""

    @abstractmethod
    def learn(self) -> None:
        """Let the database see what it holds now, to plan by."""

    # ------------------------------------------------------------ reading

    @contextmanager
    def reading(self, scope: Scope) -> Iterator[EngineReader]:
        """A reader of the newest state, within a scope."""
        with self.newest_state(scope.principal) as (connection, board, snapshot):
            view = self._view(connection, snapshot, scope)
            narrowed = self._in_scope(connection, view, scope)
            words = self._words_of(snapshot.state)
            vectors = VectorReading(connection, narrowed, self.vectors_of(snapshot.state), self.sizes)
            yield EngineReader(connection, view, scope, narrowed, words, board, self.formula, vectors)

    @contextmanager
    def newest_state(self, who: Principal) -> Iterator[tuple[Connection, Board, Snapshot]]:
        """A connection in a transaction of somebody's on the newest state, with that state's snapshot."""
        with self.connection() as (connection, board):
            try:
                yield connection, board, self._begin(connection, who)
            finally:
                self.end(connection)

    def rows(self, sql: str, bindings: tuple[object, ...] = ()) -> list[Any]:
        """Rows of one statement outside of any scope: the owner's view."""
        with self.connection() as (connection, _):
            self.begin(connection, OWNER, Readable(None).text)
            try:
                return statements.rows(connection, sql, bindings)
            finally:
                self.end(connection)

    def newest(self) -> Snapshot:
        """The snapshot of the newest state."""
        with self.newest_state(OWNER) as (_, _, snapshot):
            return snapshot

    def segments(self) -> tuple[Segment, ...]:
        """The segments of the newest state, without what a search would need besides."""
        with self.connection() as (connection, _):
            self.begin(connection, OWNER, Readable(None).text)
            try:
                return Segments(connection, state_of(connection).side).all()
            finally:
                self.end(connection)

    def _begin(self, connection: Connection, who: Principal) -> Snapshot:
        """
        Open a transaction on the newest state, and the snapshot of that state. It begins with the lists that
        were right in the state before; whatever they are by now is settled before any text is read.
        """
        while True:
            guessed = self._guessed(who)
            self.begin(connection, who, guessed)
            state = state_of(connection)
            snapshot = self.follow(connection, state)
            if state == snapshot.state:
                readable = self._readable(connection, snapshot, who)
                if readable.text != guessed:
                    self.show(connection, readable.text)
                return snapshot
            self.end(connection)  # another thread saw a newer state in the meantime

    def follow(self, connection: Connection, state: State) -> Snapshot:
        """Bring the shared snapshot to a committed state, unless it is newer already."""
        if state == self._snapshot.state:
            return self._snapshot
        with self._refreshing:
            if state.generation > self._snapshot.state.generation:
                known, self._snapshot = self._snapshot, empty()  # stays so if this one cannot be finished
                snapshot = refreshed(known, connection, state, self.formula)
                snapshot.earlier_views.update(known.views)
                snapshot.earlier_readable.update(known.readable)
                known.earlier_views.clear()  # or each would hold on to all before it
                known.earlier_readable.clear()
                self._snapshot = snapshot
            return self._snapshot

    def _guessed(self, who: Principal) -> str:
        """Under which lists somebody's rows stood when they were last asked for; under none at first."""
        guessed = self._snapshot.readable.get(who.groups) or self._snapshot.earlier_readable.get(who.groups)
        return (guessed or NO_LISTS if who.groups is not None else Readable(None)).text

    def _readable(self, connection: Connection, snapshot: Snapshot, who: Principal) -> Readable:
        readable: Readable | None = snapshot.readable.get(who.groups)
        if readable is None:
            readable = Readable(readable_lists(connection, who))
            if len(snapshot.readable) >= MOST_VIEWS:
                snapshot.readable.clear()
            snapshot.readable[who.groups] = readable
        return readable

    def _view(self, connection: Connection, snapshot: Snapshot, scope: Scope) -> View:
        groups = scope.principal.groups
        view = snapshot.views.get(groups)
        if view is None:
            lists = self._readable(connection, snapshot, scope.principal).lists
            view = view_of(snapshot, lists, self.formula, snapshot.earlier_views.get(groups))
            if len(snapshot.views) >= MOST_VIEWS:
                snapshot.views.clear()
            snapshot.views[groups] = view
        return view

    def _in_scope(self, connection: Connection, view: View, scope: Scope) -> InScope:
        filters = replace(scope, question=None)  # which leaves nothing out of the index
        narrowed = view.scopes.get(filters)
        if narrowed is None:
            narrowed = in_scope(connection, view, filters)
            if len(view.scopes) >= MOST_SCOPES:
                view.scopes.clear()
            view.scopes[filters] = narrowed
        return narrowed

    def _words_of(self, state: State) -> Words:
        built, words = self._words
        if built != (state.edition, state.removals):
            words = Words()
            self._words = ((state.edition, state.removals), words)
        return words

    def vectors_of(self, state: State) -> VectorMemory:
        """What is held of vectors in a state. It stays right until some are removed."""
        removals, vectors = self._vectors
        if removals != state.removals:
            vectors = VectorMemory(self.sizes)
            self._vectors = (state.removals, vectors)
        return vectors

    # ------------------------------------------------------------ writing

    @contextmanager
    def transaction(self, purpose: str) -> Iterator[tuple[Connection, State]]:
        """One transaction as the only writer."""
        with self.only_one(WRITER, purpose), self.committing() as opened:
            yield opened

    def index(self, connection: Connection, state: State) -> Index:
        """The index with the numbers of terms that this process knows, while those mean the same."""
        known, index = self._index or (state, None)
        if index is None or not state.same_words(known):
            index = Index(connection, state.side, self.formula, self.sizes.inverted)
        index.begin()
        self._index = (state, index)
        return index

    @contextmanager
    def merging(self) -> Iterator[tuple[Segments, Snapshot]]:
        """A transaction that writes a part of a segment."""
        with self.transaction("merge") as (connection, state):
            yield Segments(connection, state.side), self.follow(connection, state)
            self.step("slice merged")
