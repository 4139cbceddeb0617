"""
The parts of a passage that can be quoted by themselves: sentences, list items, table rows, lines of code.

A heading is not one of them. An item keeps the line that its list hangs on ("The fee is waived for:"), a
row the header of its table: without these nobody knows what they say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import regex

from belegg.records import Span
from belegg.text.sentences import sentences

PieceKind = Literal["sentence", "item", "row", "code"]
LineKind = Literal["blank", "heading", "fence", "code", "rule", "row", "bullet", "number", "prose"]
BlockKind = Literal["paragraph", "item", "table", "code"]

_HEADING = regex.compile(r" {0,3}#{1,6}(\s|$)")
_FENCE = regex.compile(r"\s*(```|~~~)")
_RULE = regex.compile(r"[\s|:]*[-=*_]{2,}[\s|:=*_-]*$")
_ROW = regex.compile(r"\s*\|.*\|$")
_BULLET = regex.compile(r"\s*[-*+•–]\s+(?=\S)")
_NUMBER = regex.compile(r"\s*(?:\d{1,3}|\p{Ll})[.)]\s+(?=\S)")
_NUMBER_INSIDE = regex.compile(rf"(?<!:)\n(?={_NUMBER.pattern})")
_IN_CAPITALS = regex.compile(r"\s*(?:\d+[.)]\s+)?\p{Lu}{2}[^\p{Ll}\p{N}.!?|]*")
_FULL_STOP = regex.compile(r"""[.!?…]["'»”’)\]*_]*$""")
_LABELS = {
    "row": regex.compile(r"\s*\|(?P<label>[^|]*)\|"),
    "item": regex.compile(
        rf"(?:{_BULLET.pattern}|{_NUMBER.pattern})(?P<label>[^\n.!?:|]{{1,60}}?)(?:[*_`]*:|:[*_`]*|\s[–—-])(?:\s|$)"
    ),
}

FEWEST_WORDS = 3
"""Words of a sentence that can stand alone; fewer are a run-in heading of the next one."""


@dataclass(frozen=True, slots=True)
class Piece:
    """
    A part of a passage: `span` and `lead` are characters of the passage's text.

    `lead` is the line that an item hangs on, or the header of a row's table. Pieces of one `block`
    (paragraph, item, table, code) follow each other.
    """

    kind: PieceKind
    span: Span
    block: int
    lead: Span | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its end, `start` to `end` in the text; `indent` counts its first spaces."""

    kind: LineKind
    start: int
    end: int
    indent: int


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together."""

    kind: BlockKind
    lines: tuple[Line, ...]

    @property
    def span(self) -> Span:
        return Span(self.lines[0].start, self.lines[-1].end)


def pieces(text: str, language: str | None, headings: Collection[str] = ()) -> list[Piece]:
    """
    Cut a passage into pieces, in reading order. Headings, rules and fences are left out.

    `headings` are lines that are known to be headings, for texts that do not mark theirs.
    """
    found: list[Piece] = []
    leads: list[tuple[int, Span | None]] = []  # (indent of the item, its lead), outermost first
    for number, block in enumerate(_blocks(text, frozenset(headings))):
        if block.kind == "item":
            leads = _leads(text, block.lines[0].indent, leads, found[-1] if found else None)
            found += _sentences(text, block, language, number, leads[-1][1])
            continue
        leads = []
        if block.kind == "table":
            found += _rows(block, number)
        elif block.kind == "code":
            found += [Piece("code", Span(line.start, line.end), number) for line in block.lines]
        else:
            found += _sentences(text, block, language, number, None)
    return found


def label_of(piece: Piece, text: str) -> str:
    """What a row or an item is about: its first cell, or the words before its colon; empty without one."""
    found = _LABELS[piece.kind].match(text) if piece.kind in _LABELS else None
    return found["label"] if found else ""


def _leads(
    text: str, indent: int, leads: list[tuple[int, Span | None]], before: Piece | None
) -> list[tuple[int, Span | None]]:
    """The leads of the items around one that begins at `indent`, its own last."""
    around = [lead for lead in leads if lead[0] < indent]
    siblings = [lead for lead in leads if lead[0] == indent]
    if siblings:
        return [*around, siblings[0]]
    hangs = before is not None and before.kind != "row" and not _FULL_STOP.search(_slice(text, before.span))
    return [*around, (indent, before.span if before is not None and hangs else None)]


