"""What a copy needs of a PostgreSQL database: tables' columns, sequences, long keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from belegg.stores.engine import statements
from belegg.stores.engine.connection import Connection, Kind
from belegg.stores.engine.copied_tables import COPIED
from belegg.stores.postgres.connection import PostgresConnection
from belegg.stores.postgres.session import Raw
from belegg.stores.postgres.showing import EVERYTHING

LONGEST_KEY: Final = 2_600
"""An entry of a B-tree has at most 2,704 bytes, after compression; its other columns and heads take some."""

KINDS: Final[Mapping[str, Kind]] = {
    "bigint": "number",
    "integer": "number",
    "double precision": "real",
    "text": "text",
    "bytea": "bytes",
}
COLUMNS: Final = (
    "SELECT c.relname::text, a.attname::text, format_type(a.atttypid, a.atttypmod) FROM pg_class AS c "
    "JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped "
    "WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND c.relkind = 'r' "
    'ORDER BY c.relname::text COLLATE "C", a.attname::text COLLATE "C"'
)
TEXT_INDEXES: Final = (
    "SELECT c.relname::text, array_agg(a.attname::text) FROM pg_index AS i "
    "JOIN pg_class AS c ON c.oid = i.indrelid "
    "JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey) "
    "WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND a.atttypid = 'text'::regtype "
    "GROUP BY c.relname, i.indexrelid"
)
NUMBERED: Final = (
    "SELECT c.relname::text, a.attname::text FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid "
    "WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND a.attidentity <> ''"
)
NAMES: Final = frozenset(table.name for table in COPIED)
LONG_WORK: Final = (
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    "SET LOCAL statement_timeout = 0",
    "SET LOCAL idle_in_transaction_session_timeout = 0",
    EVERYTHING,
)


@contextmanager
def whole_state(raw: Raw) -> Iterator[PostgresConnection]:
    """A connection in a transaction that no limit of time ends. Closes the connection."""
    try:
        connection = PostgresConnection(raw)
        connection.command(*LONG_WORK)
        yield connection
    finally:
        raw.close()


def columns(connection: Connection) -> Mapping[str, Mapping[str, Kind]]:
    """Of the tables that are copied, in the order of their names."""
    found: dict[str, dict[str, Kind]] = {}
    for table, column, kind in statements.rows(connection, COLUMNS):
        if table in NAMES:
            found.setdefault(table, {})[column] = KINDS[kind]
    return found


def text_indexes(connection: Connection) -> Sequence[tuple[str, tuple[str, ...]]]:
    """The columns of text that each index holds, by table."""
    found = statements.rows(connection, TEXT_INDEXES)
    return [(table, tuple(columns)) for table, columns in found if table in NAMES]


def count_on(connection: Connection) -> None:
    """Let identity columns go on after their greatest number."""
    for table, column in statements.rows(connection, NUMBERED):
        connection.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), max({column})) FROM {table} "
            f"HAVING max({column}) IS NOT NULL"
        )
