"""Where the words of a quotation stand on the pages of its document, and pictures that show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from belegg.errors import BadInput, UnknownDocument
from belegg.library.check import CheckedClaim, checked_against
from belegg.library.citing import Named
from belegg.reading.fenced import Parsing
from belegg.reading.pdf.layout import Box, boxes, packed, unpacked
from belegg.records import Claim, DocumentHead, DocumentText, Page, Span
from belegg.seams import Reader
from belegg.search.called import document_called

PICTURE = "belegg.reading.pdf.picture"
PDF = b"%PDF-"
HEAD_BYTES = 1024  # of a PDF: its mark may stand behind other bytes


@dataclass(frozen=True, slots=True)
class MarkedPage:
    """
    A page with the boxes of the words asked for, one for each line, in reading order.

    Lengths are in points; boxes lie on the page as it is shown, from its top left corner. `layout` holds the
    same words for who draws them.
    """

    number: int
    label: str | None
    width: float
    height: float
    boxes: tuple[Box, ...]
    layout: bytes = b""


@dataclass(frozen=True, slots=True)
class Marked:
    """
    A quotation checked against one document, and the pages that hold its words: none when it was not found,
    and where no places of words are known (Markdown, office files).
    """

    document: DocumentHead
    checked: CheckedClaim
    pages: tuple[MarkedPage, ...]


def marked_pages(reader: Reader, name: str, span: Span, version: int | None) -> list[MarkedPage]:
    """
    The pages that hold words of a span of the document's text, ascending; none where no places are known. A
    document whose file is gone has its pages still.

    Raises UnknownDocument, and BadInput when the text has no such span or version.
    """
    head = document_called(reader, name, removed=True)
    text = reader.text(head.id, version)
    if text is None:
        if version is None:
            raise UnknownDocument(name)
        raise BadInput(f"`{head.source}` has no version {version}; its newest is {head.version}")
    if not 0 <= span.start < span.end <= len(text.text):
        raise BadInput(
            f"`{head.source}` has no characters {span.start} to {span.end}; its text has {len(text.text):,}"
        )
    return pages_with(reader, text, (span,))


def marked_quotation(reader: Reader, name: str, quotation: str, page: int | None) -> Marked:
    """
    Check a quotation against the newest text of one document and find its words on the pages; of several
    places that on `page`. Raises UnknownDocument, and BadInput for an empty quotation.
    """
    if not quotation.strip():
        raise BadInput("the quotation is empty")
    head = document_called(reader, name, removed=True)
    text = reader.text(head.id)
    if text is None:
        raise UnknownDocument(name)
    claim = Claim(quotation, page_hint=None if page is None else f"page {page}")
    checked = checked_against(reader, claim, text, Named((head.id,), page=claim.page_hint or ""))
    spans = checked.check.spans or ((checked.check.span,) if checked.check.span else ())
    return Marked(head, checked, tuple(pages_with(reader, text, spans)))


def pictures(marked: Marked, original: bytes, fence: Parsing) -> list[tuple[int, bytes]]:
    """
    A PNG of each page with the words marked on it, drawn behind the fence: page numbers and bytes.

    Raises BadInput when the original is no PDF, and ReadingError.
    """
    if PDF not in original[:HEAD_BYTES]:
        raise BadInput(f"`{marked.document.source}` is no PDF; only the pages of a PDF can be drawn")
    wanted = {page.number: page.layout for page in marked.pages}
    drawn: dict[int, bytes] = {}
    while len(drawn) < len(wanted):
        found = fence.parse(PICTURE, original, skip=len(drawn), kept=wanted).content.parts
        new = {int(part.name.partition(".")[0]): part.data for part in found}
        if not new:
            break
        drawn.update(new)
    return sorted(drawn.items())


def pages_with(reader: Reader, text: DocumentText, spans: Sequence[Span]) -> list[MarkedPage]:
    """The pages that hold words of these spans, ascending."""
    touched = {
        p.number: p for p in text.pages if any(p.span.start < s.end and s.start < p.span.end for s in spans)
    }
    marked = (_marked(reader, text, page, spans) for page in touched.values())
    return sorted((page for page in marked if page.boxes), key=lambda page: page.number)


def _marked(reader: Reader, text: DocumentText, page: Page, spans: Sequence[Span]) -> MarkedPage:
    layout = reader.page_layout(text.head.id, page.number, text.version) or b""
    words, places = unpacked(layout)
    asked = np.zeros(len(words), bool)
    for span in spans:
        asked |= (words[:, 0] < span.end) & (words[:, 1] > span.start)
    own = packed(words[asked], places[asked], max(page.width, page.height, 1.0))
    found = tuple(box for span in spans for box in boxes(layout, span))
    return MarkedPage(page.number, page.label, page.width, page.height, found, own)
