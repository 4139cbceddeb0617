"""A checked quotation in its place: the words around it, what it leaves out, and the pages that show it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from belegg.library.marking import MarkedPage, pages_with
from belegg.records import DocumentId, DocumentText, Quote, Span
from belegg.seams import Reader

MOST_LINES = 3  # lines of figures shown before and after those that are quoted
_BREAK = re.compile(r"\n")
MOST_AROUND = 320  # characters shown before and after a quotation and what it leaves out
_SPACE = re.compile(r"\s")


@dataclass(frozen=True, slots=True)
class Beside:
    """
    A quotation beside its source. `text` is the source's own from `start` on, whole paragraphs where they are
    short; `marks` are the quoted words, `cuts` the sentences' parts left out that hold a negation, condition
    or exception; both count from the beginning of the document's text. `pages` have the boxes of the quoted
    words, `cut_pages` those of what was left out. `newest`: there is no newer version than the one quoted;
    `gone`: the document's file is. `begins` and `ends`: the text shown begins, or ends, where a paragraph
    does.
    """

    quote: Quote
    text: str
    start: int
    marks: tuple[Span, ...]
    cuts: tuple[Span, ...]
    begins: bool
    ends: bool
    newest: bool
    gone: bool
    pages: tuple[MarkedPage, ...]
    cut_pages: tuple[MarkedPage, ...]


def beside(reader: Reader, quotes: Sequence[Quote]) -> list[Beside | None]:
    """
    Each quotation with its surroundings; None for one whose text the reader may not read, or that does not
    stand where it says.
    """
    texts: dict[tuple[DocumentId, int], DocumentText | None] = {}
    found: list[Beside | None] = []
    for quote in quotes:
        key = (quote.document.id, quote.version)
        if key not in texts:
            texts[key] = reader.text(*key)
        text = texts[key]
        found.append(_in_place(reader, quote, text) if text else None)
    return found


def _in_place(reader: Reader, quote: Quote, text: DocumentText) -> Beside | None:
    span = quote.check.span
    if span is None or text.text[span.start : span.end] != quote.check.text:
        return None
    marks = quote.check.spans or (span,)
    cuts = tuple(cut.span for cut in quote.check.cut if cut.holds != "none")
    core = Span(min(s.start for s in (*marks, *cuts)), max(s.end for s in (*marks, *cuts)))
    if text.head.fact("fetched"):
        start, begins, end, ends = _lines(text.text, core)
    else:
        start, begins = _begin(text.text, core.start)
        end, ends = _end(text.text, core.end)
    return Beside(
        quote,
        text.text[start:end],
        start,
        marks,
        cuts,
        begins,
        ends,
        text.current or _is_newest(reader, text),
        text.head.removed_at is not None,
        tuple(pages_with(reader, text, marks)),
        tuple(pages_with(reader, text, cuts)) if cuts else (),
    )


def _is_newest(reader: Reader, text: DocumentText) -> bool:
    newest = reader.text(text.head.id)
    return newest is not None and newest.version == text.version


def _begin(text: str, at: int) -> tuple[int, bool]:
    """Where to begin: the paragraph's beginning, or a word's not too far before."""
    paragraph = text.rfind("\n\n", 0, at) + 2 if "\n\n" in text[:at] else 0
    if at - paragraph <= MOST_AROUND:
        return paragraph, True
    space = _SPACE.search(text, at - MOST_AROUND, at)
    return (space.end() if space else at), False


def _lines(text: str, core: Span) -> tuple[int, bool, int, bool]:
    """Of figures the lines that are quoted, with the next ones: from where, whether that is their first …"""
    first = text.rfind("\n## ", 0, core.start) + 1
    first = text.find("\n", first) + 1 if first else 0
    lines = [0, *(found.end() for found in _BREAK.finditer(text)), len(text) + 1]
    before = [at for at in lines if first <= at <= core.start]
    after = [at - 1 for at in lines if at > core.end]
    start, end = before[-MOST_LINES - 1 :][0] if before else core.start, after[: MOST_LINES + 1][-1]
    return start, start == first, end, end == len(text)


def _end(text: str, at: int) -> tuple[int, bool]:
    stop = text.find("\n\n", at)
    paragraph = len(text) if stop < 0 else stop
    if paragraph - at <= MOST_AROUND:
        return paragraph, True
    space = text.rfind(" ", at, at + MOST_AROUND)
    return (space if space > at else at), False


@dataclass(frozen=True, slots=True)
class Heading:
    """A place to go to in a document's text: `name` the heading or section, `start` its first character."""

    name: str
    start: int
    level: int


def outline(reader: Reader, document: DocumentId) -> list[Heading]:
    """The headings of a document's newest text, in order, each once."""
    seen: set[tuple[str, ...]] = set()
    found: list[Heading] = []
    for passage in reader.passages_of(document):
        for level in range(1, len(passage.path) + 1):
            path = passage.path[:level]
            if path not in seen:
                seen.add(path)
                found.append(Heading(path[-1], passage.span.start, level))
    return found
