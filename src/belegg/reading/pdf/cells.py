"""The cells of one row of a table: pieces, with currency signs and closing signs at their figures."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

import numpy as np

from belegg.reading.pdf.frames import Frame
from belegg.reading.pdf.glyphs import characters
from belegg.reading.pdf.pieces import Piece, part
from belegg.reading.pdf.rows import Row

LIST_MARK = re.compile(
    r"[(\[]?(?:\d{1,3}|[ivxlcIVXLC]{1,6}|[a-zA-Z])[.):\]]{1,2}|[•‣◦▪■●○–—*·\-\uf0b7\ufffd>]"
)
_SIGN = re.compile(r"[$€£¥(]{1,2}|[A-Z]{0,2}\$|[A-Z]{3}")
_FIGURE_GAP = 0.45
"""In sizes: a blank inside a figure is about 0.3."""

_BLANK = 0.4
"""In sizes: a blank between words, at most."""

_SIGN_GAP = 2.0
"""In sizes: `%` is set apart from its figure at most so far."""

_LATE_SIGN = re.compile(r"[\d)%—–-][$€£¥]")
_CLOSING = re.compile(r"[)%°*†‡]{1,3}|\)%")


def text_of(piece: Piece, frame: Frame) -> str:
    """The characters of a piece, without blanks."""
    return characters(frame.codes[piece.start : piece.end])


def is_worded(piece: Piece, frame: Frame) -> bool:
    """Whether a piece holds letters; `Piece.letters` counts dashes, too."""
    return piece.letters > 0 and any(char.isalpha() for char in text_of(piece, frame))


def cells_of(row: Row, frame: Frame) -> list[list[Piece]]:
    """A row's cells: a currency sign goes with the figure after it, `)` and `%` with the one before."""
    cells: list[list[Piece]] = []
    open_sign = False
    for piece in _figures_parted(row, frame):
        short = piece.length <= 3
        text = text_of(piece, frame) if short else ""
        closes = short and _CLOSING.fullmatch(text) is not None and bool(cells)
        if cells and (
            open_sign
            or (closes and _ends_figure(cells[-1], piece, frame))
            or _goes_on(cells[-1][-1], piece, frame)
        ):
            cells[-1].append(piece)
        else:
            cells.append([piece])
        open_sign = short and _SIGN.fullmatch(text) is not None and piece.x1 < row.x1
        if open_sign and not _near_figure(row, piece, frame):
            open_sign = False
    if len(cells) > 1 and _is_mark(cells[0], frame) and is_worded(cells[1][0], frame):
        cells[:2] = [cells[0] + cells[1]]
    return cells


def _figures_parted(row: Row, frame: Frame) -> list[Piece]:
    """
    The row's pieces, those that hold several figures parted.

    A currency sign close after a figure is one of its own: it is the next figure's. A blank inside a figure
    (`50 000`) is narrower than one between figures.
    """
    found: list[Piece] = []
    for piece in row.pieces:
        if piece.length < 2 or piece.letters + piece.digits == 0 or is_worded(piece, frame):
            cuts = []
        else:
            gap = frame.boxes[piece.start + 1 : piece.end, 0] - frame.boxes[piece.start : piece.end - 1, 2]
            cuts = (np.flatnonzero(gap > _FIGURE_GAP * piece.size) + piece.start + 1).tolist()
        late = piece.length > 2 and piece is not row.pieces[-1]
        if late and _LATE_SIGN.fullmatch(characters(frame.codes[piece.end - 2 : piece.end])):
            cuts = sorted({*cuts, piece.end - 1})
        if not cuts:
            found.append(piece)
            continue
        found += [part(frame, piece, a, b) for a, b in itertools.pairwise([piece.start, *cuts, piece.end])]
    return found


def _ends_figure(cell: Sequence[Piece], sign: Piece, frame: Frame) -> bool:
    """Whether a sign closes the figure that a cell ends with; one far off stands in a column of its own."""
    if sign.x0 - cell[-1].x1 > _SIGN_GAP * sign.size:
        return False
    return cell[-1].digits > 0 or text_of(cell[-1], frame)[-1:] in "—–-"


def _goes_on(before: Piece, piece: Piece, frame: Frame) -> bool:
    """Whether words stand a blank apart, as writing from the right and from the left does in one line."""
    near = -_BLANK * piece.size < piece.x0 - before.x1 < _BLANK * piece.size
    return near and is_worded(before, frame) and is_worded(piece, frame)


def _near_figure(row: Row, piece: Piece, frame: Frame) -> bool:
    after = next((p for p in row.pieces if p.x0 > piece.x0), None)
    return after is not None and (after.digits > 0 or text_of(after, frame) in ("—", "–", "-"))


def _is_mark(cell: Sequence[Piece], frame: Frame) -> bool:
    return len(cell) == 1 and cell[0].length <= 6 and LIST_MARK.fullmatch(text_of(cell[0], frame)) is not None
