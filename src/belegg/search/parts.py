"""
A part of a document's text by what a reader calls it: the number or heading of a section, a note, pages.

The spans are of the text of one version. There are several where the part does not lie together: a page's
footnotes stand at the end of their section, behind the pages that the section goes on over.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from belegg.errors import BadInput
from belegg.records import DocumentText, Passage, Span
from belegg.search.sections import Section, name_told, sections_called, sections_of
from belegg.text.names import normal_section

MOST_LISTED = 12  # sections, in a message
LONGEST_PAGE_GAP = 2  # characters: pages stand an empty line apart, or none inside a paragraph


def part_of_section(
    text: DocumentText, passages: Sequence[Passage], section: str
) -> tuple[tuple[Span, ...], Passage]:
    """
    The section of this number or heading with all that stands under it, or the note (`note 3`), and its
    first passage. `passages` are all of the version's. Raises BadInput naming those that there are.
    """
    sections = sections_of(passages)
    found = sections_called(sections, section)
    if len(found) > 1:
        told = listed(sections, found)
        raise BadInput(f"`{text.head.source}` has {len(found)} sections `{section}`; name one: {told}")
    if found:
        return found[0].spans, found[0].first
    note = normal_section(section)
    for passage in passages:
        if passage.kind == "footnote" and passage.section and normal_section(passage.section) == note:
            return (passage.span,), passage
    raise BadInput(f"`{text.head.source}` has no section `{section}`; {sections_told(text, sections)}")


def sections_told(text: DocumentText, sections: Sequence[Section]) -> str:
    """`its sections are …`, or that it has none: what could have been asked for."""
    headed = [section for section in sections if section.path != (text.head.title,)]
    if not headed:
        return "it has no headings; read it whole"
    return f"its sections are {listed(sections, headed)}"


def listed(sections: Sequence[Section], wanted: Sequence[Section]) -> str:
    """What to call the first twelve of them, and how many more there are."""
    names = [f"`{name_told(sections, section)}`" for section in wanted[:MOST_LISTED]]
    more = f" and {len(wanted) - MOST_LISTED} more" if len(wanted) > MOST_LISTED else ""
    return ", ".join(names) + more


def part_of_pages(text: DocumentText, pages: str) -> list[Span]:
    """`3` or `3-5`, physical pages from 1. Raises BadInput."""
    asked = re.fullmatch(r"(\d{1,6})(?:[-–](\d{1,6}))?", pages.strip())
    if not asked:
        raise BadInput(f"`{pages}` is no page; write `3` or `3-5`")
    first, last = int(asked[1]), int(asked[2] or asked[1])
    found = [page for page in text.pages if first <= page.number <= last]
    if not found:
        last = max((page.number for page in text.pages), default=0)
        held = f"its pages are 1 to {last}" if last else "it has no pages"
        raise BadInput(f"`{text.head.source}` has no page {pages}; {held}")
    return joined([page.span for page in found if page.span.start < page.span.end])


def joined(spans: Sequence[Span]) -> list[Span]:
    """Ascending spans, those with nothing but a gap between two pages between them as one."""
    found: list[Span] = []
    for span in spans:
        if found and span.start - found[-1].end <= LONGEST_PAGE_GAP:
            found[-1] = Span(found[-1].start, span.end)
        else:
            found.append(span)
    return found
