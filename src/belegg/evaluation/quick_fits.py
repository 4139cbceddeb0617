"""
Fitting quick calls: the local model of relevance, and the temperature of a classifier for one decision.

A temperature makes probabilities as sure as they are right (the least mean negative log-likelihood of the
labels); it never changes which answer is likeliest.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from belegg.evaluation.logistic import logistic
from belegg.records.quick_fits import Relevance

FEWEST_ROWS: Final = 30
"""Labelled rows from which a temperature is fitted; of passages, so many relevant ones."""
COLDEST, HOTTEST = 0.25, 10.0
LEAST: Final = 1e-6
"""What an answer that a classifier gave no probability counts: one such row must not decide alone."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A hit of a search as the local model sees it, and whether it is relevant."""

    cosine: float
    gap: float
    word_share: float
    relevant: bool


@dataclass(frozen=True, slots=True)
class Labelled:
    """What a classifier said to a question whose answer is known; `truth` names what is right."""

    probabilities: Mapping[str, float]
    truth: frozenset[str]

    def chance(self, temperature: float) -> float:
        """The probability of the truth at a temperature."""
        raised = self._raised(temperature)
        right = math.fsum(raised[name] for name in self.truth if name in raised)
        return max(right, LEAST) / math.fsum(raised.values())

    def sure(self, temperature: float) -> float:
        """The probability of the likeliest answer at a temperature."""
        raised = self._raised(temperature)
        return max(raised.values()) / math.fsum(raised.values())

    def _raised(self, temperature: float) -> dict[str, float]:
        return {name: math.pow(max(p, LEAST), 1 / temperature) for name, p in self.probabilities.items()}

    @property
    def is_right(self) -> bool:
        return max(self.probabilities, key=lambda name: self.probabilities[name]) in self.truth


def fitted_relevance(rows: Sequence[Judged], model: str, questions: int) -> Relevance | None:
    """The local model; None with fewer than 30 relevant rows, or of other ones."""
    truth = np.array([row.relevant for row in rows], dtype=np.float64)
    if min(truth.sum(), len(rows) - truth.sum()) < FEWEST_ROWS:
        return None
    features = np.array([(row.cosine, row.gap, row.word_share) for row in rows], dtype=np.float64)
    intercept, factors = logistic(features, truth, np.ones(len(rows)))
    cosine, gap, word_share = (float(factor) for factor in factors)
    return Relevance(model, intercept, cosine, gap, word_share, questions)


def fitted_temperature(rows: Sequence[Labelled]) -> float | None:
    """From 0.25 to 10, by golden section over its logarithm; None with fewer than 30 rows."""
    if len(rows) < FEWEST_ROWS:
        return None
    golden = (math.sqrt(5) - 1) / 2
    low, high = math.log(COLDEST), math.log(HOTTEST)
    for _ in range(40):
        left, right = high - golden * (high - low), low + golden * (high - low)
        if _loss(rows, math.exp(left)) <= _loss(rows, math.exp(right)):
            high = right
        else:
            low = left
    return round(math.exp((low + high) / 2), 4)


def _loss(rows: Sequence[Labelled], temperature: float) -> float:
    return -math.fsum(math.log(row.chance(temperature)) for row in rows) / len(rows)
