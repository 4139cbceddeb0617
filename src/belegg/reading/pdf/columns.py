"""
The reading order of a page: rows from the top, columns of prose from the left (or the right).

A gutter is a strip that no row of a run of rows crosses. It parts columns when there is prose on both sides
of it; where the sides are cells of one row each, the run is a table and stays in rows.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from belegg.reading.pdf.blocks import beside
from belegg.reading.pdf.captions import parted, sides
from belegg.reading.pdf.drawn import Box
from belegg.reading.pdf.pieces import Piece
from belegg.reading.pdf.rows import Row, rows

_MOST_DEPTH = 4
_FEWEST_ROWS = 3
_GUTTER = 0.7
"""In sizes: how wide a gutter is at least (and 5 points)."""

_LEAST_GUTTER = 5.0
_FULL = 0.5
_FEW_CHARACTERS = 12
_FILLED, _FILLED_LEVEL = 0.8, 0.7
_APART, _APART_FROM_PROSE, _APART_ROWS = 1.5, 0.9, 5
_FEW_LEVEL, _ALL_LEVEL = 0.6, 0.9
_CLOSE = 2.2
"""In sizes: how far base lines are apart at most of rows that follow one another in a column."""

_NARROWED_TO = 0.6
"""Of a gutter: what a row above its columns leaves free of it at least."""

_MANY_ROWS = 12
_OUTSIDE = 0.1
"""Share of a column's lines that may stand out at either side without making it wider."""

Gap = tuple[float, float]


@dataclass(slots=True)
class Strip:
    """Rows that are read one after the other, from the top."""

    rows: list[Row]


def strips(
    pieces: Sequence[Piece], level: Sequence[Box], right_to_left: bool = False, upright: Sequence[Box] = ()
) -> list[Strip]:
    """The strips of a frame, in reading order. `level` and `upright` are the drawn lines, in the frame."""
    parts: list[list[Row]] = []
    for run, line in parted(rows(pieces), level, upright):
        blocks = [run] if line is None else [rows(side) for side in sides(run, line)]
        for block in reversed(blocks) if right_to_left else blocks:
            parts += _parted(block, level, right_to_left, 0)
    return [Strip(found) for found in parts if found]


def _parted(found: Sequence[Row], level: Sequence[Box], right_to_left: bool, depth: int) -> list[list[Row]]:
    out: list[list[Row]] = [[]]
    for zone, columns in _with_columns(found, level) if depth < _MOST_DEPTH else [(found, [])]:
        if len(columns) < 2:
            out[-1] += zone
            continue
        for column in reversed(columns) if right_to_left else columns:
            out += _parted(rows(column), level, right_to_left, depth + 1)
        out.append([])
    return out


def _with_columns(
    found: Sequence[Row], level: Sequence[Box]
) -> list[tuple[Sequence[Row], list[list[Piece]]]]:
    """
    Runs of rows with their columns of prose.

    Rows above such a run that keep its gutters free belong to it: what parts the first lines of a column
    (a heading set larger, a row that one column has alone) shares no gutter with what stands above it.
    """
    parted: list[tuple[Sequence[Row], list[list[Piece]]]] = []
    for zone, columns in _divided(found, level):
        while len(columns) > 1 and parted:
            above, its = parted[-1]
            taken = _kept_free(above, zone, columns)
            if not taken or (len(its) > 1 and taken < len(above)):
                break
            grown = [*above[-taken:], *zone]
            wider = _columns(grown, _between_columns(columns), level)
            if len(wider) != len(columns):
                break
            zone, columns = grown, wider
            parted[-1:] = [(above[:-taken], its)] if taken < len(above) else []
            if taken < len(above):
                break
        parted.append((zone, columns))
    return parted


def _divided(found: Sequence[Row], level: Sequence[Box]) -> Iterator[tuple[list[Row], list[list[Piece]]]]:
    """
    Zones and their columns.

    A zone that outlived one of its gutters (a number in the margin has kept another) and has no columns is
    divided where the gutter ended, when that gives columns of which one is long and surely prose.
    """
    for zone, gutters in _zones(found):
        columns = _columns(zone, gutters, level)
        parts = _zones(zone, strict=True) if gutters and not columns else []
        parted = [(part, _columns(part, its, level)) for part, its in parts] if len(parts) > 1 else []
        if any(_is_prose(column, _FILLED, _MANY_ROWS) for _, its in parted for column in its):
            yield from parted
        else:
            yield zone, columns


def _between_columns(columns: Sequence[Sequence[Piece]]) -> list[Gap]:
    return [
        (max(piece.x1 for piece in one), min(piece.x0 for piece in other))
        for one, other in itertools.pairwise(columns)
    ]


