"""One file, or one record of a file, and a word about what is not read."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from belegg.errors import FileUnreadable, TooLarge

LARGEST_BYTES = 256 * 1024 * 1024
"""A file above this is not read: its text, its blocks and its terms would not fit the memory promised."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """
    One file, or one record of a file. `source` is `<root name>/<path under root>`, NFC, `/` between folders.

    `read` gives its bytes. It raises TooLarge above the limit and FileUnreadable when the disk refuses.
    """

    source: str
    path: Path
    size_bytes: int
    modified_ns: int
    read: Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class Skipped:
    """
    What is not read, and why. `hides_files`: it could not be looked into; what lies there may still exist, so
    nothing under this source counts as removed.
    """

    source: str
    reason: str
    hides_files: bool = False


def shown_name(name: str) -> str:
    """A file's name as it can be stored and printed: NFC; undecodable bytes and controls as `\\xe5`."""
    text = os.fsencode(name).decode("utf-8", "backslashreplace")
    plain = "".join(f"\\x{ord(c):02x}" if unicodedata.category(c) == "Cc" else c for c in text)
    return unicodedata.normalize("NFC", plain)


def read_part(path: Path, source: str, start: int, size: int) -> bytes:
    """
    Up to `size` bytes of an ordinary file from `start` on. Raises FileUnreadable.

    Never through a link that took its place since it was listed, and never waiting for a pipe.
    """
    try:
        with open(path, "rb", opener=_without_links) as file:
            file.seek(start)
            return file.read(size)
    except OSError as error:
        raise FileUnreadable(f"`{source}` cannot be read: {error.strerror}") from error


def read_whole(path: Path, source: str, largest_bytes: int) -> bytes:
    """The bytes of an ordinary file. Raises FileUnreadable and TooLarge."""
    data = read_part(path, source, 0, largest_bytes + 1)
    if len(data) > largest_bytes:
        raise TooLarge(f"`{source}` is larger than {largest_bytes:,} bytes; divide it or leave it out")
    return data


def _without_links(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
