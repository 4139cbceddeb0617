"""
The two curves of a relevance gate: false answers and false refusals, for every floor.

Answerable and unanswerable questions are asked without a gate. A floor lets a question through when one of
its hits passes, each judged by itself as a search judges it. False answers are the unanswerable questions
let through, false refusals the answerable ones stopped; moving the floor trades one for the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf, isfinite, sqrt
from typing import Final

import numpy as np

from belegg.records.gate import Fitted
from belegg.search.gate import Evidence, judge

NORMAL_95: Final = 1.96
"""Standard deviations to either side that hold 95 % of a normal distribution."""

STEPS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
MOST_POINTS: Final = 20


@dataclass(frozen=True, slots=True)
class Asked:
    """
    A question and the evidence of its hits, in any order. `language` is the name space of its words (`EVERY`:
    undecided), `spoken`: documents in scope are in it. `kind` is the class that its file names, `gibberish`:
    hardly any of its words is known to anybody.
    """

    question: str
    answerable: bool
    language: str
    spoken: bool
    hits: tuple[Evidence, ...]
    kind: str = ""
    gibberish: bool = False

    def best(self, fitted: Fitted | None = None) -> float:
        """The best score of its hits, or the best log-odds of `fitted`; -inf when no hit has a score."""
        return max((_measured(hit, fitted) for hit in self.hits), default=-inf)

    def reach(self, fitted: Fitted | None = None) -> float:
        """The highest floor that lets it through: inf when some hit passes without one, -inf without hits."""
        if any(judge(hit, None) != "no floor" or hit.score is None for hit in self.hits):
            return inf
        return self.best(fitted)


def _measured(hit: Evidence, fitted: Fitted | None) -> float:
    if hit.score is None:
        return -inf
    return fitted.log_odds(hit.score, hit.word_share) if fitted else hit.score


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, with the ends of the share's 95 % interval (0 to 1)."""

    count: int
    of: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Area:
    """
    The chance that an answerable question has a better best score than an unanswerable one (ties count
    half), 0.5 being none, with the ends of its 95 % interval.
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Point:
    """One floor: how many unanswerable questions it lets through, how many answerable ones it stops."""

    floor: float
    false_answers: int
    false_refusals: int


def share(count: int, of: int) -> Share:
    """
    A share with Wilson's interval, which stays honest for few questions and near 0 and 1; 0 to 1 of none.

    Source: Wilson, Journal of the American Statistical Association 22 (1927).
    """
    if of == 0:
        return Share(0, 0, 0.0, 1.0)
    p, z2 = count / of, NORMAL_95**2 / of
    middle, reach = p + z2 / 2, NORMAL_95 * sqrt(p * (1 - p) / of + z2 / (4 * of))
    low, high = (middle - reach) / (1 + z2), (middle + reach) / (1 + z2)
    # A rounding error must not put the share itself outside.
    return Share(count, of, max(0.0, min(low, p)), min(1.0, max(high, p)))


def area(answerable: Sequence[Asked], unanswerable: Sequence[Asked], fitted: Fitted | None = None) -> Area:
    """
    The area under the curve of the best scores, whatever words let through; of no questions 0.5, from 0 to 1.
    Its interval is Newcombe's fifth, which stays honest for few questions and at 1.

    Source: Newcombe, Statistics in Medicine 25 (2006), 559-573.
    """
    if not answerable or not unanswerable:
        return Area(0.5, 0.0, 1.0)
    good = np.array([each.best(fitted) for each in answerable])[:, None]
    bad = np.array([each.best(fitted) for each in unanswerable])[None, :]
    value = float(np.mean((good > bad) + 0.5 * (good == bad)))
    counts = (len(answerable), len(unanswerable))
    return Area(value, _least_area(value, *counts), 1 - _least_area(1 - value, *counts))


def _least_area(value: float, n: int, m: int) -> float:
    """The least true area that lies no more than 1.96 of its own deviations below `value`."""
    beyond = (n + m) / 2 - 1

    def fits(true: float) -> bool:
        variance = true * (1 - true) * (1 + beyond * ((1 - true) / (2 - true) + true / (1 + true))) / (n * m)
        return true + NORMAL_95 * sqrt(variance) >= value

    low, high = 0.0, value
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if fits(middle) else (middle, high)
    return high


def stopped(asked: Sequence[Asked], floor: float, fitted: Fitted | None = None) -> int:
    """How many of the questions a floor stops."""
    return sum(each.reach(fitted) < floor for each in asked)


def curve(answerable: Sequence[Asked], unanswerable: Sequence[Asked]) -> tuple[Point, ...]:
    """
    Both counts at round floors, lowest first: from one that stops nothing to one that stops all that a floor
    can stop, at most 20 or so; empty when no question has a score.
    """
    reaches = [each.reach() for each in (*answerable, *unanswerable)]
    scores = [reach for reach in reaches if isfinite(reach)]
    if not scores:
        return ()
    least, most = min(scores), max(scores)
    step = next((s for s in STEPS if (most - least) / s <= MOST_POINTS), STEPS[-1])
    first = int(least // step)
    return tuple(
        Point(
            floor,
            len(unanswerable) - stopped(unanswerable, floor),
            stopped(answerable, floor),
        )
        for place in range(first, max(ceil(most / step), first) + 2)
        for floor in (round(place * step, 3),)
    )
