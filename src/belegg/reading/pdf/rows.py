"""Pieces that stand on one base line, put together as rows from top to bottom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from belegg.reading.pdf.pieces import Piece

_SAME_BASE = 0.3
_RAISED_SIZE = 0.85
_FAR = 6.0
_UNLIKE, _HALF_LINE = 1.15, 0.8
"""In sizes: the step between lines side by side that are not level."""


@dataclass(slots=True)
class Row:
    """Pieces of one base line, from left to right; `size` is the largest piece's."""

    pieces: list[Piece]
    base: float
    size: float

    @property
    def x0(self) -> float:
        return self.pieces[0].x0

    @property
    def x1(self) -> float:
        return max(piece.x1 for piece in self.pieces)

    @property
    def y0(self) -> float:
        return min(piece.y0 for piece in self.pieces)

    @property
    def y1(self) -> float:
        return max(piece.y1 for piece in self.pieces)

    def is_beside(self, above: Row) -> bool:
        """Whether it stands beside the row above, half a line lower: lines of cells that are not level."""
        small, large = sorted((above.size, self.size))
        if self.base - above.base > _HALF_LINE * small or large > _UNLIKE * small:
            return False
        return above.x1 < self.x0 or self.x1 < above.x0


def rows(pieces: Iterable[Piece]) -> list[Row]:
    """The rows of some pieces, from the top."""
    found: list[Row] = []
    for piece in sorted(pieces, key=lambda p: (p.base, p.x0)):
        row = found[-1] if found else None
        if row is not None and piece.base - row.base <= _SAME_BASE * max(min(piece.size, row.size), 1.0):
            row.pieces.append(piece)
            if piece.size > row.size:
                row.base, row.size = piece.base, piece.size
        else:
            found.append(Row([piece], piece.base, piece.size))
    joined = _raised_joined(found)
    for row in joined:
        row.pieces.sort(key=lambda p: p.x0)
    return joined


def _raised_joined(found: Sequence[Row]) -> list[Row]:
    """Rows of small signs only (footnote marks, powers) go to the row whose height they stand in."""
    kept: list[Row] = []
    waiting: list[Row] = []
    for row in found:
        before = kept[-1] if kept else None
        if before is not None and _stands_in(row, before):
            before.pieces += row.pieces
            continue
        for small in [one for one in waiting if _stands_in(one, row)]:
            row.pieces += small.pieces
            waiting.remove(small)
            kept.remove(small)
        kept.append(row)
        waiting = [*waiting[-2:], row]
    return kept


def _stands_in(small: Row, row: Row) -> bool:
    if small.size > _RAISED_SIZE * row.size or sum(piece.length for piece in small.pieces) > 12:
        return False
    top, bottom = row.base - 0.95 * row.size, row.base + 0.3 * row.size
    middle = (small.y0 + small.y1) / 2
    return top <= middle <= bottom and all(_beside(piece, row) for piece in small.pieces)


def _beside(piece: Piece, row: Row) -> bool:
    """Whether a small sign stands at a word of the row, or before all of it (a footnote's mark)."""
    if piece.x1 <= row.x0 and piece.digits == piece.length:
        return row.x0 - piece.x1 <= _FAR * row.size
    reach = row.size
    return any(other.x0 - reach <= piece.x1 and piece.x0 <= other.x1 + reach for other in row.pieces)
