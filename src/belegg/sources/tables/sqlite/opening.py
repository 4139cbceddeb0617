"""
A company's SQLite file, opened so that it can only be read, and seen as who asks may see it.

The file hangs under a name of its own that is drawn anew each time. What somebody may read in part (a table
with hidden columns, a view of tables that are not open to them) stands before it as a view or a table of
that name, so that `*`, a join and a misspelled name meet what is seen and nothing else.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from urllib.parse import quote

import apsw

from belegg.sources.tables.engine import FoundColumn, FoundTable, Seen
from belegg.sources.tables.names import folded, quoted
from belegg.sources.tables.sqlite.rights import Rights

OWN = "belegg:"
"""What Belegg keeps in a file that it loaded itself begins so, and is no table of the company's."""

HEAP_BYTES = 256 * 1024 * 1024
BUSY_MS = 500
STEPS = 2_000
"""Steps of SQLite's machine between two looks at the clock."""

LIMITS = (
    (apsw.SQLITE_LIMIT_LENGTH, 1_000_000),
    (apsw.SQLITE_LIMIT_SQL_LENGTH, 100_000),
    (apsw.SQLITE_LIMIT_COLUMN, 500),
    (apsw.SQLITE_LIMIT_EXPR_DEPTH, 100),
    (apsw.SQLITE_LIMIT_COMPOUND_SELECT, 50),
    (apsw.SQLITE_LIMIT_VDBE_OP, 250_000),
    (apsw.SQLITE_LIMIT_FUNCTION_ARG, 100),
    (apsw.SQLITE_LIMIT_ATTACHED, 0),
    (apsw.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000),
    (apsw.SQLITE_LIMIT_VARIABLE_NUMBER, 0),
    (apsw.SQLITE_LIMIT_TRIGGER_DEPTH, 0),
    (apsw.SQLITE_LIMIT_WORKER_THREADS, 0),
)


class Written(Exception):
    """Somebody wrote the file while it was read as it lay."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A file under the name `base` of a connection; `late` says whether the time is over."""

    connection: apsw.Connection
    base: str
    late: Callable[[], bool]


@contextmanager
def opened(path: Path, within_s: float) -> Iterator[Opened]:
    """Raises apsw.Error, Written, and OSError when there is no such file."""
    with path.open("rb") as file:
        head = file.read(20)
    in_wal = head[18:20] == b"\x02\x02"
    wal = path.with_name(f"{path.name}-wal")
    # Nobody has it open: SQLite would make two files beside it, which its own program may not be able to use.
    as_it_lies = in_wal and not wal.exists()
    before = path.stat()
    until = monotonic() + within_s
    connection = settled()
    try:
        connection.set_progress_handler(lambda: monotonic() > until, STEPS)
        base = secrets.token_hex(16)
        how = "mode=ro&immutable=1" if as_it_lies else "mode=ro"
        connection.execute(f"ATTACH ? AS {quoted(base)}", (f"file:{quote(str(path.absolute()))}?{how}",))
        connection.execute(f"SELECT count(*) FROM {quoted(base)}.sqlite_schema").fetchall()
        yield Opened(connection, base, lambda: monotonic() > until)
        after = path.stat()
        if as_it_lies and (
            wal.exists() or (after.st_mtime_ns, after.st_size) != (before.st_mtime_ns, before.st_size)
        ):
            raise Written
    finally:
        connection.close()


