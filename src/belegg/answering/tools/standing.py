"""Where a stretch of a document stands, in the words of a citation and in lines."""

from __future__ import annotations

from collections.abc import Sequence

from belegg.answering.tools.fitting import number_at, shortened
from belegg.answering.tools.room import BadArguments
from belegg.errors import BadInput
from belegg.records import DocumentText, Page, Passage, Span
from belegg.search.parts import part_of_pages
from belegg.search.sections import Section, sections_of
from belegg.text.counted import counted

MOST_SECTIONS = 40  # of a list of what there is to read
LONGEST_HEADING = 90  # characters


def pages_told(text: DocumentText, spans: Sequence[Span]) -> str:
    """`page 3`, `pages 3–4`, `pages 9–11 (printed 7–9)`; empty for a document without pages."""
    met = {
        page.number: page
        for page in text.pages
        for span in spans
        if page.span.start < span.end and span.start < page.span.end
    }
    if not met:
        return ""
    first, last = met[min(met)], met[max(met)]
    several = first.number != last.number
    numbers = f"{first.number}–{last.number}" if several else str(first.number)
    printed = [page.label or str(page.number) for page in ((first, last) if several else (first,))]
    told = f"{'pages' if several else 'page'} {numbers}"
    return told if "–".join(printed) == numbers else f"{told} (printed {'–'.join(printed)})"


def lines_told(lines: Sequence[Span], spans: Sequence[Span]) -> str:
    """`lines 12–40`, `lines 12–40, 71–73`."""
    runs = []
    for span in spans:
        first = number_at(lines, span.start)
        if lines[first - 1].end == span.start < span.end:
            first += 1
        last = max(first, number_at(lines, span.end))
        runs.append(f"{first}–{last}" if last > first else str(first))
    single = len(runs) == 1 and "–" not in runs[0]
    return f"{'line' if single else 'lines'} {', '.join(runs)}"


def pages_called(text: DocumentText, pages: str) -> list[Span]:
    """
    Physical pages (`3`, `3-5`, `page 3`), else the page of that printed label (`iv`, `printed 7`). Raises
    BadArguments.
    """
    asked = pages.strip().lower()
    by_label = asked.startswith(("printed", "label"))
    for word in ("printed", "label", "pages", "page", "pp.", "p.", "side", "sider"):
        asked = asked.removeprefix(word).strip(" :.")
    labelled = [page for page in text.pages if (page.label or "").lower() == asked]
    is_plain = asked.replace("-", "").replace("–", "").replace(" ", "").isdecimal()
    if labelled and (by_label or not is_plain):
        return _spans_of(labelled, text)
    try:
        return part_of_pages(text, asked.replace(" ", ""))
    except BadInput:
        if labelled:
            return _spans_of(labelled, text)
        last = max((page.number for page in text.pages), default=0)
        there = f"its pages are 1 to {last}" if last else "it has no pages; name a section or lines"
        raise BadArguments(f"There is no page `{shortened(pages, 40)}`; {there}.") from None


def outline(text: DocumentText, passages: Sequence[Passage], lines: Sequence[Span]) -> str:
    """The sections of a document with their lines, at most forty: outer ones, deeper while there is room."""
    sections = [one for one in sections_of(passages) if one.path != (text.head.title,)]
    if len(sections) < 2:
        return ""
    depths = sorted({len(one.path) for one in sections})
    shown: list[Section] = []
    for depth in depths:
        deeper = [one for one in sections if len(one.path) <= depth]
        if shown and len(deeper) > MOST_SECTIONS:
            break
        shown = deeper
    told = [
        "  " * (len(one.path) - depths[0]) + section_told(one, text, lines) for one in shown[:MOST_SECTIONS]
    ]
    left = len(sections) - len(told)
    more = f"\n({counted(left, 'section')} more, not named here.)" if left else ""
    return "\n".join(told) + more


def section_told(section: Section, text: DocumentText, lines: Sequence[Span]) -> str:
    """`§ 4 Parents (page 3, lines 40–52)`."""
    where = ", ".join(filter(None, (pages_told(text, section.spans), lines_told(lines, section.spans))))
    return f"{shortened(section.path[-1], LONGEST_HEADING)} ({where})"


def _spans_of(pages: Sequence[Page], text: DocumentText) -> list[Span]:
    numbers = {page.number for page in pages}
    return [span for number in sorted(numbers) for span in part_of_pages(text, str(number))]
