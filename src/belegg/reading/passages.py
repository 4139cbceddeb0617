"""
A document cut into passages: the parts that are searched, shown and cited.

Profiles:
- `wiki`: a passage per heading; one over 1,500 characters is cut at paragraphs, never inside a word.
- `reports`: windows of 600 to 900 tokens over a section, at least 15 % of each repeated in the next; no
  passage crosses a section, a section of up to 900 tokens is one passage.
- `sections`: a passage per section, however long (100,000 characters): law is cited by section.

A footnote with a mark is a passage of its own, under the headings that it belongs to; so is a slide. Any
other heading with no text of its own goes with what follows: alone it would be found and say nothing. In
`sections` a numbered heading stays alone, because its words belong to no other section.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from belegg.reading.content import Profile
from belegg.reading.context import context_line
from belegg.reading.division import divided, packed, windows
from belegg.records import Block, Document, Page, Passage, PassageKind, Span, passage_id
from belegg.text.language import passage_language
from belegg.text.row_numbers import row_numbers, rows_told

WIKI_CHARACTERS = 1_500
SECTION_CHARACTERS = 100_000
WHOLE_CHARACTERS = 4_000
"""A table or code block up to this is not cut: a row without its head says little."""

_LONGEST_HEAD = 300
_GAP = re.compile(r"\|\s*\|")
_FIGURE = re.compile(r"\|\s*+(?!(?:18|19|20|21)\d\d\s*\|)[-+−(]?[$€£]?\s?\d[\d\s.,%)]*\s*\|")
"""A cell that holds a figure and no year: its row names no columns."""


REPORT_TOKENS = (600, 900)
REPORT_OVERLAP = 0.15
_TOKENS_BETWEEN_BREAKS = 60
_CHARACTERS_PER_TOKEN = {"en": 4.0, "de": 3.0, "nb": 3.0, "nn": 3.0, "sv": 3.0, "da": 3.0}
"""Low estimates, so that no passage grows too long for a model; 2.5 (Finnish) where nothing is known."""


@dataclass(frozen=True, slots=True)
class _Heading:
    level: int
    name: str
    section: str | None
    address: str | None


@dataclass(slots=True)
class _Section:
    """Blocks that belong together and the headings above them."""

    blocks: list[Block]
    headings: tuple[_Heading, ...]
    kind: PassageKind = "text"
    has_text: bool = False

    def add(self, block: Block) -> None:
        self.blocks.append(block)
        self.has_text = self.has_text or block.kind != "heading"

    def number(self) -> str | None:
        """The section number of the nearest heading that has one; a footnote's own mark."""
        if self.kind == "footnote" and self.blocks[0].section:
            return self.blocks[0].section
        return next((heading.section for heading in reversed(self.headings) if heading.section), None)

    def address(self) -> str | None:
        """The address of the nearest heading that has one."""
        return next((heading.address for heading in reversed(self.headings) if heading.address), None)

    def tables(self) -> list[Block]:
        return [block for block in self.blocks if block.kind == "table"]


def cut(document: Document, profile: Profile) -> list[Passage]:
    """
    The passages of a document, in reading order; the same document and profile give the same passages.

    Every character that is not white space lies in exactly one passage (`reports`: at least one).
    """
    passages: list[Passage] = []
    page_starts = [page.span.start for page in document.pages]
    # A section of law is cited by its own number and address, and found by them.
    about = "" if profile == "sections" else context_line(document)
    for section in _sections(document, profile):
        tables = section.tables()
        for span in _spans(document, section.blocks, profile):
            ordinal = len(passages)
            passages.append(
                Passage(
                    id=passage_id(document.id, ordinal),
                    document=document.id,
                    ordinal=ordinal,
                    span=span,
                    text=document.text[span.start : span.end],
                    path=tuple(heading.name for heading in section.headings if heading.name),
                    section=section.number(),
                    address=section.address() or _rows(document.text, tables, span),
                    pages=_pages(document.pages, page_starts, span),
                    language=passage_language(document.text[span.start : span.end], document.language),
                    kind=section.kind,
                    context="\n".join(filter(None, (about, _table_head(document.text, tables, span)))),
                )
            )
    return passages


def _sections(document: Document, profile: Profile) -> list[_Section]:
    """Runs of blocks under one heading, headings without text joined to the run that follows."""
    done: list[_Section] = []
    slides = _slides(document)
    current = _Section([], ())
    for block in _covering(document):
        kind: PassageKind = "footnote" if block.kind == "footnote" else "text"
        if kind != current.kind or (kind == "footnote" and current.blocks[-1].section != block.section):
            done.append(current)
            current = _Section([], current.headings, kind)
        if block.kind == "heading":
            headings = _under(current.headings, block)
            if current.has_text or _stands_alone(current, profile) or block.span.start in slides:
                done.append(current)
                current = _Section([], headings)
            current.headings = headings
        current.add(block)
    done.append(current)
    sections = [section for section in done if section.blocks]
    return sections if slides else _tail_joined(sections, profile)


