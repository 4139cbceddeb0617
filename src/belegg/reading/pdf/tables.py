"""
Tables: runs of rows whose pieces stand in common columns, as rows of cells.

Columns are found by what stays free over most rows. Rows of several printed lines are put together where
drawn lines or larger gaps part them; else each printed line is a row.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from belegg.reading.pdf.drawn import Box
from belegg.reading.pdf.frames import Frame
from belegg.reading.pdf.glyphs import characters
from belegg.reading.pdf.pieces import Piece, part, word_starts
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
_LIST_MARK = re.compile(
    r"[(\[]?(?:\d{1,3}|[ivxlcIVXLC]{1,6}|[a-zA-Z])[.):\]]{1,2}|[•‣◦▪■●○–—*·\-\uf0b7\ufffd>]"
)
_SIGN = re.compile(r"[$€£¥(]{1,2}|[A-Z]{0,2}\$|[A-Z]{3}")
_CLOSING = re.compile(r"[)%°*†‡]{1,3}|\)%")
_LEADERS = re.compile(r"(?:[.…·_]\s?){4,}")


@dataclass(slots=True)
class Grid:
    """A table: each row's cells from the left, each cell's pieces in reading order (empty: no pieces)."""

    rows: list[list[list[Piece]]]


Item = Row | Grid


def items(found: Sequence[Row], frame: Frame, level: Sequence[Box]) -> list[Item]:
    """The rows of a strip, those of tables put together as grids."""
    out: list[Item] = []
    at = 0
    for start, end in _runs(found, frame):
        grid = _grid(found[start:end], frame, level)
        if grid is None:
            continue
        out += found[at:start]
        out.append(grid)
        at = end
    out += found[at:]
    return out


def _text(piece: Piece, frame: Frame) -> str:
    return characters(frame.codes[piece.start : piece.end])


def _runs(found: Sequence[Row], frame: Frame) -> list[tuple[int, int]]:
    """Runs of rows, most of them of several pieces: first row and the one after the last."""
    celled = [len(_cells(row, frame)) > 1 and _even(row) for row in found]
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


def _even(row: Row) -> bool:
    """Whether the row's texts are of about one size, as the cells of a table are."""
    sizes = [piece.size for piece in row.pieces if piece.length > 3] or [row.size]
    return max(sizes) <= _UNEVEN * min(sizes)


def _far(above: Row, below: Row) -> bool:
    return below.y0 - above.y1 > 4 * max(above.size, below.size)


def _cells(row: Row, frame: Frame) -> list[list[Piece]]:
    """A row's cells: a currency sign goes with the figure after it, `)` and `%` with the one before."""
    cells: list[list[Piece]] = []
    open_sign = False
    for piece in row.pieces:
        short = piece.length <= 3
        text = _text(piece, frame) if short else ""
        if cells and (open_sign or (short and _CLOSING.fullmatch(text) and _ends_figure(cells[-1], frame))):
            cells[-1].append(piece)
        else:
            cells.append([piece])
        open_sign = short and _SIGN.fullmatch(text) is not None and piece is not row.pieces[-1]
        if open_sign and not _near_figure(row, piece, frame):
            open_sign = False
    if len(cells) > 1 and all(piece.length <= 6 for piece in cells[0]) and _is_mark(cells[0], frame):
        cells[:2] = [cells[0] + cells[1]]
    return cells


def _ends_figure(cell: Sequence[Piece], frame: Frame) -> bool:
    return cell[-1].digits > 0 or _text(cell[-1], frame)[-1:] in "—–-"


def _near_figure(row: Row, piece: Piece, frame: Frame) -> bool:
    after = next((p for p in row.pieces if p.x0 > piece.x0), None)
    return after is not None and (after.digits > 0 or _text(after, frame) in ("—", "–", "-"))


def _is_mark(cell: Sequence[Piece], frame: Frame) -> bool:
    return len(cell) == 1 and _LIST_MARK.fullmatch(_text(cell[0], frame)) is not None


