"""
What a source carries between its words that a quotation may leave out: the closed list, as patterns.

Every mark is a stretch of characters with a name. Whether one is skipped, the walk decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

import regex

from belegg.text.quotes.footnotes import footnote_marks
from belegg.text.quotes.furniture import furniture_lines

Mark = tuple[int, int, str]
"""Start, end, kind."""

FOOTNOTE = "footnote mark"
MARKDOWN = "Markdown mark"
BAR = "table bar"
LINE_MARK = "line mark"
FURNITURE = "page furniture"

_EMPHASIS = regex.compile(
    r"(?<![\p{L}\p{N}*_\\])[*_]{1,3}(?=[^\s*_])|(?<=[^\s*_\\])[*_]{1,3}(?![\p{L}\p{N}*_])|`+"
)
_ESCAPE = regex.compile(r"\\(?=[!-/:-@\[-`{-~])")
_LINK_END = regex.compile(r"\]\((?:[^()\s]|\([^()\s]*\))*+(?:\s+\"[^\"\n]*\")?\)|\]\[[^\]\n]{0,80}\]")
_LONGEST_LINK_TEXT = 300
# A dash before a number may be a minus, and `>` a comparison.
_LINE_START = regex.compile(
    r"^[ \t]*(?:(?:>[ \t]?)+(?!\d))?[ \t]*(?:#{1,6}[ \t]+|(?:[-*–—][ \t]+(?!\d)|[•▪◦●○■‣][ \t]*))?", regex.M
)
_TABLE_RULE = regex.compile(
    r"^[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)+(?:[ \t]*:?-{2,}:?[ \t]*)?\|?[ \t]*$", regex.M
)
_BAR = regex.compile(r"\|")
_SINGLE = ((_ESCAPE, MARKDOWN), (_TABLE_RULE, BAR), (_BAR, BAR))


def marks_of(text: str, start: int, end: int, furniture: Set[str]) -> Iterator[Mark]:
    """All marks of a source in `text[start:end]`, in no particular order; they may overlap."""
    yield from ((*span, FOOTNOTE) for span in footnote_marks(text, start, end))
    yield from emphasis(text, start, end)
    yield from _links(text, start, end)
    for pattern, kind in _SINGLE:
        yield from ((*match.span(), kind) for match in pattern.finditer(text, start, end))
    for match in _LINE_START.finditer(text, start, end):
        if match[0].strip():
            yield (*match.span(), LINE_MARK)
    yield from ((*span, FURNITURE) for span in furniture_lines(text, start, end, furniture))


def emphasis(text: str, start: int, end: int) -> Iterator[Mark]:
    """`*`, `_` and backticks at the edge of a word."""
    yield from ((*match.span(), MARKDOWN) for match in _EMPHASIS.finditer(text, start, end))


def _links(text: str, start: int, end: int) -> Iterator[Mark]:
    for match in _LINK_END.finditer(text, start, end):
        opening = text.rfind("[", max(start, match.start() - _LONGEST_LINK_TEXT), match.start())
        if opening >= 0:
            yield (*match.span(), MARKDOWN)
            yield opening, opening + 1, MARKDOWN
