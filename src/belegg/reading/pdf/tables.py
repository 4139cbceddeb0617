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
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belegg.reading.pdf.cells import LIST_MARK, cells_of, text_of
from belegg.reading.pdf.drawn import Box
from belegg.reading.pdf.frames import Frame
from belegg.reading.pdf.grid import Entry, Grid, counts_columns, joined, words_of
from belegg.reading.pdf.heads import finished, lifted
from belegg.reading.pdf.pieces import Piece
from belegg.reading.pdf.placing import Cell, Columns, Span, column, is_figure, placed, reach_of
from belegg.reading.pdf.rows import Row
from belegg.reading.pdf.wrapped import grouped, labels_joined

_FEWEST_ROWS = 3
_FEWEST_OF_MANY = 2
"""Rows of a table of three columns or more."""

_NEARLY_FULL = 0.6
_MOST_PLAIN = 3
"""Rows of one piece (headings inside the table, long labels) that may follow one another in it."""

_MOST_LABELS = 6
"""Rows of one piece in the place of labels that may follow one another."""

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
            head = lifted(grid, found[at:first], frame, level)
            grid.entries = labels_joined(grid.entries, grid.columns, frame)
            out += found[at : first - head]
            out += finished(grid, frame)
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
    titles = [n for n in heads if _is_over(found[n], found[n - 1])]
    enough = _placed_rows(best) + _MORE_PLACED
    for bounds in (
        [start, *titles, end],
        [start, last, end],
        [start, first, end],
        [start, first, last, end],
        [start, *heads, end],
    ):
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
    beside = [False, *(b.is_beside(a) for a, b in itertools.pairwise(found)), False]
    celled = [
        (len(cells_of(row, frame)) > 1 and _even(row)) or beside[n] or beside[n + 1]
        for n, row in enumerate(found)
    ]
    runs: list[tuple[int, int]] = []
    start = last = -1
    plain = 0
    for n, row in enumerate(found):
        if celled[n]:
            start = n if start < 0 else start
            last, plain = n, 0
        elif start >= 0:
            plain += not _is_label(row, found[last], found[n - 1])
            if (
                plain > _MOST_PLAIN
                or n - last > _MOST_LABELS
                or _far(found[n - 1], row)
                or _is_title(
                    row,
                    found[last],
                    next((one for one, of in zip(found[n:], celled[n:], strict=True) if of), None),
                )
            ):
                runs.append((start, last + 1))
                start = -1
        if start >= 0 and celled[n] and n + 1 < len(found) and _far(row, found[n + 1]):
            runs.append((start, last + 1))
            start = -1
    if start >= 0:
        runs.append((start, last + 1))
    return [(a, b) for a, b in runs if sum(celled[a:b]) >= _FEWEST_OF_MANY and 2 * sum(celled[a:b]) >= b - a]


def _is_label(row: Row, of: Row, above: Row) -> bool:
    """Whether a row of one piece stands close below the one above, where a row `of` figures has its label."""
    if len(row.pieces) > 1 or len(of.pieces) < _FEWEST_OF_MANY:
        return False
    last = of.pieces[-1]
    beside = of.x0 - row.size <= row.x0 and row.x1 < of.pieces[1].x0 and last.digits > last.letters
    return beside and row.y0 - above.y1 < max(row.size, above.size)


def _is_over(row: Row, above: Row) -> bool:
    """Whether a row of one piece stands off the row above, and goes on beyond the first cell of that."""
    beyond = len(above.pieces) < _FEWEST_OF_MANY or row.x1 > above.pieces[1].x0
    return beyond and row.y0 - above.y1 > row.size


def _is_title(row: Row, above: Row, below: Row | None) -> bool:
    """Whether a row is set larger than the rows of the table above it and of one below; heads are small."""
    return row.size > _HEADING * max(above.size, below.size if below else 0.0)


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
    heads = [cells for cells in celled if not _figures_in(cells, frame)]
    return _Body(_edges(_fullest(body), figures, [*body, *_fullest(heads)] if figures else ()), figures)


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
    filled = [len({column(cell[0], edges) for cell in cells}) for _, cells in celled]
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
    return Grid(_entries(run, columns, frame, level), columns)


