"""A library's database in use: its connections, its transactions, its locks."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from psycopg_pool import ConnectionPool

from belegg.errors import BadInput
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
from belegg.stores.postgres import copying, living, lock, migrations, rewriting, standing
from belegg.stores.postgres.adapting import adapt
from belegg.stores.postgres.connecting import USUAL, Connecting
from belegg.stores.postgres.connection import PostgresConnection, Raw, connected
from belegg.stores.postgres.damage import damage
from belegg.stores.postgres.dsn import named, waiting
from belegg.stores.postgres.refusals import refusals, unopened
from belegg.stores.postgres.showing import EVERYTHING, only_these, shown


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
        self._connections = connecting.connections
        self._statement_ms = max(1, int(1000 * connecting.statement_s))
        self.name = named(dsn)
        self._boards: deque[Board] = deque()
        self._writer: PostgresConnection | None = None
        self._pool: ConnectionPool[Raw] = ConnectionPool(
            self._dsn,
            kwargs={"autocommit": True, "application_name": "belegg"},
            min_size=0,
            max_size=connecting.connections,
            configure=adapt,
            check=ConnectionPool.check_connection,
            timeout=patience.limit_s or connecting.connect_s,
            open=False,
        )
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
        self._pool.open()

    # ------------------------------------------------------------ reading

    @contextmanager
    def connection(self) -> Iterator[tuple[PostgresConnection, Board]]:
        with refusals(self.name), self._pool.connection() as raw:
            board = self._boards.pop() if self._boards else Board()
            try:
                yield PostgresConnection(raw), board
            finally:
                self._boards.append(board)

    def begin(self, connection: Connection, who: Principal, lists: str) -> None:
        assert isinstance(connection, PostgresConnection)
        connection.command(
            "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            f"SET LOCAL statement_timeout = {self._statement_ms}",
            *shown(connection.raw, who, lists),
        )

    def show(self, connection: Connection, lists: str) -> None:
        assert isinstance(connection, PostgresConnection)
        connection.command(only_these(lists))

    def end(self, connection: Connection) -> None:
        assert isinstance(connection, PostgresConnection)
        if not connection.raw.closed:
            connection.command("ROLLBACK")

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
            lock.only_one(self._dsn, self.name, role, purpose, patience or self.patience),
        ):
            yield

    def holding(self, role: str) -> int | None:
        with refusals(self.name), self._pool.connection() as raw:
            who = lock.holder(raw, role)
        return None if who is None else who[0]

    @contextmanager
    def between(self) -> Iterator[tuple[PostgresConnection, State]]:
        with refusals(self.name), self._pool.connection() as raw:
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
        sees what they left.
        """
        patience_ms = max(1, int(1000 * self.patience.limit_s))
        connection.command(
            "BEGIN ISOLATION LEVEL READ COMMITTED", f"SET LOCAL lock_timeout = {patience_ms}", EVERYTHING
        )
        try:
            connection.execute("SELECT 1 FROM state FOR UPDATE")
            yield state_of(connection)
            self.step("before commit")
            connection.command("COMMIT")
        except BaseException:
            if not connection.raw.closed:
                connection.command("ROLLBACK")
            raise

    def writing_connection(self) -> PostgresConnection:
        """The one connection that can write. The writer's lock must be held."""
        if self._writer is None or self._writer.raw.closed:
            self._writer = PostgresConnection(connected(self._dsn, "belegg writes"))
        return self._writer

    # ------------------------------------------------------------ keeping

    def settle(self) -> bool:
        """What is committed lies as it should."""
        return True

    def rewrite(self, purpose: str) -> None:
        tables = "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = current_schema()"
        with self.only_one(WRITER, purpose), connected(self._dsn, f"belegg {purpose}") as raw:
            names = ", ".join(row[0] for row in raw.execute(tables))
            rewriting.refuse_who_may_not(raw, self.name)
            raw.execute(f"SET lock_timeout = {max(1, int(1000 * self.patience.limit_s))}".encode())
            raw.execute(f"VACUUM (FULL, ANALYZE) {names}".encode())
            self.step("file rewritten")

    def damage(self) -> Checked:
        with refusals(self.name), self._pool.connection() as raw:
            return damage(raw)

    def advice(self) -> Sequence[Checked]:
        """By connections of their own: no transaction of theirs may have said whose it is."""

        def connect() -> Raw:
            return connected(self._dsn, "belegg health")

        with refusals(self.name):
            with connect() as raw:
                fence = standing.checked(raw)
            return (*fence, *living.advice(connect, self._connections))

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