def _kept_free(above: Sequence[Row], zone: Sequence[Row], columns: Sequence[Sequence[Piece]]) -> int:
    """How many rows, from the last up, stand close above one another and in columns; 0 if all in one."""
    gutters = _between_columns(columns)
    least = [max(_LEAST_GUTTER, _NARROWED_TO * (end - start)) for start, end in gutters]
    met: set[int] = set()
    taken, below = 0, zone[0]
    for row in reversed(above):
        if below.base - row.base > _CLOSE * max(below.size, row.size):
            break
        places = [sum(piece.x0 >= end - 1 for _, end in gutters) for piece in row.pieces]
        gutters_left = [
            (
                max([start, *(p.x1 for p, place in zip(row.pieces, places, strict=True) if place == n)]),
                min([end, *(p.x0 for p, place in zip(row.pieces, places, strict=True) if place == n + 1)]),
            )
            for n, (start, end) in enumerate(gutters)
        ]
        if any(end - start < wide for (start, end), wide in zip(gutters_left, least, strict=True)):
            break
        met |= set(places)
        taken, below, gutters = taken + 1, row, gutters_left
    return taken if len(met) > 1 else 0


def _zones(found: Sequence[Row], strict: bool = False) -> list[tuple[list[Row], list[Gap]]]:
    """Runs of rows that share gutters (`strict`: all the gutters that they had), and runs that share none."""
    if not found:
        return []
    area = (min(row.x0 for row in found), max(row.x1 for row in found))
    zones: list[tuple[list[Row], list[Gap]]] = []
    current: list[Row] = []
    free: list[Gap] = []
    inner: list[Gap] = []
    for row in found:
        mine = _free(row, area)
        left = _meet(free, mine, min(row.size, current[-1].size)) if current else mine
        still = _inner([*current[-1:], row], left, inner) if current else _inner([row], left, [])
        ended = inner and (not still or (strict and _lost(inner, still)))
        if current and (not left or ended or (not inner and _narrowed(left, still, mine, row))):
            zones.append((current, inner))
            current, left = [], mine
            still = _inner([row], left, [])
        current.append(row)
        free, inner = left, still
    zones.append((current, inner))
    return _plain_joined(zones)


def _lost(before: Sequence[Gap], still: Sequence[Gap]) -> bool:
    """Whether nothing is left of one of the gaps."""
    return any(not any(a <= start and end <= b for start, end in still) for a, b in before)


def _plain_joined(zones: list[tuple[list[Row], list[Gap]]]) -> list[tuple[list[Row], list[Gap]]]:
    joined: list[tuple[list[Row], list[Gap]]] = []
    for zone, gutters in zones:
        if joined and not gutters and not joined[-1][1]:
            joined[-1][0].extend(zone)
        else:
            joined.append((zone, gutters))
    return joined


def _free(row: Row, area: Gap) -> list[Gap]:
    """Where a row has no text, inside the area."""
    gaps: list[Gap] = []
    at = area[0]
    for piece in row.pieces:
        if piece.x0 - at >= _LEAST_GUTTER:
            gaps.append((at, piece.x0))
        at = max(at, piece.x1)
    if area[1] - at >= _LEAST_GUTTER:
        gaps.append((at, area[1]))
    return gaps


def _meet(one: Sequence[Gap], other: Sequence[Gap], size: float) -> list[Gap]:
    least = max(_LEAST_GUTTER, _GUTTER * size)
    met = ((max(a, c), min(b, d)) for a, b in one for c, d in other)
    return [(start, end) for start, end in met if end - start >= least]


def _narrowed(left: Sequence[Gap], still: Sequence[Gap], mine: Sequence[Gap], row: Row) -> bool:
    """
    Whether rows that had no gutter so far take width from the gaps of a row: it begins anew.

    That costs nothing where there are no columns, since plain runs are joined again.
    """
    own = _inner([row], mine, ()) if still else mine
    widest = max(own, key=lambda gap: gap[1] - gap[0], default=None)
    if widest is None:
        return False
    kept = (min(b, widest[1]) - max(a, widest[0]) for a, b in left)
    return max(kept, default=0.0) < 0.6 * (widest[1] - widest[0])


def _inner(latest: Sequence[Row], free: Sequence[Gap], before: Sequence[Gap]) -> list[Gap]:
    """The gaps with text on both sides: in the latest rows, or since they were part of such a gap before."""
    return [
        (start, end)
        for start, end in free
        if any(a <= start and end <= b for a, b in before)
        or (any(row.x0 < start + 1 for row in latest) and any(row.x1 > end - 1 for row in latest))
    ]


def _columns(zone: Sequence[Row], gutters: Sequence[Gap], level: Sequence[Box]) -> list[list[Piece]]:
    """The zone's columns of prose, or nothing when it is to be read in rows."""
    columns = _between(zone, gutters)
    while len(columns) > 1:
        weak = [n for n, column in enumerate(columns) if not _is_prose(column)]
        if not weak or _stand_apart(columns, level) or beside(columns):
            break
        columns = _merged(columns, weak)
    if len(columns) == 2 and beside(columns):
        return columns
    if len(columns) < 2 or _is_table(columns, level) or _is_listing(columns):
        return []
    return columns