def _entries(run: Sequence[Row], columns: Columns, frame: Frame, level: Sequence[Box]) -> list[Entry]:
    """The rows set in columns; those of several lines as one entry, those that fit no columns plain."""
    entries: list[Entry] = []
    for group in grouped(run, columns, level):
        rows = [placed(row, cells_of(row, frame), columns, frame, level, not entries) for row in group]
        whole = [cells for cells in rows if cells is not None]
        if len(whole) == len(rows) and not _head_over_figures(whole, frame):
            cells = [joined(lines, frame) for lines in zip(*whole, strict=True)]
            entries.append(Entry(cells, group))
            continue
        for row, found in zip(group, rows, strict=True):
            entries.append(Entry([row.pieces], [row], plain=True) if found is None else Entry(found, [row]))
    return entries


def _is_prose(run: Sequence[Row]) -> bool:
    """Whether most lines are long and go over most of the width, with little beside them."""
    wide = _PROSE * (max(row.x1 for row in run) - min(row.x0 for row in run))
    long = sum(row.pieces[0].width > wide and row.pieces[0].length > _LONG_LINE for row in run)
    return long > _PROSE * len(run)


def _body(rows: list[list[Cell]], frame: Frame) -> list[list[Cell]]:
    """The rows with figures, where a table has some; its heads may be wider than its columns."""
    body = [cells for cells in rows if 2 * _figures_in(cells, frame) >= len(cells)]
    return body if len(body) >= _FEWEST_ROWS else rows


def _figures_in(cells: Sequence[Cell], frame: Frame) -> int:
    """How many figures a row holds after its first cell; numbers that count columns are none."""
    texts = [words_of(cell, frame) for cell in cells[1:]]
    return 0 if counts_columns(texts) else sum(map(is_figure, texts))


def _head_over_figures(rows: Sequence[list[list[Piece]]], frame: Frame) -> bool:
    """Whether a head over several columns and figures are among rows that were taken for one."""
    spanning = any(a and b and a[0] is b[0] for cells in rows for a, b in itertools.pairwise(cells))
    return spanning and any(cell and _holds_figure(cell, frame) for cells in rows for cell in cells[1:])


def _holds_figure(cell: list[Piece], frame: Frame) -> bool:
    return is_figure(words_of(cell, frame))


def _fullest(celled: Sequence[list[list[Piece]]]) -> list[list[list[Piece]]]:
    """Rows with nearly as many cells as the table has: heads that span columns would hide the gaps."""
    if not celled:
        return []
    counts = sorted(len(cells) for cells in celled)
    many = counts[-1 - len(counts) // 10]
    return [cells for cells in celled if len(cells) >= _NEARLY_FULL * many]


def _edges(body: Sequence[list[Cell]], figures: Sequence[Span], rows: Sequence[list[Cell]]) -> list[float]:
    """The middles of the strips that no figure and (nearly) no words cover, where `rows` leave most room."""
    spans = [reach_of(cell) for cells in body for cell in cells]
    left = int(min(x0 for x0, _ in spans))
    width = int(max(x1 for _, x1 in spans)) + 3 - left
    free = _cover(spans, left, width) <= max(_FREE_SHARE * len(body), len(body) >= _FEW_ROWS)
    for x0, x1 in figures:
        free[max(int(x0) - left, 0) : max(int(x1) - left + 1, 0)] = False
    every = _cover([reach_of(cell) for cells in rows for cell in cells], left, width)
    return [left + _roomiest(every, a, b) for a, b in _stretches(free) if a > 0 and b < width - 2]


def _cover(spans: Sequence[Span], left: int, width: int) -> NDArray[np.int32]:
    """How many of the spans lie over each point from `left` on."""
    cover = np.zeros(width, np.int32)
    for x0, x1 in spans:
        cover[max(int(x0) - left, 0) : max(int(x1) - left + 1, 0)] += 1
    return cover


def _stretches(free: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The stretches of points that are free, when they are wide enough to part columns."""
    changes = np.flatnonzero(np.diff(np.concatenate(([0], free.view(np.int8), [0])))).tolist()
    return [(a, b) for a, b in zip(changes[::2], changes[1::2], strict=True) if b - a >= _NARROWEST_GAP]


def _roomiest(cover: NDArray[np.int32], start: int, end: int) -> float:
    """
    The middle of a wide stretch between two points that is covered least.

    The first of them: a head that stands free between two columns is that of the figures right of it.
    """
    inside = cover[start:end]
    least = _stretches(inside == inside.min()) or [(0, end - start)]
    widest = max(b - a for a, b in least)
    return start + sum(next((a, b) for a, b in least if b - a >= widest / 2)) / 2


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
