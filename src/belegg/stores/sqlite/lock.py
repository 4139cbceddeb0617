"""
One writer at a time, by name: a locked file beside the library says who writes and why.

The lock is the operating system's: it ends with its process, however that ends. The file stays, empty
while nobody writes. A second one keeps merges of the index apart, between whose steps others may write.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from belegg.errors import StoreBusy, StoreReadOnly

POLL_S = 0.02
MOST_BYTES = 1_000


WRITER, MERGER = "writer", "merger"


@contextmanager
def only_one(library: Path, role: str, purpose: str, wait_s: float) -> Iterator[None]:
    """Hold a role's lock. Raises StoreBusy naming the holder's purpose, StoreReadOnly."""
    name = library.with_name(f"{library.name}-{role}")
    try:
        file = os.open(name, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        raise StoreReadOnly(f"`{library}` cannot be written to: {error.strerror}, `{name.name}`") from error
    try:
        wait_for(file, library, wait_s)
        os.truncate(file, 0)
        os.pwrite(file, json.dumps({"purpose": purpose, "pid": os.getpid()}).encode(), 0)
        try:
            yield
        finally:
            os.truncate(file, 0)
    finally:
        os.close(file)


def wait_for(file: int, library: Path, wait_s: float) -> None:
    until = time.monotonic() + wait_s
    while True:
        try:
            return fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                raise StoreBusy(
                    f"`{library}` is being written to {holder(file)} and that did not end in {wait_s:g} s; "
                    "try again later"
                ) from None
            time.sleep(POLL_S)


def holder(file: int) -> str:
    """Who holds the lock, in words."""
    try:
        held = json.loads(os.pread(file, MOST_BYTES, 0))
        return f"by `{held['purpose']}` (process {held['pid']})"
    except (ValueError, KeyError, TypeError):
        return "by another process"
