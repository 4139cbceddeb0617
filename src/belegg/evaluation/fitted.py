"""
A small logistic model for the gate, in place of a floor on one score.

It weighs a hit's score and its word share. It helps where questions use the documents' own words, and does
harm elsewhere, so it is taken only where it beats the floor on questions that it was not fitted on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from belegg.evaluation.curves import Asked
from belegg.evaluation.logistic import logistic
from belegg.evaluation.measures import sign_flip_p
from belegg.records.gate import Fitted
from belegg.search.gate import Evidence

ENOUGH_TO_FIT: Final = 50
"""Answerable and unanswerable questions each; with fewer such a difference cannot be told from chance."""

FOLDS: Final = 5
LOST_PERCENT: Final = 2
WORDS: Final = 0.15
"""What a whole word share is worth in cosine when the hit that a question is fitted on is chosen."""

LARGEST_P: Final = 0.05

Least = Callable[[Sequence[float]], float]
"""The floor for the best scores of answerable questions."""


@dataclass(frozen=True, slots=True)
class Fit:
    """
    A model that beat the floor: its least log-odds, and the shares (0 to 1) of unanswerable questions stopped
    and answerable ones lost on questions left out, beside those of the floor. `p` is the paired test's.
    """

    fitted: Fitted
    value: float
    rejected: float
    lost: float
    rejected_by_floor: float
    lost_by_floor: float
    p: float


def better_fit(answerable: Sequence[Asked], unanswerable: Sequence[Asked], floor_of: Least) -> Fit | None:
    """
    The logistic model when cross-validation (five folds, the same every time) prefers it to the floor: more
    decided rightly, both classes weighing the same, with p < 0.05 in a paired randomisation test; else None.
    """
    if min(len(answerable), len(unanswerable)) < ENOUGH_TO_FIT:
        return None
    by_floor, by_fit = [], []
    for fold in range(FOLDS):
        kept = [[e for i, e in enumerate(part) if i % FOLDS != fold] for part in (answerable, unanswerable)]
        left = [*answerable[fold::FOLDS], *unanswerable[fold::FOLDS]]
        floor, (fitted, value) = floor_of([e.best() for e in kept[0]]), _fit_with_floor(*kept)
        by_floor += [(e.answerable, e.reach() >= floor) for e in left]
        by_fit += [(e.answerable, e.reach(fitted) >= value) for e in left]
    p = sign_flip_p(_right(by_fit), _right(by_floor))
    if sum(_right(by_fit)) <= sum(_right(by_floor)) or p >= LARGEST_P:
        return None
    fitted, value = _fit_with_floor(answerable, unanswerable)
    return Fit(fitted, value, *_rejected_and_lost(by_fit), *_rejected_and_lost(by_floor), p)


def fit(answerable: Sequence[Asked], unanswerable: Sequence[Asked]) -> Fitted:
    """
    Logistic regression, both classes weighing the same, on the hit of each question with the most score and
    words together; questions whose hits have no score are left out.
    """
    rows = [(top, e.answerable) for e in (*answerable, *unanswerable) if (top := _top(e)) is not None]
    features = np.array([(hit.score, hit.word_share) for hit, _ in rows], dtype=np.float64)
    truth = np.array([good for _, good in rows], dtype=np.float64)
    weights = np.where(truth == 1, 0.5 / max(truth.sum(), 1), 0.5 / max((1 - truth).sum(), 1)) * len(rows)
    intercept, factors = logistic(features, truth, weights)
    return Fitted(intercept, float(factors[0]), float(factors[1]))


def _fit_with_floor(answerable: Sequence[Asked], unanswerable: Sequence[Asked]) -> tuple[Fitted, float]:
    """The model and its least log-odds: the second percentile of the answerable questions' best."""
    fitted = fit(answerable, unanswerable)
    return fitted, float(np.percentile([each.best(fitted) for each in answerable], LOST_PERCENT))


def _top(asked: Asked) -> Evidence | None:
    scored = [hit for hit in asked.hits if hit.score is not None]
    return max(scored, key=lambda hit: (hit.score or 0.0) + WORDS * hit.word_share, default=None)


def _right(decided: Sequence[tuple[bool, bool]]) -> list[float]:
    """For each decision its weight when it is right, else 0; the weights of a class add up to a half."""
    answerable = sum(truth for truth, _ in decided)
    weight = {True: 0.5 / answerable, False: 0.5 / (len(decided) - answerable)}
    return [weight[truth] if passed == truth else 0.0 for truth, passed in decided]


def _rejected_and_lost(decided: Sequence[tuple[bool, bool]]) -> tuple[float, float]:
    of_class = {good: [passed for truth, passed in decided if truth is good] for good in (True, False)}
    rejected, lost = (1 - sum(of_class[good]) / len(of_class[good]) for good in (False, True))
    return rejected, lost
