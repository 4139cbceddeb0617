"""What words and vectors find for a question, each passage with what both arms say of it, in one order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from belegg.records import Candidate, PassageKey
from belegg.seams import Reader
from belegg.search.candidates import without_left_out
from belegg.search.fuse import RRF, Fusion, InArms, fusion_for, in_fused_order, word_share
from belegg.search.meaning import Meaning
from belegg.search.rank import Ranked
from belegg.search.settings import SearchSettings
from belegg.search.sought import Sought
from belegg.text.analysis import Analyser

BY_VECTOR: Final = 400
"""Passages taken by their cosine."""

WIDER: Final = 4_000
"""… when so many of them hold a word to be left out that the page would not fill."""

K1: Final = 1.2
"""That of `Reader.by_words`."""


def nearest(
    sought: Sought, by_words: Sequence[Ranked], reader: Reader, analyser: Analyser
) -> list[Candidate]:
    """
    The passages nearest in meaning, best first, that the question does not rule out.

    When it holds a phrase, only those with the phrase take part: the words have found them.
    """
    if sought.question.phrases:
        keys = [one.key for one in by_words]
        scored = zip(keys, reader.cosines(sought.meaning.vector, keys), strict=True)
        found = [Candidate(key, cosine) for key, cosine in scored if cosine is not None]
        return sorted(found, key=lambda c: (-c.score, c.key))
    for rows in (BY_VECTOR, WIDER):
        met = reader.by_vector(sought.meaning.vector, rows)
        found = without_left_out(met, sought.question, sought.wanted, reader, analyser)
        if len(found) >= BY_VECTOR // 4 or len(met) < rows:
            break
    return found[:BY_VECTOR]


def in_one_order(
    sought: Sought,
    by_words: Sequence[Ranked],
    by_vector: Sequence[Candidate],
    named: Iterable[PassageKey],
    reader: Reader,
    settings: SearchSettings,
) -> list[Ranked]:
    """
    All passages that either arm found and those named, best first, with their places and scores in each.

    In mode `vector` the cosine alone decides, and those it does not know come last.
    """
    words = {one.key: replace(one, word_rank=place) for place, one in enumerate(by_words, start=1)}
    places = {one.key: place for place, one in enumerate(by_vector, start=1)}
    keys = list(dict.fromkeys((*words, *places, *named)))
    cosines = _cosines(keys, by_vector, sought.meaning.vector, reader)
    scores = _word_scores(keys, words, sought, reader, settings)
    arms = [
        InArms(
            key,
            words[key].word_rank if key in words else 0,
            word_share(scores[key], sought.mass, K1),
            places.get(key, 0),
            cosines[key],
        )
        for key in keys
    ]
    found = []
    for one, score in in_fused_order(arms, fusion_used(sought.meaning, settings)):
        first = words.get(one.key) or Ranked(one.key, 0.0, scores[one.key], 0)
        found.append(
            replace(
                first,
                score=score,
                word_score=scores[one.key],
                word_share=one.word_share,
                vector_rank=one.vector_rank,
                cosine=one.cosine,
            )
        )
    return found


def fusion_used(meaning: Meaning, settings: SearchSettings) -> Fusion:
    """As the settings say, else as measured; scores of the other rankings cannot be added to cosines."""
    if meaning.mode == "vector":
        return Fusion("sum", share_weight=0.0)
    if settings.fusion is not None:
        return settings.fusion
    return fusion_for(meaning.model) if settings.ranking == "default" else RRF


def _cosines(
    keys: Sequence[PassageKey], by_vector: Sequence[Candidate], vector: bytes, reader: Reader
) -> Mapping[PassageKey, float | None]:
    known: dict[PassageKey, float | None] = {one.key: one.score for one in by_vector}
    missing = [key for key in keys if key not in known]
    if missing:
        known.update(zip(missing, reader.cosines(vector, missing), strict=True))
    return known


def _word_scores(
    keys: Sequence[PassageKey],
    words: Mapping[PassageKey, Ranked],
    sought: Sought,
    reader: Reader,
    settings: SearchSettings,
) -> Mapping[PassageKey, float]:
    """Each passage's score by words: the final one where words are ranked by default, else the store's."""
    known = {key: one.word_score for key, one in words.items() if settings.ranking == "default"}
    missing = [key for key in keys if key not in known]
    if missing and sought.concepts:
        known.update(zip(missing, reader.word_scores(sought.concepts, missing), strict=True))
    return {key: known.get(key, 0.0) for key in keys}
