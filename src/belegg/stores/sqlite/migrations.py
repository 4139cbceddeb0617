"""
The schema: what a new library holds, how an older file is brought forward, which files are refused.

A migration is a file `schema/NNN.sql`, applied in one transaction with its number written to
`user_version`. A file whose schema is not word for word what these files make (a trigger, a view, a changed
table) is not ours: no code that came with somebody else's file ever runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

import apsw

from belegg.errors import MigrationNeeded, NotALibrary

APPLICATION_ID = 0x42454C47  # BELG
MAGIC = b"SQLite format 3\0"
HEADER_BYTES = 100
LONGEST_NAME = 60  # of what a foreign file calls its parts, in a message


@cache
def packaged() -> tuple[str, ...]:
    """The migrations in order; the n-th leads from version n-1 to n."""
    folder = files(__package__).joinpath("schema")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return tuple(folder.joinpath(name).read_text(encoding="utf-8") for name in names)


def check_header(path: Path, newest: int) -> None:
    """Refuse a file by its first bytes, before SQLite touches it. Raises NotALibrary, MigrationNeeded."""
    with path.open("rb") as file:
        header = file.read(HEADER_BYTES)
    number = int.from_bytes(header[68:72], "big")
    if not header.startswith(MAGIC) or len(header) < HEADER_BYTES or number != APPLICATION_ID:
        raise NotALibrary(f"`{path}` is no Belegg library; it was left as it is")
    refuse_newer(path, int.from_bytes(header[60:64], "big"), newest)


def refuse_newer(path: Path, version: int, newest: int) -> None:
    if version > newest:
        raise MigrationNeeded(
            f"`{path}` was made by a newer Belegg (layout {version}, this one knows {newest}); "
            "it was left as it is. Update Belegg."
        )


def version_of(connection: apsw.Connection) -> int:
    return int(connection.pragma("user_version"))


def bring_forward(connection: apsw.Connection, migrations: Sequence[str]) -> None:
    """Apply what is missing, each migration in a transaction of its own."""
    for number in range(version_of(connection) + 1, len(migrations) + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.execute(migrations[number - 1])
            connection.pragma("user_version", number)
            connection.pragma("application_id", APPLICATION_ID)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # a full disk rolls back by itself
                connection.execute("ROLLBACK")
            raise


@cache
def expected_schema(migrations: tuple[str, ...]) -> frozenset[tuple[str, str, str]]:
    """Kind, name and SQL of everything that these migrations make."""
    scratch = apsw.Connection(":memory:")
    for migration in migrations:
        scratch.execute(migration)
    return schema_of(scratch)


def schema_of(connection: apsw.Connection) -> frozenset[tuple[str, str, str]]:
    rows = connection.execute("SELECT type, name, coalesce(sql, '') FROM sqlite_schema")
    return frozenset(
        (str(kind), str(name), str(sql))
        for kind, name, sql in rows
        if not str(name).startswith("sqlite_stat")
    )


def check_schema(path: Path, connection: apsw.Connection, migrations: tuple[str, ...]) -> None:
    """Refuse a file that holds anything these migrations did not make. Raises NotALibrary."""
    version = version_of(connection)
    refuse_newer(path, version, len(migrations))
    differing = schema_of(connection) ^ expected_schema(migrations[:version])
    if differing:
        kind, name, _ = min(differing)
        raise NotALibrary(
            f"`{path}` was made by another build of Belegg, or another program changed it: its {kind} "
            f"`{name[:LONGEST_NAME]}` is not that of layout {version}. The file was left as it was, with the "
            "originals in it. Make a new library from the same folders: `belegg ingest FOLDER --library "
            f"new-{path.name}`"
        )
