"""Two blocks of text side by side that are no table, though their lines are level and uneven."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from belegg.reading.pdf.pieces import Piece
from belegg.reading.pdf.rows import Row, rows

_APART = 2.0
"""In sizes: the gutter between the blocks."""

_ALIGNED = 1.0
_EVEN = 0.05
_FULL, _FEWEST_FULL = 0.75, 3
_ALONE = 2
"""Lines with which one block runs on below the other."""


def beside(columns: Sequence[Sequence[Piece]]) -> bool:
    """
    Whether two columns are blocks such as the items of two agendas: each from one left edge in even steps,
    with sentences that fill its lines, and one running on below the other. Rows of a table end together.
    """
    if len(columns) != 2:
        return False
    one, other = (rows(column) for column in columns)
    gutter = min(row.x0 for row in other) - max(row.x1 for row in one)
    if gutter < _APART * one[0].size or abs(len(one) - len(other)) < _ALONE:
        return False
    return all(_is_block(lines) for lines in (one, other))


def _is_block(lines: Sequence[Row]) -> bool:
    left, right = min(row.x0 for row in lines), max(row.x1 for row in lines)
    steps = [b.base - a.base for a, b in itertools.pairwise(lines)]
    if len(steps) < 2 or max(steps) > (1 + _EVEN) * min(steps):
        return False
    if any(row.x0 - left > _ALIGNED for row in lines):
        return False
    full = [row.x1 - left >= _FULL * (right - left) for row in lines]
    return max(sum(1 for _ in run) for is_full, run in itertools.groupby(full) if is_full) >= _FEWEST_FULL
