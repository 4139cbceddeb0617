"""What a first look at a folder told, without opening a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from belegg.library.containers import Before
from belegg.library.removals import removed
from belegg.library.roots import Root
from belegg.records import Note
from belegg.seams import Known
from belegg.sources.access import AccessRules
from belegg.sources.files import Skipped, SourceFile
from belegg.sources.folder import walk
from belegg.text.counted import counted


def files_of(path: Path, root: Root, library: Path | None) -> Iterator[SourceFile | Skipped]:
    """
    What lies in the folder, without the library's own files (`belegg.db`, `belegg.db-wal` …). What people
    brought in lies in a folder of the library's own, and is read when that folder is asked for.
    """
    is_own = library is not None and belongs_to(library, path)
    for met in walk(path, root.below):
        if library and not is_own and isinstance(met, SourceFile) and belongs_to(library, met.path):
            yield Skipped(met.source, "the library itself")
        else:
            yield met


def belongs_to(library: Path, file: Path) -> bool:
    """Whether a file is the library, or lies in what is kept beside it (`belegg.db.live/`)."""
    beside = library.resolve().parent
    place = file.resolve()
    below = place.relative_to(beside).parts if place.is_relative_to(beside) else ()
    return bool(below) and below[0].startswith(library.name)


@dataclass(slots=True)
class Looked:
    """
    The folder as it lay there at one moment: the run is over these files, and no others.

    They are walked again to be read: a list of them would hold as much as they do (a record of a packed
    corpus comes with its text). Kept is a number for each, by which the second walk knows it again.
    """

    before: Before
    rules: AccessRules | None = None
    files: int = 0
    bytes_to_read: int = 0
    missing: set[str] = field(init=False)
    skipped: list[Skipped] = field(default_factory=list)
    deciding: set[str | None] = field(default_factory=set)
    came: int = 0
    _waiting: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.missing = set(self.before.known)

    def take(self, met: SourceFile | Skipped) -> None:
        """One more of the first walk."""
        if isinstance(met, Skipped):
            self.skipped.append(met)
            return
        self.files += 1
        self._waiting.add(hash(met.source))
        self.missing.discard(met.source)
        self.missing.difference_update(known.source for known in self.before.inside(met.source))
        if self.rules is not None:
            self.deciding.add(self.rules.prefix(met.source))
        if not self.before.is_unchanged(met):
            self.bytes_to_read += met.size_bytes

    def knows(self, met: SourceFile) -> bool:
        """Whether the first walk met a file of the second one; one that came since is counted."""
        key = hash(met.source)
        if key not in self._waiting:
            self.came += 1
            return False
        self._waiting.discard(key)
        return True

    @property
    def went(self) -> int:
        """After the second walk: how many files of the first one were not there any more."""
        return len(self._waiting)

    def gone(self, path: Path, root: Root) -> tuple[list[Known], list[Note]]:
        """Known documents whose files are gone; a single file tells nothing of those beside it."""
        if not path.is_dir():
            return [], []
        known: Mapping[str, Known] = self.before.known
        here = {source: k for source, k in known.items() if source.startswith(root.below + "/")}
        return removed(self.missing, self.files, self.skipped, here)

    def told(self) -> list[Note]:
        """What a person should know of files that came or went between the two walks."""
        if not self.came:
            return []
        came = f"{counted(self.came, 'file')} came while it ran; the next run takes what came"
        return [Note("ingest", came)]


def unused_rules(rules: AccessRules, deciding: set[str | None]) -> list[Note]:
    """
    A note on the rules that decided about no file: written for another folder, they leave to a later, often
    wider, rule what they were meant to close.
    """
    unused = [prefix for prefix, _ in rules.rules if prefix not in deciding]
    if not unused:
        return []
    named = ", ".join(f"`{prefix}`" for prefix in unused[:3])
    more = f" and {len(unused) - 3} more" if len(unused) > 3 else ""
    text = f"{len(unused)} of {counted(len(rules.rules), 'access rule')} without a file here: {named}{more}"
    return [Note("ingest", text + "; paths are counted from the folder that is ingested")]
