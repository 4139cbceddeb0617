"""Reservations on one side only: a `not` in the sentence or its quotations, a condition left out between."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from belegg.answering.checks.held_by import languages_of, words_of
from belegg.records import Cut, Quote
from belegg.text.quotes.reservations import languages_around, negates

_ENDS = ".!?:;…"
_CLOSED = regex.compile(r"[.!?:;…][\"'”’»)\]]*(?:\d{1,3}|[⁰¹²³⁴-⁹]+)?\s*\Z")  # a footnote mark may follow
_ITEM = regex.compile(r"\n\s*(?:[-*•–|]|\d{1,3}[.)]|\(?\p{L}\))\s")
MOST_CUT = 200
"""Characters of a cut that is still near enough to be of the same statement."""


def reservation_doubts(text: str, languages: Sequence[str], quotes: Sequence[Quote]) -> list[str]:
    """
    What to doubt: a reservation that a shortened quotation leaves out, a `not` of the sentence that no
    quotation has, one that every quotation has and it lacks, and one of the quotation's own sentence that was
    cut away.
    """
    if not quotes:
        return []
    if (left_out := next((cut for quote in quotes for cut in _left_out(quote)), None)) is not None:
        return [f"the quotation leaves out a {left_out.holds}: {' '.join(left_out.text.split())}"]
    said = negates(text, languages)
    quoted = [negates(words_of(quote), _languages(quote)) for quote in quotes]
    if said and not any(quoted):
        return ["the sentence holds a negation that its quotation lacks"]
    if not said and all(quoted):
        return ["the quotation holds a negation that the sentence lacks"]
    cut = next((cut for quote in quotes for cut in quote.check.cut if _is_of_the_sentence(cut, quote)), None)
    if cut is not None and not said:
        return [f"a negation was cut away beside the quotation: {' '.join(cut.text.split())}"]
    return []


def _languages(quote: Quote) -> Sequence[str]:
    return languages_of(quote) or languages_around(words_of(quote))


def _left_out(quote: Quote) -> list[Cut]:
    """What a shortened quotation leaves out between its pieces, and takes something back."""
    span = quote.check.span
    if span is None or quote.check.status != "shortened":
        return []
    return [
        cut
        for cut in quote.check.cut
        if cut.holds != "none" and span.start <= cut.span.start and cut.span.end <= span.end
    ]


def _is_of_the_sentence(cut: Cut, quote: Quote) -> bool:
    """Whether a cut holds a negation and goes on, or begins, the very sentence that is quoted."""
    span = quote.check.span
    if span is None or len(cut.text) > MOST_CUT or not negates(cut.text, _languages(quote)):
        return False
    if _ITEM.search(f"\n{cut.text}"):
        return False
    if cut.span.start >= span.end:
        return _CLOSED.search(quote.check.text) is None
    return cut.span.start >= span.start or cut.text[-1:] not in (*_ENDS, ",")
