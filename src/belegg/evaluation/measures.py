"""
How good a ranked list is, against judgements of what is relevant.

A ranking is a list of ids, best first; judgements give each relevant id its grade (1 and up). Ids that
are not judged count as not relevant. Every measure is 0 when nothing is judged relevant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log2

import numpy as np

Judgements = Mapping[str, int]


def ndcg(ranking: Sequence[str], judged: Judgements, k: int) -> float:
    """
    Normalised discounted cumulative gain of the first `k`: sum of grade / log2(rank + 1) over the best
    possible sum.

    Source: Järvelin & Kekäläinen, ACM TOIS 2002, with linear gains as in trec_eval.
    """
    gained = _discounted([judged.get(name, 0) for name in ranking[:k]])
    ideal = _discounted(sorted(judged.values(), reverse=True)[:k])
    return gained / ideal if ideal > 0 else 0.0


def _discounted(grades: Sequence[int]) -> float:
    return sum(max(grade, 0) / log2(rank + 1) for rank, grade in enumerate(grades, start=1))


def recall(ranking: Sequence[str], judged: Judgements, k: int) -> float:
    """The share of the relevant ids that stand among the first `k`."""
    relevant = {name for name, grade in judged.items() if grade > 0}
    return len(relevant.intersection(ranking[:k])) / len(relevant) if relevant else 0.0


def reciprocal_rank(ranking: Sequence[str], judged: Judgements, k: int) -> float:
    """1 / rank of the first relevant id among the first `k`, else 0."""
    ranks = (rank for rank, name in enumerate(ranking[:k], start=1) if judged.get(name, 0) > 0)
    return 1 / next(ranks, float("inf"))


def hit(ranking: Sequence[str], judged: Judgements, k: int) -> float:
    """1 when a relevant id stands among the first `k`, else 0."""
    return float(reciprocal_rank(ranking, judged, k) > 0)


def sign_flip_p(one: Sequence[float], other: Sequence[float], flips: int = 10_000, seed: int = 1) -> float:
    """
    Two-sided p of a paired randomisation test on the mean difference of two runs over the same queries.

    Under the null hypothesis each difference may have either sign; p is the share of random sign flips
    whose mean differs from 0 at least as much as the measured one, counting the measured one itself.
    Source: Smucker, Allan & Carterette, CIKM 2007. The same seed gives the same p.
    """
    differences = np.asarray(one, dtype=np.float64) - np.asarray(other, dtype=np.float64)
    differences = differences[differences != 0]
    if differences.size == 0:
        return 1.0
    measured = abs(differences.sum())
    rng = np.random.default_rng(seed)
    reached = 0
    for start in range(0, flips, 500):
        signs = rng.integers(0, 2, size=(min(500, flips - start), differences.size), dtype=np.int8) * 2 - 1
        # A hair of slack: sums of the same numbers in another order differ in the last digits.
        reached += int((np.abs(signs @ differences) >= measured - 1e-12).sum())
    return (reached + 1) / (flips + 1)
