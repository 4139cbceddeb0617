"""What each term of a question weighs: its alternative's weight times how rare it is for the asker."""

from __future__ import annotations

import math
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace

from belegg.records import Alternative, Collection
from belegg.search.concepts import Wanted
from belegg.search.snippets import Match


def rarity(passages: int, frequency: int) -> float:
    """The idf of `Reader.by_words`: ln(1 + (N - df + 0.5) / (df + 0.5))."""
    frequency = min(passages, frequency)
    return math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5))


def idf(alternative: Alternative, frequencies: Mapping[str, int], passages: int) -> float:
    """An alternative's rarity: the frequencies of its terms add up."""
    return rarity(passages, sum(frequencies.get(term, 0) for term in alternative.terms))


def without(wanted: Wanted, words: AbstractSet[str]) -> Wanted:
    """What is looked for besides these words and the parts of compounds, which may be parts of them."""
    return replace(wanted, words=tuple(c for c in wanted.words if c.word not in words), parts=())


def term_matches(wanted: Wanted, collection: Collection) -> dict[str, Match]:
    """Each term searched for, with the number of its concept and its weight; the heaviest use counts."""
    matches: dict[str, Match] = {}
    for number, concept in enumerate(wanted.concepts):
        for alternative in concept.alternatives:
            weight = alternative.weight * idf(alternative, wanted.frequencies, collection.passages)
            for term in alternative.terms:
                if term not in matches or matches[term].weight < weight:
                    matches[term] = Match(number, weight)
    return matches
