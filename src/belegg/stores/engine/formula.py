"""The ranking formula's numbers and its idf, in one place."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from belegg.stores.engine.arrays import Floats

HIDDEN = 0
"""The length that stands for a passage outside of a scope. A passage without words has no postings anyway."""


def smoothed_idf(passages: int, frequency: int) -> float:
    """ln(1 + (N - df + .5) / (df + .5)), never below 0. Source: Lucene's form of Robertson's idf."""
    frequency = min(frequency, passages)
    return math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5))


@dataclass(frozen=True, slots=True)
class Formula:
    """
    BM25 over weighted fields. Field weights are in half units and stand in the postings: a library keeps
    those it was made with; `k1`, `b` and the idf act when a question is asked.
    """

    k1: float = 1.2
    b: float = 0.6
    title: int = 4
    heading: int = 3
    body: int = 2
    idf: Callable[[int, int], float] = smoothed_idf

    def doubled_saturations(self, mean: float, longest: int) -> Floats:
        """
        2·k1·(1 - b + b·length/mean) by length, doubled because frequencies are in half units.

        Infinite for HIDDEN: a passage of that length scores exactly 0, whatever it holds.
        """
        saturation: Floats = np.arange(longest + 1, dtype=np.float64)
        saturation *= self.b
        saturation /= mean
        saturation += 1 - self.b
        saturation *= self.k1
        saturation *= 2
        saturation[HIDDEN] = np.inf
        return saturation
