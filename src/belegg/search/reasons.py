"""What a ranked passage's score is made of: terms, fields, frequencies, bonuses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from belegg.records import Alternative, Collection, Concept, DocumentHead, Passage, Terms
from belegg.records.packs import AUTO
from belegg.seams import Reader
from belegg.search.gate import Passes
from belegg.search.rank import Ranked
from belegg.search.settings import SearchSettings
from belegg.search.spaces import stemmers_of
from belegg.search.walk import Walk
from belegg.search.weights import idf
from belegg.text.analysis import Analyser
from belegg.text.passage_terms import passage_terms

# The formula of `Reader.by_words`; a test holds the sums of explanations against a store's own scores.
K1, B = 1.2, 0.6
TITLE, HEADING, BODY = 2.0, 1.5, 1.0
MOST_FREQUENCY = 127.5

TermKind = Literal["as typed", "inside a compound", "instead of an unknown word", "a synonym"]


@dataclass(frozen=True, slots=True)
class TermUse:
    """
    A term of the question that stands in the passage, how often in each field, and what it gives:
    score = weight · idf · tf (k1 + 1) / (tf + k1 (1 - b + b · length / mean length)).

    `frequency` is in how many readable passages a form of the same word stands.
    """

    term: str
    kind: TermKind
    in_title: int
    in_heading: int
    in_body: int
    frequency: int
    idf: float
    weight: float
    score: float


@dataclass(frozen=True, slots=True)
class ConceptUse:
    """
    An asked word, a part of an asked compound, or the synonyms of words asked, in a passage: the best of its
    terms counts.
    """

    word: str
    is_part: bool
    is_synonym: bool
    score: float
    terms: tuple[TermUse, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """
    The scores and arms of a `Ranked`, without its key: keys count the passages that came before, hidden ones
    too, and are never shown. `gate`: why it passes the gate, None where it does not, empty without one.
    """

    score: float
    first_score: float
    first_rank: int
    order_share: float
    all_words: bool
    named: int
    word_score: float
    word_rank: int
    word_share: float
    vector_rank: int
    cosine: float | None
    judged: float | None
    gate: Passes | Literal[""] | None


@dataclass(frozen=True, slots=True)
class PassageReasons:
    """
    Why a passage stands where it stands. `rank` is its place among the hits (None: it is none),
    `before_cap` its place before the cap, `ranked` its scores and arms; the bonuses are in units of score.
    """

    rank: int | None
    before_cap: int
    document: DocumentHead
    passage: Passage
    ranked: Standing
    order_bonus: float
    all_words_bonus: float
    concepts: tuple[ConceptUse, ...]


def passage_reasons(
    taken: Walk,
    places: Sequence[int],
    limit: int,
    reader: Reader,
    analyser: Analyser,
    settings: SearchSettings,
) -> list[PassageReasons]:
    """The reasons of the passages at these places of `taken.ranked`."""
    ranked = [taken.ranked[place] for place in places]
    ranks = {place: rank for rank, place in enumerate(taken.kept[:limit], start=1)}
    top = max((one.first_score for one in taken.ranked), default=0.0)
    collection, stemmers = reader.collection(), stemmers_of(reader)
    reasons = []
    for place, one, passage in zip(places, ranked, reader.passages([r.key for r in ranked]), strict=True):
        head = reader.head(passage.document)
        assert head is not None, "a passage in scope has its document in scope"
        terms = passage_terms(analyser, head.title, passage, stemmers.get(head.pack, AUTO))
        reasons.append(
            PassageReasons(
                rank=ranks.get(place),
                before_cap=place + 1,
                document=head,
                passage=passage,
                ranked=_standing(one, taken.judged.passes.get(place, "")),
                order_bonus=settings.order_bonus * top * one.order_share,
                all_words_bonus=settings.all_words_bonus * top * one.all_words,
                concepts=_concepts_in(terms, taken, collection),
            )
        )
    return reasons


def _standing(one: Ranked, gate: Passes | Literal[""] | None) -> Standing:
    return Standing(
        score=one.score,
        first_score=one.first_score,
        first_rank=one.first_rank,
        order_share=one.order_share,
        all_words=one.all_words,
        named=one.named,
        word_score=one.word_score,
        word_rank=one.word_rank,
        word_share=one.word_share,
        vector_rank=one.vector_rank,
        cosine=one.cosine,
        judged=one.judged,
        gate=gate,
    )


def _concepts_in(terms: Terms, taken: Walk, collection: Collection) -> tuple[ConceptUse, ...]:
    fields = (
        Counter(terms.title + terms.title_parts),
        Counter(terms.heading + terms.heading_parts),
        Counter(terms.body + terms.body_parts),
    )
    length = len(terms.title) + len(terms.heading) + len(terms.body)
    saturation = K1 * (1 - B + B * length / (collection.mean_length or 1.0))
    uses = (
        _concept_in(fields, saturation, concept, asked in taken.wanted.synonyms, taken, collection.passages)
        for concept, asked in zip(taken.concepts, taken.wanted.concepts, strict=True)
    )
    return tuple(use for use in uses if use.terms)


def _concept_in(
    fields: tuple[Counter[str], Counter[str], Counter[str]],
    saturation: float,
    concept: Concept,
    is_synonym: bool,
    taken: Walk,
    passages: int,
) -> ConceptUse:
    uses = [
        _term_in(fields, saturation, term, alternative, is_synonym, taken, passages)
        for alternative in concept.alternatives
        for term in alternative.terms
        if any(term in field for field in fields)
    ]
    uses.sort(key=lambda use: -use.score)
    score = max((use.score for use in uses), default=0.0)
    is_part = concept.position is None and not is_synonym
    return ConceptUse(concept.word, is_part, is_synonym, score, tuple(uses))


def _term_in(
    fields: tuple[Counter[str], Counter[str], Counter[str]],
    saturation: float,
    term: str,
    alternative: Alternative,
    is_synonym: bool,
    taken: Walk,
    passages: int,
) -> TermUse:
    title, heading, body = (field[term] for field in fields)
    tf = min(TITLE * title + HEADING * heading + BODY * body, MOST_FREQUENCY)
    rarity = idf(alternative, taken.wanted.frequencies, passages)
    return TermUse(
        term=term,
        kind=_kind(term, is_synonym, taken),
        in_title=title,
        in_heading=heading,
        in_body=body,
        frequency=sum(taken.wanted.frequencies.get(t, 0) for t in alternative.terms),
        idf=rarity,
        weight=alternative.weight,
        score=alternative.weight * rarity * tf * (K1 + 1) / (tf + saturation),
    )


def _kind(term: str, is_synonym: bool, taken: Walk) -> TermKind:
    if is_synonym:
        return "a synonym"
    if "~" in term and not term.startswith("="):
        return "inside a compound"
    if any(term in one.instead for one in taken.unknown):
        return "instead of an unknown word"
    return "as typed"
