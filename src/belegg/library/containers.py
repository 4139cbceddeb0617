"""
Files inside files: which known sources lie in a container, and which of a container's parts become documents.

A part's source is `<container's source>/<its name there>`. That is a name and nothing else: it is never used
as a path, and it is made safe before it is one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from belegg.reading.content import Part
from belegg.reading.parts import PartNames, left_out, safe_name
from belegg.reading.read import is_of_today
from belegg.records import Warned
from belegg.seams import Known
from belegg.sources.files import SourceFile
from belegg.text.counted import counted

DEEPEST = 3
MOST_PARTS = 10_000
MOST_BYTES = 1_000_000_000
"""Of everything inside one file of a folder, at every depth together."""

_RECORD = re.compile(r"(corpus\.jsonl(?:\.gz)?)#")
_MOST_NAMED = 5


def is_settled(known: Known) -> bool:
    """Whether it was read, by a reader of today, and nothing is owed that could be had today."""
    return not known.failed and is_of_today(known.reader)


class Before:
    """
    What is known of a root before a run, by source; asked by container too. A file is no folder: what lies
    below its source came inside it. Records of a BEIR corpus (`corpus.jsonl#a/b`) are no parts.

    `anew`: the files are to be read another way than before.
    """

    def __init__(self, known: Mapping[str, Known], anew: bool = False) -> None:
        self.known = known
        self.anew = anew
        self._sorted = sorted(source for source in known if not _RECORD.search(source))

    def inside(self, container: str) -> Iterator[Known]:
        """Everything known inside a file, at any depth."""
        start = f"{container}/"
        for n in range(bisect_left(self._sorted, start), len(self._sorted)):
            if not self._sorted[n].startswith(start):
                return
            yield self.known[self._sorted[n]]

    def container_of(self, source: str) -> str:
        """The outermost known file that a source lies in; itself when it lies in none."""
        if _RECORD.search(source):
            return source
        steps = source.split("/")
        ancestors = ("/".join(steps[:n]) for n in range(1, len(steps)))
        return next((each for each in ancestors if each in self.known), source)

    def is_settled_inside(self, container: str) -> bool:
        """Whether everything that came inside it was read."""
        return all(map(is_settled, self.inside(container)))

    def is_unchanged(self, file: SourceFile) -> bool:
        """Whether size and time say that the file, and with it all inside it, is what was read before."""
        known = self.known.get(file.source)
        return (
            not self.anew
            and known is not None
            and is_settled(known)
            and (known.size_bytes, known.modified_ns) == (file.size_bytes, file.modified_ns)
            and self.is_settled_inside(file.source)
        )


@dataclass(slots=True)
class Allowance:
    """What one file of a folder may still unfold to, and what was left out of it, by reason."""

    parts: int = MOST_PARTS
    bytes: int = MOST_BYTES
    left: dict[str, list[str]] = field(default_factory=dict)

    def takes(self, part: Part, depth: int) -> bool:
        """Whether a part at this depth (from 1) is taken; remembered with its reason when it is not."""
        if depth > DEEPEST:
            reason = f"deeper than {DEEPEST} files inside one another"
        elif self.parts <= 0:
            reason = f"more than {MOST_PARTS:,} files"
        elif len(part.data) > self.bytes:
            reason = f"more than {MOST_BYTES:,} bytes in all"
        elif left_out(safe_name(part.name)):
            reason = "hidden, or of a folder of tools"
        else:
            self.parts -= 1
            self.bytes -= len(part.data)
            return True
        self.left.setdefault(reason, []).append(part.name)
        return False

    def told(self) -> Iterator[Warned]:
        """A warning for each reason, with the first names."""
        for reason, names in self.left.items():
            first = ", ".join(f"`{name[:80]}`" for name in names[:_MOST_NAMED])
            more = f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
            files = counted(len(names), "file")
            yield Warned("files inside left out", f"{files} inside ({reason}): {first}{more}")


class Sources:
    """The sources of one container's parts: safe, short, each once."""

    def __init__(self, container: str) -> None:
        self._container = container
        self._names = PartNames()

    def of(self, part: Part) -> str:
        """Of a part that an allowance takes. Names that differ in what nobody can see get a number."""
        name = _RECORD.sub(r"\1_", self._names.take(part.name, len(part.data)))
        return f"{self._container}/{name}"
