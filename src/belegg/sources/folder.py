"""
The files of a folder, in a fixed order, and a word about each one that is not read.

Left out by rule: names that begin with `.` or `~$`, the folders in `LEFT_OUT`, every symbolic link, and
whatever is no ordinary file. No link is followed: inside the folder its target is read under its own name
(a second name could fall under another access rule), outside it nothing is read.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from belegg.errors import BadInput
from belegg.sources.beir import CORPUS_NAMES, beside_corpus, is_corpus, records
from belegg.sources.files import LARGEST_BYTES, Skipped, SourceFile, read_whole, shown_name

__all__ = ["Skipped", "SourceFile", "shown_name", "walk"]

LEFT_OUT = frozenset({"CVS", "_darcs", "__MACOSX", "__pycache__", "node_modules"})
"""Folders of version control and tools that do not begin with a dot."""


def walk(root: Path, root_name: str, largest_bytes: int = LARGEST_BYTES) -> Iterator[SourceFile | Skipped]:
    """Every file under `root` (or the file `root`), sorted by name folder by folder. Raises BadInput."""
    try:
        status = root.stat()
    except OSError as error:
        raise BadInput(f"`{root}` cannot be read: {error.strerror}") from error
    if stat.S_ISDIR(status.st_mode):
        yield from _folder(_Folder(root, root_name), largest_bytes)
    elif stat.S_ISREG(status.st_mode):
        yield from _files(root.resolve(), f"{root_name}/{shown_name(root.name)}", status, largest_bytes)
    else:
        raise BadInput(f"`{root}` is neither a folder nor a file; name a folder of documents")


def met_on_a_walk(root: Path, source: str) -> Path | Skipped | None:
    """
    The file that a walk of the folder `root` reads for a source; of one inside a file, that file. The reason
    when the walk leaves it out, or a folder on the way to it. None when nothing is there.
    """
    name, *steps = source.split("/")
    folder = _Folder(root, name)
    for step in steps:
        wanted = f"{folder.source}/{step}"
        entry = None
        for met in _entries(folder):
            if isinstance(met, Skipped):
                if met.source in (wanted, folder.source):
                    return met
            elif met[1] == wanted:
                entry = met[0]
                break
        if entry is None:
            return None
        if not entry.is_dir(follow_symlinks=False) and is_corpus(Path(entry.path)):
            return Path(entry.path)  # its records are not asked for one by one
        found = next(_entry(entry, wanted, LARGEST_BYTES), None)
        if not isinstance(found, _Folder):
            return found.path if isinstance(found, SourceFile) else found
        folder = found
    return None


def again(path: Path, source: str, largest_bytes: int = LARGEST_BYTES) -> Iterator[SourceFile]:
    """One file that a walk met before, or its records, as it is now; nothing when it is no file any more."""
    try:
        status = path.lstat()
    except OSError:
        return
    if stat.S_ISREG(status.st_mode):
        met = _files(path, source, status, largest_bytes)
        yield from (each for each in met if isinstance(each, SourceFile))


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
    for met in _entries(folder):
        if isinstance(met, Skipped):
            yield met
        else:
            yield from _entry(*met, largest_bytes)


def _entries(folder: _Folder) -> Iterator[tuple[os.DirEntry[str], str] | Skipped]:
    """What a folder holds, in order, each entry with its source; what is left out beside others."""
    try:
        with os.scandir(folder.path) as listing:
            entries = sorted(listing, key=lambda entry: (shown_name(entry.name), os.fsencode(entry.name)))
    except OSError as error:
        yield Skipped(folder.source, f"the folder cannot be listed: {error.strerror}", hides_files=True)
        return
    corpus = any(entry.name in CORPUS_NAMES and is_corpus(Path(entry.path)) for entry in entries)
    taken: set[str] = set()
    for entry in entries:
        source = f"{folder.source}/{shown_name(entry.name)}"
        if source in taken:
            yield Skipped(source, "another file of the folder has the same name in composed letters (NFC)")
        elif corpus and beside_corpus(entry.name):
            yield Skipped(source, "questions or judgements of a BEIR collection")
        else:
            taken.add(source)
            yield entry, source


def _entry(
    entry: os.DirEntry[str], source: str, largest_bytes: int
) -> Iterator[SourceFile | Skipped | _Folder]:
    left_out = _left_out(entry.name)
    if left_out:
        yield Skipped(source, left_out)
        return
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError as error:
        yield Skipped(source, f"cannot be looked at: {error.strerror}", hides_files=True)
        return
    if stat.S_ISDIR(status.st_mode):
        yield _Folder(Path(entry.path), source)
    elif stat.S_ISREG(status.st_mode):
        yield from _files(Path(entry.path), source, status, largest_bytes)
    else:
        yield Skipped(source, _kind(status.st_mode))


def _left_out(name: str) -> str | None:
    if name.startswith((".", "~$")):
        return f"hidden: its name begins with `{'.' if name[0] == '.' else '~$'}`"
    return "a folder of version control or tools" if name in LEFT_OUT else None


def _kind(mode: int) -> str:
    if stat.S_ISLNK(mode):
        return "a symbolic link; links are not followed, name its target as a folder of its own"
    return "no ordinary file (a pipe, a socket or a device)"


def _files(
    path: Path, source: str, status: os.stat_result, largest_bytes: int
) -> Iterator[SourceFile | Skipped]:
    """The file, or its records when it is a BEIR corpus."""
    if is_corpus(path):
        yield from records(path, source)
    else:
        read = partial(read_whole, path, source, largest_bytes)
        yield SourceFile(source, path, status.st_size, status.st_mtime_ns, read)