def _stand_apart(columns: Sequence[Sequence[Piece]], level: Sequence[Box]) -> bool:
    """Two columns far apart whose lines are not level, whatever is in them: two pages of a book, a figure."""
    if len(columns) != 2:
        return False
    one, other = (rows(column) for column in columns)
    if min(len(one), len(other)) < _APART_ROWS:
        return False
    apart = _APART_FROM_PROSE if any(_is_prose(column, _FILLED) for column in columns) else _APART
    if _apart(columns[0], columns[1]) < apart * one[0].size or _crossed(one, other, level):
        return False
    return _level(one, other) <= _FEW_LEVEL


def _level(one: Sequence[Row], other: Sequence[Row]) -> float:
    """The share of rows of the shorter column that stand level with one of the other."""
    fewer, more = sorted((one, other), key=len)
    bases = np.array([line.base for line in more])
    return sum(float(np.abs(bases - line.base).min()) <= 1.5 for line in fewer) / len(fewer)


def _between(zone: Sequence[Row], gutters: Sequence[Gap]) -> list[list[Piece]]:
    edges = [start for start, _ in gutters]
    columns: list[list[Piece]] = [[] for _ in range(len(edges) + 1)]
    for row in zone:
        for piece in row.pieces:
            columns[sum(piece.x0 >= edge - 0.5 for edge in edges)].append(piece)
    return [column for column in columns if column]


def _merged(columns: list[list[Piece]], weak: Sequence[int]) -> list[list[Piece]]:
    """Of columns that are none (list marks, figures), the one nearest to a neighbour goes to it."""
    gutters = [_apart(one, other) for one, other in itertools.pairwise(columns)]
    beside = {n for place in weak for n in (place - 1, place) if 0 <= n < len(gutters)}
    # Parts of a figure belong together before one of them belongs to the prose beside it.
    first = min(beside, key=lambda n: (not {n, n + 1} <= set(weak), gutters[n]))
    return [*columns[:first], columns[first] + columns[first + 1], *columns[first + 2 :]]


def _apart(left: Sequence[Piece], right: Sequence[Piece]) -> float:
    return min(piece.x0 for piece in right) - max(piece.x1 for piece in left)


def _is_listing(columns: Sequence[Sequence[Piece]]) -> bool:
    """Whether lines of uneven length stand level with those beside them (a program and its comments)."""
    ragged = sum(not _is_prose(column, _FILLED_LEVEL) for column in columns)
    if ragged < len(columns) - 1 or not ragged:
        return False
    inner = [rows(column) for column in columns]
    return all(_level(one, other) > _ALL_LEVEL for one, other in itertools.pairwise(inner))


def _is_prose(column: Sequence[Piece], full: float = _FULL, fewest: int = _FEWEST_ROWS) -> bool:
    lines = rows(column)
    if len(lines) < fewest:
        return False
    out = int(_OUTSIDE * len(lines))
    width = sorted(line.x1 for line in lines)[-1 - out] - sorted(line.x0 for line in lines)[out]
    filled = median(sum(piece.width for piece in line.pieces) for line in lines)
    long = median(sum(piece.length for piece in line.pieces) for line in lines)
    letters = sum(piece.letters for piece in column)
    digits = sum(piece.digits for piece in column)
    return filled >= full * width and long >= _FEW_CHARACTERS and letters > 3 * digits


def _is_table(columns: Sequence[Sequence[Piece]], level: Sequence[Box]) -> bool:
    """Whether prose in columns is a table of text: lines drawn across, or cells that begin level."""
    inner = [rows(column) for column in columns]
    if _crossed(inner[0], inner[-1], level):
        return True
    starts = [_starts(lines) for lines in inner]
    first = starts[0]
    if len(first) < 3:
        return False
    others = [base for column in starts[1:] for base in column]
    level_starts = sum(any(abs(base - one) <= 2 for one in first) for base in others)
    return len(others) >= 3 and level_starts >= 0.8 * len(others)


def _crossed(one: Sequence[Row], other: Sequence[Row], level: Sequence[Box]) -> bool:
    """Whether drawn lines lead from one column to the other between their rows."""
    top, bottom = max(one[0].base, other[0].base), min(one[-1].base, other[-1].base)
    left, right = one[-1].x0 + 1, other[0].x0 + 1
    across = {round(y0) for x0, y0, x1, _ in level if x0 < left and x1 > right and top < y0 < bottom}
    return len(across) >= 2


def _starts(lines: Sequence[Row]) -> list[float]:
    """Base lines of rows that begin a block after a larger gap."""
    steps = sorted(b.base - a.base for a, b in itertools.pairwise(lines))
    usual = steps[len(steps) // 4] if steps else 0.0
    after = (b.base for a, b in itertools.pairwise(lines) if b.base - a.base > 1.3 * usual)
    return [lines[0].base, *after]
