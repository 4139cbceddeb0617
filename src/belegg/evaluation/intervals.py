"""How sure a mean over questions is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean

import numpy as np

RESAMPLES = 2_000
SEED = 1
Z = 1.959964  # of a normal distribution, 95 % within


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean of `count` values, and the 95 % interval in which that of many more such questions may lie."""

    value: float
    low: float
    high: float
    count: int

    def as_json(self) -> dict[str, float | int]:
        return {
            "mean": round(self.value, 4),
            "low": round(self.low, 4),
            "high": round(self.high, 4),
            "n": self.count,
        }


def mean_of(values: Sequence[float], resamples: int = RESAMPLES, seed: int = SEED) -> Mean:
    """
    The mean of values between 0 and 1 with its percentile bootstrap interval (Efron & Tibshirani 1993, 13.3).

    The same values and seed give the same interval. Where all values are 0, or all 1, every resample is
    alike and the bootstrap would claim certainty: then Wilson's score interval. `values` must not be empty.
    """
    mean = fmean(values)
    if mean in (0.0, 1.0):
        return Mean(mean, *_wilson(mean, len(values)), len(values))
    array = np.asarray(values, dtype=np.float64)
    chosen = np.random.default_rng(seed).integers(0, array.size, size=(resamples, array.size))
    low, high = np.percentile(array[chosen].mean(axis=1), [2.5, 97.5])
    return Mean(mean, float(low), float(high), len(values))


def difference_of(differences: Sequence[float], resamples: int = RESAMPLES, seed: int = SEED) -> Mean:
    """The mean of paired differences (-1 to 1) with its percentile bootstrap interval."""
    array = np.asarray(differences, dtype=np.float64)
    chosen = np.random.default_rng(seed).integers(0, array.size, size=(resamples, array.size))
    low, high = np.percentile(array[chosen].mean(axis=1), [2.5, 97.5])
    return Mean(float(array.mean()), float(low), float(high), array.size)


def _wilson(share: float, count: int) -> tuple[float, float]:
    """Wilson (1927): the shares that would give what was seen with a chance of 5 % or more."""
    centre = (share + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z / (1 + Z * Z / count) * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    return max(0.0, centre - half), min(1.0, centre + half)
