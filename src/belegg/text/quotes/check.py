"""The check of one quotation against one text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from belegg.records import Difference, QuoteCheck, Span
from belegg.text.quotes.chain import chained
from belegg.text.quotes.cuts import edge_cuts, omitted
from belegg.text.quotes.differences import differences_of
from belegg.text.quotes.pieces import CLOSING, pieces, whole
from belegg.text.quotes.places import Match, Miss, exact_places, located
from belegg.text.quotes.reasons import reason_for
from belegg.text.quotes.source import PreparedSource
from belegg.text.quotes.window import Window

MOST_COUNTED = 1_000


def check_quote(source: str | PreparedSource, quote: str, furniture: Sequence[str] = ()) -> QuoteCheck:
    """
    Whether `quote` stands in `source`, word by word, and where.

    The closed list of differences that may lie between them is docs/explanation/quotations.md; nothing is
    measured by likeness. `furniture` are lines that may stand inside a sentence of the source (ignored when
    `source` is prepared: it has its own).
    """
    prepared = source if isinstance(source, PreparedSource) else PreparedSource(source, furniture)
    asked = quote.strip()
    piece = whole(quote, prepared.lines)
    if not any(token.is_word for token in piece.tokens):
        return QuoteCheck("not found", reason="the quotation holds no word")
    place = next(exact_places(prepared.text, asked), None)
    if place is not None:
        return _found_exactly(prepared.text, asked, place)
    misses: list[Miss] = []
    match = _first_match(piece, prepared, misses)
    if match is not None:
        return _found_same(prepared.text, match)
    parts = pieces(piece)
    shortened = len(parts) > 0 and len(parts[0].tokens) < len(piece.tokens)
    chain = chained(parts, prepared, misses) if shortened else None
    if chain is not None:
        return _found_shortened(prepared.text, piece, chain)
    agreed = max((miss.words for miss in misses), default=0)
    return QuoteCheck("not found", reason=reason_for(piece, prepared.text, misses), agreed=agreed)


def _first_match(piece: Window, source: PreparedSource, misses: list[Miss]) -> Match | None:
    for outcome in located(piece, source, 0, len(source.text)):
        if isinstance(outcome, Match):
            return outcome
        misses.append(outcome)
    return None


def _found_exactly(text: str, asked: str, place: int) -> QuoteCheck:
    span = Span(place, place + len(asked))
    cuts = edge_cuts(text, span.start, span.end, stopped=False)
    return QuoteCheck("exact", span, (span,), asked, (), cuts, _count(text, asked))


def _found_same(text: str, match: Match) -> QuoteCheck:
    span = Span(match.start, match.end)
    words = text[span.start : span.end]
    return QuoteCheck(
        "same words",
        span,
        (span,),
        words,
        differences_of(match),
        edge_cuts(text, span.start, span.end, _puts_a_stop(match)),
        _count(text, words),
    )


def _found_shortened(text: str, piece: Window, chain: list[Match]) -> QuoteCheck:
    spans = tuple(Span(match.start, match.end) for match in chain)
    span = Span(spans[0].start, spans[-1].end)
    return QuoteCheck(
        "shortened" if len(chain) > 1 else "same words",
        span,
        spans,
        text[span.start : span.end],
        (*(each for match in chain for each in differences_of(match)), *_omissions_at_ends(piece, chain)),
        (*omitted(text, spans), *edge_cuts(text, span.start, span.end, _puts_a_stop(chain[-1]))),
        1,
    )


def _omissions_at_ends(piece: Window, chain: list[Match]) -> tuple[Difference, ...]:
    """Marks of omission before the first and after the last word: nothing between words is left out there."""
    head = piece.text[piece.tokens[0].start : chain[0].piece.start].strip()
    tail = piece.text[chain[-1].piece.end : piece.tokens[-1].end].strip()
    places = ((head, chain[0].start), (tail, chain[-1].end))
    return tuple(Difference("omission mark", mark, "", at) for mark, at in places if mark)


def _count(text: str, words: str) -> int:
    return sum(1 for _ in islice(exact_places(text, words), MOST_COUNTED))


def _puts_a_stop(match: Match) -> bool:
    return any(step.kind == CLOSING for step in match.steps)
