"""
Opening the library's file: rights, safety settings, and a pool of reading connections.

Every file counts as untrusted, whoever made it: no code from its schema runs (`trusted_schema` off,
`DEFENSIVE` on), and damaged pages are noticed when they are met (`cell_size_check`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

import apsw
import numpy as np

from belegg.errors import StoreReadOnly
from belegg.stores.engine.arrays import Keys
from belegg.stores.engine.connection import Kind
from belegg.stores.sqlite import migrations

BUSY_MS = 5_000
WRITER_BUSY_MS = 60_000  # access lists may change between a writer's transactions
CACHE_KIB = 16_384
PAGE_BYTES = 4_096
WAL_LIMIT_BYTES = 64 * 1024 * 1024


class SqliteConnection(apsw.Connection):
    """What the engine needs of a connection, of SQLite."""

    def array(self, values: Keys | Sequence[str]) -> object:
        return apsw.carray(values if isinstance(values, np.ndarray) else tuple(values))

    def overwrite(self) -> None:
        self.pragma("secure_delete", True)

    def stream(self, sql: str, bindings: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
        yield from self.execute(sql, bindings)

    def fill(self, table: str, columns: Mapping[str, Kind], rows: Sequence[tuple[object, ...]]) -> None:
        places = ", ".join("?" * len(columns))
        self.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})", rows)


def empty_wal(connection: SqliteConnection) -> None:
    """Bring what is committed into the file. Raises apsw.BusyError when somebody reads an earlier state."""
    connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)


def create(path: Path, layouts: Sequence[str]) -> None:
    """
    Make an empty library that only its owner may read; the writer's lock must be held. Raises OSError.

    It is made under another name and then renamed, so that a half-made library never stands there.
    """
    unfinished = path.with_name(f"{path.name}-unfinished")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        connection = SqliteConnection(str(unfinished))
        try:
            connection.pragma("page_size", PAGE_BYTES)
            connection.pragma("journal_mode", "wal")
            migrations.bring_forward(connection, layouts)
        finally:
            connection.close()
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make a new name in a folder survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def to_read(path: Path) -> SqliteConnection:
    """
    A connection that cannot write.

    In a folder that cannot be written to, SQLite cannot keep its shared index of the WAL. The file is then
    read as it lies, which is right as long as no WAL with content lies beside it. Raises StoreReadOnly.
    """
    try:
        return settled(SqliteConnection(str(path), flags=apsw.SQLITE_OPEN_READONLY))
    except (apsw.CantOpenError, apsw.ReadOnlyError) as error:
        wal = path.with_name(path.name + "-wal")
        if wal.exists() and wal.stat().st_size > 0:
            raise StoreReadOnly(
                f"`{path}` has unfinished writes beside it (`{wal.name}`) and its folder cannot be "
                "written to; copy all of its files to a folder of your own and open it there"
            ) from error
        uri = f"file:{quote(str(path.absolute()))}?immutable=1"
        return settled(SqliteConnection(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI))


def to_write(path: Path) -> SqliteConnection:
    """The writing connection. Each commit reaches the disk before it is acknowledged (decisions/0021)."""
    connection = settled(SqliteConnection(str(path), flags=apsw.SQLITE_OPEN_READWRITE))
    connection.set_busy_timeout(WRITER_BUSY_MS)
    connection.pragma("synchronous", "full")
    connection.pragma("secure_delete", "fast")
    connection.pragma("journal_size_limit", WAL_LIMIT_BYTES)
    return connection


def settled(connection: SqliteConnection) -> SqliteConnection:
    """The settings that every connection has."""
    connection.set_busy_timeout(BUSY_MS)
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_VIEW, 0)
    connection.pragma("cell_size_check", True)
    connection.pragma("cache_size", -CACHE_KIB)
    connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
    return connection
