"""A verified copy of the library while it is in use."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import apsw

from belegg.errors import BadInput, StoreUnhealthy
from belegg.stores.engine import statements
from belegg.stores.sqlite import connection as opening
from belegg.stores.sqlite import migrations
from belegg.stores.sqlite.damage import integrity
from belegg.stores.sqlite.file import LibraryFile
from belegg.stores.sqlite.refusals import refusals

PAGES_AT_ONCE = 4_096
COUNTED = (
    "documents",
    "versions",
    "page_layouts",
    "passages",
    "sources",
    "vector_models",
    "vectors",
    "vectors_refused",
    "fetched",
    "fetched_bodies",
)


def back_up(file: LibraryFile, target: Path, replace: bool) -> int:
    """
    Copy, verify, and only then give the copy its name.

    The copy is of one committed state: the source stands in a read transaction meanwhile.
    """
    if target.exists() and not replace:
        raise BadInput(f"`{target}` exists; a backup is written to a new file")
    unfinished = target.with_name(f"{target.name}-unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as error:
        raise BadInput(f"`{target}` cannot be written: {error.strerror}") from error
    try:
        with refusals(target):
            expected = copy(file, unfinished)
            file.step("library copied")
            verify(unfinished, expected, file.layouts)
        unfinished.replace(target)
        opening.sync_folder(target.parent)
    finally:
        with suppress(FileNotFoundError):
            unfinished.unlink()
    return target.stat().st_size


def copy(file: LibraryFile, target: Path) -> list[int]:
    """Copy the newest committed state; returns the numbers of rows that it holds."""
    with file.connection() as (source, _):
        source.execute("BEGIN")
        try:
            expected = counts(source)
            destination = apsw.Connection(str(target))
            try:
                with destination.backup("main", source, "main") as backup:
                    while not backup.done:
                        backup.step(PAGES_AT_ONCE)
                destination.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            finally:
                destination.close()
        finally:
            source.execute("ROLLBACK")
    return expected


def verify(path: Path, expected: list[int], known: tuple[str, ...]) -> None:
    """Open the copy as a stranger would, and check every page. Raises StoreUnhealthy."""
    migrations.check_header(path, len(known))
    connection = opening.to_read(path)
    try:
        migrations.check_schema(path, connection, known)
        problems = integrity(connection)
        if problems:
            raise StoreUnhealthy(f"the copy is damaged ({problems[0]}); check the disk and try again")
        if counts(connection) != expected:
            raise StoreUnhealthy("the copy does not hold what the library held; check the disk and try again")
    finally:
        connection.close()
    for beside in ("-wal", "-shm"):
        path.with_name(path.name + beside).unlink(missing_ok=True)


def counts(connection: apsw.Connection) -> list[int]:
    return [statements.row(connection, f"SELECT count(*) FROM {table}")[0] for table in COUNTED]
