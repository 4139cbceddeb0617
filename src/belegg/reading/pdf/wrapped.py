"""Printed lines of a table that are one row: between drawn lines, set close, or a label that goes on."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Sequence
from statistics import median

from belegg.reading.pdf.cells import LIST_MARK, is_worded
from belegg.reading.pdf.drawn import Box
from belegg.reading.pdf.frames import Frame
from belegg.reading.pdf.grid import Entry, joined, words_of
from belegg.reading.pdf.placing import Columns, Span, column
from belegg.reading.pdf.rows import Row

_CLOSER, _CLOSEST = 0.9, 0.7
"""Of the step between rows with figures: how close a label's lines are; closest before a capital letter."""

_OFF, _OFF_LABEL = 1.6, 1.3
"""In sizes: the widest step between lines of one cell, and from a label beside figures to what is below."""

_SAME = 0.75
"""In sizes: what stands so close below one another is one printed row, set at other heights."""

_LONG = 0.6
"""Of the width of the labels: a label that breaks off fills so much at least."""

_INDENT = 2.5
"""In sizes: how far a label's second line is set in."""


def grouped(run: Sequence[Row], columns: Columns, level: Sequence[Box]) -> list[list[Row]]:
    """
    Printed lines that are one row: between drawn lines, or closer together than rows are.

    Lines further apart than those of a text are rows, whatever is drawn around them: bands of colour stand
    behind heads and headings, too.
    """
    groups = _grouped(run, columns.edges, level)
    parts = [part for group in groups for part in _apart(group, columns)]
    return _figures_apart(parts, columns.edges)


def _apart(group: Sequence[Row], columns: Columns) -> list[list[Row]]:
    """A group cut where its lines stand further off one another than those of a text, or of a label."""
    parted = []
    for above, below in itertools.pairwise(group):
        label = columns.figures and any(_is_label(row, columns.edges) for row in (above, below))
        parted.append(below.base - above.base > (_OFF_LABEL if label else _OFF) * max(above.size, below.size))
    return _cut(group, parted)


def _is_label(row: Row, edges: Sequence[float]) -> bool:
    return len(row.pieces) == 1 and column(row.pieces[0], edges) == 0


def labels_joined(entries: Sequence[Entry], columns: Columns, frame: Frame) -> list[Entry]:
    """
    The entries, a label over several lines put together with the figures beside one of them.

    Joined is what stands closer than rows do, or a long label that goes on in small letters. A heading of
    rows (it ends with a colon, or stands as far off as a row) stays by itself.
    """
    figures = [bool(entry.figures(frame)) for entry in entries]
    steps = [
        b.base - a.base
        for n, (a, b) in enumerate(itertools.pairwise(entries))
        if figures[n] and figures[n + 1] and len(b.lines) == 1
    ]
    if not columns.words[0]:
        return list(entries)
    usual = median(steps) if steps else 0.0
    rows_have_figures = 2 * sum(figures) >= len(figures)
    found: list[Entry] = []
    for n, entry in enumerate(entries):
        above = found[-1] if found else None
        if above is not None and (
            (rows_have_figures and _words_go_on(above, entry, frame))
            or _leads(above, entry, usual, columns, frame)
            or _trails(above, entry, entries[n + 1 : n + 2], usual, columns, frame)
        ):
            found[-1] = _together(above, entry, frame)
        else:
            found.append(entry)
    return found


def _words_go_on(row: Entry, entry: Entry, frame: Frame) -> bool:
    """Whether an entry goes on with words of the row above: no label, and no figure where rows have one."""
    filled = [n for n, cell in enumerate(entry.cells) if cell]
    if entry.plain or row.plain or 0 in filled:
        return False
    if not row.figures(frame) or entry.top - row.base > _OFF_LABEL * entry.size:
        return False
    return all(row.cells[n] and any(is_worded(piece, frame) for piece in entry.cells[n]) for n in filled)


def _leads(label: Entry, entry: Entry, usual: float, columns: Columns, frame: Frame) -> bool:
    """Whether an entry goes on with the label above it, which has no figures."""
    if not label.is_label or entry.plain or entry.spans() or label.lines[-1].x1 > columns.edges[0]:
        return False
    step = entry.top - label.base
    if step < _SAME * label.size and not entry.cells[0]:
        return True
    first, last = label.lines[-1], words_of(label.cells[0], frame)
    if not entry.cells[0] or last.endswith((":", ".")) or not _is_under(first, entry):
        return False
    if step < _share(entry, frame) * usual:
        return bool(entry.figures(frame)) or entry.is_label
    low, high = columns.reach[0]
    small = words_of(entry.cells[0], frame)[:1].islower()
    return small and first.x1 - first.x0 >= _LONG * (high - low) and step <= usual and not entry.is_label


