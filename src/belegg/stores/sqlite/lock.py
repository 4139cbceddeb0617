"""
One writer at a time, by name: a locked file beside the library says who writes and why.

The lock is the operating system's: it ends with its process, however that ends. Its file is removed by the
holder as the last thing it does; whoever waited for that file gets the lock of a file without a name, sees
it, and starts over. A second file keeps merges of the index apart, between whose steps others may write; a
third one ingests, a fourth one embeds, and a fifth one enriches.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from belegg.errors import StoreBusy, StoreReadOnly
from belegg.stores.engine.roles import Patience

POLL_S = 0.02
MOST_BYTES = 1_000


@contextmanager
def only_one(library: Path, role: str, purpose: str, patience: Patience) -> Iterator[None]:
    """Hold a role's lock. Raises StoreBusy naming the holder's purpose, StoreReadOnly."""
    name = library.with_name(f"{library.name}-{role}")
    file = held(name, library, patience)
    try:
        with suppress(OSError):  # on a full disk the holder has no name, and holds the lock all the same
            os.truncate(file, 0)
            os.pwrite(file, json.dumps({"purpose": purpose, "pid": os.getpid()}).encode(), 0)
        yield
    finally:
        if is_file_of(file, name):
            with suppress(OSError):
                os.unlink(name)
        os.close(file)


def held(name: Path, library: Path, patience: Patience) -> int:
    """The role's file, open and locked."""
    begun = time.monotonic()
    told = False
    while True:
        file = opened(name, library)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if is_file_of(file, name):
                return file
            os.close(file)  # its holder removed it in the meantime
            continue
        except BlockingIOError:
            who = holder(file)
            os.close(file)
        except BaseException:
            os.close(file)
            raise
        waited = time.monotonic() - begun
        if waited >= patience.limit_s:
            raise StoreBusy(
                f"`{library}` is being written to {who} and that did not end in {patience.limit_s:g} s; "
                "run this again when it has ended, or wait longer (`--wait SECONDS`)"
            )
        if not told and waited >= patience.tell_after_s:
            told = True
            patience.tell(
                f"`{library}` is being written to {who}; waiting for it, {patience.limit_s:g} s at most"
            )
        time.sleep(POLL_S)


def opened(name: Path, library: Path) -> int:
    try:
        return os.open(name, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise StoreReadOnly(f"`{library}` cannot be written to: {error.strerror}, `{name.name}`") from error


def is_file_of(file: int, name: Path) -> bool:
    """Whether an open file is the one that stands under a name."""
    try:
        return os.path.samestat(os.fstat(file), os.stat(name, follow_symlinks=False))
    except FileNotFoundError:
        return False


def holding(library: Path, role: str) -> int | None:
    """The number of the process that holds a role's lock, 0 when it does not say; None when nobody does."""
    try:
        file = os.open(library.with_name(f"{library.name}-{role}"), os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        with suppress(ValueError, KeyError, TypeError):
            return int(json.loads(os.pread(file, MOST_BYTES, 0))["pid"])
        return 0
    finally:
        os.close(file)
    return None


def holder(file: int) -> str:
    """Who holds the lock, in words."""
    try:
        told = json.loads(os.pread(file, MOST_BYTES, 0))
        return f"by `{told['purpose']}` (process {told['pid']})"
    except (ValueError, KeyError, TypeError):
        return "by another process"