def _sentences(
    text: str, block: Block, language: str | None, number: int, lead: Span | None
) -> Iterator[Piece]:
    """The sentences of a paragraph or an item; what an item hangs on belongs to its first one."""
    start = block.span.start
    # The line breaks that made no list end no sentence either; one character stands for another.
    own = _NUMBER_INSIDE.sub(" ", _slice(text, block.span))
    found = [Span(start + s.start, start + s.end) for s in sentences(own, language)]
    for place, span in enumerate(_with_run_in_heads(text, found)):
        first = block.kind == "item" and place == 0
        yield Piece("item" if first else "sentence", span, number, lead if first else None)


def _with_run_in_heads(text: str, found: Sequence[Span]) -> Iterator[Span]:
    """Sentences of a word or two ("**Sweden.**", "(5)") joined to the one they open."""
    begun: int | None = None
    for span in found:
        start = span.start if begun is None else begun
        short = len(_slice(text, Span(start, span.end)).split()) < FEWEST_WORDS
        if short and span is not found[-1]:
            begun = start
            continue
        begun = None
        yield Span(start, span.end)


def _rows(block: Block, number: int) -> Iterator[Piece]:
    """The rows of a table; its header is what stands above the rule under it."""
    headed = len(block.lines) > 1 and block.lines[1].kind == "rule"
    header = Span(block.lines[0].start, block.lines[0].end) if headed else None
    for line in block.lines[2 if headed else 0 :]:
        if line.kind == "row":
            yield Piece("row", Span(line.start, line.end), number, header)


def _blocks(text: str, headings: frozenset[str]) -> Iterator[Block]:
    """Group the lines; a paragraph that is underlined is a heading and left out."""
    lines: list[Line] = []
    for line in [*_lines(text, headings), Line("blank", len(text), len(text), 0)]:
        if lines and not _goes_on(text, lines, line):
            underlined = lines[0].kind == "prose" and line.kind == "rule"
            if lines[0].kind not in ("blank", "heading", "fence", "rule") and not underlined:
                yield Block(_BLOCK_OF[lines[0].kind], tuple(lines))
            lines = []
        lines.append(line)


_BLOCK_OF: dict[LineKind, BlockKind] = {
    "prose": "paragraph",
    "bullet": "item",
    "number": "item",
    "row": "table",
    "code": "code",
}


def _goes_on(text: str, lines: list[Line], line: Line) -> bool:
    """Whether a line belongs to the block that the lines before it have begun."""
    kind = lines[0].kind
    if kind == "row":
        return line.kind in ("row", "rule")
    if kind == "code":
        return line.kind == "code"
    if kind == "prose" and line.kind == "number":
        # "…paid by\n31. July": a number in the middle of a paragraph begins a list only after a colon.
        return text[lines[-1].end - 1] != ":"
    return kind in ("prose", "bullet", "number") and line.kind == "prose"


def _lines(text: str, headings: frozenset[str]) -> Iterator[Line]:
    """Every line with its kind; what stands inside a fence is code."""
    start, fenced = 0, False
    for raw in text.splitlines(keepends=True):
        line = raw.rstrip()
        kind = "heading" if line.strip() in headings or _IN_CAPITALS.fullmatch(line) else _kind(line)
        if kind == "fence":
            fenced = not fenced
        elif fenced and kind != "blank":
            kind = "code"
        yield Line(kind, start, start + len(line), len(line) - len(line.lstrip()))
        start += len(raw)


def _kind(line: str) -> LineKind:
    for kind, pattern in _KINDS:
        if pattern.match(line):
            return kind
    return "prose" if line else "blank"


_KINDS: tuple[tuple[LineKind, regex.Pattern[str]], ...] = (
    ("heading", _HEADING),
    ("fence", _FENCE),
    ("rule", _RULE),
    ("row", _ROW),
    ("bullet", _BULLET),
    ("number", _NUMBER),
)


def _slice(text: str, span: Span) -> str:
    return text[span.start : span.end]
