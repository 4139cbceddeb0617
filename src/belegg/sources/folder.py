"""
The files of a folder, in a fixed order, and a word about each one that is not read.

Left out by rule: names that begin with `.` or `~$`, the folders in `LEFT_OUT`, every symbolic link, and
whatever is no ordinary file. No link is followed: inside the folder its target is read under its own name
(a second name could fall under another access rule), outside it nothing is read.
"""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from belegg.errors import BadInput, FileUnreadable, TooLarge

LEFT_OUT = frozenset({"CVS", "_darcs", "__MACOSX", "__pycache__", "node_modules"})
"""Folders of version control and tools that do not begin with a dot."""

LARGEST_BYTES = 256 * 1024 * 1024
"""A file above this is not read: its text, its DOM and its index would not fit the memory promised."""


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
    What is not read, and why. `hides_files`: a folder that could not be listed; its files may still exist,
    so nothing under it counts as removed.
    """

    source: str
    reason: str
    hides_files: bool = False


def walk(root: Path, root_name: str, largest_bytes: int = LARGEST_BYTES) -> Iterator[SourceFile | Skipped]:
    """Every file under `root` (or the file `root`), sorted by name folder by folder. Raises BadInput."""
    try:
        status = root.stat()
    except OSError as error:
        raise BadInput(f"`{root}` cannot be read: {error.strerror}") from error
    if stat.S_ISDIR(status.st_mode):
        yield from _folder(_Folder(root, root_name), largest_bytes)
    elif stat.S_ISREG(status.st_mode):
        real = root.resolve()
        yield _file(real, f"{root_name}/{shown_name(root.name)}", status, largest_bytes)
    else:
        raise BadInput(f"`{root}` is neither a folder nor a file; name a folder of documents")


def shown_name(name: str) -> str:
    """A file's name as it can be stored and printed: NFC; undecodable bytes and controls as `\\xe5`."""
    text = os.fsencode(name).decode("utf-8", "backslashreplace")
    plain = "".join(f"\\x{ord(c):02x}" if unicodedata.category(c) == "Cc" else c for c in text)
    return unicodedata.normalize("NFC", plain)


@dataclass(frozen=True, slots=True)
class _Folder:
    path: Path
    source: str


def _folder(top: _Folder, largest_bytes: int) -> Iterator[SourceFile | Skipped]:
    """Depth first with a stack of our own: folders may nest deeper than Python's calls."""
    stack = [_listed(top, largest_bytes)]
    while stack:
        met = next(stack[-1], None)
        if met is None:
            stack.pop()
        elif isinstance(met, _Folder):
            stack.append(_listed(met, largest_bytes))
        else:
            yield met


def _listed(folder: _Folder, largest_bytes: int) -> Iterator[SourceFile | Skipped | _Folder]:
    try:
        with os.scandir(folder.path) as listing:
            entries = sorted(listing, key=lambda entry: (shown_name(entry.name), os.fsencode(entry.name)))
    except OSError as error:
        yield Skipped(folder.source, f"the folder cannot be listed: {error.strerror}", hides_files=True)
        return
    taken: set[str] = set()
    for entry in entries:
        source = f"{folder.source}/{shown_name(entry.name)}"
        if source in taken:
            yield Skipped(source, "another file of the folder has the same name in composed letters (NFC)")
        else:
            taken.add(source)
            yield _entry(entry, source, largest_bytes)


def _entry(entry: os.DirEntry[str], source: str, largest_bytes: int) -> SourceFile | Skipped | _Folder:
    left_out = _left_out(entry.name)
    if left_out:
        return Skipped(source, left_out)
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError as error:
        return Skipped(source, f"cannot be looked at: {error.strerror}", hides_files=True)
    if stat.S_ISDIR(status.st_mode):
        return _Folder(Path(entry.path), source)
    if stat.S_ISREG(status.st_mode):
        return _file(Path(entry.path), source, status, largest_bytes)
    return Skipped(source, _kind(status.st_mode))


def _left_out(name: str) -> str | None:
    if name.startswith((".", "~$")):
        return f"hidden: its name begins with `{'.' if name[0] == '.' else '~$'}`"
    return "a folder of version control or tools" if name in LEFT_OUT else None


def _kind(mode: int) -> str:
    if stat.S_ISLNK(mode):
        return "a symbolic link; links are not followed, name its target as a folder of its own"
    return "no ordinary file (a pipe, a socket or a device)"


def _file(path: Path, source: str, status: os.stat_result, largest_bytes: int) -> SourceFile:
    read = partial(read_bytes, path, source, largest_bytes)
    return SourceFile(source, path, status.st_size, status.st_mtime_ns, read)


def read_bytes(path: Path, source: str, largest_bytes: int) -> bytes:
    """The bytes of an ordinary file; never through a link that took its place since it was listed."""
    try:
        with open(path, "rb", opener=_without_links) as file:
            data = file.read(largest_bytes + 1)
    except OSError as error:
        raise FileUnreadable(f"`{source}` cannot be read: {error.strerror}") from error
    if len(data) > largest_bytes:
        raise TooLarge(f"`{source}` is larger than {largest_bytes:,} bytes; divide it or leave it out")
    return data


def _without_links(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
