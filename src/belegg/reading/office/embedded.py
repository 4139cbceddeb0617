"""Files that came inside an office file: each becomes a document of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from belegg.reading.content import Part
from belegg.reading.office.package import Package
from belegg.records import Warned


def embedded(package: Package) -> tuple[tuple[Part, ...], tuple[Warned, ...]]:
    """The files, under the names that the office program gave them, and what could not be taken out."""
    charted = frozenset(_charted(package))
    held = sorted(name for name in package.zipped.names if "/embeddings/" in f"/{name}")
    names = [name for name in held if name not in charted]
    wrapped = [name for name in names if PurePosixPath(name).suffix.lower() in (".bin", "")]
    parts = tuple(
        Part(PurePosixPath(name).name, package.zipped.read(name)) for name in names if name not in wrapped
    )
    return parts, tuple(_unread(wrapped))


def _charted(package: Package) -> Iterator[str]:
    """The workbooks behind charts: their data are read where the chart stands."""
    for name in package.zipped.names:
        if "/charts/" in f"/{name}" and name.endswith(".xml") and "_rels" not in name:
            yield from package.related(name, "package")


def _unread(names: list[str]) -> Iterator[Warned]:
    if names:
        shown = ", ".join(f"`{PurePosixPath(name).name}`" for name in names[:5])
        count = "1 object is" if len(names) == 1 else f"{len(names)} objects are"
        yield Warned("embedded objects", f"{count} embedded in an old binary form and not read: {shown}")
