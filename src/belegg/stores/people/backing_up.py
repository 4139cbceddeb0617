"""A verified copy of the file of people, without what lets a browser in."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import apsw

from belegg.errors import BadInput, StoreUnhealthy
from belegg.stores.engine import statements
from belegg.stores.people import file as opening
from belegg.stores.sqlite.connection import sync_folder
from belegg.stores.sqlite.damage import integrity
from belegg.stores.sqlite.refusals import refusals

LEFT_OUT = ("sessions", "begun", "grants", "tries")
"""What must not come back out of an old copy: who signed out is out, and what the provider took back is."""
COUNTED = ("people", "tokens", "audit", "forgotten", "head")


def back_up(source: opening.PeopleFile, target: Path) -> None:
    """
    Copy one committed state, with mode 0600, verify it, and only then give it its name. Of the tables
    `LEFT_OUT` nothing is in it, in no free page either. Raises BadInput when `target` exists, StoreError.
    """
    if target.exists():
        raise BadInput(f"`{target}` exists; a backup is written to a new file")
    unfinished = target.with_name(f"{target.name}-unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as error:
        raise BadInput(f"`{target}` cannot be written: {error.strerror}") from error
    try:
        with refusals(target):
            expected = copy(source, unfinished)
            verify(unfinished, expected)
        unfinished.replace(target)
        sync_folder(target.parent)
    finally:
        for name in ("", "-wal", "-shm"):
            with suppress(FileNotFoundError):
                unfinished.with_name(unfinished.name + name).unlink()


def copy(source: opening.PeopleFile, target: Path) -> list[int]:
    """Gives the numbers of rows that the copy has to hold."""
    with source.reading() as connection:
        connection.execute("BEGIN")
        try:
            expected = counts(connection)
            copied = opening.opened(target)
            try:
                with copied.backup("main", connection, "main") as backup:
                    while not backup.done:
                        backup.step()
                for table in LEFT_OUT:
                    copied.execute(f"DELETE FROM {table}")
                copied.execute("VACUUM")
                copied.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            finally:
                copied.close()
        finally:
            connection.execute("ROLLBACK")
    return expected


def verify(path: Path, expected: list[int]) -> None:
    """Raises StoreUnhealthy."""
    opening.check_header(path)
    connection = opening.opened(path)
    try:
        opening.check_schema(path, connection)
        problems = integrity(connection)
        if problems:
            raise StoreUnhealthy(f"the copy is damaged ({problems[0]}); check the disk and try again")
        if counts(connection) != expected:
            raise StoreUnhealthy("the copy does not hold what the file held; check the disk and try again")
    finally:
        connection.close()


def counts(connection: apsw.Connection) -> list[int]:
    return [statements.row(connection, f"SELECT count(*) FROM {table}")[0] for table in COUNTED]
