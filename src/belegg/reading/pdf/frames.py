"""
The characters of a page by the direction they are written in, each direction in a frame of its own.

In a frame text runs to the right and lines follow downwards, so that every later step knows one direction
only: text that stands on its head, runs up a margin or is written in columns from the right (Japanese) is
turned until it does.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belegg.reading.pdf.direction import ligatures_turned
from belegg.reading.pdf.glyphs import Glyphs

_RIGHT_ANGLE, _MOST_ANGLES = 90, 8
_TILT = 3
"""Degrees that a line may lean and still count as level (scans)."""

_EAST_ASIAN = (0x2E80, 0x9FFF)
_HYPHENS = np.array([0x02, 0x2D, 0x2010, 0xFFFE])
LINE_ENDS = np.array([0x0A, 0x0D])
SPACES = np.array([0x09, 0x0A, 0x0D, 0x20, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000])


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """
    The visible characters of one direction (n), without spaces, in PDFium's order.

    `glyph` is each one's row in `Glyphs`, `spaced` whether white space stands before it, `boxes` (n, 4) and
    `base` (n) its place in the frame's own coordinates, `size` its effective size in points.
    """

    angle: int
    glyph: NDArray[np.int64]
    codes: NDArray[np.uint32]
    spaced: NDArray[np.bool_]
    boxes: NDArray[np.float32]
    base: NDArray[np.float32]
    size: NDArray[np.float32]
    bold: NDArray[np.bool_]
    italic: NDArray[np.bool_]
    width: float
    height: float


def frames(found: Glyphs, hidden: NDArray[np.bool_] | None = None) -> list[Frame]:
    """The frames of a page, the one with most characters first. `hidden` characters are left out."""
    real = (found.run >= 0) & ~np.isnan(found.boxes[:, 0])
    if hidden is not None:
        real &= ~hidden
    space = np.isin(found.codes, SPACES) | (found.run < 0)
    kept = np.flatnonzero(real & ~space)
    if not kept.size:
        return []
    spaces_before = np.cumsum(space)[kept]
    spaced = (np.diff(spaces_before, prepend=-1) > 0) & ~_set_off(found, space, kept)
    direction = np.array([_direction(run.angle) for run in found.runs])[found.run[kept]]
    direction[_vertical(found, kept, direction)] = -1
    angles, counts = np.unique(direction, return_counts=True)
    ordered = angles[np.argsort(-counts, kind="stable")][:_MOST_ANGLES]
    return [_frame(found, kept, spaced, direction, int(angle)) for angle in ordered]


def _set_off(found: Glyphs, space: NDArray[np.bool_], kept: NDArray[np.int64]) -> NDArray[np.bool_]:
    """
    Hyphens that stand a little off their word (`long -term`), where PDFium puts a space that nobody typed.

    Only of pages whose spaces are typed: on others a gap is all that tells one.
    """
    typed = space & (found.run >= 0)
    if not typed.any():
        return np.zeros(kept.size, bool)
    parting = typed | np.isin(found.codes, LINE_ENDS)
    parted: NDArray[np.bool_] = np.diff(np.cumsum(parting)[kept], prepend=-1) > 0
    return np.isin(found.codes[kept], _HYPHENS) & ~parted


def _direction(angle: int) -> int:
    """The right angle that is nearest, when it is near; else the angle itself, in steps of five degrees."""
    nearest = round(angle / _RIGHT_ANGLE) * _RIGHT_ANGLE
    return nearest % 360 if abs(angle - nearest) <= _TILT else round(angle / 5) * 5 % 360


def _vertical(found: Glyphs, kept: NDArray[np.int64], direction: NDArray[np.int64]) -> NDArray[np.bool_]:
    """East Asian characters that stand under one another, with what is set between them."""
    none = np.zeros(kept.size, bool)
    codes = found.codes[kept]
    asian = (codes >= _EAST_ASIAN[0]) & (codes <= _EAST_ASIAN[1]) & (direction == 0)
    if np.count_nonzero(asian) < 4:
        return none
    step = np.diff(found.origins[kept], axis=0)
    both = asian[1:] & asian[:-1]
    down = both & (np.abs(step[:, 0]) < np.abs(step[:, 1])) & (step[:, 1] > 0)
    if 2 * np.count_nonzero(down) <= np.count_nonzero(both):
        return none
    return np.asarray(direction == 0)


def _frame(
    found: Glyphs,
    kept: NDArray[np.int64],
    spaced: NDArray[np.bool_],
    direction: NDArray[np.int64],
    angle: int,
) -> Frame:
    mine = direction == angle
    glyph = kept[mine]
    sizes = np.array([run.size for run in found.runs], np.float32)
    bolds = np.array([run.font.bold for run in found.runs])
    italics = np.array([run.font.italic for run in found.runs])
    runs = found.run[glyph]
    boxes, origins = found.boxes[glyph], found.origins[glyph]
    wide, high = found.width, found.height
    size = sizes[runs]
    if angle == -1:
        # Columns from the right become lines from the top; a character's middle is its base line.
        middle = (boxes[:, 0] + boxes[:, 2]) / 2
        boxes = np.stack((boxes[:, 1], wide - boxes[:, 2], boxes[:, 3], wide - boxes[:, 0]), axis=1)
        return _made(found, 270, glyph, spaced[mine], boxes, wide - middle + size / 2, (size, bolds, italics))
    x, y = origins[:, 0], origins[:, 1]
    x0, y0, x1, y1 = boxes.T
    if angle == 90:
        boxes, base = np.stack((high - y1, x0, high - y0, x1), axis=1), x
    elif angle == 180:
        boxes, base = np.stack((wide - x1, high - y1, wide - x0, high - y0), axis=1), high - y
    elif angle == 270:
        boxes, base = np.stack((y0, wide - x1, y1, wide - x0), axis=1), wide - x
    else:
        base = y
    if angle % _RIGHT_ANGLE:
        boxes, base = _levelled(origins, size, angle)
    return _made(found, angle, glyph, spaced[mine], boxes, base, (size, bolds, italics))


def _made(
    found: Glyphs,
    angle: int,
    glyph: NDArray[np.int64],
    spaced: NDArray[np.bool_],
    boxes: NDArray[np.float32],
    base: NDArray[np.float32],
    looks: tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_]],
) -> Frame:
    size, bolds, italics = looks
    runs = found.run[glyph]
    upright = angle in (0, 180)
    return Frame(
        angle=angle,
        glyph=glyph,
        codes=ligatures_turned(found.codes[glyph], found.origins[glyph]),
        spaced=spaced,
        boxes=boxes.astype(np.float32),
        base=base.astype(np.float32),
        size=size,
        bold=bolds[runs],
        italic=italics[runs],
        width=found.width if upright else found.height,
        height=found.height if upright else found.width,
    )


def _levelled(
    origins: NDArray[np.float32], size: NDArray[np.float32], angle: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Slanting text on level lines: each character's place turned about the page's corner."""
    turn = np.radians(angle)
    x = origins[:, 0] * np.cos(turn) - origins[:, 1] * np.sin(turn)
    y = origins[:, 0] * np.sin(turn) + origins[:, 1] * np.cos(turn)
    return np.stack((x, y - size, x + size / 2, y), axis=1), y
