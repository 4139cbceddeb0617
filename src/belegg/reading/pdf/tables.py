"""
Tables: runs of rows whose pieces stand in common columns, as rows of cells.

Columns are found by what no figure and hardly any word covers; `placing` says which cell stands in which.
Rows of several printed lines are put together where drawn lines or larger gaps part them; else each printed
line is a row.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from belegg.reading.pdf.cells import LIST_MARK, cells_of, text_of
from belegg.reading.pdf.drawn import Box
from belegg.reading.pdf.frames import Frame
from belegg.reading.pdf.pieces import Piece
from belegg.reading.pdf.placing import Columns, Span, is_figure, placed, reach_of
from belegg.reading.pdf.rows import Row

_FEWEST_ROWS = 3
_FEWEST_OF_MANY = 2
"""Rows of a table of three columns or more."""

_NEARLY_FULL = 0.6
_MOST_PLAIN = 3
"""Rows of one piece (headings inside the table, long labels) that may follow one another in it."""

_UNEVEN, _HEADING = 1.35, 1.15
_FREE_SHARE = 0.12
_FEW_ROWS = 4
"""From so many rows on, one (the head, set closer than the figures) may cover a gap."""

_NARROWEST_GAP = 3
_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3})*\.?")
_MOST_CUTS = 3
_MORE_PLACED = 2
"""Rows that find their columns when a run is cut; for fewer, figures are not parted from their heads."""

_PROSE = 0.6
"""Share of the width of a run that a line without cells covers at least to part tables."""

_LONG_LINE = 80

_SPARSEST = 0.3
"""Share of its columns that a row fills, for two rows at least: words of stretched lines share no columns."""

_LEADERS = re.compile(r"(?:[.…·_]\s?){4,}")


@dataclass(slots=True)
class Grid:
    """
    A table: each row's cells from the left, each cell's pieces in reading order (empty: no pieces).

    A row of one cell is plain words: it was not clear which columns they stand in; `unplaced` are their
    places among the rows that were read.
    """

    rows: list[list[list[Piece]]]
    unplaced: list[int] = field(default_factory=list)


@dataclass(slots=True)
class _Body:
    """Where the columns of a table part, and how far each of its figures reaches."""

    edges: list[float]
    figures: list[Span]


Item = Row | Grid


def items(found: Sequence[Row], frame: Frame, level: Sequence[Box]) -> list[Item]:
    """The rows of a strip, those of tables put together as grids."""
    out: list[Item] = []
    at = 0
    for start, end in _one_table_each(_runs(found, frame), found, frame):
        for first, after, grid in _grids(found, (start, end), frame, level):
            out += found[at:first]
            out.append(grid)
            at = after
    out += found[at:]
    return out


def _grids(
    found: Sequence[Row], run: tuple[int, int], frame: Frame, level: Sequence[Box], depth: int = 0
) -> list[tuple[int, int, Grid]]:
    """
    The run as a table; where rows of it stand in no columns, as the tables that give most rows their cells.

    Tables with other columns stand one below the other: what does not fit is read by itself, or the run is
    cut at lines without cells.
    """
    start, end = run
    grid = _grid(found[start:end], frame, level)
    if grid is None:
        return []
    best = [(start, end, grid)]
    if not grid.unplaced or depth == _MOST_CUTS:
        return best
    first, last = start + grid.unplaced[0], start + grid.unplaced[-1] + 1
    heads = [n for n in range(start + 1, end) if len(found[n].pieces) == 1]
    enough = _placed_rows(best) + _MORE_PLACED
    for bounds in ([start, last, end], [start, first, end], [start, first, last, end], [start, *heads, end]):
        parts = [part for part in itertools.pairwise(bounds) if part[1] - part[0] >= _FEWEST_OF_MANY]
        if parts == [run]:
            continue
        other = [one for part in parts for one in _grids(found, part, frame, level, depth + 1)]
        if _placed_rows(other) >= enough:
            best, enough = other, _placed_rows(other) + 1
    return best


def _placed_rows(tables: Sequence[tuple[int, int, Grid]]) -> int:
    return sum(end - start - len(grid.unplaced) for start, end, grid in tables)


def _runs(found: Sequence[Row], frame: Frame) -> list[tuple[int, int]]:
    """Runs of rows, most of them of several pieces: first row and the one after the last."""
    celled = [len(cells_of(row, frame)) > 1 and _even(row) for row in found]
    runs: list[tuple[int, int]] = []
    start = -1
    last = -1
    for n, row in enumerate(found):
        if celled[n]:
            if start < 0:
                start = n
            last = n
        elif start >= 0 and (
            n - last > _MOST_PLAIN or _far(found[n - 1], row) or row.size > _HEADING * found[last].size
        ):
            runs.append((start, last + 1))
            start = -1
        if start >= 0 and celled[n] and n + 1 < len(found) and _far(row, found[n + 1]):
            runs.append((start, last + 1))
            start = -1
    if start >= 0:
        runs.append((start, last + 1))
    return [(a, b) for a, b in runs if sum(celled[a:b]) >= _FEWEST_OF_MANY and 2 * sum(celled[a:b]) >= b - a]


def _one_table_each(
    runs: Sequence[tuple[int, int]], found: Sequence[Row], frame: Frame
) -> list[tuple[int, int]]:
    """The runs, cut at lines of prose with other columns above than below."""
    out: list[tuple[int, int]] = []
    for start, end in runs:
        wide = _PROSE * (max(row.x1 for row in found[start:end]) - min(row.x0 for row in found[start:end]))
        first = start
        for n in range(start, end):
            row = found[n]
            if len(row.pieces) > 1 or row.x1 - row.x0 < wide:
                continue
            above, below = _body_of(found[first:n], frame), _body_of(found[n + 1 : end], frame)
            if above and below and _unlike(above, below):
                out.append((first, n))
                first = n + 1
        out.append((first, end))
    return out


def _unlike(one: _Body, other: _Body) -> bool:
    """Whether two tables have other columns: not as many, or figures across an edge of the other."""
    if len(one.edges) != len(other.edges):
        return True
    pairs = ((one.edges, other.figures), (other.edges, one.figures))
    return any(x0 < edge < x1 for edges, figures in pairs for edge in edges for x0, x1 in figures)


def _body_of(rows: Sequence[Row], frame: Frame) -> _Body | None:
    """The columns of some rows, None when too few of them have cells."""
    celled = [cells for row in rows if len(cells := cells_of(row, frame)) > 1]
    if len(celled) < _FEWEST_OF_MANY:
        return None
    body = _body(celled, frame)
    figures = [reach_of(cell) for cells in body for cell in cells if _holds_figure(cell, frame)]
    return _Body(_edges(_fullest(body), figures), figures)


def _even(row: Row) -> bool:
    """Whether the row's texts are of about one size, as the cells of a table are."""
    sizes = [piece.size for piece in row.pieces if piece.length > 3] or [row.size]
    return max(sizes) <= _UNEVEN * min(sizes)


