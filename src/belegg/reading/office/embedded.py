"""Files that came inside an office file: each becomes a document of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from belegg.reading.content import Part
from belegg.reading.office.package import Package
from belegg.records import Warned


def embedded(package: Package) -> tuple[tuple[Part, ...], tuple[Warned, ...]]:
    """The files, under the names that the office program gave them, and what could not be taken out."""
    names = sorted(name for name in package.zipped.names if "/embeddings/" in f"/{name}")
    wrapped = [name for name in names if PurePosixPath(name).suffix.lower() in (".bin", "")]
    parts = tuple(
        Part(PurePosixPath(name).name, package.zipped.read(name)) for name in names if name not in wrapped
    )
    return parts, tuple(_unread(wrapped))


def _unread(names: list[str]) -> Iterator[Warned]:
    if names:
        shown = ", ".join(f"`{PurePosixPath(name).name}`" for name in names[:5])
        count = "1 object is" if len(names) == 1 else f"{len(names)} objects are"
        yield Warned("embedded objects", f"{count} embedded in an old binary form and not read: {shown}")
