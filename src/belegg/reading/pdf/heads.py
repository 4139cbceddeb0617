"""
The head of a table: the lines over its figures, put together as one row that stands first.

A row that is quoted alone is understood by the head alone, so that `December 2,` over `2022` is one cell, and
`Year ended` over three years is said of each. A head often stands off the figures, is set smaller, or has a
heading of the first rows below it. Where a table begins anew under another head, it is another table.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from belegg.reading.pdf.cells import cells_of
from belegg.reading.pdf.drawn import Box
from belegg.reading.pdf.frames import Frame
from belegg.reading.pdf.grid import Entry, Grid, words_of
from belegg.reading.pdf.placing import Cell, placed, reach_of
from belegg.reading.pdf.rows import Row

_MOST_LINES = 8
_MOST_LABELS = 3
_GAP = 1.25
"""In sizes: the free space between a line of the head and the one below it."""

_LARGER = 1.15
_LONGEST = 60
"""Characters of a cell of a head."""

_TOP = 0.08
"""Share of the page's height: one line alone up there may be a running header."""

_CLOSE = 1.4
"""In sizes: the step from a line to the one below it that goes on with its words."""

_FEWEST_NAMED = 2
_FAR = 2.5
"""In sizes: the step below lines that are titles, not heads; a year is a head."""

_YEAR = re.compile(r"(?:19|20)\d\d")
_UNIT = re.compile(
    r"\(.*\)|[$€£¥%]|.*(?:million|thousand|billion|Mio|Mill|Mrd|percent|prosent|procent).*", re.I
)


def lifted(grid: Grid, above: Sequence[Row], frame: Frame, level: Sequence[Box]) -> int:
    """
    Sets lines that stand above a table as its head before its entries; returns how many lines those are.

    `above` are the lines before the table that belong to no other, from the top. A line is one of a head when
    its cells stand over columns after the first. Labels of the first rows may stand between head and table.
    """
    if not grid.columns.figures or grid.entries[0].plain:
        return 0
    size = max(entry.size for entry in grid.entries)
    below = grid.entries[0].lines[0]
    found: list[Entry] = []
    kept = 0
    for count, row in enumerate(reversed(above[-_MOST_LINES:]), 1):
        if below.y0 - row.y1 > _GAP * max(size, row.size) or row.size > _LARGER * size:
            break
        entry = _over(row, grid, frame, level)
        alone = count == len(above) and row.base < _TOP * frame.height
        if entry is None or (alone and len(row.pieces) == 1):
            break
        if not entry.is_label and _is_of_all(found[-1:], grid):
            break
        found.append(entry)
        if not entry.is_label:
            kept = count
        elif len(found) - kept > _MOST_LABELS:
            break
        below = row
    grid.entries[:0] = found[:kept][::-1]
    return kept


def _is_of_all(below: Sequence[Entry], grid: Grid) -> bool:
    """Whether a line of a head is said of all columns: what stands above it then is a title."""
    return bool(below) and len(below[0].spans()) >= max(len(grid.columns.edges), _FEWEST_NAMED)


def _over(row: Row, grid: Grid, frame: Frame, level: Sequence[Box]) -> Entry | None:
    """A line above a table as an entry of it, when it is a line of a head or a label."""
    columns = grid.columns
    cells = cells_of(row, frame)
    if any(sum(piece.length for piece in cell) > _LONGEST for cell in cells):
        return None
    if len(cells) == 1 and row.x1 <= columns.edges[0]:
        return Entry([cells[0], *([] for _ in columns.edges)], [row]) if columns.words[0] else None
    beside = columns.at(row.x0) == 0
    if beside and (len(cells) == 1 or not columns.words[0]):
        return None
    if not any(columns.touches(n, reach_of(cell)) for cell in cells for n in range(1, len(columns.reach))):
        return None
    set_in = placed(row, cells, columns, frame, level, True)
    if set_in is None or (beside and not _UNIT.fullmatch(words_of(set_in[0], frame))):
        return None
    entry = Entry(set_in, [row])
    return None if entry.figures(frame) else entry


def finished(grid: Grid, frame: Frame) -> list[Row | Grid]:
    """
    The table with its head as one row; as several tables when other heads follow further down.

    Lines before the head that stand in no columns, and labels before a later head, are lines of their own.
    """
    done: list[Row | Grid] = []
    bounds = [0, *_anew(grid, frame), len(grid.entries)]
    for start, end in itertools.pairwise(bounds):
        entries = grid.entries[start:end]
        last = _last(entries, grid, frame)
        first = _first(entries[:last], grid, frame)
        done += _lines(entries[:first])
        if first < last:
            done.append(Grid(_headed(entries[first:last], grid, frame), grid.columns))
        done += _lines(entries[last:])
    return done