def _grid(run: Sequence[Row], frame: Frame, level: Sequence[Box]) -> Grid | None:
    """The run as a table, or None when its pieces share no columns."""
    celled = [(row, cells) for row in run if len(cells := _cells(row, frame)) > 1]
    edges = _edges(_fullest([cells for _, cells in celled]))
    if not edges:
        return None
    filled = [len({_column(cell[0], edges) for cell in cells}) for _, cells in celled]
    fewest = _FEWEST_ROWS if len(edges) == 1 else _FEWEST_OF_MANY
    if sum(count > 1 for count in filled) < max(fewest, 0.6 * len(celled)):
        return None
    if len(edges) == 1 and _is_list_or_contents(celled, edges, frame):
        return None
    grid: list[list[list[Piece]]] = []
    for group in _figures_apart(_grouped(run, edges, level), edges):
        filled_row: list[list[Piece]] = [[] for _ in range(len(edges) + 1)]
        for row in group:
            for cell in _cells(row, frame):
                for piece in cell if len(cell) > 1 else _at_edges(cell[0], edges, frame):
                    filled_row[_column(piece if len(cell) == 1 else cell[0], edges)].append(piece)
        grid.append(filled_row)
    return Grid(grid)


def _fullest(celled: Sequence[list[list[Piece]]]) -> list[list[list[Piece]]]:
    """Rows with nearly as many cells as the table has: heads that span columns would hide the gaps."""
    counts = sorted(len(cells) for cells in celled)
    many = counts[int(0.9 * (len(counts) - 1))]
    return [cells for cells in celled if len(cells) >= _NEARLY_FULL * many]


def _edges(celled: Sequence[Sequence[Sequence[Piece]]]) -> list[float]:
    """The middles of the strips that (nearly) no row covers."""
    spans = [(cell[0].x0, max(piece.x1 for piece in cell)) for cells in celled for cell in cells]
    left = int(min(x0 for x0, _ in spans))
    right = int(max(x1 for _, x1 in spans)) + 2
    cover = np.zeros(right - left + 1, np.int32)
    for x0, x1 in spans:
        cover[int(x0) - left : int(x1) - left + 1] += 1
    free = cover <= max(_FREE_SHARE * len(celled), len(celled) >= _FEW_ROWS)
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


def _at_edges(piece: Piece, edges: Sequence[float], frame: Frame) -> list[Piece]:
    """A piece over several columns, cut between words where each word stands in one of them."""
    if not any(piece.x0 + piece.size < edge < piece.x1 - piece.size for edge in edges):
        return [piece]
    starts = np.flatnonzero(word_starts(frame)[piece.start : piece.end])[1:] + piece.start
    bounds = [piece.start, *starts.tolist(), piece.end]
    words = [part(frame, piece, a, b) for a, b in itertools.pairwise(bounds)]
    columns = [sum((word.x0 + word.x1) / 2 > edge for edge in edges) for word in words]
    if set(columns) != set(range(columns[0], columns[-1] + 1)):
        return [piece]
    cut = [n for n in range(1, len(words)) if columns[n] != columns[n - 1]]
    ends = [0, *cut, len(words)]
    return [part(frame, piece, words[a].start, words[b - 1].end) for a, b in itertools.pairwise(ends)]


def _is_list_or_contents(
    celled: Sequence[tuple[Row, list[list[Piece]]]], edges: Sequence[float], frame: Frame
) -> bool:
    """Two columns that are list marks and text, or titles and page numbers, or a stretched line."""
    firsts = [_text(cells[0][0], frame) for _, cells in celled]
    lasts = [_text(cells[-1][-1], frame) for _, cells in celled]
    marks = sum(_LIST_MARK.fullmatch(text) is not None for text in firsts)
    leaders = sum(_LEADERS.search(text) is not None for text in firsts)
    pages = sum(text.isdigit() and len(text) <= 4 for text in lasts)
    if 2 * marks > len(celled) or (2 * leaders > len(celled) and 2 * pages > len(celled)):
        return True
    long = sum(sum(piece.length for piece in cells[-1]) > 60 for _, cells in celled)
    return 2 * long > len(celled)


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
