"""One page as lines in reading order: the steps from characters to lines, on one page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from belegg.reading.pdf.accents import composed
from belegg.reading.pdf.columns import strips
from belegg.reading.pdf.direction import direction, holds_right_to_left
from belegg.reading.pdf.drawn import Box, Drawn
from belegg.reading.pdf.frames import Frame, frames
from belegg.reading.pdf.glyphs import Glyphs, characters
from belegg.reading.pdf.grid import Grid
from belegg.reading.pdf.lines import Line, Setter
from belegg.reading.pdf.margins import line_numbers
from belegg.reading.pdf.pieces import Piece, pieces, word_starts
from belegg.reading.pdf.rows import Row
from belegg.reading.pdf.tables import items

_FAR, _APART, _UNLIKE = 6.0, 1.5, 1.25
"""In sizes: gaps that part texts of one base line; how unlike two sizes are that do not belong together."""
_MOST_APART = 3
_UNDERLINE, _MOST_OF_IT = 0.4, 0.6


@dataclass(slots=True)
class PageLines:
    """
    The lines of one page, in reading order, with what else is known of it.

    `numbers` are line numbers of a margin, `level` drawn level lines in shown space, `tables` counts tables,
    `pictures` images, `picture_share` is how much of the page its largest image covers (0 to 1).
    """

    number: int
    label: str | None
    width: float
    height: float
    lines: list[Line] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    level: tuple[Box, ...] = ()
    tables: int = 0
    pictures: int = 0
    picture_share: float = 0.0


def page_lines(
    found: Glyphs, seen: Drawn, label: str | None, hidden: NDArray[np.bool_] | None = None
) -> PageLines:
    """The lines of a page. `hidden` characters are left out."""
    page = PageLines(found.number, label, found.width, found.height, level=seen.level)
    page.pictures = len(seen.pictures)
    page.picture_share = _share(seen.pictures, found.width, found.height)
    strip = 0
    found, hidden = composed(found, hidden)
    for frame in frames(found, hidden):
        strip = _frame_lines(found, frame, seen, page, strip)
    _underline(page)
    return page


def _underline(page: PageLines) -> None:
    """Tells the lines that a drawn line stands close under, for most of their length."""
    level = np.array(page.level, np.float32).reshape(-1, 4)
    if not level.size:
        return
    for line in page.lines:
        if line.angle or line.table >= 0:
            continue
        low, high = line.base - 0.1 * line.size, line.base + _UNDERLINE * line.size
        under = level[(level[:, 1] >= low) & (level[:, 1] <= high)]
        reach = np.minimum(under[:, 2], line.x1) - np.maximum(under[:, 0], line.x0)
        longest = (under[:, 2] - under[:, 0]) <= 1.1 * (line.x1 - line.x0)
        covered = float(np.clip(reach[longest], 0, None).sum())
        line.underlined = covered >= _MOST_OF_IT * (line.x1 - line.x0)


def _frame_lines(found: Glyphs, frame: Frame, seen: Drawn, page: PageLines, strip: int) -> int:
    holds_any = holds_right_to_left(frame.codes)
    right_to_left = holds_any and direction(characters(frame.codes)) == "right"
    level = _in_frame(frame, seen)
    setter = Setter(found, frame, word_starts(frame), holds_any)
    every = pieces(frame)
    numbers = line_numbers(every, frame, level)
    if numbers:
        page.numbers += [characters(frame.codes[piece.start : piece.end]) for piece in numbers]
        aside = {id(piece) for piece in numbers}
        every = [piece for piece in every if id(piece) not in aside]
    upright = seen.upright if frame.angle == 0 else ()
    for part in strips(every, level, right_to_left, upright):
        for item in items(part.rows, frame, level):
            if isinstance(item, Grid):
                for cells in item.rows:
                    line = _table_row(setter, cells, strip, right_to_left)
                    line.table = page.tables
                    page.lines.append(line)
                page.tables += 1
            else:
                parts = _parts(item)
                for pieces_of_it in reversed(parts) if right_to_left else parts:
                    ordered = pieces_of_it[::-1] if right_to_left else pieces_of_it
                    page.lines.append(setter.line(ordered, strip))
        strip += 1
    return strip


def _table_row(setter: Setter, cells: list[list[Piece]], strip: int, right_to_left: bool) -> Line:
    if len(cells) == 1:
        return setter.line(cells[0][::-1] if right_to_left else cells[0], strip)
    return setter.row([_from_right(cell) for cell in reversed(cells)] if right_to_left else cells, strip)


def _from_right(cell: Sequence[Piece]) -> list[Piece]:
    """The pieces of a cell, each of its lines from the right."""
    lines: list[list[Piece]] = []
    for piece in cell:
        if not lines or piece.base - lines[-1][-1].base > piece.size / 2:
            lines.append([])
        lines[-1].append(piece)
    return [piece for line in lines for piece in sorted(line, key=lambda one: -one.x1)]


def _parts(row: Row) -> list[list[Piece]]:
    """What stands on one base line and is no line: far apart, or apart and of other size."""
    if len(row.pieces) > _MOST_APART:
        return [row.pieces]
    parts = [[row.pieces[0]]]
    for before, piece in zip(row.pieces, row.pieces[1:], strict=False):
        size = max(before.size, piece.size)
        gap = piece.x0 - before.x1
        unlike = size > _UNLIKE * min(before.size, piece.size) and piece.base - before.base < 0.1 * size
        if gap > _FAR * size or (unlike and gap > _APART * size):
            parts.append([])
        parts[-1].append(piece)
    return parts


def _in_frame(frame: Frame, seen: Drawn) -> Sequence[Box]:
    """The level lines of the frame; those of a page that is read sideways are its upright ones."""
    if frame.angle == 0:
        return seen.level
    wide, high = frame.width, frame.height
    if frame.angle == 180:
        return [(wide - x1, high - y1, wide - x0, high - y0) for x0, y0, x1, y1 in seen.level]
    if frame.angle == 90:
        return [(wide - y1, x0, wide - y0, x1) for x0, y0, x1, y1 in seen.upright]
    return [(y0, high - x1, y1, high - x0) for x0, y0, x1, y1 in seen.upright]


def _share(pictures: Sequence[Box], width: float, height: float) -> float:
    """How much of the page the largest picture covers, 0 to 1."""
    areas = [
        max(0.0, min(x1, width) - max(x0, 0.0)) * max(0.0, min(y1, height) - max(y0, 0.0))
        for x0, y0, x1, y1 in pictures
    ]
    return max(areas, default=0.0) / max(width * height, 1.0)
