"""The store itself: opening, reading states, writing transactions."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw

from belegg.records import DocumentId, Scope
from belegg.seams import Known
from belegg.stores.sqlite import connection as opening
from belegg.stores.sqlite import migrations, statements, stored
from belegg.stores.sqlite.filters import in_scope, readable_lists
from belegg.stores.sqlite.formula import Formula
from belegg.stores.sqlite.indexing import Index
from belegg.stores.sqlite.lock import only_writer
from belegg.stores.sqlite.reader import SqliteReader
from belegg.stores.sqlite.refusals import refusals
from belegg.stores.sqlite.scoring import Board
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
        with refusals(path):
            self._open()

    def _open(self) -> None:
        known = migrations.packaged()
        if not self.path.exists():
            with only_writer(self.path, "create", self._wait_s):
                if not self.path.exists():
                    opening.create(self.path)
        migrations.check_header(self.path, len(known))
        connection = opening.to_read(self.path)
        migrations.check_schema(self.path, connection, known)
        if migrations.version_of(connection) < len(known):
            with only_writer(self.path, "migrate", self._wait_s):
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
            with self._refreshing:
                if state.generation > self._snapshot.state.generation:
                    self._snapshot = refreshed(self._snapshot, connection, state, self._formula)
                if state == self._snapshot.state:
                    return self._snapshot
            connection.execute("ROLLBACK")  # another thread saw a newer state in the meantime

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

    # ------------------------------------------------------------ writing

    @contextmanager
    def writing(self, purpose: str) -> Iterator[SqliteWriter]:
        with refusals(self.path), only_writer(self.path, purpose, self._wait_s):
            connection = opening.to_write(self.path)
            try:
                connection.execute("BEGIN IMMEDIATE")
                state = state_of(connection)
                writer = SqliteWriter(
                    connection, state, Index(connection, state.side, self._formula), self._step
                )
                yield writer
                writer.finish()
                self._step("before commit")
                connection.execute("COMMIT")
                self._step("after commit")
            finally:
                connection.close()

    def _rows(self, sql: str, bindings: tuple[object, ...] = ()) -> list[Any]:
        """Rows of one statement outside of any scope: the owner's view."""
        with refusals(self.path):
            connection, board = self._reader()
            try:
                return statements.rows(connection, sql, bindings)
            finally:
                self._readers.append((connection, board))

    def close(self) -> None:
        while self._readers:
            self._readers.pop()[0].close()
