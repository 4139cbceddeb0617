"""A document's text from its paragraphs and footnotes, with the page and the boxes of every word."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from belegg.reading.pdf.footnotes import Footnote, marks_in, signs_in
from belegg.reading.pdf.layout import packed
from belegg.reading.pdf.lines import Line
from belegg.reading.pdf.page import PageLines
from belegg.reading.pdf.paragraphs import Paragraph, joined
from belegg.records import Block, BlockKind, Page, Span

_DIVIDED = re.compile(r"([^\W\d_])[-‐]\n([^\W\d_])")
_KINDS: dict[str, BlockKind] = {
    "paragraph": "paragraph",
    "list": "list",
    "table": "table",
    "figure": "paragraph",
    "heading": "heading",
    "footnote": "footnote",
}


@dataclass(slots=True)
class Assembled:
    """The text, its blocks, its pages (stretches in the order of the text), characters of each page."""

    text: str
    blocks: tuple[Block, ...]
    pages: tuple[Page, ...]
    characters: dict[int, int]


@dataclass(slots=True)
class _Building:
    pieces: list[str] = field(default_factory=list)
    length: int = 0
    blocks: list[Block] = field(default_factory=list)
    stretches: list[tuple[int, int, int]] = field(default_factory=list)
    words: dict[int, list[NDArray[np.int64]]] = field(default_factory=lambda: defaultdict(list))
    boxes: dict[int, list[NDArray[np.float32]]] = field(default_factory=lambda: defaultdict(list))
    characters: dict[int, int] = field(default_factory=lambda: defaultdict(int))

    def add(self, paragraph: Paragraph) -> None:
        if self.pieces:
            self._append("\n\n")
        start = self.length
        for piece, line in joined(paragraph.lines):
            if line is not None:
                self._line(line)
            self._append(piece)
        span = Span(start, self.length)
        name = _heading_name(paragraph.text) if paragraph.kind == "heading" else ""
        self.blocks.append(
            Block(
                _KINDS[paragraph.kind],
                span,
                level=paragraph.level,
                name=name,
                section=f"note {paragraph.mark}" if paragraph.kind == "footnote" else paragraph.section,
            )
        )

    def _append(self, piece: str) -> None:
        self.pieces.append(piece)
        self.length += len(piece)

    def _line(self, line: Line) -> None:
        end = self.length + len(line.text)
        if self.stretches and self.stretches[-1][0] == line.page:
            self.stretches[-1] = (line.page, self.stretches[-1][1], end)
        else:
            self.stretches.append((line.page, self.length, end))
        self.words[line.page].append(line.words.astype(np.int64) + self.length)
        self.boxes[line.page].append(line.boxes)
        self.characters[line.page] += len(line.text)


def _heading_name(text: str) -> str:
    """A heading as a reader would say it: on one line, words that a line end divides put together."""
    return " ".join(_DIVIDED.sub(r"\1\2", text).split())


def assembled(found: Sequence[Paragraph], notes: Iterable[Footnote], pages: Sequence[PageLines]) -> Assembled:
    """
    The text of a document: its paragraphs, the footnotes of each section at its end.

    Pages without text keep their number, with an empty span at their place.
    """
    building = _Building()
    at_end = _placed(found, notes)
    for n, paragraph in enumerate(found):
        building.add(paragraph)
        for note in at_end.get(n, ()):
            building.add(Paragraph(note.lines, "footnote", note.mark))
    for note in at_end.get(-1, ()):
        building.add(Paragraph(note.lines, "footnote", note.mark))
    return Assembled(
        "".join(building.pieces), tuple(building.blocks), _pages(building, pages), building.characters
    )


def _placed(found: Sequence[Paragraph], notes: Iterable[Footnote]) -> dict[int, list[Footnote]]:
    """Footnotes by the index of the paragraph that they follow: the last of the section with the mark."""
    section_ends = _section_ends(found)
    by_mark: dict[tuple[int, str], int] = {}
    by_sign: dict[tuple[int, str], int] = {}
    last_on: dict[int, int] = {}
    for n, paragraph in enumerate(found):
        for line in paragraph.lines:
            last_on[line.page] = n
            for mark, _ in marks_in(line):
                by_mark.setdefault((line.page, mark), n)
            for sign in signs_in(line):
                by_sign.setdefault((line.page, sign), n)
    placed: dict[int, list[Footnote]] = defaultdict(list)
    for note in notes:
        before = max((page for page in last_on if page <= note.page), default=None)
        fallback = last_on[before] if before is not None else -1
        called = note.page, note.mark
        anchor = by_mark.get(called, by_sign.get(called, fallback))
        placed[section_ends[anchor] if anchor >= 0 else -1].append(note)
    return placed


def _section_ends(found: Sequence[Paragraph]) -> list[int]:
    """For each paragraph the last one before the next heading (headings with no text between are one)."""
    ends = [0] * len(found)
    end = len(found) - 1
    for n in range(len(found) - 1, -1, -1):
        if n + 1 < len(found) and found[n + 1].kind == "heading" and found[n].kind != "heading":
            end = n
        ends[n] = end
    return ends


def _pages(building: _Building, pages: Sequence[PageLines]) -> tuple[Page, ...]:
    first: set[int] = set()
    spans = [(number, Span(start, end)) for number, start, end in building.stretches]
    by_number = {page.number: page for page in pages}
    seen = {number for number, _ in spans}
    for empty in sorted(set(by_number) - seen):
        place = next((n for n, (number, _) in enumerate(spans) if number > empty), len(spans))
        at = spans[place][1].start if place < len(spans) else building.length
        spans.insert(place, (empty, Span(at, at)))
    out = []
    for number, span in spans:
        page = by_number[number]
        layout = b"" if number in first else _layout(building, page)
        first.add(number)
        out.append(Page(number, page.label, span, page.width, page.height, layout))
    return tuple(out)


def _layout(building: _Building, page: PageLines) -> bytes:
    if page.number not in building.words:
        return b""
    words = np.concatenate(building.words[page.number])
    boxes = np.concatenate(building.boxes[page.number])
    return packed(words, boxes, max(page.width, page.height))
