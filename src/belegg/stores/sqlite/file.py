"""The library's file in use: its connections, its transactions, its locks."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import apsw

from belegg.errors import StoreBusy, StoreReadOnly
from belegg.records import Principal
from belegg.stores.engine.checked import Checked
from belegg.stores.engine.connection import Connection, Kind
from belegg.stores.engine.copy_marks import refuse_unfinished
from belegg.stores.engine.database import Database, Step
from belegg.stores.engine.formula import Formula
from belegg.stores.engine.roles import AT_ONCE, WRITER, Patience
from belegg.stores.engine.scoring import Board
from belegg.stores.engine.sizes import Sizes
from belegg.stores.engine.snapshot import State, state_of
from belegg.stores.sqlite import connection as opening
from belegg.stores.sqlite import lock, migrations
from belegg.stores.sqlite.columns import columns
from belegg.stores.sqlite.connection import SqliteConnection
from belegg.stores.sqlite.damage import damage
from belegg.stores.sqlite.refusals import refusals


class LibraryFile(Database):
    """One library, opened; made when it is not there."""

    given_up = "remove the file, and its `-wal` where one stands beside it"

    def __init__(
        self,
        path: Path,
        patience: Patience,
        formula: Formula,
        sizes: Sizes,
        step: Step,
        layouts: tuple[str, ...] | None = None,
        *,
        unfinished: bool = False,
    ) -> None:
        """
        `layouts`: other migrations than the packaged ones, for tests. `unfinished`: a copy that has not come
        to its end is opened too.
        """
        super().__init__(patience, formula, sizes, step)
        self.path = path
        self._unfinished = unfinished
        self.layouts = layouts or migrations.packaged()
        self._readers: deque[tuple[SqliteConnection, Board]] = deque()
        self._writer: SqliteConnection | None = None
        with refusals(path):
            self._open()

    def _open(self) -> None:
        known = self.layouts
        if not self.path.exists():
            with self.only_one(WRITER, "create"):
                if not self.path.exists():
                    opening.create(self.path, known)
        try:
            migrations.check_header(self.path, len(known))
        except OSError as error:
            raise StoreReadOnly(f"`{self.path}` cannot be read: {error.strerror}") from error
        connection = opening.to_read(self.path)
        migrations.check_schema(self.path, connection, known)
        if not self._unfinished:
            refuse_unfinished(connection, str(self.path), self.given_up)
        if migrations.version_of(connection) < len(known):
            connection.close()
            with self.only_one(WRITER, "migrate"):
                self._writer = opening.to_write(self.path)
                migrations.bring_forward(self._writer, known)
            connection = opening.to_read(self.path)
        self._readers.append((connection, Board()))

    # ------------------------------------------------------------ reading

    @contextmanager
    def connection(self) -> Iterator[tuple[SqliteConnection, Board]]:
        with refusals(self.path):
            reader = self._readers.pop() if self._readers else (opening.to_read(self.path), Board())
            try:
                yield reader
            finally:
                self._readers.append(reader)

    def begin(self, connection: Connection, who: Principal, lists: str) -> None:
        connection.execute("BEGIN")

    def show(self, connection: Connection, lists: str) -> None:
        """A file shows all of itself: whoever can open it can read it."""

    def end(self, connection: Connection) -> None:
        connection.execute("ROLLBACK")

    @contextmanager
    def whole_state(self) -> Iterator[SqliteConnection]:
        with refusals(self.path), closing(opening.to_read(self.path)) as connection:
            connection.execute("BEGIN")
            yield connection

    def columns(self, connection: Connection) -> Mapping[str, Mapping[str, Kind]]:
        return columns(connection)

    def count_on(self, connection: Connection) -> None:
        """A new number follows on the greatest as it is."""

    def learn(self) -> None:
        """SQLite plans by the layout alone."""

    # ------------------------------------------------------------ writing

    def only_one(
        self, role: str, purpose: str, patience: Patience | None = None
    ) -> AbstractContextManager[None]:
        return lock.only_one(self.path, role, purpose, patience or self.patience)

    def holding(self, role: str) -> int | None:
        return lock.holding(self.path, role)

    @contextmanager
    def between(self) -> Iterator[tuple[SqliteConnection, State]]:
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
    def committing(self) -> Iterator[tuple[SqliteConnection, State]]:
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

    def writing_connection(self) -> SqliteConnection:
        """The one connection that can write. The writer's lock must be held."""
        if self._writer is None:
            self._writer = opening.to_write(self.path)
        return self._writer

    # ------------------------------------------------------------ keeping

    def settle(self) -> bool:
        try:
            with refusals(self.path), self.only_one(WRITER, "settle", AT_ONCE):
                connection = self.writing_connection()
                connection.set_busy_timeout(0)
                try:
                    opening.empty_wal(connection)
                finally:
                    connection.set_busy_timeout(opening.WRITER_BUSY_MS)
        except StoreBusy:
            return False
        return True

    def rewrite(self, purpose: str) -> None:
        with refusals(self.path), self.only_one(WRITER, purpose):
            connection = self.writing_connection()
            connection.execute("VACUUM")
            self.step("file rewritten")
            try:
                opening.empty_wal(connection)
            except apsw.BusyError as error:
                raise StoreBusy(
                    f"`{self.path}` was changed, but a reader that began earlier keeps old pages in the WAL; "
                    "run `belegg compact` when it is done"
                ) from error
            finally:
                connection.pragma("secure_delete", "fast")

    def damage(self) -> Checked:
        found = damage(self.path)
        return Checked("file", not found, found or "every page is whole")

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
