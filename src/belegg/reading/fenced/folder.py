"""
The folder that one reader's process may write to, gone when the process is.

A parent that was killed leaves its folders behind, and in them perhaps a page as a picture. Each folder is
locked by its parent, the kernel lets go of the lock when that dies, and the next one to come removes what
nobody holds any more.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path

PREFIX = "belegg-reading-"
_OLD_S = 60.0  # a younger folder may be about to be locked


class OwnFolder:
    """`path` is empty and ours alone."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
        self._lock = _locked(self.path)

    def remove(self) -> None:
        """With all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def sweep(older_than_s: float = _OLD_S) -> int:
    """Remove the folders that parents who died have left; returns how many."""
    swept = 0
    if not hasattr(os, "getuid"):  # Windows: without locks nobody can tell what is in use
        return swept
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            status = path.lstat()
            if (
                path.is_symlink()
                or status.st_uid != os.getuid()
                or time.time() - status.st_mtime < older_than_s
            ):
                continue
            lock = _locked(path)
            if lock is not None:
                shutil.rmtree(path, ignore_errors=True)
                os.close(lock)
                swept += 1
    return swept


def _locked(path: Path) -> int | None:
    """A descriptor that holds the folder; None when somebody does, and where folders cannot be locked."""
    try:
        import fcntl
    except ImportError:  # Windows
        return None
    descriptor = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor
