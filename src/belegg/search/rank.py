"""
The final order of the candidates: the store's score, the words' order, all words present.

F = S + 0.2·S_top·order_share + 0.1·S_top·[all words present], with S the store's BM25 over concepts, S_top
the best S of this question, and order_share the share of neighbouring question words that stand in the
order asked, at most three places apart. Chosen by measurement: docs/explanation/ranking.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from belegg.records import Candidate, PassageKey
from belegg.search.positions import find_positions
from belegg.search.settings import SearchSettings

ORDER_GAP = 3


@dataclass(frozen=True, slots=True)
class Ranked:
    """
    A candidate with its final score and what that is made of.

    `first_rank` is its place in the first order by words (0: the words did not find it), `named` its place
    among the sections that the question names (0: it names none or another).

    `word_score` is its score by words with the bonuses; `score` is the same until arms are fused or a section
    is named. Where the question was embedded: its place by words alone and by vectors alone (0: not among
    the best), its `cosine` (None: it has no vector), `word_share` (0 to 1, `fuse.word_share`); `judged` is
    what the reranker said, where it was asked.
    """

    key: PassageKey
    score: float
    first_score: float
    first_rank: int
    order_share: float = 0.0
    all_words: bool = False
    named: int = 0
    word_score: float = 0.0
    word_rank: int = 0
    word_share: float = 0.0
    vector_rank: int = 0
    cosine: float | None = None
    judged: float | None = None


def unranked(candidates: Sequence[Candidate], first_rank: int = 1) -> list[Ranked]:
    """Candidates in the order given, by their first score alone."""
    return [
        Ranked(c.key, c.score, c.score, place, word_score=c.score)
        for place, c in enumerate(candidates, start=first_rank)
    ]


def rank(
    candidates: Sequence[Candidate],
    sequences: Sequence[bytes],
    words: Sequence[Sequence[str]],
    settings: SearchSettings,
) -> list[Ranked]:
    """
    Order the candidates by their final score, best first; ties by the first score, then the key.

    `sequences` are those of the first candidates; the rest follow in their own order, which costs little:
    they start behind, and a bonus lifts a passage by 0.3 of the best score at most. `words` are the asked
    words in order, each by the terms that stand for it.
    """
    if not sequences:
        return unranked(candidates)
    top = candidates[0].score
    positions = find_positions(sequences, words)
    whole = np.all(positions.present(), axis=1)
    shares = order_shares(positions.in_order(ORDER_GAP))
    bonuses = top * (settings.order_bonus * shares + settings.all_words_bonus * whole)
    ranked = [
        Ranked(one.key, one.score + bonus, one.score, place, share, all_words, word_score=one.score + bonus)
        for place, (one, bonus, share, all_words) in enumerate(
            zip(candidates, bonuses.tolist(), shares.tolist(), whole.tolist(), strict=False), start=1
        )
    ]
    ranked.sort(key=lambda r: (settings.all_first and not r.all_words, -r.score, -r.first_score, r.key))
    return ranked + unranked(candidates[len(sequences) :], first_rank=len(sequences) + 1)


def order_shares(in_order: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The share of neighbouring pairs in order, per passage; 0 when the question has one word."""
    pairs = in_order.shape[1]
    return np.asarray(in_order.sum(axis=1) / pairs) if pairs else np.zeros(len(in_order))


def named_first(
    ranked: Sequence[Ranked], named: Sequence[PassageKey], lift: float | None = None
) -> list[Ranked]:
    """
    Put the passages that the question names by document and section before all others.

    Their score rises by `lift`; by words that is 1.3 times the best first score, more than any other passage
    can have.
    """
    if not named:
        return list(ranked)
    if lift is None:
        lift = 1.3 * max((r.first_score for r in ranked), default=0.0)
    found = {r.key: r for r in ranked}
    first = [
        replace(one, score=one.score + lift, named=place)
        for place, one in enumerate((found.get(k, Ranked(k, 0.0, 0.0, 0)) for k in named), start=1)
    ]
    return first + [r for r in ranked if r.key not in set(named)]


def spread(ranked: Sequence[Ranked]) -> float:
    """From the worst score to the best: what lifts any passage to the top."""
    scores = [r.score for r in ranked]
    return max(scores) - min(scores) if scores else 0.0