def settled() -> apsw.Connection:
    """An empty connection by which a file can be attached for reading alone; no code of a file runs."""
    apsw.hard_heap_limit(HEAP_BYTES)
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    connection = apsw.Connection(":memory:", flags=flags | apsw.SQLITE_OPEN_URI)
    for setting, value in (
        (apsw.SQLITE_DBCONFIG_DEFENSIVE, 1),
        (apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
        (apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
        (apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
        (apsw.SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0),
        (apsw.SQLITE_DBCONFIG_ENABLE_ATTACH_CREATE, 0),
        (apsw.SQLITE_DBCONFIG_ENABLE_ATTACH_WRITE, 0),
        (apsw.SQLITE_DBCONFIG_DQS_DML, 0),
    ):
        connection.config(setting, value)
    connection.set_busy_timeout(BUSY_MS)
    connection.pragma("temp_store", "memory")
    connection.pragma("cell_size_check", True)
    connection.pragma("mmap_size", 0)
    return connection


def tables_of(found: Opened) -> list[FoundTable]:
    """The tables and views of the file, by name; none that is virtual, or belongs to SQLite or to us."""
    rows = texts(
        found, "SELECT name, type FROM pragma_table_list WHERE schema = ? ORDER BY lower(name)", found.base
    )
    return [
        FoundTable(name, columns_of(found, name), is_view=kind == "view")
        for name, kind in rows
        if kind in ("table", "view") and not folded(name).startswith(("sqlite_", OWN))
    ]


def columns_of(found: Opened, table: str) -> tuple[FoundColumn, ...]:
    """Every column that a statement can name; none where SQLite cannot tell (a view of what is not there)."""
    try:
        rows = texts(
            found, "SELECT name, type FROM pragma_table_xinfo(?, ?) WHERE hidden <> 1", table, found.base
        )
    except apsw.SQLError:
        return ()
    return tuple(FoundColumn(name, kind) for name, kind in rows)


def texts(found: Opened, statement: str, *values: str) -> list[tuple[str, ...]]:
    """The rows of a statement of ours, whose values are text."""
    return [tuple(map(str, row)) for row in found.connection.execute(statement, values)]


def narrowed(found: Opened, statement: str, seen: Seen) -> Rights:
    """
    What the statement may read, with what stands for tables that are seen in part. From here on the
    connection runs nothing else.
    """
    rights = Rights(found.base, seen)
    mentioned = folded(statement)
    hide(found, mentioned, seen)
    for table, columns in seen.items():
        if folded(table) not in mentioned and '"' not in table:
            continue
        existing = {folded(column.name) for column in columns_of(found, table)}
        shown = ", ".join(quoted(column) for column in columns)
        source = f"SELECT {shown} FROM {quoted(found.base)}.{quoted(table)}"
        if reads_more(found, source, seen):
            # Written out: a view that reads what this asker may not, read by nobody else's words.
            found.connection.execute(f"CREATE TEMP TABLE {quoted(table)} AS {source}")
        elif existing != set(map(folded, columns)):
            found.connection.execute(f"CREATE TEMP VIEW {quoted(table)} AS {source}")
        else:
            continue
        rights.own[folded(table)] = table
    for limit, most in LIMITS:
        found.connection.limit(limit, most)
    found.connection.pragma("query_only", True)
    found.connection.authorizer = rights
    return rights


def hide(found: Opened, mentioned: str, seen: Seen) -> None:
    """
    Put a view of nothing before every table that is not seen and may be named: SQLite lets a statement count
    the rows of a table without a word to the rights (`rights`), and so it does not meet that table at all.
    """
    shown = set(map(folded, seen))
    names = texts(
        found, f"SELECT name FROM {quoted(found.base)}.sqlite_schema WHERE type IN ('table', 'view')"
    )
    for (name,) in names:
        low = folded(name)
        if low not in shown and not low.startswith("sqlite_") and (low in mentioned or '"' in low):
            gone = f"{quoted(secrets.token_hex(16))}.{quoted(low)}"
            found.connection.execute(f"CREATE TEMP VIEW {quoted(name)} AS SELECT 1 FROM {gone}")


def reads_more(found: Opened, source: str, seen: Seen) -> bool:
    """Whether a table's own rows come from what is not seen, as those of a view may."""
    trial = Rights(found.base, seen)

    def recorded(action: int, *what: str | None) -> int:
        if action == apsw.SQLITE_READ:
            trial(action, *what)
        return apsw.SQLITE_OK

    found.connection.authorizer = recorded
    try:
        found.connection.execute(f"{source} LIMIT 0").fetchall()
    finally:
        found.connection.authorizer = None
    return trial.refused is not None