def _trails(
    row: Entry, entry: Entry, after: Sequence[Entry], usual: float, columns: Columns, frame: Frame
) -> bool:
    """Whether a label below a row with figures is the end of the row's label."""
    if not entry.is_label or not row.cells[0] or entry.lines[0].x1 > columns.edges[0]:
        return False
    if not row.figures(frame):
        return False
    words = words_of(entry.cells[0], frame)
    if words.endswith(":") or LIST_MARK.match(words):
        return False
    step = entry.top - row.base
    if after and after[0].top - entry.base < 1.05 * step:
        return False
    return step < _share(entry, frame) * usual and _is_under(row.lines[-1], entry, row.cells[0][-1].x0)


def _share(entry: Entry, frame: Frame) -> float:
    return _CLOSEST if words_of(entry.cells[0], frame)[:1].isupper() else _CLOSER


def _is_under(line: Row, entry: Entry, x0: float | None = None) -> bool:
    """Whether an entry's label begins below a label, or a little further in."""
    left = line.x0 if x0 is None else x0
    return -1.0 <= entry.cells[0][0].x0 - left <= _INDENT * entry.size


def _together(one: Entry, other: Entry, frame: Frame) -> Entry:
    cells = [joined(pair, frame) for pair in zip(one.cells, other.cells, strict=True)]
    return Entry(cells, [*one.lines, *other.lines])


def _grouped(run: Sequence[Row], edges: Sequence[float], level: Sequence[Box]) -> list[list[Row]]:
    """Printed lines that are one row: between drawn lines, or closer together than rows are."""
    drawn = _drawn_across(run, level)
    parted = [any(a.base < y <= b.base for y in drawn) for a, b in itertools.pairwise(run)]
    lines = sum(
        new or not b.is_beside(a) for new, (a, b) in zip(parted, itertools.pairwise(run), strict=True)
    )
    if sum(parted) >= 2 and sum(parted) >= 0.25 * lines:
        return _cut(run, parted)
    steps = [b.base - a.base for a, b in itertools.pairwise(run)]
    close = min(steps, default=0.0)
    wide = [step > 1.35 * close for step in steps]
    alone = [_continues(a, b, edges) for a, b in itertools.pairwise(run)]
    if steps and 0.2 * len(steps) <= sum(wide) < len(steps) and _agree(wide, alone):
        return _cut(run, wide)
    return [[row] for row in run]


def _drawn_across(run: Sequence[Row], level: Sequence[Box]) -> list[float]:
    """Where lines are drawn over half of the width or more; the edges of cells side by side are one line."""
    left, right = min(row.x0 for row in run), max(row.x1 for row in run)
    covered: dict[int, list[Span]] = defaultdict(list)
    for x0, y0, x1, _ in level:
        if run[0].y0 < y0 < run[-1].y1 and x1 > left and x0 < right:
            covered[round(y0)].append((max(x0, left), min(x1, right)))
    return [y for y, spans in sorted(covered.items()) if _length(spans) >= 0.5 * (right - left)]


def _length(spans: Sequence[Span]) -> float:
    """How much spans cover together."""
    total, at = 0.0, -math.inf
    for x0, x1 in sorted(spans):
        total += max(0.0, x1 - max(x0, at))
        at = max(at, x1)
    return total


def _figures_apart(groups: Sequence[list[Row]], edges: Sequence[float]) -> list[list[Row]]:
    """
    Lines that have figures in one column are rows of their own, whatever is drawn around them.

    So are figures below words in two columns or more: a head and the first row.
    """
    apart: list[list[Row]] = []
    for group in groups:
        lines = [_holding(row, edges) for row in group]
        figures = [column for held, _ in lines for column in held]
        if len(figures) > len(set(figures)):
            apart += [[row] for row in group]
            continue
        above: set[int] = set()
        parted = []
        for held, named in lines:
            parted.append(len(above & set(held)) > 1)
            above = named if parted[-1] else above | named
        apart += _cut(group, parted[1:])
    return apart


def _holding(row: Row, edges: Sequence[float]) -> tuple[list[int], set[int]]:
    """The columns after the first in which a row has figures, and those in which it has words."""
    placed = [(column(piece, edges), piece) for piece in row.pieces]
    figures = [n for n, piece in placed if n and piece.digits and not piece.letters]
    return figures, {n for n, piece in placed if n and piece.letters > piece.digits}


def _continues(above: Row, below: Row, edges: Sequence[float]) -> bool:
    """Whether a row has nothing in the first column, or only there: it may belong to the row above."""
    columns = {column(piece, edges) for piece in below.pieces}
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
