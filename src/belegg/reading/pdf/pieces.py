"""
Characters that follow one another on one base line: the pieces that lines and cells are made of.

A piece ends where a gap is wider than a word space may be; whether the gap parts columns, cells, or only the
words of a stretched line is seen later, from what stands above and below.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belegg.reading.pdf.frames import Frame

_WORD_GAP = 0.25
"""In sizes: a gap without a space character that still parts words."""

_PIECE_GAP = 1.0
_SHIFT = 0.5
"""In sizes: how far a raised or lowered sign may stand off the base line."""


@dataclass(slots=True)
class Piece:
    """
    Characters `start` to `end` (exclusive) of a frame, and the box around them in the frame.

    `size` is that of most characters, `letters` and `digits` count them.
    """

    start: int
    end: int
    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    size: float
    letters: int
    digits: int

    @property
    def length(self) -> int:
        return self.end - self.start

    @property
    def width(self) -> float:
        return self.x1 - self.x0


def gaps(frame: Frame) -> NDArray[np.float32]:
    """The free space in points between each character and the one before (n - 1); negative for overlap."""
    left, right = frame.boxes[:, 0], frame.boxes[:, 2]
    return np.asarray(np.maximum(left[1:] - right[:-1], left[:-1] - right[1:]))


def word_starts(frame: Frame) -> NDArray[np.bool_]:
    """Which characters begin a word."""
    starts = np.ones(frame.glyph.size, bool)
    if starts.size > 1:
        starts[1:] = frame.spaced[1:] | (gaps(frame) > _WORD_GAP * frame.size[1:])
    return starts


def pieces(frame: Frame) -> list[Piece]:
    """The pieces of a frame, in PDFium's order."""
    count = frame.glyph.size
    if not count:
        return []
    larger = np.maximum(frame.size[1:], frame.size[:-1])
    off = np.abs(np.diff(frame.base)) > _SHIFT * larger
    gap = gaps(frame)
    far = (gap > _PIECE_GAP * larger) | (gap < -2 * larger)
    # Signs set over one another overlap; text that jumps back along its line begins anew.
    breaks = np.flatnonzero(off | far | _returns(frame, larger)) + 1
    starts = np.concatenate(([0], breaks))
    ends = np.append(starts[1:], count)
    low = np.minimum.reduceat(frame.boxes[:, :2], starts)
    high = np.maximum.reduceat(frame.boxes[:, 2:], starts)
    codes = frame.codes
    is_digit = (codes >= 0x30) & (codes <= 0x39)
    is_letter = ((codes | 0x20) >= 0x61) & ((codes | 0x20) <= 0x7A) | (codes >= 0xC0)
    letters = np.add.reduceat(is_letter.astype(np.int64), starts)
    digits = np.add.reduceat(is_digit.astype(np.int64), starts)
    size = _main(frame.size, starts, ends)
    base = _base(frame, starts, ends, size)
    columns = (starts, ends, low[:, 0], low[:, 1], high[:, 0], high[:, 1], base, size, letters, digits)
    return [Piece(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]


def part(frame: Frame, piece: Piece, start: int, end: int) -> Piece:
    """The piece's characters `start` to `end` of the frame, as a piece of its own."""
    boxes = frame.boxes[start:end]
    codes = frame.codes[start:end]
    letters = int(np.count_nonzero(((codes | 0x20) >= 0x61) & ((codes | 0x20) <= 0x7A) | (codes >= 0xC0)))
    digits = int(np.count_nonzero((codes >= 0x30) & (codes <= 0x39)))
    (x0, y0), (x1, y1) = boxes[:, :2].min(axis=0).tolist(), boxes[:, 2:].max(axis=0).tolist()
    return Piece(start, end, x0, y0, x1, y1, piece.base, piece.size, letters, digits)


def _returns(frame: Frame, larger: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Whether a character stands before the one that it follows, as new text on the same line does."""
    left = frame.boxes[:, 0]
    back = left[1:] - left[:-1] < -0.5 * larger
    right_to_left = (frame.codes >= 0x590) & (frame.codes <= 0x8FF) | (frame.codes >= 0xFB1D)
    either = right_to_left[1:] | right_to_left[:-1]
    return np.asarray(back & ~either & (frame.codes[1:] < 0x300))


def _main(
    size: NDArray[np.float32], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.float32]:
    """The size of most characters of each piece; most pieces have one size only."""
    low, high = np.minimum.reduceat(size, starts), np.maximum.reduceat(size, starts)
    main = high.copy()
    for place in np.flatnonzero(high - low > 0.05):
        values, counts = np.unique(size[starts[place] : ends[place]], return_counts=True)
        main[place] = values[np.argmax(counts)]
    return main


def _base(
    frame: Frame, starts: NDArray[np.int64], ends: NDArray[np.int64], size: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The base line of most characters: the first character may be a raised mark."""
    first = frame.base[starts].copy()
    spread = np.maximum.reduceat(frame.base, starts) - np.minimum.reduceat(frame.base, starts)
    for place in np.flatnonzero(spread > 0.5):
        part = slice(starts[place], ends[place])
        mine = np.abs(frame.size[part] - size[place]) < 0.05
        first[place] = np.median(frame.base[part][mine])
    return first
