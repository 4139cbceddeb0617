"""What SQLite refuses, in Belegg's words: which error of `errors` stands for which of SQLite's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from belegg.errors import NotALibrary, StoreBusy, StoreError, StoreFull, StoreReadOnly, StoreUnhealthy

WRITE_FAULTS = (apsw.SQLITE_IOERR_WRITE, apsw.SQLITE_IOERR_FSYNC, apsw.SQLITE_IOERR_TRUNCATE)


@contextmanager
def refusals(path: Path) -> Iterator[None]:
    """Turn SQLite's errors inside the block into StoreErrors of one plain sentence."""
    try:
        yield
    except apsw.Error as error:
        refused = in_words(path, error)
        if refused is None:
            raise
        raise refused from error


def in_words(path: Path, error: apsw.Error) -> StoreError | None:
    """None for errors that only a fault in this program can cause."""
    match error:
        case apsw.FullError():
            return StoreFull(f"the disk that holds `{path}` is full; nothing that was acknowledged is lost")
        case apsw.ReadOnlyError() | apsw.PermissionsError():
            return StoreReadOnly(f"`{path}` cannot be written to; nothing was changed")
        case apsw.CantOpenError():
            return StoreReadOnly(
                f"`{path}`, or a file beside it, cannot be opened; check the folder's rights"
            )
        case apsw.BusyError() | apsw.LockedError():
            return StoreBusy(f"another program holds `{path}`; try again")
        case apsw.NotADBError():
            return NotALibrary(f"`{path}` is no Belegg library; it was left as it is")
        case apsw.CorruptError() | apsw.FormatError():
            return StoreUnhealthy(f"`{path}` is damaged; restore a backup (`belegg health` says more)")
        case apsw.IOError() if getattr(error, "extendedresult", 0) in WRITE_FAULTS:
            return StoreFull(
                f"the disk refused to write `{path}` (full, or over a limit); "
                "nothing that was acknowledged is lost"
            )
        case apsw.IOError():
            return StoreUnhealthy(f"the disk failed while `{path}` was in use: {error}")
    return None