def _far(above: Row, below: Row) -> bool:
    return below.y0 - above.y1 > 4 * max(above.size, below.size)


def _grid(run: Sequence[Row], frame: Frame, level: Sequence[Box]) -> Grid | None:
    """The run as a table, or None when its pieces share no columns."""
    celled = [(row, cells) for row in run if len(cells := cells_of(row, frame)) > 1]
    body = _body_of(run, frame)
    if body is None or not body.edges or _is_prose(run):
        return None
    edges = body.edges
    filled = [len({_column(cell[0], edges) for cell in cells}) for _, cells in celled]
    fewest = _FEWEST_ROWS if len(edges) == 1 else _FEWEST_OF_MANY
    if sum(count > 1 for count in filled) < max(fewest, 0.6 * len(celled)):
        return None
    if len(edges) == 1 and (
        _is_list_or_contents(celled, edges, frame) or _is_numbered(run, celled, edges, frame)
    ):
        return None
    if sum(count >= _SPARSEST * (len(edges) + 1) for count in filled) < _FEWEST_OF_MANY:
        return None
    columns = Columns.of([cells for _, cells in celled], edges, frame)
    grid: list[list[list[Piece]]] = []
    unplaced: list[int] = []
    at = 0
    for group in _figures_apart(_grouped(run, edges, level), edges):
        rows = [placed(row, cells_of(row, frame), columns, frame, level, not grid) for row in group]
        unplaced += [at + n for n, cells in enumerate(rows) if cells is None]
        at += len(group)
        whole = [cells for cells in rows if cells is not None]
        if len(whole) == len(rows) and not _head_over_figures(whole, frame):
            grid.append([list(itertools.chain.from_iterable(cells)) for cells in zip(*whole, strict=True)])
        else:
            grid += [[row.pieces] if cells is None else cells for row, cells in zip(group, rows, strict=True)]
    return Grid(grid, unplaced)


