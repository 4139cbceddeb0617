"""
Several searches in one order, before any text is fetched.

A passage counts 1 / (10 + rank) for each search that finds it, so what several find comes first; a search of
which the documents do not know the half of the words counts half. On a page of ten stand two passages of a
document, of an act four, as in any search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from belegg.answering.desk import Desk
from belegg.records import Hit, Note, PassageKey, Scope
from belegg.seams import Reader
from belegg.search.cap import cap_per_page
from belegg.search.settings import SearchSettings
from belegg.search.walk import Walk

DEEPEST = 60
"""Passages that can be gone through; further down no reader has looked for anything."""
MOST_RANKED = 400  # of one search
STEADY = 10  # the constant of 1 / (10 + rank)
LEAST_WEIGHT = 0.1


@dataclass(frozen=True, slots=True)
class Walked:
    """A search up to its order: `places` are those of its passages in the walk's ranking."""

    query: str
    walk: Walk
    places: Mapping[PassageKey, int]
    took_ms: float

    @property
    def weight(self) -> float:
        """How much its order counts: the share of its words that stand in the documents, at least a tenth."""
        words = len(self.walk.question.words)
        return max(LEAST_WEIGHT, 1 - len(self.walk.unknown) / words) if words else 1.0


@dataclass(frozen=True, slots=True)
class Merged:
    """Passages in one order, of how many documents, and whether there were `more` than sixty."""

    keys: tuple[PassageKey, ...]
    documents: int
    more: bool


def walked(query: str, scope: Scope, reader: Reader, desk: Desk) -> Walked:
    """
    One search, its order only. Of a question that names a document and sections of it and nothing else
    (`aml § 15-3`), those sections alone: § 15-3 of other acts is not what was asked for.
    """
    started = perf_counter()
    taken = desk.search.walk(query, scope, reader, MOST_RANKED)
    words = {word.text for word in taken.question.words}
    only_named = bool(taken.naming) and words <= taken.naming
    places = {
        taken.ranked[place].key: place for place in taken.kept if taken.ranked[place].named or not only_named
    }
    return Walked(query, taken, places, (perf_counter() - started) * 1000)


def merged(searches: Sequence[Walked], reader: Reader, desk: Desk, *, cap: bool) -> Merged:
    """What the searches found, each passage once; without `cap` however many of one document."""
    scores: dict[PassageKey, float] = {}
    for one in searches:
        for rank, key in enumerate(one.places, start=1):
            scores[key] = scores.get(key, 0.0) + one.weight / (STEADY + rank)
    ordered = sorted(scores, key=lambda key: -scores[key])
    documents = reader.documents_of(ordered)
    if cap and len(searches) > 1:
        acts = {pack.name for pack in desk.packs if pack.kind == "law"}
        heads = reader.heads_of(dict.fromkeys(documents)) if acts else {}
        of_acts = frozenset(id for id, head in heads.items() if head.pack in acts)
        places = cap_per_page(documents, of_acts, MOST_RANKED * len(searches), SearchSettings())
        ordered, documents = [ordered[place] for place in places], [documents[place] for place in places]
    kept = tuple(ordered[:DEEPEST])
    return Merged(kept, len(set(documents[:DEEPEST])), len(ordered) > DEEPEST)


def fetched(keys: Sequence[PassageKey], searches: Sequence[Walked], reader: Reader, desk: Desk) -> list[Hit]:
    """These passages in this order, each as the first search that found it gives it."""
    hits: dict[PassageKey, Hit] = {}
    for one in searches:
        own = [key for key in keys if key in one.places and key not in hits]
        walk = replace(one.walk, kept=tuple(one.places[key] for key in own))
        hits.update(zip(own, desk.search.hits(walk, reader, len(own)), strict=True))
    return [hits[key] for key in keys]


def notes_of(one: Walked, hits: Sequence[Hit], reader: Reader, desk: Desk) -> tuple[Note, ...]:
    """What a search changed or could not do, by those of its hits that are sent."""
    return tuple(desk.search.notes(one.walk, hits, reader))