def _slides(document: Document) -> frozenset[int]:
    """
    Where the pages begin, when each of them begins with a heading of its own: slides are never joined.

    A slide with a title alone would else be cited together with the next one.
    """
    starts = frozenset(page.span.start for page in document.pages if page.span.start < page.span.end)
    headings = {block.span.start for block in document.blocks if block.kind == "heading"}
    return starts if len(starts) > 1 and starts <= headings else frozenset()


def _under(above: Sequence[_Heading], block: Block) -> tuple[_Heading, ...]:
    kept = (heading for heading in above if heading.level < block.level)
    return (*kept, _Heading(block.level, block.name, block.section, block.address))


def _stands_alone(section: _Section, profile: Profile) -> bool:
    return profile == "sections" and bool(section.blocks) and section.blocks[-1].section is not None


def _tail_joined(sections: list[_Section], profile: Profile) -> list[_Section]:
    """Headings at the very end have nothing after them: they go with what is before."""
    last = sections[-1] if sections else _Section([], (), has_text=True)
    if (
        len(sections) > 1
        and not (last.has_text or _stands_alone(last, profile))
        and sections[-2].kind == "text"
    ):
        sections[-2].blocks += sections.pop().blocks
    return sections


def _covering(document: Document) -> Iterator[Block]:
    """The document's blocks, and a paragraph for whatever text lies between them."""
    place = 0
    for block in document.blocks:
        yield from _between(document.text, place, block.span.start)
        yield block
        place = block.span.end
    yield from _between(document.text, place, len(document.text))


def _between(text: str, start: int, end: int) -> Iterator[Block]:
    piece = text[start:end]
    if piece.strip():
        yield Block("paragraph", Span(start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())))


def _spans(document: Document, blocks: Sequence[Block], profile: Profile) -> list[Span]:
    text = document.text
    whole = Span(blocks[0].span.start, blocks[-1].span.end)
    length = whole.end - whole.start
    if profile == "reports":
        per_token = _CHARACTERS_PER_TOKEN.get(document.language or "", 2.5)
        least, most = (int(tokens * per_token) for tokens in REPORT_TOKENS)
        if length <= most:
            return [whole]
        between = int(_TOKENS_BETWEEN_BREAKS * per_token)
        breaks = divided(text, whole, between)
        return windows(breaks, least, most - between, REPORT_OVERLAP) if breaks[1:] else breaks
    most = WIKI_CHARACTERS if profile == "wiki" else SECTION_CHARACTERS
    if length <= most:
        return [whole]
    pieces = [piece for block in blocks for piece in _pieces(text, block, most)]
    kept_with_next = {block.span.end for block in blocks if block.kind == "heading"}
    return packed(pieces, kept_with_next, ceil(length / ceil(length / most)), most)


def _pieces(text: str, block: Block, most: int) -> list[Span]:
    if block.kind in ("table", "code"):
        most = max(most, WHOLE_CHARACTERS)
    return divided(text, block.span, most)


def _table_head(text: str, tables: Sequence[Block], span: Span) -> str:
    """
    The first line of a table that a passage begins inside of: what its columns are called.

    The second too, where the first has gaps that it fills: `| Region | 2023 |  |`, `|  | Q1 | Q2 |`.
    """
    before = bisect_right(tables, span.start, key=lambda table: table.span.start) - 1
    if before < 0 or not tables[before].span.start < span.start < tables[before].span.end:
        return ""
    table = tables[before].span
    first, _, rest = text[table.start : table.end].partition("\n")
    second = rest.partition("\n")[0]
    if _GAP.search(first) and not _FIGURE.search(second):
        first = f"{first} {second}"
    return first[:_LONGEST_HEAD].strip()


def _rows(text: str, tables: Sequence[Block], span: Span) -> str | None:
    """The rows of a sheet that a passage holds, when its tables say which they have: `rows 31–60`."""
    numbers: list[int] = []
    for table in tables:
        start, end = max(span.start, table.span.start), min(span.end, table.span.end)
        if start < end:
            before = text.count("\n", table.span.start, start)
            last = before + text.count("\n", start, end)
            # The end of a row that is cut in two is no line of its own, unless it looks like one.
            before += text[start] != "|"
            numbers += row_numbers(table.address)[before : last + 1]
    return rows_told(numbers) or None


def _pages(pages: Sequence[Page], starts: Sequence[int], span: Span) -> tuple[int, int] | None:
    """The first and last page that hold text of the span; `starts` are where the pages begin."""
    if not pages:
        return None
    first = max(0, bisect_right(starts, span.start) - 1)
    last = max(first, bisect_right(starts, span.end - 1) - 1)
    return pages[first].number, pages[last].number
