"""The store itself: opening, reading states, writing transactions."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import apsw

from belegg.errors import StoreBusy
from belegg.records import OWNER, DocumentId, Scope
from belegg.seams import Known
from belegg.stores.sqlite import connection as opening
from belegg.stores.sqlite import migrations, statements, stored
from belegg.stores.sqlite.filters import in_scope, readable_lists
from belegg.stores.sqlite.formula import Formula
from belegg.stores.sqlite.indexing import Index
from belegg.stores.sqlite.lock import MERGER, WRITER, only_one
from belegg.stores.sqlite.merging import clear_unready, due, merge
from belegg.stores.sqlite.reader import SqliteReader
from belegg.stores.sqlite.refusals import refusals
from belegg.stores.sqlite.scoring import Board
from belegg.stores.sqlite.segments import Segments
from belegg.stores.sqlite.snapshot import Snapshot, State, empty, refreshed, state_of
from belegg.stores.sqlite.view import InScope, View, view_of
from belegg.stores.sqlite.words import Words
from belegg.stores.sqlite.writer import SqliteWriter, Step

WAIT_S = 10.0
MOST_VIEWS = 16
MOST_SCOPES = 16


def nothing(step: str) -> None:
    """What happens at a step when nobody watches."""


class SqliteStore:
    """
    A library in one SQLite file; made when it is not there. Raises StoreError.

    Safe to share between threads. `wait_s`: how long a writer waits for another one. `step` is called with
    the name of each step of a write, for tests that end the process there.
    """

    def __init__(
        self, path: Path, *, wait_s: float = WAIT_S, formula: Formula | None = None, step: Step = nothing
    ) -> None:
        self.path = path
        self._wait_s = wait_s
        self._formula = formula or Formula()
        self._step = step
        self._readers: deque[tuple[apsw.Connection, Board]] = deque()
        self._snapshot = empty()
        self._words = (-1, Words())
        self._refreshing = threading.Lock()
        self._writer: apsw.Connection | None = None
        self._index: Index | None = None
        with refusals(path):
            self._open()

    def _open(self) -> None:
        known = migrations.packaged()
        if not self.path.exists():
            with only_one(self.path, WRITER, "create", self._wait_s):
                if not self.path.exists():
                    opening.create(self.path)
        migrations.check_header(self.path, len(known))
        connection = opening.to_read(self.path)
        migrations.check_schema(self.path, connection, known)
        if migrations.version_of(connection) < len(known):
            with only_one(self.path, WRITER, "migrate", self._wait_s):
                migrations.bring_forward(opening.to_write(self.path), known)
        self._readers.append((connection, Board()))

    # ------------------------------------------------------------ reading

    @contextmanager
    def reading(self, scope: Scope) -> Iterator[SqliteReader]:
        with refusals(self.path):
            connection, board = self._reader()
            try:
                snapshot = self._begin(connection)
                view = self._view(connection, snapshot, scope)
                yield SqliteReader(
                    connection,
                    view,
                    self._in_scope(connection, view, scope),
                    self._words_of(snapshot.state),
                    board,
                    self._formula,
                )
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                self._readers.append((connection, board))

    def _reader(self) -> tuple[apsw.Connection, Board]:
        try:
            return self._readers.pop()
        except IndexError:
            return opening.to_read(self.path), Board()

    def _begin(self, connection: apsw.Connection) -> Snapshot:
        """Open a transaction on the newest state, and the snapshot of that state."""
        while True:
            connection.execute("BEGIN")
            state = state_of(connection)
            snapshot = self._snapshot
            if state == snapshot.state:
                return snapshot
            snapshot = self._follow(connection, state)
            if state == snapshot.state:
                return snapshot
            connection.execute("ROLLBACK")  # another thread saw a newer state in the meantime

    def _follow(self, connection: apsw.Connection, state: State) -> Snapshot:
        """Bring the shared snapshot to this state, unless it is newer already."""
        with self._refreshing:
            if state.generation > self._snapshot.state.generation:
                self._snapshot = refreshed(self._snapshot, connection, state, self._formula)
            return self._snapshot

    def _newest(self) -> Snapshot:
        with self.reading(Scope(OWNER)):
            return self._snapshot

    def _view(self, connection: apsw.Connection, snapshot: Snapshot, scope: Scope) -> View:
        groups = scope.principal.groups
        view = snapshot.views.get(groups)
        if view is None:
            view = view_of(snapshot, readable_lists(connection, scope.principal))
            if len(snapshot.views) >= MOST_VIEWS:
                snapshot.views.clear()
            snapshot.views[groups] = view
        return view

    def _in_scope(self, connection: apsw.Connection, view: View, scope: Scope) -> InScope:
        narrowed = view.scopes.get(scope)
        if narrowed is None:
            narrowed = in_scope(connection, view, scope, self._formula)
            if len(view.scopes) >= MOST_SCOPES:
                view.scopes.clear()
            view.scopes[scope] = narrowed
        return narrowed

    def _words_of(self, state: State) -> Words:
        edition, words = self._words
        if edition != state.edition:
            words = Words()
            self._words = (state.edition, words)
        return words

    def known(self, root: str) -> Mapping[str, Known]:
        sql = (
            "SELECT s.source, d.id, s.sha256, a.groups, s.reader, s.failed, s.size_bytes, s.modified_ns "
            "FROM sources AS s CROSS JOIN documents AS d ON d.number = s.document "
            "CROSS JOIN access_lists AS a ON a.id = d.access "
            "WHERE s.listed AND s.source >= ? AND s.source < ? ORDER BY s.source"
        )
        return {
            row[0]: Known(
                row[0],
                DocumentId(row[1]),
                row[2],
                stored.groups_of(row[3]),
                row[4],
                bool(row[5]),
                row[6],
                row[7],
            )
            for row in self._rows(sql, (root + "/", root + "0"))
        }

    def roots(self) -> Mapping[str, str]:
        return dict(self._rows("SELECT name, location FROM roots ORDER BY name"))

    def settings(self) -> Mapping[str, str]:
        return dict(self._rows("SELECT name, value FROM settings ORDER BY name"))

    def _rows(self, sql: str, bindings: tuple[object, ...] = ()) -> list[Any]:
        """Rows of one statement outside of any scope: the owner's view."""
        with refusals(self.path):
            connection, board = self._reader()
            try:
                return statements.rows(connection, sql, bindings)
            finally:
                self._readers.append((connection, board))

    # ------------------------------------------------------------ writing

    @contextmanager
    def writing(self, purpose: str) -> Iterator[SqliteWriter]:
        with self._transaction(purpose) as (connection, state):
            index = self._index_of(connection, state)
            writer = SqliteWriter(connection, state, index, self._step)
            yield writer
            writer.finish()
        self._merge_what_is_due()

    @contextmanager
    def _transaction(self, purpose: str) -> Iterator[tuple[apsw.Connection, State]]:
        """One transaction of the only writer: committed at the end, rolled back on any error."""
        with refusals(self.path), only_one(self.path, WRITER, purpose, self._wait_s):
            connection = self._writer or opening.to_write(self.path)
            self._writer = connection
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection, state_of(connection)
                self._step("before commit")
                connection.execute("COMMIT")
            except BaseException:
                self._index = None
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            self._step("after commit")

    def _index_of(self, connection: apsw.Connection, state: State) -> Index:
        """The index with the terms that this process wrote last, unless another one wrote since."""
        index = self._index
        if index is None or (index.side, index.generation) != (state.side, state.generation):
            index = Index(connection, state.side, self._formula)
            self._index = index
        index.generation = state.generation + 1
        return index

    def _merge_what_is_due(self) -> None:
        """Merge small segments while nobody waits for it. Another process may be at it: then it will do."""
        if not due(self._newest().segments):
            return
        with suppress(StoreBusy), only_one(self.path, MERGER, "merge", 0):
            while sources := due(self._newest().segments):
                merge(self._slice, sources)
            clear_unready(self._slice)

    @contextmanager
    def _slice(self) -> Iterator[tuple[Segments, Snapshot]]:
        """A transaction that writes a part of a segment."""
        with self._transaction("merge") as (connection, state):
            yield Segments(connection, state.side), self._follow(connection, state)
            self._step("slice merged")

    def compact(self) -> tuple[int, int]:
        """
        Fold and merge the whole index into one segment and give unused space back to the disk.

        Returns the file's bytes before and after. Needs as much free disk as the library is large.
        """
        before = self.path.stat().st_size
        self._fold_all()
        with only_one(self.path, MERGER, "compact", self._wait_s):
            clear_unready(self._slice)
            segments = self._newest().segments
            if len(segments) > 1:
                merge(self._slice, segments)
                clear_unready(self._slice)
        self._vacuum()
        return before, self.path.stat().st_size

    def _fold_all(self) -> None:
        with self._transaction("fold") as (connection, state):
            SqliteWriter(connection, state, self._index_of(connection, state), self._step).finish(0)

    def _vacuum(self) -> None:
        """Write the file anew from what it holds, and empty the WAL."""
        with refusals(self.path), only_one(self.path, WRITER, "compact", self._wait_s):
            connection = self._writer or opening.to_write(self.path)
            self._writer = connection
            connection.execute("VACUUM")
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)

    def close(self) -> None:
        while self._readers:
            self._readers.pop()[0].close()
        if self._writer is not None:
            self._writer.close()
            self._writer = None
