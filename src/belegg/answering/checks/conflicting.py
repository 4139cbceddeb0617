"""
Where sources differ: as the model saw it, and figures that differ for the same thing at the same time.

A side that had ended before the day that is asked about, beside one that is in force, makes no conflict: the
one in force answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from belegg.answering.checks.information import information_date
from belegg.answering.checks.proofs import Proof
from belegg.answering.checks.quotations import Quotations
from belegg.answering.checks.same_thing import Statement, contradict
from belegg.answering.checks.shown_text import shown_aside
from belegg.answering.checks.sources import Documents, Sources
from belegg.answering.checks.validity import Validity
from belegg.answering.draft import Draft, DraftConflict, DraftSentence
from belegg.records import Claim, Conflict, Quote, Side
from belegg.seams import Reader

MOST_COMPARED = 40
"""Quotations of an answer that are compared with one another."""


@dataclass(frozen=True, slots=True)
class InForce:
    """
    A conflict of the draft that is none: all its sides had ended but one. `sentence` says what that one says,
    in its own words; `told`: which had ended, and by what it was replaced.
    """

    conflict: DraftConflict
    sentence: DraftSentence
    told: str


def conflicts_of(
    draft: Draft,
    proofs: Sequence[Proof],
    documents: Documents,
    reader: Reader,
    validity: Validity | None = None,
) -> tuple[Conflict, ...]:
    """
    The conflicts that stand: those of the draft of which two documents' quotations hold, and those that the
    program finds among the answer's quotations. Sides are in the order of their dates, the newest first.
    """
    sources = Sources(reader)
    quotations = Quotations(sources, documents)
    told = []
    for conflict in draft.conflicts:
        checked = (quotations.check(claim).quote for claim in conflict.claims)
        sides, _ = _standing(_sides(quote for quote in checked if quote is not None), validity)
        if len(sides) > 1:
            told.append(Conflict(shown_aside(conflict.about), sides))
    known = {frozenset(side.quote.document.id for side in conflict.sides) for conflict in told}
    found = [
        one
        for one in _found(_statements(proofs, sources))
        if frozenset(s.quote.document.id for s in one.sides) not in known
        if len(_standing(one.sides, validity)[0]) > 1
    ]
    return (*told, *found)


def in_force(draft: Draft, documents: Documents, reader: Reader, validity: Validity) -> tuple[InForce, ...]:
    """The conflicts of a draft that are none, since a single side of them had not ended."""
    quotations = Quotations(Sources(reader), documents)
    found = []
    for conflict in draft.conflicts:
        held = [(claim, quotations.check(claim).quote) for claim in conflict.claims]
        sides, ended = _standing(_sides(quote for _, quote in held if quote is not None), validity)
        if len(sides) == 1 and ended:
            claims = [claim for claim, quote in held if quote and _is_of(quote, sides[0])]
            found.append(InForce(conflict, _as_it_stands(claims), "; ".join(ended)))
    return tuple(found)


def answered_by(draft: Draft, settled: Sequence[InForce]) -> Draft:
    """
    The draft that says what is in force, where it calls the question unsettled for nothing but conflicts of
    what is in force with what had ended; else the draft without those conflicts.
    """
    if not settled:
        return draft
    known = [one.conflict for one in settled]
    left = tuple(one for one in draft.conflicts if one not in known)
    if draft.settled != "no" or draft.reason != "sources_conflict" or left:
        return replace(draft, conflicts=left)
    said = tuple(one.sentence for one in settled)
    return replace(draft, settled="yes", reason=None, sentences=(*draft.sentences, *said), conflicts=())


def remarked(proofs: Sequence[Proof], settled: Sequence[InForce]) -> tuple[Proof, ...]:
    """The proofs, with what had ended told of each sentence that says what is in force instead."""
    told = {one.sentence: one.told for one in settled}
    return tuple(
        replace(proof, remarks=(*proof.remarks, f"no conflict: {told[proof.sentence]}"))
        if proof.sentence in told
        else proof
        for proof in proofs
    )


def _as_it_stands(claims: Sequence[Claim]) -> DraftSentence:
    return DraftSentence(" ".join(claim.text for claim in claims[:1]), tuple(claims[:1]))


def _is_of(quote: Quote, side: Side) -> bool:
    return quote.document.id == side.quote.document.id


def _standing(sides: tuple[Side, ...], validity: Validity | None) -> tuple[tuple[Side, ...], list[str]]:
    """The sides that had not ended, and what is told of the others; all where none or every one had."""
    ended = [validity.ended(side.quote.document) if validity is not None else None for side in sides]
    left = tuple(side for side, end in zip(sides, ended, strict=True) if end is None)
    return (left, [end.told for end in ended if end is not None]) if left else (sides, [])


def _statements(proofs: Sequence[Proof], sources: Sources) -> list[Statement]:
    """The quotations of an answer, each with the sentences that quote it."""
    said: dict[tuple[str, object], tuple[Quote, list[str]]] = {}
    for proof in proofs:
        for quote in proof.quotes:
            place = (str(quote.document.id), quote.check.spans)
            said.setdefault(place, (quote, []))[1].append(proof.sentence.text)
    read = [
        (quote, told, sources.of(quote.document.id)) for quote, told in list(said.values())[:MOST_COMPARED]
    ]
    return [Statement(quote, source.text.text, tuple(told)) for quote, told, source in read if source]


def _sides(quotes: Iterable[Quote]) -> tuple[Side, ...]:
    """One side for each document."""
    first = {quote.document.id: quote for quote in reversed(list(quotes))}
    sides = [Side(quote, information_date(quote.document)) for quote in first.values()]
    return tuple(sorted(sides, key=lambda side: side.date or "", reverse=True))


def _found(statements: Sequence[Statement]) -> Iterator[Conflict]:
    """Quotations of two documents that say mostly the same words and other figures."""
    seen: set[frozenset[str]] = set()
    for one, other in combinations(statements, 2):
        pair = frozenset((one.quote.document.id, other.quote.document.id))
        if len(pair) == 2 and pair not in seen and (figures := contradict(one, other)) is not None:
            seen.add(pair)
            sides = _sides((one.quote, other.quote))
            first, second = figures if sides[0].quote is one.quote else figures[::-1]
            yield Conflict(f"a figure: {first} or {second}", sides)
