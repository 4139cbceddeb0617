"""The library's file in use: its connections, its transactions, and the snapshot that all readers share."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import apsw

from belegg.errors import StoreReadOnly
from belegg.records import Scope
from belegg.stores.sqlite import connection as opening
from belegg.stores.sqlite import migrations, statements
from belegg.stores.sqlite.filters import in_scope, readable_lists
from belegg.stores.sqlite.formula import Formula
from belegg.stores.sqlite.indexing import Index
from belegg.stores.sqlite.lock import WRITER, Patience, only_one
from belegg.stores.sqlite.reader import SqliteReader
from belegg.stores.sqlite.refusals import refusals
from belegg.stores.sqlite.scoring import Board
from belegg.stores.sqlite.segments import Segment, Segments
from belegg.stores.sqlite.sizes import Sizes
from belegg.stores.sqlite.snapshot import Snapshot, State, empty, refreshed, state_of
from belegg.stores.sqlite.vector_memory import VectorMemory
from belegg.stores.sqlite.vector_reading import VectorReading
from belegg.stores.sqlite.view import InScope, View, view_of
from belegg.stores.sqlite.words import Words

MOST_VIEWS = 16
MOST_SCOPES = 16

Step = Callable[[str], None]
"""Called with the name of each step of a write; tests let it end the process."""


class LibraryFile:
    """One library, opened; made when it is not there. Safe to share between threads."""

    def __init__(
        self,
        path: Path,
        patience: Patience,
        formula: Formula,
        sizes: Sizes,
        step: Step,
        layouts: tuple[str, ...] | None = None,
    ) -> None:
        """`layouts`: other migrations than the packaged ones, for tests."""
        self.path = path
        self.layouts = layouts or migrations.packaged()
        self.patience = patience
        self.formula = formula
        self.sizes = sizes
        self.step = step
        self._readers: deque[tuple[apsw.Connection, Board]] = deque()
        self._writer: apsw.Connection | None = None
        self._index: Index | None = None
        self._snapshot = empty()
        self._words = ((-1, -1), Words())
        self._vectors = (-1, VectorMemory(sizes))
        self._refreshing = threading.Lock()
        with refusals(path):
            self._open()

    def _open(self) -> None:
        known = self.layouts
        if not self.path.exists():
            with only_one(self.path, WRITER, "create", self.patience):
                if not self.path.exists():
                    opening.create(self.path, known)
        try:
            migrations.check_header(self.path, len(known))
        except OSError as error:
            raise StoreReadOnly(f"`{self.path}` cannot be read: {error.strerror}") from error
        connection = opening.to_read(self.path)
        migrations.check_schema(self.path, connection, known)
        if migrations.version_of(connection) < len(known):
            connection.close()
            with only_one(self.path, WRITER, "migrate", self.patience):
                self._writer = opening.to_write(self.path)
                migrations.bring_forward(self._writer, known)
            connection = opening.to_read(self.path)
        self._readers.append((connection, Board()))

    # ------------------------------------------------------------ reading

    @contextmanager
    def reading(self, scope: Scope) -> Iterator[SqliteReader]:
        """A reader of the newest state, within a scope."""
        with self.newest_state() as (connection, board, snapshot):
            view = self._view(connection, snapshot, scope)
            narrowed = self._in_scope(connection, view, scope)
            words = self._words_of(snapshot.state)
            vectors = VectorReading(connection, narrowed, self.vectors_of(snapshot.state), self.sizes)
            yield SqliteReader(connection, view, scope, narrowed, words, board, self.formula, vectors)

    @contextmanager
    def newest_state(self) -> Iterator[tuple[apsw.Connection, Board, Snapshot]]:
        """A connection in a transaction on the newest state, with that state's snapshot."""
        with self.connection() as (connection, board):
            try:
                yield connection, board, self._begin(connection)
            finally:
                connection.execute("ROLLBACK")

    @contextmanager
    def connection(self) -> Iterator[tuple[apsw.Connection, Board]]:
        """A reading connection of one's own for a while, with its board."""
        with refusals(self.path):
            reader = self._readers.pop() if self._readers else (opening.to_read(self.path), Board())
            try:
                yield reader
            finally:
                self._readers.append(reader)

    def rows(self, sql: str, bindings: tuple[object, ...] = ()) -> list[Any]:
        """Rows of one statement outside of any scope: the owner's view."""
        with self.connection() as (connection, _):
            return statements.rows(connection, sql, bindings)

    def newest(self) -> Snapshot:
        """The snapshot of the newest state."""
        with self.newest_state() as (_, _, snapshot):
            return snapshot

    def segments(self) -> tuple[Segment, ...]:
        """The segments of the newest state, without what a search would need besides."""
        with self.connection() as (connection, _):
            connection.execute("BEGIN")
            try:
                return Segments(connection, state_of(connection).side).all()
            finally:
                connection.execute("ROLLBACK")

    def _begin(self, connection: apsw.Connection) -> Snapshot:
        """Open a transaction on the newest state, and the snapshot of that state."""
        while True:
            connection.execute("BEGIN")
            state = state_of(connection)
            snapshot = self.follow(connection, state)
            if state == snapshot.state:
                return snapshot
            connection.execute("ROLLBACK")  # another thread saw a newer state in the meantime

    def follow(self, connection: apsw.Connection, state: State) -> Snapshot:
        """Bring the shared snapshot to a committed state, unless it is newer already."""
        if state == self._snapshot.state:
            return self._snapshot
        with self._refreshing:
            if state.generation > self._snapshot.state.generation:
                known, self._snapshot = self._snapshot, empty()  # stays so if this one cannot be finished
                snapshot = refreshed(known, connection, state, self.formula)
                snapshot.earlier_views.update(known.views)
                known.earlier_views.clear()  # or each would hold on to all before it
                self._snapshot = snapshot
            return self._snapshot

    def _view(self, connection: apsw.Connection, snapshot: Snapshot, scope: Scope) -> View:
        groups = scope.principal.groups
        view = snapshot.views.get(groups)
        if view is None:
            lists = readable_lists(connection, scope.principal)
            view = view_of(snapshot, lists, self.formula, snapshot.earlier_views.get(groups))
            if len(snapshot.views) >= MOST_VIEWS:
                snapshot.views.clear()
            snapshot.views[groups] = view
        return view

    def _in_scope(self, connection: apsw.Connection, view: View, scope: Scope) -> InScope:
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
    def transaction(self, purpose: str) -> Iterator[tuple[apsw.Connection, State]]:
        """One transaction as the only writer."""
        with only_one(self.path, WRITER, purpose, self.patience), self.committing() as opened:
            yield opened

    @contextmanager
    def between(self) -> Iterator[tuple[apsw.Connection, State]]:
        """
        A transaction on a connection of its own, which needs no writer's lock: it comes in between the
        transactions of who holds that one for long. It must not touch the index.
        """
        with refusals(self.path), closing(opening.to_write(self.path)) as connection:
            connection.set_busy_timeout(max(opening.BUSY_MS, int(1000 * self.patience.limit_s)))
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection, state_of(connection)
                self.step("before commit")
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            self.step("after commit")

    @contextmanager
    def committing(self) -> Iterator[tuple[apsw.Connection, State]]:
        """Committed at the end, rolled back on any error. The writer's lock must be held."""
        with refusals(self.path):
            connection = self.writing_connection()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection, state_of(connection)
                self.step("before commit")
                connection.execute("COMMIT")
            except BaseException:
                self._index = None
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            self.step("after commit")

    def writing_connection(self) -> apsw.Connection:
        """The one connection that can write. The writer's lock must be held."""
        if self._writer is None:
            self._writer = opening.to_write(self.path)
        return self._writer

    def index(self, connection: apsw.Connection, state: State) -> Index:
        """The index with the terms that this process wrote last, unless another one wrote since."""
        index = self._index
        if index is None or (index.side, index.generation) != (state.side, state.generation):
            index = Index(connection, state.side, self.formula, self.sizes.inverted)
            self._index = index
        index.generation = state.generation + 1
        return index

    @contextmanager
    def merging(self) -> Iterator[tuple[Segments, Snapshot]]:
        """A transaction that writes a part of a segment."""
        with self.transaction("merge") as (connection, state):
            yield Segments(connection, state.side), self.follow(connection, state)
            self.step("slice merged")

    def size_bytes(self) -> int:
        """Of the file and of its WAL."""
        wal = self.path.with_name(self.path.name + "-wal")
        return self.path.stat().st_size + (wal.stat().st_size if wal.exists() else 0)

    def close(self) -> None:
        while self._readers:
            self._readers.pop()[0].close()
        if self._writer is not None:
            self._writer.close()
            self._writer = None
