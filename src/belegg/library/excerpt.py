"""A part of a document's text, chosen by what a reader would name: a section, pages, a passage, a version."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from belegg.errors import BadInput, UnknownDocument
from belegg.library.versions import version_on
from belegg.records import DocumentHead, DocumentText, Passage, Span
from belegg.seams import Reader
from belegg.search.called import document_called, passage_called
from belegg.search.parts import part_of_pages, part_of_section
from belegg.search.succession import Succession


@dataclass(frozen=True, slots=True)
class Excerpt:
    """
    `text` is the version's text in `spans`, put together with an empty line between them; `path` are the
    headings above its first passage.

    There are several spans when what was asked for does not lie together: a page's footnotes stand at the end
    of their section, behind the pages that the section goes on over. `chosen` says why it is this version,
    where a day was asked for; `succession` what the document replaced, or was replaced by.
    """

    document: DocumentHead
    version: int
    current: bool
    spans: tuple[Span, ...]
    text: str
    path: tuple[str, ...] = ()
    pages: tuple[int, int] | None = None
    chosen: str = ""
    succession: tuple[Succession, ...] = ()


def excerpt(
    reader: Reader,
    name: str,
    section: str | None,
    pages: str | None,
    version: int | None,
    day: str | None = None,
) -> Excerpt:
    """
    `day`: the version that was the newest on it. A document whose source is gone is read too. Raises
    UnknownDocument, and BadInput when the document has no such section, page or version, or is younger.
    """
    if day is not None:
        if version is not None:
            raise BadInput("`--as-of` and `--version` each name a version; give one of them")
        number, chosen = version_on(reader, document_called(reader, name, removed=True), day)
        return replace(excerpt(reader, name, section, pages, number), chosen=chosen)
    head = document_called(reader, name, removed=True)
    text = reader.text(head.id, version)
    if text is None:
        if version is None:
            raise UnknownDocument(name)
        raise BadInput(f"`{head.source}` has no version {version}; its newest is {head.version}")
    passage = passage_called(reader, name)
    if passage is not None and text.current:
        return of_spans(text, [passage.span], passage)
    if section is not None:
        if not text.current:
            raise BadInput("sections are known of a document's newest version only; read this one whole")
        spans, first = part_of_section(text, reader.passages_of(head.id), section)
        return of_spans(text, spans, first)
    if pages is not None:
        return of_spans(text, part_of_pages(text, pages))
    return of_spans(text, [Span(0, len(text.text))])


def of_spans(text: DocumentText, spans: Sequence[Span], first: Passage | None = None) -> Excerpt:
    numbers = [
        page.number
        for page in text.pages
        for span in spans
        if page.span.start < span.end and span.start < page.span.end
    ]
    return Excerpt(
        document=text.head,
        version=text.version,
        current=text.current,
        spans=tuple(spans),
        text="\n\n".join(text.text[span.start : span.end] for span in spans),
        path=first.path if first else (),
        pages=(min(numbers), max(numbers)) if numbers else None,
    )
