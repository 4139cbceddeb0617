"""Parts of a Word document in another format: pages of HTML, texts, whole Word documents (`altChunk`)."""

from __future__ import annotations

from pathlib import PurePosixPath
from xml.etree.ElementTree import Element

from belegg.errors import ReadingError
from belegg.reading import html, plain
from belegg.reading.content import Content
from belegg.reading.office.package import Package
from belegg.reading.stored import TextBuilder
from belegg.records import Warned

_READERS = {".html": html.parse, ".htm": html.parse, ".xhtml": html.parse, ".txt": plain.parse}


class Foreign:
    """Takes such parts in where they stand; `furniture` and `warnings` are theirs."""

    def __init__(self, package: Package, main: str) -> None:
        self.furniture: list[str] = []
        self.warnings: list[Warned] = []
        self._package = package
        self._main = main

    def take(self, element: Element, builder: TextBuilder) -> None:
        """Take in the part that an element refers to."""
        relation = self._package.relations(self._main).get(element.get("r_id") or "")
        if relation is None or relation.external or relation.target not in self._package:
            self.warnings.append(Warned("missing part", "a part in another format is not in the file"))
            return
        reader = _READERS.get(PurePosixPath(relation.target).suffix.lower())
        if reader is None:
            message = f"`{relation.target}` is a part in a format that is not read inside a document"
            self.warnings.append(Warned("unread part", message))
            return
        try:
            content = reader(self._package.zipped.read(relation.target))
        except ReadingError as error:
            self.warnings.append(Warned("unread part", f"`{relation.target}`: {error}"))
            return
        add_content(builder, content)
        self.furniture += content.furniture
        self.warnings += content.warnings


def add_content(builder: TextBuilder, content: Content) -> None:
    """Append what another reader read, block by block."""
    for block in content.blocks:
        text = content.text[block.span.start : block.span.end]
        builder.add(
            block.kind, text, level=block.level, name=block.name, section=block.section, address=block.address
        )
