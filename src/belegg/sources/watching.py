"""
What a watched folder looks like, and when it is time to ingest it.

It is looked at again and again: sizes and times of all files, as the walk of an ingest sees them. That works
on every disk and network drive, where notices of the operating system do not (docs/decisions/0085). Nothing
here waits or reads a clock: who watches says what time it is.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

from belegg.sources.folder import LEFT_OUT

LONGEST_UNSETTLED_S = 300.0
"""A folder that is written to without a pause is ingested all the same after so long."""

FIRST_RETRY_S = 30.0
LAST_RETRY_S = 1_800.0

Step = Literal["nothing", "settle", "run", "empty"]


@dataclass(frozen=True, slots=True)
class Seen:
    """A look at a folder: a digest of every file's name, size and time, and how many there are."""

    digest: str
    files: int


def nothing_ignored(path: Path) -> bool:
    return False


def look(folder: Path, ignored: Callable[[Path], bool] = nothing_ignored) -> Seen:
    """A folder as it lies there now; one that is not there shows no file."""
    digest = sha256()
    files = 0
    for place, size, modified_ns in _files(folder, ignored):
        digest.update(f"{os.fsencode(place).hex()} {size} {modified_ns}\n".encode())
        files += size >= 0
    return Seen(digest.hexdigest(), files)


def _files(top: Path, ignored: Callable[[Path], bool]) -> Iterator[tuple[str, int, int]]:
    """Place, size and time of every file, folder by folder; a folder that cannot be listed has size -1."""
    stack = [str(top)]
    while stack:
        folder = stack.pop()
        try:
            with os.scandir(folder) as listing:
                entries = sorted(listing, key=lambda entry: os.fsencode(entry.name))
        except OSError:
            yield folder, -1, 0
            continue
        for entry in entries:
            if entry.name.startswith((".", "~$")) or entry.name in LEFT_OUT or ignored(Path(entry.path)):
                continue
            try:
                status = entry.stat(follow_symlinks=False)
            except OSError:
                yield entry.path, -1, 0
                continue
            if stat.S_ISDIR(status.st_mode):
                stack.append(entry.path)
            elif stat.S_ISREG(status.st_mode):
                yield entry.path, status.st_size, status.st_mtime_ns


class Watched:
    """
    Decides for one folder, look by look: is there something to do, is it still being written to, did a run
    fail and when is it tried again.
    """

    def __init__(self) -> None:
        self._done: Seen | None = None
        self._last: Seen | None = None
        self._restless_since: float | None = None
        self._failures = 0
        self._retry_at = 0.0

    def meets(self, seen: Seen, now_s: float) -> Step:
        """
        What to do about a look. `settle`: it changed since the last look, look again soon. `empty`: no file
        is there; the folder may not be mounted, and nothing is done until files show.
        """
        before, self._last = self._last, seen
        if seen == self._done:
            self._restless_since = None
            return "nothing"
        if seen.files == 0:
            return "empty"
        if seen != before:
            self._restless_since = now_s if self._restless_since is None else self._restless_since
            self._retry_at = 0.0
            if now_s - self._restless_since < LONGEST_UNSETTLED_S:
                return "settle"
        return "run" if now_s >= self._retry_at else "nothing"

    def ran(self, seen: Seen, well: bool, now_s: float) -> None:
        """
        What a run of this look came to. One that failed is tried again after 30 s, then each time after twice
        as long, half an hour at most; sooner when the folder changes.
        """
        self._restless_since = None
        if well:
            self._done, self._failures, self._retry_at = seen, 0, 0.0
            return
        self._retry_at = now_s + min(FIRST_RETRY_S * 2**self._failures, LAST_RETRY_S)
        self._failures = min(self._failures + 1, 20)
