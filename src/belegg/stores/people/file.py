"""The file of people in use: made with mode 0600, opened as untrusted, one transaction at a time."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path

import apsw

from belegg.errors import MigrationNeeded, NotALibrary, StoreReadOnly
from belegg.stores.engine.roles import WRITER, Patience
from belegg.stores.sqlite.connection import sync_folder
from belegg.stores.sqlite.lock import only_one
from belegg.stores.sqlite.migrations import MAGIC, expected_schema, schema_of, version_of
from belegg.stores.sqlite.refusals import refusals

APPLICATION_ID = 0x42454C50  # BELP
BUSY_MS = 10_000
HEADER_BYTES = 100
OPEN_S = 10.0


@cache
def layouts() -> tuple[str, ...]:
    """The migrations in order; the n-th leads from version n-1 to n."""
    folder = files(__package__).joinpath("schema")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return tuple(folder.joinpath(name).read_text(encoding="utf-8") for name in names)


class PeopleFile:
    """One file, opened; made when it is not there. Safe to share between threads and processes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._idle: deque[apsw.Connection] = deque()
        with refusals(path), only_one(path, WRITER, "open", Patience(OPEN_S)):
            self._open()

    def _open(self) -> None:
        if not self.path.exists():
            make(self.path)
        check_header(self.path)
        connection = opened(self.path)
        check_schema(self.path, connection)
        bring_forward(connection)
        self._idle.append(connection)

    @contextmanager
    def reading(self) -> Iterator[apsw.Connection]:
        with refusals(self.path):
            connection = self._idle.pop() if self._idle else opened(self.path)
            try:
                yield connection
            finally:
                self._idle.append(connection)

    @contextmanager
    def writing(self, durable: bool = True) -> Iterator[apsw.Connection]:
        """
        One transaction. `durable`: on the disk before it is acknowledged; without it a power cut may take
        the last of them back, never a part of one.
        """
        with self.reading() as connection:
            connection.pragma("synchronous", "full" if durable else "normal")
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()


def make(path: Path) -> None:
    """An empty file that only its owner may read, under its name only when it is whole. Raises OSError."""
    unfinished = path.with_name(f"{path.name}-unfinished")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        connection = opened(unfinished)
        try:
            connection.pragma("journal_mode", "wal")
            bring_forward(connection)
        finally:
            connection.close()
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    sync_folder(path.parent)


def opened(path: Path) -> apsw.Connection:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    connection.set_busy_timeout(BUSY_MS)
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_VIEW, 0)
    connection.pragma("cell_size_check", True)
    connection.pragma("secure_delete", True)
    return connection


def check_header(path: Path) -> None:
    """Refuse a file by its first bytes and its rights. Raises NotALibrary, StoreReadOnly."""
    try:
        with path.open("rb") as file:
            header, rights = file.read(HEADER_BYTES), os.fstat(file.fileno()).st_mode & 0o777
    except OSError as error:
        raise StoreReadOnly(f"`{path}` cannot be read: {error.strerror}") from error
    if not header.startswith(MAGIC) or int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise NotALibrary(f"`{path}` is no file of people that Belegg made; it was left as it is")
    if os.name == "posix" and rights & 0o077:
        raise StoreReadOnly(
            f"`{path}` holds who may come in and may be read by others on this machine (mode {rights:o}); "
            f"take that right away: `chmod 600 {path}`"
        )


def check_schema(path: Path, connection: apsw.Connection) -> None:
    """Refuse a file that holds anything our migrations did not make. Raises NotALibrary, MigrationNeeded."""
    version = version_of(connection)
    if version > len(layouts()):
        raise MigrationNeeded(f"`{path}` was made by a newer Belegg (layout {version}); update Belegg")
    differing = schema_of(connection) ^ expected_schema(layouts()[:version])
    if differing:
        kind, name, _ = min(differing)
        raise NotALibrary(
            f"`{path}` was changed by another program: its {kind} `{name[:60]}` is not that of layout "
            f"{version}. It was left as it is; restore a backup of it"
        )


def bring_forward(connection: apsw.Connection) -> None:
    """Apply what is missing, each migration in a transaction of its own."""
    for number in range(version_of(connection) + 1, len(layouts()) + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.execute(layouts()[number - 1])
            connection.pragma("user_version", number)
            connection.pragma("application_id", APPLICATION_ID)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
