"""
Line numbers down a margin: they count the lines of a page and belong to no line's text.

The first column of a table counts its rows in the same way, and is text.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

import numpy as np

from belegg.reading.pdf.drawn import Box
from belegg.reading.pdf.frames import Frame
from belegg.reading.pdf.glyphs import characters
from belegg.reading.pdf.pieces import Piece
from belegg.reading.pdf.rows import Row, rows

_FEWEST = 8
_ALIGNED = 4.0
_REGULAR = 0.12
_OUTSIDE = 0.95
_MOST_FIGURES = 0.25
_OF_A_TABLE = 0.5
"""Share of the numbered rows whose cells begin level, or that are parted by drawn lines."""


def line_numbers(pieces: Sequence[Piece], frame: Frame, level: Sequence[Box] = ()) -> list[Piece]:
    """
    The pieces that number the lines of a page, from the top; none where numbers may be text.

    `level` are the drawn level lines, in the frame.
    """
    numbers = [
        (piece, int(characters(frame.codes[piece.start : piece.end])))
        for piece in pieces
        if piece.digits and piece.digits == piece.length <= 3
    ]
    for edge in ("x1", "x0"):
        for place in {round(getattr(piece, edge) / _ALIGNED) for piece, _ in numbers}:
            column = [
                (piece, number)
                for piece, number in numbers
                if abs(getattr(piece, edge) - place * _ALIGNED) <= _ALIGNED
            ]
            column.sort(key=lambda one: one[0].base)
            mine = [piece for piece, _ in column]
            if _count(column) and _outside(mine, pieces) and not _number_rows(mine, pieces, level):
                return mine
    return []


def _number_rows(column: Sequence[Piece], pieces: Sequence[Piece], level: Sequence[Box]) -> bool:
    """Whether the numbers are cells of a table: beside them columns begin level, or lines part the rows."""
    mine = {id(piece) for piece in column}
    beside = [row for row in rows(pieces) if any(id(piece) in mine for piece in row.pieces)]
    parted = sum(
        any(
            above.base < y0 < below.base and x0 <= below.x0 + 1 and x1 > below.x1 + 1
            for x0, y0, x1, _ in level
        )
        for above, below in itertools.pairwise(column)
    )
    return max(_level_cells(beside, mine), parted) >= _OF_A_TABLE * len(column)


def _level_cells(beside: Sequence[Row], numbers: set[int]) -> int:
    """How many rows have a cell that begins where it does in most others, behind another cell."""
    starts: Counter[int] = Counter()
    for row in beside:
        cells = [piece for piece in row.pieces if id(piece) not in numbers]
        places = {round(piece.x0 / _ALIGNED) for piece in cells[1:]}
        starts.update(places)
    # A start between two places counts with its neighbour.
    return max((starts[place] + starts[place + 1] for place in starts), default=0)


def _count(column: Sequence[tuple[Piece, int]]) -> bool:
    """Whether the numbers go up by one (or five) at equal distances."""
    if len(column) < _FEWEST:
        return False
    steps = {b - a for (_, a), (_, b) in itertools.pairwise(column)}
    if steps not in ({1}, {5}):
        return False
    gaps = np.diff([piece.base for piece, _ in column])
    usual = float(np.median(gaps))
    regular = np.abs(gaps / usual - np.round(gaps / usual)) <= _REGULAR
    return usual > 0 and bool(regular.mean() >= _OUTSIDE)


def _outside(column: Sequence[Piece], pieces: Sequence[Piece]) -> bool:
    """Whether the text stands beside them, and is no table of figures."""
    mine = {id(piece) for piece in column}
    others = [piece for piece in pieces if id(piece) not in mine]
    if not others:
        return False
    left, right = min(piece.x0 for piece in column), max(piece.x1 for piece in column)
    beyond = sum(piece.x0 >= right - 1 or piece.x1 <= left + 1 for piece in others)
    inner = sum(piece.x0 >= right - 1 for piece in others)
    one_side = max(inner, beyond - inner) >= _OUTSIDE * len(others)
    figures = sum(2 * piece.digits > piece.length for piece in others)
    return one_side and figures <= _MOST_FIGURES * len(others)
