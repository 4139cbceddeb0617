"""Logistic regression by Newton's method with a small ridge: a few features, a few thousand rows."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

RIDGE: Final = 0.1
ROUNDS: Final = 50
Floats = NDArray[np.float64]


def logistic(features: Floats, truth: Floats, weights: Floats) -> tuple[float, Floats]:
    """
    Intercept and what a unit of each feature adds to the log-odds that `truth` (0 or 1 a row) is 1.

    `features` has a row for each case, `weights` say what each counts. The ridge is on features made to
    spread alike, so their units do not matter.
    """
    mean, deviation = features.mean(0), np.maximum(features.std(0), 1e-9)
    x = np.column_stack([np.ones(len(features)), (features - mean) / deviation])
    width = features.shape[1]
    ridge, beta = np.diag([1e-6, *[RIDGE] * width]), np.zeros(width + 1)
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-np.clip(x @ beta, -30, 30)))
        slope = x.T @ (weights * (truth - chance)) - ridge @ beta
        bend = (x * (weights * chance * (1 - chance))[:, None]).T @ x + ridge
        step = np.linalg.solve(bend, slope)
        beta += step
        if float(np.abs(step).max()) < 1e-9:
            break
    factors = beta[1:] / deviation
    return float(beta[0] - (factors * mean).sum()), factors
