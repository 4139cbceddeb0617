"""Bringing all that is committed into the one file, so that the file alone is a whole copy."""

from __future__ import annotations

import apsw

from belegg.errors import StoreBusy
from belegg.stores.sqlite import connection as opening
from belegg.stores.sqlite.file import LibraryFile
from belegg.stores.sqlite.lock import AT_ONCE, WRITER, only_one
from belegg.stores.sqlite.refusals import refusals


def settle(file: LibraryFile) -> bool:
    """
    Empty the WAL into the file. Waits for nobody: False when somebody writes, or reads an earlier state. What
    is committed is safe then as before, and the next one who settles brings it in.
    """
    try:
        with refusals(file.path), only_one(file.path, WRITER, "settle", AT_ONCE):
            connection = file.writing_connection()
            connection.set_busy_timeout(0)
            try:
                connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            finally:
                connection.set_busy_timeout(opening.WRITER_BUSY_MS)
    except StoreBusy:
        return False
    return True
