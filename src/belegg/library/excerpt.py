"""A part of a document's text, chosen by what a reader would name: a section, pages, a passage, a version."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from belegg.errors import BadInput, UnknownDocument
from belegg.library.lookup import document_called, passage_called
from belegg.library.sections import Section, name_told, sections_called, sections_of
from belegg.library.succession import Succession
from belegg.library.versions import version_on
from belegg.records import DocumentHead, DocumentText, Passage, Span
from belegg.seams import Reader
from belegg.text.names import normal_section

MOST_LISTED = 12  # sections, in a message
LONGEST_PAGE_GAP = 2  # characters: pages stand an empty line apart, or none inside a paragraph


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
        return of_section(reader, text, section)
    if pages is not None:
        return of_pages(text, pages)
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


def of_section(reader: Reader, text: DocumentText, section: str) -> Excerpt:
    """The section of this number or heading with all that stands under it, or the note (`note 3`)."""
    if not text.current:
        raise BadInput("sections are known of a document's newest version only; read this one whole")
    passages = reader.passages_of(text.head.id)
    sections = sections_of(passages)
    found = sections_called(sections, section)
    if len(found) > 1:
        told = listed(sections, found)
        raise BadInput(f"`{text.head.source}` has {len(found)} sections `{section}`; name one: {told}")
    if found:
        return of_spans(text, found[0].spans, found[0].first)
    note = normal_section(section)
    for passage in passages:
        if passage.kind == "footnote" and passage.section and normal_section(passage.section) == note:
            return of_spans(text, [passage.span], passage)
    raise BadInput(f"`{text.head.source}` has no section `{section}`; {sections_told(text, sections)}")


def sections_told(text: DocumentText, sections: Sequence[Section]) -> str:
    """`its sections are …`, or that it has none: what could have been asked for."""
    headed = [section for section in sections if section.path != (text.head.title,)]
    if not headed:
        return "it has no headings; read it without --section"
    return f"its sections are {listed(sections, headed)}"


def listed(sections: Sequence[Section], wanted: Sequence[Section]) -> str:
    """What to call the first twelve of them, and how many more there are."""
    names = [f"`{name_told(sections, section)}`" for section in wanted[:MOST_LISTED]]
    more = f" and {len(wanted) - MOST_LISTED} more" if len(wanted) > MOST_LISTED else ""
    return ", ".join(names) + more


def of_pages(text: DocumentText, pages: str) -> Excerpt:
    """`3` or `3-5`, physical pages from 1."""
    asked = re.fullmatch(r"(\d+)(?:[-–](\d+))?", pages.strip())
    if not asked:
        raise BadInput(f"`{pages}` is no page; write `3` or `3-5`")
    first, last = int(asked[1]), int(asked[2] or asked[1])
    found = [page for page in text.pages if first <= page.number <= last]
    if not found:
        last = max((page.number for page in text.pages), default=0)
        held = f"its pages are 1 to {last}" if last else "it has no pages"
        raise BadInput(f"`{text.head.source}` has no page {pages}; {held}")
    return of_spans(text, joined([page.span for page in found if page.span.start < page.span.end]))


def joined(spans: Sequence[Span]) -> list[Span]:
    """Ascending spans, those with nothing but a gap between two pages between them as one."""
    found: list[Span] = []
    for span in spans:
        if found and span.start - found[-1].end <= LONGEST_PAGE_GAP:
            found[-1] = Span(found[-1].start, span.end)
        else:
            found.append(span)
    return found
