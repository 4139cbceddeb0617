"""Line numbers down a margin: they count the lines of a page and belong to no line's text."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from belegg.reading.pdf.frames import Frame
from belegg.reading.pdf.glyphs import characters
from belegg.reading.pdf.pieces import Piece

_FEWEST = 8
_ALIGNED = 4.0
_REGULAR = 0.12
_OUTSIDE = 0.95
_MOST_FIGURES = 0.25


def line_numbers(pieces: Sequence[Piece], frame: Frame) -> list[Piece]:
    """The pieces that number the lines of a page, from the top; none where numbers may be text."""
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
            if _count(column) and _outside([piece for piece, _ in column], pieces):
                return [piece for piece, _ in column]
    return []


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
