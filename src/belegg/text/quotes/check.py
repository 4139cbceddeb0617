"""The check of one quotation against one text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from belegg.records import QuoteCheck, Span
from belegg.text.quotes.cuts import edge_cuts, omitted
from belegg.text.quotes.differences import differences_of
from belegg.text.quotes.pieces import CLOSING, pieces, whole
from belegg.text.quotes.places import Match, Miss, exact_places, located
from belegg.text.quotes.reasons import reason_for
from belegg.text.quotes.source import PreparedSource
from belegg.text.quotes.window import Window

FARTHEST_APART = 1_500  # characters between two pieces of a shortened quotation
MOST_PLACES = 200
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
    piece = whole(quote)
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
    chain = _chain(parts, prepared, misses) if parts and len(parts[0].tokens) < len(piece.tokens) else None
    if chain is not None:
        return _found_shortened(prepared.text, chain)
    return QuoteCheck("not found", reason=reason_for(piece, prepared.text, misses))


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


def _found_shortened(text: str, chain: list[Match]) -> QuoteCheck:
    spans = tuple(Span(match.start, match.end) for match in chain)
    span = Span(spans[0].start, spans[-1].end)
    return QuoteCheck(
        "shortened" if len(chain) > 1 else "same words",
        span,
        spans,
        text[span.start : span.end],
        tuple(difference for match in chain for difference in differences_of(match)),
        (*omitted(text, spans), *edge_cuts(text, span.start, span.end, _puts_a_stop(chain[-1]))),
        1,
    )


def _count(text: str, words: str) -> int:
    return sum(1 for _ in islice(exact_places(text, words), MOST_COUNTED))


def _puts_a_stop(match: Match) -> bool:
    return any(step.kind == CLOSING for step in match.steps)


def _chain(parts: list[Window], source: PreparedSource, misses: list[Miss]) -> list[Match] | None:
    """The pieces in order, each within reach of the one before it; from the longest piece to both sides."""
    longest = max(range(len(parts)), key=lambda n: len(parts[n].tokens))
    for number, outcome in enumerate(located(parts[longest], source, 0, len(source.text))):
        if isinstance(outcome, Miss):
            misses.append(outcome)
            continue
        before = _backward(parts[:longest], outcome, source)
        after = _forward(parts[longest + 1 :], outcome, source) if before is not None else None
        if before is not None and after is not None:
            return [*before, outcome, *after]
        if number >= MOST_PLACES:
            return None
    return None


def _forward(parts: list[Window], match: Match, source: PreparedSource) -> list[Match] | None:
    found: list[Match] = []
    at = match.end
    for part in parts:
        places = sorted(_matches(part, source, at, at + FARTHEST_APART), key=lambda m: m.start)
        near = next((m for m in places if m.start >= at), None)
        if near is None:
            return None
        found.append(near)
        at = near.end
    return found


def _backward(parts: list[Window], match: Match, source: PreparedSource) -> list[Match] | None:
    found: list[Match] = []
    at = match.start
    for part in reversed(parts):
        places = sorted(_matches(part, source, max(0, at - FARTHEST_APART), at), key=lambda m: -m.end)
        near = next((m for m in places if m.end <= at), None)
        if near is None:
            return None
        found.insert(0, near)
        at = near.start
    return found


def _matches(part: Window, source: PreparedSource, start: int, end: int) -> Iterator[Match]:
    outcomes = located(part, source, start, min(end, len(source.text)))
    return (outcome for outcome in outcomes if isinstance(outcome, Match))
