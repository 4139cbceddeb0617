"""Where the words of a quotation stand on the pages of its document: what a page's picture is marked with."""

from __future__ import annotations

from dataclasses import dataclass

from belegg.errors import BadInput, UnknownDocument
from belegg.library.lookup import document_called
from belegg.reading.pdf.layout import Box, boxes
from belegg.records import DocumentId, Page, Span
from belegg.seams import Reader


@dataclass(frozen=True, slots=True)
class MarkedPage:
    """
    A page with the boxes of the words asked for, one for each line, in reading order.

    Lengths are in points; boxes lie on the page as it is shown, from its top left corner.
    """

    number: int
    label: str | None
    width: float
    height: float
    boxes: tuple[Box, ...]


def marked_pages(reader: Reader, name: str, span: Span, version: int | None) -> list[MarkedPage]:
    """
    The pages that hold words of a span of the document's text, ascending; none where no places are known.

    Raises UnknownDocument, and BadInput when the text has no such span or version.
    """
    head = document_called(reader, name)
    text = reader.text(head.id, version)
    if text is None:
        if version is None:
            raise UnknownDocument(name)
        raise BadInput(f"`{head.source}` has no version {version}; its newest is {head.version}")
    if not 0 <= span.start < span.end <= len(text.text):
        raise BadInput(
            f"`{head.source}` has no characters {span.start} to {span.end}; its text has {len(text.text):,}"
        )
    touched = {p.number: p for p in text.pages if p.span.start < span.end and span.start < p.span.end}
    marked = (_marked(reader, text.head.id, page, span, text.version) for page in touched.values())
    return sorted((page for page in marked if page.boxes), key=lambda page: page.number)


def _marked(reader: Reader, document: DocumentId, page: Page, span: Span, version: int) -> MarkedPage:
    layout = reader.page_layout(document, page.number, version) or b""
    found = tuple(boxes(layout, span))
    return MarkedPage(page.number, page.label, page.width, page.height, found)