def _is_prose(run: Sequence[Row]) -> bool:
    """Whether most lines are long and go over most of the width, with little beside them."""
    wide = _PROSE * (max(row.x1 for row in run) - min(row.x0 for row in run))
    long = sum(row.pieces[0].width > wide and row.pieces[0].length > _LONG_LINE for row in run)
    return long > _PROSE * len(run)


def _body(rows: list[list[list[Piece]]], frame: Frame) -> list[list[list[Piece]]]:
    """The rows with figures, where a table has some; its heads may be wider than its columns."""
    body = [
        cells for cells in rows if sum(_holds_figure(cell, frame) for cell in cells[1:]) >= len(cells) / 2
    ]
    return body if len(body) >= _FEWEST_ROWS else rows


def _head_over_figures(rows: Sequence[list[list[Piece]]], frame: Frame) -> bool:
    """Whether a head over several columns and figures are among rows that were taken for one."""
    spanning = any(a and b and a[0] is b[0] for cells in rows for a, b in itertools.pairwise(cells))
    return spanning and any(cell and _holds_figure(cell, frame) for cells in rows for cell in cells[1:])


def _holds_figure(cell: list[Piece], frame: Frame) -> bool:
    return is_figure("".join(text_of(piece, frame) for piece in cell))


def _fullest(celled: Sequence[list[list[Piece]]]) -> list[list[list[Piece]]]:
    """Rows with nearly as many cells as the table has: heads that span columns would hide the gaps."""
    counts = sorted(len(cells) for cells in celled)
    many = counts[-1 - len(counts) // 10]
    return [cells for cells in celled if len(cells) >= _NEARLY_FULL * many]


def _edges(celled: Sequence[list[list[Piece]]], figures: Sequence[Span]) -> list[float]:
    """The middles of the strips that no figure and (nearly) no words cover."""
    spans = [reach_of(cell) for cells in celled for cell in cells]
    left = int(min(x0 for x0, _ in spans))
    right = int(max(x1 for _, x1 in spans)) + 2
    cover = np.zeros(right - left + 1, np.int32)
    for x0, x1 in spans:
        cover[int(x0) - left : int(x1) - left + 1] += 1
    free = cover <= max(_FREE_SHARE * len(celled), len(celled) >= _FEW_ROWS)
    for x0, x1 in figures:
        free[max(int(x0) - left, 0) : max(int(x1) - left + 1, 0)] = False
    changes = np.flatnonzero(np.diff(np.concatenate(([0], free.view(np.int8), [0]))))
    starts, ends = changes[::2], changes[1::2]
    inside = [
        (a, b)
        for a, b in zip(starts, ends, strict=True)
        if a > 0 and b < cover.size - 2 and b - a >= _NARROWEST_GAP
    ]
    return [left + (a + b) / 2 for a, b in inside]


def _column(piece: Piece, edges: Sequence[float]) -> int:
    """The column of a piece: the one that its first half stands in."""
    start = piece.x0 + min(piece.width / 2, piece.size)
    return sum(start > edge for edge in edges)


def _is_list_or_contents(
    celled: Sequence[tuple[Row, list[list[Piece]]]], edges: Sequence[float], frame: Frame
) -> bool:
    """Two columns that are list marks and text, or titles and page numbers, or a stretched line."""
    firsts = [text_of(cells[0][0], frame) for _, cells in celled]
    lasts = [text_of(cells[-1][-1], frame) for _, cells in celled]
    marks = sum(LIST_MARK.fullmatch(text) is not None for text in firsts)
    leaders = sum(_LEADERS.search(text) is not None for text in firsts)
    pages = sum(text.isdigit() and len(text) <= 4 for text in lasts)
    if 2 * marks > len(celled) or (2 * leaders > len(celled) and 2 * pages > len(celled)):
        return True
    long = sum(sum(piece.length for piece in cells[-1]) > 60 for _, cells in celled)
    return 2 * long > len(celled)


def _is_numbered(
    run: Sequence[Row], celled: Sequence[tuple[Row, list[list[Piece]]]], edges: Sequence[float], frame: Frame
) -> bool:
    """Whether numbers stand before paragraphs whose lines go on below them."""
    numbers = sum(_NUMBER.fullmatch(text_of(cells[0][0], frame)) is not None for _, cells in celled)
    below = sum(len(row.pieces) == 1 and row.x0 < edges[0] < row.x1 for row in run)
    return 2 * numbers > len(celled) and 3 * below > len(celled)


def _grouped(run: Sequence[Row], edges: Sequence[float], level: Sequence[Box]) -> list[list[Row]]:
    """Printed lines that are one row: between drawn lines, or closer together than rows are."""
    left, right = run[0].x0, max(row.x1 for row in run)
    drawn = sorted(
        y0 for x0, y0, x1, _ in level if x1 - x0 >= 0.5 * (right - left) and run[0].y0 < y0 < run[-1].y1
    )
    parted = [any(a.base < y <= b.base for y in drawn) for a, b in itertools.pairwise(run)]
    if parted and sum(parted) >= 2 and sum(parted) >= 0.25 * len(parted):
        return _cut(run, parted)
    steps = [b.base - a.base for a, b in itertools.pairwise(run)]
    close = min(steps, default=0.0)
    wide = [step > 1.35 * close for step in steps]
    alone = [_continues(a, b, edges) for a, b in itertools.pairwise(run)]
    if steps and 0.2 * len(steps) <= sum(wide) < len(steps) and _agree(wide, alone):
        return _cut(run, wide)
    return [[row] for row in run]


def _figures_apart(groups: Sequence[list[Row]], edges: Sequence[float]) -> list[list[Row]]:
    """Lines that have figures in one column are rows of their own, whatever is drawn around them."""
    apart: list[list[Row]] = []
    for group in groups:
        figures = [
            _column(piece, edges)
            for row in group
            for piece in row.pieces
            if piece.digits and not piece.letters and _column(piece, edges)
        ]
        apart += [group] if len(figures) == len(set(figures)) else [[row] for row in group]
    return apart


def _continues(above: Row, below: Row, edges: Sequence[float]) -> bool:
    """Whether a row has nothing in the first column, or only there: it may belong to the row above."""
    columns = {_column(piece, edges) for piece in below.pieces}
    return 0 not in columns or columns == {0}


def _agree(wide: Sequence[bool], alone: Sequence[bool]) -> bool:
    """Lines close to the one above are mostly its continuation, and lines after a gap mostly are not."""
    close_alone = [b for a, b in zip(wide, alone, strict=True) if not a]
    return sum(close_alone) >= 0.7 * len(close_alone)


def _cut(run: Sequence[Row], parted: Sequence[bool]) -> list[list[Row]]:
    groups = [[run[0]]]
    for row, new in zip(run[1:], parted, strict=True):
        if new:
            groups.append([])
        groups[-1].append(row)
    return groups
