"""Where a checked quotation stands: its page, the headings above it, its rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from belegg.records import DocumentText, Passage, Quote, QuoteCheck, Span
from belegg.text.row_numbers import rows_within


def placed(text: DocumentText, check: QuoteCheck, span: Span, passages: Iterable[Passage]) -> Quote:
    """
    The quotation with its page and the headings above it. `passages` are those of the document as it is now:
    an earlier version has no headings stored.
    """
    passage = passage_at(passages, span) if text.current else None
    return Quote(
        document=replace(text.head, version=text.version),
        version=text.version,
        path=passage.path if passage else (),
        section=passage.section if passage else None,
        page=page_at(text, span.start),
        check=check,
        kind=passage.kind if passage else "text",
        confidence=passage.confidence if passage else None,
        rows=rows_in(passage, span) if passage else "",
    )


def page_at(text: DocumentText, offset: int) -> int | None:
    """The physical page on which a character stands."""
    return next((p.number for p in text.pages if p.span.start <= offset < p.span.end), None)


def passage_at(passages: Iterable[Passage], span: Span) -> Passage | None:
    """The last passage that begins at or before the span."""
    before = [passage for passage in passages if passage.span.start <= span.start]
    return max(before, key=lambda passage: passage.span.start, default=None)


def rows_in(passage: Passage, span: Span) -> str:
    """The rows of a sheet that a span of the document's text stands in, within its passage."""
    start = passage.span.start
    return rows_within(passage.text, passage.address, span.start - start, span.end - start)
