"""
The best passages by BM25 over concepts, exactly, without scoring every passage.

A concept's score in a passage is the greatest of its lines' (a line: one term's postings with one factor);
a passage's score is the sum over concepts. Concepts are taken rarest first. Each has a bound: no passage can
get more from it. As soon as the worst of the best passages so far stands above what all remaining concepts
together could give, a passage not met yet cannot enter any more, and those met are looked up in the remaining
lists instead of adding these up (MaxScore: Turtle & Flood 1995, term at a time).

The sum is always taken in the same order, by the frequencies that the asker can see, whether a concept was
added up or looked up: scores are equal to the last bit however much was pruned and whatever is hidden.

Passages that the asker may not see, dead ones, and those outside the filters have an infinite saturation
(`formula.HIDDEN`): whatever they hold, their score is 0, and 0 never competes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np

from belegg.stores.engine.arrays import Floats, Keys, Lengths
from belegg.stores.engine.postings import Run

SLACK = 1 + 1e-9  # bounds and scores are rounded differently
CHEAP_POSTINGS = 4_096  # are added up sooner than it is found out whether they must be
SAMPLE_ROWS = 32
DENSE_SHARE = 16  # look passages up one by one while there are fewer than a 16th of the list
NO_KEYS: Keys = np.empty(0, dtype=np.int64)
NO_SCORES: Floats = np.empty(0)


@dataclass(frozen=True, slots=True)
class Saturation:
    """2·k1·(1 - b + b·length/mean) of each passage: its length by key, and the saturation by length."""

    lengths: Lengths
    by_length: Floats

    def of(self, keys: Keys) -> Floats:
        return self.by_length.take(self.lengths.take(keys))


@dataclass(frozen=True, slots=True)
class Line:
    """One term's postings in one part of the index. `factor` is weight · idf · (k1 + 1)."""

    run: Run
    factor: float


@dataclass(frozen=True, slots=True)
class Weighed:
    """A concept ready to be scored. `frequency` orders concepts; `bound` is the most it can give."""

    lines: Sequence[Line]
    frequency: int
    bound: float


