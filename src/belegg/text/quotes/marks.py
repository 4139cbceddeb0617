"""
What a source carries between its words that a quotation may leave out: the closed list.

Every mark is a stretch of characters with a name. Whether one is skipped, the walk decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from belegg.text.quotes.footnotes import footnote_marks
from belegg.text.quotes.furniture import furniture_lines
from belegg.text.quotes.markup import cell_marks, emphasis, inline_marks, line_marks

Mark = tuple[int, int, str]
"""Start, end, kind."""

FOOTNOTE = "footnote mark"
MARKDOWN = "Markdown mark"
BAR = "table bar"
LINE_MARK = "line mark"
FURNITURE = "page furniture"


def marks_of(text: str, start: int, end: int, furniture: Set[str]) -> Iterator[Mark]:
    """All marks of a source in `text[start:end]`, in no particular order; they may overlap."""
    place = (text, start, end)
    for kind, spans in (
        (FOOTNOTE, footnote_marks(*place)),
        (MARKDOWN, emphasis(*place)),
        (MARKDOWN, inline_marks(*place)),
        (BAR, cell_marks(*place)),
        (LINE_MARK, line_marks(*place)),
        (FURNITURE, furniture_lines(*place, furniture)),
    ):
        yield from ((first, last, kind) for first, last in spans)
