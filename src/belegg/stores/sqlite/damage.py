"""What is wrong with a library's file as a file, told even when it cannot be opened as a library."""

from __future__ import annotations

from pathlib import Path

import apsw

from belegg.errors import StoreError
from belegg.stores.engine import statements
from belegg.stores.sqlite import connection as opening

HEADER_BYTES = 100  # sqlite.org/fileformat2.html#the_database_header
MOST_TOLD = 3


def damage(path: Path) -> str:
    """
    What SQLite's check of every page finds, the first faults in its words; empty when the file is whole.

    Reads the whole file once.
    """
    short = bytes_missing(path)
    found = [f"the file ends {short:,} bytes too early"] if short else []
    try:
        connection = opening.to_read(path)
        try:
            found += [line for told in integrity(connection) for line in told.splitlines()]
        finally:
            connection.close()
    except (apsw.Error, StoreError) as error:
        found.append(f"SQLite cannot go through the file ({error})")
    if not found:
        return ""
    more = f"; and {len(found) - MOST_TOLD} more" if len(found) > MOST_TOLD else ""
    return f"the check of every page finds: {'; '.join(found[:MOST_TOLD])}{more}"


def bytes_missing(path: Path) -> int:
    """How much shorter the file is than its header says. 0 when writes beside it may still lengthen it."""
    wal = path.with_name(path.name + "-wal")
    if wal.exists() and wal.stat().st_size:
        return 0
    with path.open("rb") as file:
        header = file.read(HEADER_BYTES)
    page_bytes, pages = int.from_bytes(header[16:18]), int.from_bytes(header[28:32])
    valid = header[24:28] == header[92:96]  # else an old SQLite wrote last, and the count is not kept
    return max(0, pages * page_bytes - path.stat().st_size) if valid else 0


def integrity(connection: apsw.Connection) -> list[str]:
    """What SQLite finds wrong with the file; empty when all is well."""
    found = [str(row[0]) for row in statements.rows(connection, "PRAGMA integrity_check(10)")]
    return [] if found == ["ok"] else found
