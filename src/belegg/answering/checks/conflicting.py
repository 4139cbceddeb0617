"""Where sources differ: as the model saw it, and figures that differ for the same thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from belegg.answering.by_rule.selection import ALIKE
from belegg.answering.checks.information import information_date
from belegg.answering.checks.proofs import Proof
from belegg.answering.checks.quotations import Quotations
from belegg.answering.checks.shown_text import shown_aside
from belegg.answering.checks.sources import Documents, Sources
from belegg.answering.draft import Draft
from belegg.answering.question.kinds import figures_in
from belegg.records import Conflict, Quote, Side
from belegg.seams import Reader
from belegg.text.small_words import is_small
from belegg.text.words import holds_digit, word_texts

MOST_COMPARED = 40
"""Quotations of an answer that are compared with one another."""
FEWEST_SHARED = 3
"""Words of weight that two sentences on the same thing share at least."""


def conflicts_of(
    draft: Draft, proofs: Sequence[Proof], documents: Documents, reader: Reader
) -> tuple[Conflict, ...]:
    """
    The conflicts that stand: those of the draft of which two documents' quotations hold, and those that the
    program finds among the answer's quotations. Sides are in the order of their dates, the newest first.
    """
    quotations = Quotations(Sources(reader), documents)
    told = []
    for conflict in draft.conflicts:
        checked = (quotations.check(claim).quote for claim in conflict.claims)
        sides = _sides(quote for quote in checked if quote is not None)
        if len(sides) > 1:
            told.append(Conflict(shown_aside(conflict.about), sides))
    known = {frozenset(side.quote.document.id for side in conflict.sides) for conflict in told}
    found = [
        one
        for one in _found(_quotes(proofs))
        if frozenset(s.quote.document.id for s in one.sides) not in known
    ]
    return (*told, *found)


def decided_by_date(conflict: Conflict) -> bool:
    """Whether every side is dated and one is newer than the others."""
    dates = [side.date for side in conflict.sides]
    return all(dates) and dates[0] != dates[1]


def _quotes(proofs: Sequence[Proof]) -> list[Quote]:
    return [quote for proof in proofs for quote in proof.quotes][:MOST_COMPARED]


def _sides(quotes: Iterable[Quote]) -> tuple[Side, ...]:
    """One side for each document."""
    first = {quote.document.id: quote for quote in reversed(list(quotes))}
    sides = [Side(quote, information_date(quote.document)) for quote in first.values()]
    return tuple(sorted(sides, key=lambda side: side.date or "", reverse=True))


def _found(quotes: Sequence[Quote]) -> Iterator[Conflict]:
    """Quotations of two documents that say mostly the same words and other figures."""
    seen: set[frozenset[str]] = set()
    for one, other in combinations(quotes, 2):
        pair = frozenset((one.document.id, other.document.id))
        if len(pair) == 2 and pair not in seen and _differ_in_figures(one, other):
            seen.add(pair)
            shared = _words(one) & _words(other)
            about = " ".join(word for word in dict.fromkeys(word_texts(one.check.text)) if word in shared)
            yield Conflict(about, _sides((one, other)))


def _differ_in_figures(one: Quote, other: Quote) -> bool:
    first, second = _words(one), _words(other)
    shared = len(first & second)
    if shared < FEWEST_SHARED or shared < ALIKE * min(len(first), len(second)):
        return False
    mine = figures_in(one.check.text, one.document.language)
    theirs = figures_in(other.check.text, other.document.language)
    return bool(mine - theirs) and bool(theirs - mine)


def _words(quote: Quote) -> frozenset[str]:
    """The words of weight of a quotation, figures apart."""
    numerals = figures_in(quote.check.text, quote.document.language)
    return frozenset(
        word
        for word in word_texts(quote.check.text)
        if not is_small(word) and not holds_digit(word) and word not in numerals
    )
