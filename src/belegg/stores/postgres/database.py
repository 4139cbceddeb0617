"""A library's database in use: its connections, its transactions, its locks."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import psycopg

from belegg.errors import BadInput, StoreBusy
from belegg.records import Principal
from belegg.stores.engine.checked import Checked
from belegg.stores.engine.connection import Connection, Kind
from belegg.stores.engine.copy_marks import refuse_unfinished
from belegg.stores.engine.database import Database, Step
from belegg.stores.engine.formula import Formula
from belegg.stores.engine.roles import WRITER, Patience
from belegg.stores.engine.scoring import Board
from belegg.stores.engine.sizes import Sizes
from belegg.stores.engine.snapshot import State, state_of
from belegg.stores.postgres import copying, living, lock, migrations, receipts, rewriting, standing
from belegg.stores.postgres.connecting import USUAL, Connecting
from belegg.stores.postgres.connection import PostgresConnection, ReadingConnection
from belegg.stores.postgres.damage import damage
from belegg.stores.postgres.dsn import named, waiting
from belegg.stores.postgres.pool import Pool
from belegg.stores.postgres.refusals import refusals, unopened
from belegg.stores.postgres.session import Raw, connected, connected_within, lives, lost
from belegg.stores.postgres.showing import EVERYTHING, only_these, shown


class HeldHere(threading.local):
    """The roles that a thread holds."""

    def __init__(self) -> None:
        self.roles: dict[str, lock.Held] = {}


class PostgresDatabase(Database):
    """One library, opened; made when the database is empty, with `create`."""

    given_up = "remove its schema or its database"
    longest_key = copying.LONGEST_KEY

    def __init__(
        self,
        dsn: str,
        patience: Patience,
        formula: Formula,
        sizes: Sizes,
        step: Step,
        create: bool = True,
        connecting: Connecting = USUAL,
        *,
        unfinished: bool = False,
    ) -> None:
        """`unfinished`: a copy that has not come to its end is opened too. Raises StoreError, BadInput."""
        super().__init__(patience, formula, sizes, step)
        self._unfinished = unfinished
        self._dsn = waiting(dsn, connecting.connect_s)
        self._connecting = connecting
        self.name = named(dsn)
        self._place = lock.Place(self._dsn, self.name, connecting.silence_s)
        self._held = HeldHere()
        self._boards: deque[Board] = deque()
        self._writer: PostgresConnection | None = None
        self._pool = Pool(self._dsn, "belegg", connecting)
        with refusals(self.name):
            self._open(create)

    def _open(self, create: bool) -> None:
        known = migrations.packaged()
        with unopened(self.name), connected(self._dsn, "belegg") as raw:
            layout = migrations.check(raw, self.name, len(known))
            if layout == 0 and not create:
                raise BadInput(
                    f"there is no library in `{self.name}`; make one with `belegg ingest FOLDER --library "
                    f"{self.name}`"
                )
            migrations.refuse_strangers(raw, self.name, layout, len(known))
            if layout and not self._unfinished:
                refuse_unfinished(PostgresConnection(raw), self.name, self.given_up)
            if layout < len(known):
                with self.only_one(WRITER, "migrate"):
                    layout = migrations.check(raw, self.name, len(known))
                    migrations.bring_forward(raw, layout, known)

    # ------------------------------------------------------------ reading

    @contextmanager
    def connection(self) -> Iterator[tuple[ReadingConnection, Board]]:
        with refusals(self.name):
            connection = ReadingConnection(self._pool, self.name)
            board = self._boards.pop() if self._boards else Board()
            try:
                yield connection, board
            finally:
                self._boards.append(board)
                connection.give_back()

    def begin(self, connection: Connection, who: Principal, lists: str) -> None:
        assert isinstance(connection, ReadingConnection)
        connection.begin(
            "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            f"SET LOCAL statement_timeout = {max(1, int(1000 * self._connecting.statement_s))}",
            *shown(connection.raw, who, lists),
        )

    def show(self, connection: Connection, lists: str) -> None:
        assert isinstance(connection, ReadingConnection)
        connection.begin_also(only_these(lists))

    def end(self, connection: Connection) -> None:
        assert isinstance(connection, ReadingConnection)
        connection.end()

    # ------------------------------------------------------------ copying

    @contextmanager
    def whole_state(self) -> Iterator[PostgresConnection]:
        with refusals(self.name), copying.whole_state(connected(self._dsn, "belegg copies")) as connection:
            yield connection

    def columns(self, connection: Connection) -> Mapping[str, Mapping[str, Kind]]:
        return copying.columns(connection)

    def long_keys(self, connection: Connection) -> Sequence[tuple[str, tuple[str, ...]]]:
        return copying.text_indexes(connection)

    def count_on(self, connection: Connection) -> None:
        copying.count_on(connection)

    def learn(self) -> None:
        with refusals(self.name), connected(self._dsn, "belegg learns") as raw:
            raw.execute("ANALYZE")

    # ------------------------------------------------------------ writing

    @contextmanager
    def only_one(self, role: str, purpose: str, patience: Patience | None = None) -> Iterator[None]:
        with (
            refusals(self.name),
            lock.only_one(self._place, role, purpose, patience or self.patience) as held,
        ):
            self._held.roles[role] = held
            try:
                yield
            finally:
                del self._held.roles[role]

    def holding(self, role: str) -> int | None:
        with refusals(self.name), self._pool.lent() as raw:
            who = lock.holder(raw, role)
        return None if who is None else who[0]

    @contextmanager
    def between(self) -> Iterator[tuple[PostgresConnection, State]]:
        with refusals(self.name), self._pool.lent() as raw:
            connection = PostgresConnection(raw)
            with self._changing(connection) as state:
                yield connection, state
            self.step("after commit")

    @contextmanager
    def committing(self) -> Iterator[tuple[PostgresConnection, State]]:
        with refusals(self.name):
            connection = self.writing_connection()
            try:
                with self._changing(connection) as state:
                    yield connection, state
            except BaseException:
                self._index = None
                raise
            self.step("after commit")

    @contextmanager
    def _changing(self, connection: PostgresConnection) -> Iterator[State]:
        """
        A transaction that holds the row of the state: whoever changes the library waits for whoever does, and
        sees what they left. Raises OutcomeUnknown.
        """
        patience_ms = max(1, int(1000 * self.patience.limit_s))
        receipt = receipts.new()
        connection.command(
            "BEGIN ISOLATION LEVEL READ COMMITTED", f"SET LOCAL lock_timeout = {patience_ms}", EVERYTHING
        )
        try:
            connection.execute("SELECT 1 FROM state FOR UPDATE")
            for held in self._held.roles.values():
                held.check()
            yield state_of(connection)
            self.step("before commit")
            self._commit(connection, receipt)
        except BaseException:
            connection.roll_back()
            raise

    def _commit(self, connection: PostgresConnection, receipt: str) -> None:
        try:
            connection.command(*receipts.left(receipt), "COMMIT")
        except psycopg.OperationalError as error:
            if not lost(connection.raw):
                raise
            if not receipts.found(self._place, receipt, self.patience):
                raise StoreBusy(
                    f"the connection to `{self.name}` was lost before a change was committed; nothing was "
                    "changed. Try again"
                ) from error

    def writing_connection(self) -> PostgresConnection:
        """The one connection that can write. The writer's lock must be held."""
        if self._writer is None or not lives(self._writer.raw):
            self._index = None  # it writes over the connection that it was made with
            raw = connected_within(
                self._dsn, "belegg writes", self.patience.limit_s, self._connecting.writer_silence_s
            )
            self._writer = PostgresConnection(raw)
        return self._writer

    # ------------------------------------------------------------ keeping

    def settle(self) -> bool:
        """What is committed lies as it should."""
        return True

    def rewrite(self, purpose: str) -> None:
        with self.only_one(WRITER, purpose), connected(self._dsn, f"belegg {purpose}") as raw:
            rewriting.refuse_who_may_not(raw, self.name)
            rewriting.rewrite_all(raw, self.patience)
            self.step("file rewritten")

    def damage(self) -> Checked:
        with refusals(self.name), self._pool.lent() as raw:
            return damage(raw)

    def advice(self) -> Sequence[Checked]:
        """By connections of their own: no transaction of theirs may have said whose it is."""

        def connect() -> Raw:
            return connected(self._dsn, "belegg health")

        with refusals(self.name):
            with connect() as raw:
                fence = standing.checked(raw)
            return (*fence, *living.advice(connect, self._connecting.connections))

    def size_bytes(self) -> int:
        """Of all tables with their indexes."""
        sql = (
            "SELECT CAST(coalesce(sum(pg_total_relation_size(c.oid)), 0) AS BIGINT) FROM pg_class AS c "
            "WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND c.relkind = 'r'"
        )
        return int(self.rows(sql)[0][0])

    def close(self) -> None:
        self._pool.close()
        if self._writer is not None:
            self._writer.raw.close()
            self._writer = None
