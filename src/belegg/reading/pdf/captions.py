"""
Two blocks of text parted by one upright line, as in the caption of a judgment: parties left, number right.

They are read one after the other. A table has more lines, text on both sides of nearly every row, or entries
on either side that stand level; where text above or below keeps to one side, the page has columns.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from belegg.reading.pdf.drawn import Box
from belegg.reading.pdf.pieces import Piece
from belegg.reading.pdf.rows import Row, rows

_FEWEST_ROWS = 3
_MOST_LINES = 8
"""Upright lines with text on both sides: more are a table, or a drawing."""

_MOST_PAIRED, _MOST_LEVEL = 0.6, 0.6
_ONE_BLOCK = 1.6
"""In sizes: base lines of one block are no further apart."""

_NEAR = 2.0
"""Points: lines so close to one another are one."""


def parted(
    found: Sequence[Row], level: Sequence[Box], upright: Sequence[Box]
) -> Iterator[tuple[Sequence[Row], float | None]]:
    """Runs of rows (in order from the top), and where the upright line stands that parts a run."""
    start = 0
    for first, after, x in _bands(found, level, upright) if upright and len(found) >= _FEWEST_ROWS else ():
        if first >= start:
            yield found[start:first], None
            yield found[first:after], x
            start = after
    yield found[start:], None


def sides(run: Sequence[Row], x: float) -> tuple[list[Piece], list[Piece]]:
    """The pieces left and right of a line."""
    every = [piece for row in run for piece in row.pieces]
    return [piece for piece in every if piece.x1 <= x + 1], [piece for piece in every if piece.x1 > x + 1]


def _bands(
    found: Sequence[Row], level: Sequence[Box], upright: Sequence[Box]
) -> Iterator[tuple[int, int, float]]:
    """The rows (first, after the last) that one upright line parts, and where it stands."""
    bases = np.array([row.base - 0.3 * row.size for row in found])
    lines = np.array(upright, np.float64)
    inside = (lines[:, 1, None] <= bases) & (bases <= lines[:, 3, None])
    left, right = np.array([row.x0 for row in found]), np.array([row.x1 for row in found])
    among = (inside & (left < lines[:, 0, None]) & (right > lines[:, 2, None])).any(axis=1)
    if not 0 < np.count_nonzero(among) <= _MOST_LINES:
        return
    for line, its in sorted(
        zip(lines[among].tolist(), inside[among], strict=True), key=lambda one: one[0][1]
    ):
        first, after = _reach(its)
        alone = all(
            abs(x0 - line[0]) <= _NEAR or y1 < line[1] or y0 > line[3] for x0, y0, _, y1 in lines[among]
        )
        around = [*found[max(first - 1, 0) : first], *found[after : after + 1]]
        closed = all(_stands_over(row, line[0]) for row in around)
        if alone and closed and not _crossed(line, level) and _is_parted(found[first:after], line[0]):
            yield first, after, line[0]


def _reach(inside: NDArray[np.bool_]) -> tuple[int, int]:
    places = np.flatnonzero(inside)
    return int(places[0]), int(places[-1]) + 1


def _crossed(line: Sequence[float], level: Sequence[Box]) -> bool:
    """Whether a level line leads across."""
    x0, y0, x1, y1 = line
    return any(
        y0 + _NEAR < y < y1 - _NEAR and left < x0 - _NEAR and right > x1 + _NEAR
        for left, y, right, _ in level
    )


def _stands_over(row: Row, x: float) -> bool:
    return any(piece.x0 < x - 1 and piece.x1 > x + 1 for piece in row.pieces)


def _is_parted(run: Sequence[Row], x: float) -> bool:
    """Whether no piece crosses the line, and the sides are blocks of their own."""
    if len(run) < _FEWEST_ROWS or any(_stands_over(row, x) for row in run):
        return False
    left, right = (rows(side) for side in sides(run, x))
    paired = len(left) + len(right) - len(run)
    if not left or not right or paired > _MOST_PAIRED * len(run):
        return False
    fewer = min(left, right, key=len)
    if all(b.base - a.base <= _ONE_BLOCK * a.size for a, b in itertools.pairwise(fewer)):
        return True
    return paired <= _MOST_LEVEL * len(fewer)
