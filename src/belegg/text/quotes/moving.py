"""The check of a part of a text, told in places of the whole."""

from __future__ import annotations

from dataclasses import replace

from belegg.records import Cut, QuoteCheck, Span


def moved(check: QuoteCheck, by: int) -> QuoteCheck:
    """The check of a part of a text that begins at `by`, with its places in the whole text."""

    def further(span: Span) -> Span:
        return Span(span.start + by, span.end + by)

    return replace(
        check,
        span=further(check.span) if check.span else None,
        spans=tuple(map(further, check.spans)),
        cut=tuple(Cut(cut.text, further(cut.span), cut.holds) for cut in check.cut),
        differences=tuple(replace(d, offset=d.offset + by) for d in check.differences),
    )
