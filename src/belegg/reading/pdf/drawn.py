"""Lines and pictures that a page draws: what parts rows of a table, and footnotes from text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belegg.reading.pdf.objects import PATH, PICTURE, Objects

THIN = 3.0
"""Points: a shape up to this thick is a line."""

_SHORTEST = 8.0
_LARGEST_SHARE = 0.8
"""Of the page: a larger frame is no frame but its background."""

_MOST_LINES = 2_000
_TOUCHING = 1.5
"""Points between the edges of cells that touch."""


Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Drawn:
    """
    What stands on a page beside text, as boxes x0, y0, x1, y1 in shown space.

    `level` and `upright` are thin lines and the edges of frames; `pictures` are images.
    """

    level: tuple[Box, ...] = ()
    upright: tuple[Box, ...] = ()
    pictures: tuple[Box, ...] = ()


def drawn(on_it: Objects, width: float, height: float) -> Drawn:
    """The drawn things of a page of that size; more than 2,000 lines are a drawing, and give none."""
    boxes = on_it.boxes
    known = ~np.isnan(boxes[:, 0])
    pictures = boxes[known & (on_it.kinds == PICTURE)]
    paths = boxes[known & (on_it.kinds == PATH)]
    # What is larger than the page is an ornament that the page cuts off, no line of a table.
    paths = paths[(paths[:, 2] - paths[:, 0] <= width + THIN) & (paths[:, 3] - paths[:, 1] <= height + THIN)]
    wide, high = paths[:, 2] - paths[:, 0], paths[:, 3] - paths[:, 1]
    level = paths[(high <= THIN) & (wide >= _SHORTEST)]
    upright = paths[(wide <= THIN) & (high >= _SHORTEST)]
    large = wide * high > _LARGEST_SHARE * width * height
    frame = paths[(high > THIN) & (wide > THIN) & (wide >= _SHORTEST) & (high >= _SHORTEST) & ~large]
    top, bottom = frame[:, [0, 1, 2, 1]], frame[:, [0, 3, 2, 3]]
    left, right = frame[:, [0, 1, 0, 3]], frame[:, [2, 1, 2, 3]]
    lines = np.concatenate((level, top, bottom)), np.concatenate((upright, left, right))
    if max(len(lines[0]), len(lines[1])) > _MOST_LINES:
        return Drawn(pictures=_tuples(pictures))
    drawn_level = _tuples(lines[0])
    return Drawn((*drawn_level, *_whole(drawn_level)), _tuples(lines[1]), _tuples(pictures))


def _whole(level: Sequence[Box]) -> list[Box]:
    """The level lines that edges of cells side by side make together; a table is often drawn cell by cell."""
    rows: dict[int, list[Box]] = defaultdict(list)
    for line in level:
        rows[round(line[1])].append(line)
    found: list[Box] = []
    for row in rows.values():
        parts = 0
        for x0, y0, x1, y1 in sorted(row):
            if parts and x0 <= found[-1][2] + _TOUCHING:
                parts += x1 > found[-1][2] + _TOUCHING
                found[-1] = (found[-1][0], found[-1][1], max(found[-1][2], x1), found[-1][3])
                continue
            if parts == 1:
                found.pop()
            found.append((x0, y0, x1, y1))
            parts = 1
        if parts == 1:
            found.pop()
    return found


def _tuples(boxes: NDArray[np.float32]) -> tuple[Box, ...]:
    return tuple((a, b, c, d) for a, b, c, d in boxes.tolist())
