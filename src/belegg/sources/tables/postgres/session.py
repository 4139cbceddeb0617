"""A connection to a company's server: one transaction that can only read, bounded by the server itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, LiteralString

import psycopg
from psycopg import sql

from belegg.sources.tables.postgres.faults import Stopped, unanswered

CONNECT_S: Final = 3
STATEMENT_MS: Final = 1_500
LOCK_MS: Final = 300
IDLE_MS: Final = 5_000
MEMORY: Final = "8MB"
"""Of one sort or hash of a statement, before it goes to the server's disk."""

_SETTINGS: Final[tuple[tuple[LiteralString, object], ...]] = (
    ("search_path", "pg_catalog, pg_temp"),
    ("statement_timeout", STATEMENT_MS),
    ("lock_timeout", LOCK_MS),
    ("idle_in_transaction_session_timeout", IDLE_MS),
    ("standard_conforming_strings", "on"),
    ("row_security", "on"),
    ("work_mem", MEMORY),
    ("max_parallel_workers_per_gather", 0),
    ("jit", "off"),
    ("datestyle", "ISO, YMD"),
    ("intervalstyle", "postgres"),
    ("extra_float_digits", 1),
    ("bytea_output", "hex"),
    ("transform_null_equals", "off"),
)
WHOLE_MS: Final = 5_000
_SINCE_17 = 170000

Raw = psycopg.Connection[Any]


@contextmanager
def opened(conninfo: str) -> Iterator[Raw]:
    """
    A connection in its transaction, which ends without a trace. Raises Stopped where there is none, and
    psycopg.Error.
    """
    try:
        connection: Raw = psycopg.connect(
            conninfo,
            autocommit=True,
            connect_timeout=CONNECT_S,
            application_name="belegg tables",
            client_encoding="utf8",
            prepare_threshold=None,
        )
    except (psycopg.Error, OSError) as error:
        raise Stopped(unanswered(error)) from error
    try:
        begin(connection)
        yield connection
    finally:
        with suppress(psycopg.Error):
            connection.cancel_safe(timeout=0.5)
        connection.close()


def begin(connection: Raw) -> None:
    connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    settings = list(_SETTINGS)
    if connection.info.server_version >= _SINCE_17:
        settings.append(("transaction_timeout", WHOLE_MS))
    for name, value in settings:
        if name == "search_path":
            connection.execute("SET LOCAL search_path = pg_catalog, pg_temp")
        else:
            connection.execute(sql.SQL("SET LOCAL {} = {}").format(sql.Identifier(name), sql.Literal(value)))
