"""
Which of a library's languages a question is in, and what its words weigh there.

In a library of one language nothing changes here. In one of several, a word's rarity is that among the
passages of the question's own languages, and its twins in other languages (German `war`, English `war`)
weigh less the fewer of the question's other words that language holds. Without this a set of documents
ranks worse the more there is beside it in other languages (docs/explanation/ranking.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from belegg.records import Alternative, Collection, Concept
from belegg.search.concepts import Wanted, inside
from belegg.search.query import AskedWord
from belegg.search.weights import idf, rarity
from belegg.text.analysis import AS_WRITTEN, Analyser

OWN_LANGUAGE = 0.5
"""A language that holds at least this share of what the best one holds is one of the question's own."""

LEAST_WEIGHT = 0.25

Shares = Mapping[str, float]
"""Name space in scope → the asked words that it holds, as a share of what the best one holds."""


def language_shares(wanted: Wanted, asked: Sequence[AskedWord], analyser: Analyser) -> Shares:
    """
    How much of a question each language of the scope holds, words inside compounds among them.

    Words with digits are the same in every language and do not count. All shares are 1 when no word is known.
    """
    telling = [word.text for word in asked if word.text.isalpha()]

    def is_held(word: str, space: str) -> bool:
        term = analyser.word_term(word, space)
        return term in wanted.frequencies or inside(term) in wanted.frequencies

    held = {space: sum(is_held(word, space) for word in telling) for space in wanted.spaces}
    most = max(held.values(), default=0)
    return {space: count / most if most else 1.0 for space, count in held.items()}


def own_languages(shares: Shares) -> frozenset[str]:
    """The name spaces that hold about as much of the question as the best one."""
    return frozenset(space for space, share in shares.items() if share >= OWN_LANGUAGE)


def own_passages(own: AbstractSet[str], collection: Collection) -> int:
    """How many readable passages are in the question's own languages; all when none is."""
    return sum(collection.spaces.get(space, 0) for space in own) or collection.passages


def rarity_of_all(
    wanted: Wanted, concepts: Sequence[Concept], shares: Shares, collection: Collection
) -> float:
    """
    The sum of the rarities of the words asked: what a passage is measured against that holds them all.

    A word counts by its own frequency in the question's languages, one that stands nowhere there as such: a
    chance match beside unknown words is no great share. `concepts` are the weighed ones; a word never counts
    less than a store can give for it.
    """
    own = own_languages(shares)
    passages = own_passages(own, collection)
    weighed = {concept.position: concept for concept in concepts if concept.position is not None}

    def of_word(number: int, forms: Sequence[str]) -> float:
        frequency = sum(wanted.frequencies.get(t, 0) for t in forms if _space(t) in own | {AS_WRITTEN})
        given = (
            a.weight * idf(a, wanted.frequencies, collection.passages)
            for a in (weighed[number].alternatives if number in weighed else ())
        )
        return max(rarity(passages, frequency), *given, 0.0)

    return sum(of_word(number, forms) for number, forms in enumerate(wanted.forms))


def weigh(wanted: Wanted, shares: Shares, collection: Collection) -> tuple[Concept, ...]:
    """
    The concepts, weighted for a store, which counts all languages together: each term scores by its rarity
    in the question's own languages, times the share of its language (at least a quarter; text as written
    may be in any language and keeps all).

    Weight for the store = weight · share · rarity(own passages, own frequency) / rarity(all, all).
    """
    own = own_languages(shares)
    passages = own_passages(own, collection)

    def weighed(alternative: Alternative) -> list[Alternative]:
        if all(term.startswith(AS_WRITTEN) for term in alternative.terms):
            return [alternative]
        frequency = sum(wanted.frequencies.get(t, 0) for t in alternative.terms if _space(t) in own)
        by_share: dict[float, list[str]] = {}
        for term in alternative.terms:
            by_share.setdefault(_weight_of(term, shares), []).append(term)
        found = []
        for share, terms in by_share.items():
            together = rarity(collection.passages, sum(wanted.frequencies.get(term, 0) for term in terms))
            weight = alternative.weight * share * rarity(passages, frequency) / together
            found.append(Alternative(tuple(terms), weight))
        return found

    return tuple(
        replace(concept, alternatives=tuple(w for a in concept.alternatives for w in weighed(a)))
        for concept in wanted.concepts
    )


def _weight_of(term: str, shares: Shares) -> float:
    space = _space(term)
    return 1.0 if space == AS_WRITTEN else max(LEAST_WEIGHT, shares.get(space, 0.0))


def _space(term: str) -> str:
    """`no` of `no:frist` and `no~frist`, `=` of `=2026-041`."""
    return AS_WRITTEN if term.startswith(AS_WRITTEN) else term.replace("~", ":", 1).partition(":")[0]
