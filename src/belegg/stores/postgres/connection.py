"""One connection to PostgreSQL, as the engine wants it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import psycopg
from psycopg import RawCursor
from psycopg.pq import TransactionStatus

from belegg.errors import StoreBusy
from belegg.stores.engine.arrays import Keys
from belegg.stores.engine.connection import Kind
from belegg.stores.postgres.adapting import Bigints, WholeNumbers, as_stored
from belegg.stores.postgres.dialect import translated
from belegg.stores.postgres.fences import FENCED
from belegg.stores.postgres.pool import Pool
from belegg.stores.postgres.session import NoAnswer, Raw, lost

TYPES = (
    "SELECT attname::text, atttypid::int8, format_type(atttypid, NULL) FROM pg_attribute "
    "WHERE attrelid = CAST(%s AS regclass) AND attnum > 0 AND NOT attisdropped"
)
PLAIN = re.compile(r"INSERT INTO (\w+) VALUES \([?, ]+\)")
TOGETHER, COPIED = 8, 256
"""So many new rows of one table go as an array for each column, or are copied."""
MOST_WAITING = 128
"""So many statements go at the latest: their values are held until then."""
GIVES_NOTHING = re.compile(r"(?:INSERT|UPDATE|DELETE)\b(?!.*\bRETURNING\b)", re.DOTALL)
ROLLBACK = "ROLLBACK"
WHOLE = ("bigint", "integer", "smallint")
KINDS = (
    "SELECT format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = CAST(%s AS regclass) "
    "AND attnum > 0 AND NOT attisdropped ORDER BY attnum"
)


class PostgresConnection:
    """
    What the engine needs of a connection, of PostgreSQL. Transactions are begun and ended by `command`.

    In a transaction, a statement that gives nothing back waits for the next one that does, or for the commit:
    all that waits goes to the server together, in order, and what the server refuses is raised then.
    """

    def __init__(self, raw: Raw) -> None:
        self.raw = raw
        self._last: RawCursor[Any] | None = None
        self._waiting: list[tuple[RawCursor[Any], bytes, tuple[object, ...]]] = []
        self._inserting: dict[str, tuple[bytes, tuple[bool, ...]]] = {}

    def execute(self, sql: str, bindings: tuple[object, ...] = ()) -> RawCursor[Any]:
        return self._ask(translated(sql), bindings, bool(GIVES_NOTHING.match(sql)))

    def executemany(self, sql: str, bindings: Iterable[tuple[object, ...]]) -> None:
        rows = list(bindings)
        plain = PLAIN.fullmatch(sql)
        if plain and len(rows) >= COPIED and plain[1] not in FENCED:
            self._send()
            self._last = RawCursor(self.raw)
            with self._last.copy(f"COPY {plain[1]} FROM STDIN".encode()) as copy:
                for row in rows:
                    copy.write_row(row)
        elif plain and len(rows) >= TOGETHER:  # nothing is copied into a table with row-level security
            insert, whole = self._from_columns(plain[1])
            given = zip(zip(*rows, strict=True), whole, strict=True)
            columns = tuple(WholeNumbers(each) if is_whole else list(each) for each, is_whole in given)
            self._ask(insert, columns, gives_nothing=True)
        else:
            for row in rows:
                self._ask(translated(sql), row, gives_nothing=True)

    def _ask(self, sql: bytes, bindings: tuple[object, ...], gives_nothing: bool) -> RawCursor[Any]:
        self._last = RawCursor(self.raw)
        self._waiting.append((self._last, sql, bindings))
        within = self.raw.info.transaction_status == TransactionStatus.INTRANS
        if not (gives_nothing and within) or len(self._waiting) >= MOST_WAITING:
            self._send()
        return self._last

    def _send(self) -> None:
        """All that waits, in one go."""
        waiting, self._waiting = self._waiting, []
        if len(waiting) == 1:
            cursor, sql, bindings = waiting[0]
            cursor.execute(sql, bindings, binary=True)
        elif waiting:
            with self.raw.pipeline():
                for cursor, sql, bindings in waiting:
                    cursor.execute(sql, bindings, binary=True)

    def _from_columns(self, table: str) -> tuple[bytes, tuple[bool, ...]]:
        """The statement that inserts rows given as one array for each column; which are of whole numbers."""
        if table not in self._inserting:
            kinds = [kind for (kind,) in self.raw.execute(KINDS, (table,)).fetchall()]
            arrays = ", ".join(f"CAST(${place} AS {kind}[])" for place, kind in enumerate(kinds, 1))
            insert = f"INSERT INTO {table} SELECT * FROM unnest({arrays})".encode()
            self._inserting[table] = insert, tuple(kind in WHOLE for kind in kinds)
        return self._inserting[table]

    def changes(self) -> int:
        self._send()
        return max(0, self._last.rowcount) if self._last else 0

    def array(self, values: Keys | Sequence[str]) -> object:
        return Bigints(values) if isinstance(values, np.ndarray) else list(values)

    def overwrite(self) -> None:
        """PostgreSQL overwrites nothing; `Database.rewrite` leaves nothing of removed rows."""

    def stream(self, sql: str, bindings: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
        with RawCursor(self.raw) as cursor:
            yield from cursor.stream(translated(sql), bindings, binary=True)

    def fill(self, table: str, columns: Mapping[str, Kind], rows: Sequence[tuple[object, ...]]) -> None:
        """In binary form; into a table with row-level security as an array for each column."""
        types = {name: (oid, kind) for name, oid, kind in self.raw.execute(TYPES, (table,)).fetchall()}
        names = ", ".join(columns)
        if table in FENCED:
            arrays = ", ".join(f"CAST(${n} AS {types[name][1]}[])" for n, name in enumerate(columns, 1))
            sql = f"INSERT INTO {table} ({names}) SELECT * FROM unnest({arrays})"
            values = zip(zip(*rows, strict=True), columns.values(), strict=True)
            given = [WholeNumbers(each) if kind == "number" else list(each) for each, kind in values]
            RawCursor(self.raw).execute(sql.encode(), given)
            return
        with RawCursor(self.raw).copy(f"COPY {table} ({names}) FROM STDIN (FORMAT binary)".encode()) as copy:
            copy.set_types([types[name][0] for name in columns])
            for row in rows:
                copy.write_row([as_stored(value) if isinstance(value, str) else value for value in row])

    def command(self, *statements: str) -> None:
        """Statements without bindings, in one message to the server. A rollback drops what waits."""
        if statements == (ROLLBACK,):
            self._waiting.clear()
        self._send()
        self.raw.execute("; ".join(statements).encode())

    def roll_back(self) -> None:
        """End a transaction that left nothing. A connection that is lost did so itself."""
        try:
            self.command(ROLLBACK)
        except psycopg.OperationalError:
            self.raw.close()


class ReadingConnection(PostgresConnection):
    """
    One that only reads. When it is lost it goes on over another one, which begins as this one did, as long as
    nothing was committed in the meantime: what was read before belongs to what is read then.
    """

    STATE = "SELECT CAST(state AS text) FROM state"

    def __init__(self, pool: Pool, name: str) -> None:
        super().__init__(pool.take())
        self._pool = pool
        self._name = name
        self._begun: tuple[str, ...] = ()
        self._state: object = None

    def begin(self, *statements: str) -> None:
        """Open a transaction, and know in what state it finds the library."""
        self._begun = statements
        try:
            self._state = self._begin()
        except psycopg.OperationalError as error:
            self._take_another(error)
            self._state = self._begin()

    def begin_also(self, statement: str) -> None:
        """Add to what the transaction began with."""
        self._begun += (statement,)
        try:
            self.command(statement)
        except psycopg.OperationalError as error:
            self._take_another(error)
            self._begin_again()

    def end(self) -> None:
        self._begun = ()
        self.roll_back()

    def execute(self, sql: str, bindings: tuple[object, ...] = ()) -> RawCursor[Any]:
        try:
            return super().execute(sql, bindings)
        except psycopg.OperationalError as error:
            self._take_another(error)
        self._begin_again()
        return super().execute(sql, bindings)

    def give_back(self) -> None:
        self._pool.give_back(self.raw)

    def _begin_again(self) -> None:
        """Raises StoreBusy when the library is not as it was."""
        if self._begun and self._begin() != self._state:
            raise StoreBusy(
                f"the connection to `{self._name}` was lost in the middle of a question, and the library "
                "changed meanwhile; ask again"
            )

    def _begin(self) -> object:
        cursor = self.raw.execute("; ".join((*self._begun, self.STATE)).encode())
        while cursor.nextset():
            pass
        return cursor.fetchone()

    def _take_another(self, error: psycopg.OperationalError) -> None:
        """Raises the error when the connection is there, or when the server is and does not answer."""
        if not lost(self.raw) or isinstance(error, NoAnswer):
            raise error
        self.raw = self._pool.another(self.raw)