def _first(entries: Sequence[Entry], grid: Grid, frame: Frame) -> int:
    """Where a table begins: after lines that stand in no columns or far off, and after titles of its head."""
    first = next((n for n, entry in enumerate(entries) if not _is_words(entry)), len(entries))
    body = next((n for n, entry in enumerate(entries) if entry.figures(frame)), first)
    if not grid.columns.figures:
        return first
    for n in range(first + 1, body):
        far = entries[n].top - entries[n - 1].base > _FAR * entries[n].size
        shown = _shown(entries[n - 1], frame)
        if far and not any(_YEAR.search(words) and len(words) <= _LONGEST / 2 for words in shown):
            first = n
    labels = next((n for n, entry in enumerate(entries[first:], first) if not entry.is_label), first)
    return labels if labels < body else first


def _last(entries: Sequence[Entry], grid: Grid, frame: Frame) -> int:
    """The entry after the last of a table; titles of the next one and words below its figures are none."""
    last = len(entries)
    while last and grid.columns.figures and not _ends(entries[last - 1], frame):
        last -= 1
    return last or len(entries)


def _ends(entry: Entry, frame: Frame) -> bool:
    """Whether an entry may be the last of a table: it has figures, or a label with something beside it."""
    if entry.plain or entry.is_label:
        return entry.plain and not _is_words(entry)
    return bool(entry.cells[0] or entry.figures(frame))


def _is_words(entry: Entry) -> bool:
    """Whether an entry that stands in no columns is words, without figures of its own."""
    return entry.plain and not any(piece.digits > piece.letters for piece in entry.cells[0][1:])


def _lines(entries: Sequence[Entry]) -> list[Row]:
    return [line for entry in entries for line in entry.lines]


def _anew(grid: Grid, frame: Frame) -> list[int]:
    """Where another head begins below figures: spans over columns, years, or the words of the first head."""
    if not grid.columns.figures:
        return []
    rows = [bool(entry.figures(frame)) for entry in grid.entries]
    if True not in rows:
        return []
    first = {tuple(_shown(entry, frame)) for entry in grid.entries[: rows.index(True)]}
    found: list[int] = []
    below = False
    for n, entry in enumerate(grid.entries):
        below = below or rows[n]
        if not below or rows[n] or True not in rows[n:] or not _names_columns(entry, frame):
            continue
        after = grid.entries[n + 1]
        shown = _shown(entry, frame)
        if (
            tuple(shown) in first
            or _is_prose(grid.entries[n - 1], grid, frame)
            or (entry.spans() and _names_columns(after, frame) and not rows[n + 1])
            or all(_YEAR.search(words) for words in shown if words)
        ):
            found.append(n)
            below = False
    return found


def _is_prose(entry: Entry, grid: Grid, frame: Frame) -> bool:
    """Whether words of one piece go on over the columns or to a colon, as a sentence before a table does."""
    if not entry.is_label:
        return False
    words = words_of(entry.cells[0], frame)
    over = any(line.x1 > grid.columns.reach[-1][0] for line in entry.lines)
    return over or (len(words) > _LONGEST / 2 and words.endswith(":"))


def _names_columns(entry: Entry, frame: Frame) -> bool:
    """Whether words stand over two columns or more, and none but a unit or a period before them."""
    if entry.plain or sum(map(bool, entry.cells[1:])) < _FEWEST_NAMED:
        return False
    label = words_of(entry.cells[0], frame)
    return not label or _UNIT.fullmatch(label) is not None


def _shown(entry: Entry, frame: Frame) -> list[str]:
    return [words_of(cell, frame) for cell in entry.cells[1:]]


def _headed(entries: list[Entry], grid: Grid, frame: Frame) -> list[Entry]:
    """The entries with the lines of their head put together."""
    body = next((n for n, entry in enumerate(entries) if entry.figures(frame)), 0)
    if not grid.columns.figures or body < _FEWEST_NAMED:
        return entries
    count = 1
    while count < body and _goes_on(entries[:count], entries[count], frame):
        count += 1
    head = entries[:count]
    uneven = len({len(entry.cells) for entry in head}) > 1
    if count == 1 or uneven or any(entry.is_label for entry in head):
        return entries
    cells: list[Cell] = [[] for _ in head[0].cells]
    for entry in head:
        cells = [above + below for above, below in zip(cells, entry.cells, strict=True)]
    return [Entry(cells, _lines(head)), *entries[count:]]


def _goes_on(head: Sequence[Entry], entry: Entry, frame: Frame) -> bool:
    """
    Whether a line is one more of a head: set close below, without a label, or with names that lacked.

    A row of words, `Auditor` beside two names, is none.
    """
    if entry.plain or entry.is_label:
        return False
    if entry.top - head[-1].base < _CLOSE * entry.size:
        return True
    label = words_of(entry.cells[0], frame)
    if not label or _UNIT.fullmatch(label):
        return True
    named = {n for one in head for n, cell in enumerate(one.cells) if cell and n not in one.spans()}
    return not any(cell and n in named for n, cell in enumerate(entry.cells) if n)