@dataclass(slots=True)
class Board:
    """Where scores are added up. All zeros between searches; one for each reading connection."""

    scores: Floats = field(default_factory=lambda: np.zeros(0))
    scratch: Floats = field(default_factory=lambda: np.zeros(0))

    def reach(self, size: int) -> None:
        """Make room for keys below `size`."""
        if self.scores.size < size:
            self.scores = np.zeros(size + size // 4)
            self.scratch = np.zeros(size + size // 4)


def best_passages(
    concepts: Sequence[Weighed], saturation: Saturation, limit: int, board: Board
) -> tuple[Keys, Floats]:
    """The `limit` best passages and their scores, best first; of equal scores the smaller key first."""
    ordered = sorted(concepts, key=lambda concept: concept.frequency)
    bounds = sums_from([concept.bound * SLACK for concept in ordered])
    postings = sums_from([sum(line.run.keys.size for line in concept.lines) for concept in ordered])
    board.reach(saturation.lengths.size)
    met: list[Keys] = []
    added = 0
    try:
        while added < len(ordered):
            worth = postings[added] > CHEAP_POSTINGS and bounds[0] - bounds[added] > bounds[added]
            if worth and settled(board, met, limit, bounds[added]):
                break
            met.append(add_up(ordered[added], saturation, board))
            added += 1
        keys = np.concatenate(met) if met else NO_KEYS
        scores = board.scores.take(keys)
        for place in range(added, len(ordered)):
            may_win = scores * SLACK + bounds[place] >= worst_of_best(scores, limit)
            keys, scores = keys[may_win], scores[may_win]
            scores += look_up(ordered[place], keys, saturation, board)
        return top(keys, scores, limit)
    finally:
        for touched in met:
            board.scores[touched] = 0.0


def scores_of(concepts: Sequence[Weighed], keys: Keys, saturation: Saturation, board: Board) -> Floats:
    """The scores of these passages, to the last bit as `best_passages` gives them."""
    board.reach(saturation.lengths.size)
    scores = np.zeros(keys.size)
    for concept in sorted(concepts, key=lambda concept: concept.frequency):
        scores += look_up(concept, keys, saturation, board)
    return scores


def sums_from(values: Sequence[float]) -> list[float]:
    """For each place, the sum of the values from there on; 0 after the last."""
    return list(accumulate(reversed(values), initial=0.0))[::-1]


def settled(board: Board, met: Sequence[Keys], limit: int, left: float) -> bool:
    """Whether no passage outside `met` can enter any more. `left`: the most that one could still get."""
    if sum(keys.size for keys in met) < limit:
        return False
    return worst_of_best(board.scores.take(np.concatenate(met)), limit) > left


def worst_of_best(scores: Floats, limit: int) -> float:
    """
    A score that at least `limit` passages reach: the limit-th best of the greatest of each column.

    Columns stand for their greatest score, which one pass finds; sorting all scores costs ten times as much.
    """
    if scores.size < limit:
        return 0.0
    rows = min(SAMPLE_ROWS, scores.size // (4 * limit))
    if rows > 1:
        columns = scores.size // rows
        greatest = scores[: rows * columns].reshape(rows, columns).max(axis=0)
    else:
        greatest = scores.copy()
    place = greatest.size - limit
    greatest.partition(place)
    return float(greatest[place])


def add_up(concept: Weighed, saturation: Saturation, board: Board) -> Keys:
    """Add a concept to the board; returns the passages that were not on it before."""
    keys, parts = contributions(concept.lines, saturation, board)
    before = board.scores.take(keys)
    board.scores[keys] = before + parts
    new: Keys = keys[before == 0.0]
    return new


def contributions(lines: Sequence[Line], saturation: Saturation, board: Board) -> tuple[Keys, Floats]:
    """What a concept gives to each passage that holds one of its terms."""
    if len(lines) == 1:
        return lines[0].run.keys, line_scores(lines[0], saturation)
    met = []
    for line in lines:
        parts = line_scores(line, saturation)
        before = board.scratch.take(line.run.keys)
        board.scratch[line.run.keys] = np.maximum(before, parts)
        met.append(line.run.keys[before == 0.0])
    keys = np.concatenate(met) if met else NO_KEYS
    scores = board.scratch.take(keys)
    board.scratch[keys] = 0.0
    return keys, scores


def line_scores(line: Line, saturation: Saturation) -> Floats:
    """factor · tf / (tf + saturation) of each posting."""
    frequencies = line.run.frequencies.astype(np.float64)
    below = saturation.of(line.run.keys)
    below += frequencies
    frequencies *= line.factor
    frequencies /= below
    return frequencies


def look_up(concept: Weighed, keys: Keys, saturation: Saturation, board: Board) -> Floats:
    """What a concept gives to each of these passages; 0 where it stands in none of its lists."""
    best = np.zeros(keys.size)
    for line in concept.lines:
        run = line.run
        if keys.size * DENSE_SHARE > run.keys.size:
            board.scratch[run.keys] = run.frequencies
            frequencies = board.scratch.take(keys)
            board.scratch[run.keys] = 0.0
        else:
            places = np.searchsorted(run.keys, keys)
            places[places == run.keys.size] = 0
            frequencies = run.frequencies[places].astype(np.float64)
            frequencies[run.keys[places] != keys] = 0.0
        np.maximum(best, line.factor * frequencies / (frequencies + saturation.of(keys)), out=best)
    return best


def top(keys: Keys, scores: Floats, limit: int) -> tuple[Keys, Floats]:
    """The best `limit`, best first, the smaller key first among equals; scores of 0 never."""
    least = worst_of_best(scores, limit)
    chosen = scores >= least if least > 0 else scores > 0
    keys, scores = keys[chosen], scores[chosen]
    order = np.lexsort((keys, -scores))[:limit]
    return keys[order], scores[order]
