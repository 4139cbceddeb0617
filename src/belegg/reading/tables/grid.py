"""
A sheet's cells as tables: where one ends and the next begins, which row names the columns.

A row is never torn: columns go their own way only where tables of different heights stand side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from belegg.reading.stored import TextBuilder
from belegg.reading.tables.heads import MOST_REPEATED, Cell, texts
from belegg.reading.tables.lines import line
from belegg.text.row_numbers import rows_told

MOST_REPEATS = 300_000
"""Repetitions on one sheet."""

_WIDEST_GAP = 3
_DEEPEST = 20


@dataclass(frozen=True, slots=True)
class Row:
    """A row's number and its cells that show something, by column."""

    number: int
    cells: dict[int, Cell] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Merged:
    """Cells shown as one, from the first to the last row and column (inclusive)."""

    top: int
    left: int
    bottom: int
    right: int


def add_tables(builder: TextBuilder, rows: Sequence[Row]) -> int:
    """The rows as blocks: tables, and paragraphs for what stands alone around them. How many tables."""
    tables = 0
    for table in _tables([row for row in rows if row.cells]):
        head, body, tail = _parts(table)
        for row in head:
            builder.add("paragraph", _only(row).text)
        tables += _add_body(builder, body)
        for row in tail:
            builder.add("paragraph", _only(row).text)
    return tables


def spread(rows: Sequence[Row], merged: Iterable[Merged]) -> None:
    """
    Note over how many columns a cell reaches; repeat what is shown once beside several rows in each of them,
    so that each can be read alone.
    """
    by_number = {row.number: row for row in rows}
    left = MOST_REPEATS
    for area in merged:
        first = by_number.get(area.top)
        cell = first.cells.get(area.left) if first else None
        if first is None or cell is None:
            continue
        cell = first.cells[area.left] = cell._replace(wide=area.right - area.left + 1)
        if area.bottom == area.top or len(cell.text) > MOST_REPEATED:
            continue
        numbers: Iterable[int] = range(area.top + 1, area.bottom + 1)
        if area.bottom - area.top > len(by_number):
            numbers = [number for number in by_number if area.top < number <= area.bottom]
            left -= len(by_number)
        left -= area.bottom - area.top
        if left < 0:
            return
        for number in numbers:
            if (row := by_number.get(number)) and row.cells:
                row.cells.setdefault(area.left, cell)


def _add_body(builder: TextBuilder, body: Sequence[Row]) -> int:
    columns = sorted({column for row in body for column in row.cells})
    if len(columns) == 1:
        builder.add("paragraph", "\n".join(_only(row).text for row in body))
        return 0
    shown = texts([row.cells for row in body])
    lines = [line(row.get(column, "") for column in columns) for row in shown]
    builder.add("table", "\n".join(lines), address=rows_told([row.number for row in body]))
    return 1 if lines else 0


def _tables(rows: Sequence[Row], depth: int = 0) -> Iterator[list[Row]]:
    """Rows that belong together, from the top and from the left."""
    joined: list[_Table] = []
    for band in _bands(rows):
        if not joined or not joined[-1].takes(band):
            joined.append(_Table(band))
    for table in joined:
        sides = _sides(table.rows) if depth < _DEEPEST else [table.rows]
        if len(sides) == 1:
            yield table.rows
        else:
            for side in sides:
                yield from _tables(side, depth + 1)


class _Table:
    """Rows of one table, and between which columns they stand."""

    def __init__(self, band: Sequence[Row]) -> None:
        self.rows = list(band)
        self._left, self._right, self._wide = _extent(band)

    def takes(self, band: Sequence[Row]) -> bool:
        """Take a band in when it is more of the table: inside its columns, and no row that names columns."""
        if band[0].number - self.rows[-1].number > _WIDEST_GAP or not self._wide:
            return False
        left, right, wide = _extent(band)
        if not wide or left < self._left or right > self._right:
            return False
        first = next((row for row in band if len(row.cells) > 1), band[0])
        if not any(cell.counts for cell in first.cells.values()):
            return False
        self.rows += band
        return True


def _extent(rows: Sequence[Row]) -> tuple[int, int, bool]:
    """The first and last column of some rows, and whether they are more than one column."""
    left = min(min(row.cells) for row in rows)
    right = max(max(row.cells) for row in rows)
    return left, right, left < right


def _bands(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Stretches of rows without an empty row between them."""
    band: list[Row] = []
    for row in rows:
        if band and row.number > band[-1].number + 1:
            yield band
            band = []
        band.append(row)
    if band:
        yield band


def _sides(table: Sequence[Row]) -> list[list[Row]]:
    """Tables side by side: parted by an empty column, two columns wide or more, beginning in other rows."""
    first_rows: dict[int, int] = {}
    for row in table:
        for column in row.cells:
            first_rows.setdefault(column, row.number)
    columns = sorted(first_rows)
    groups: list[list[int]] = [columns[:1]]
    for before, column in pairwise(columns):
        if column > before + 1:
            groups.append([])
        groups[-1].append(column)
    kept: list[list[int]] = []
    for group in groups:
        top = min(first_rows[column] for column in group)
        apart = kept and min(first_rows[column] for column in kept[-1]) != top
        if apart and len(group) > 1 and len(kept[-1]) > 1:
            kept.append(group)
        elif kept:
            kept[-1] += group
        else:
            kept.append(list(group))
    if len(kept) == 1:
        return [list(table)]
    side_of = {column: number for number, group in enumerate(kept) for column in group}
    sides: list[list[Row]] = [[] for _ in kept]
    for row in table:
        shared: dict[int, dict[int, Cell]] = {}
        for column, cell in row.cells.items():
            shared.setdefault(side_of[column], {})[column] = cell
        for number, cells in shared.items():
            sides[number].append(Row(row.number, cells))
    return sides


def _parts(table: Sequence[Row]) -> tuple[Sequence[Row], Sequence[Row], Sequence[Row]]:
    """Lines alone above a table (its title), the table, texts alone below it (its source)."""
    wide = [n for n, row in enumerate(table) if len(row.cells) > 1]
    if not wide:
        return (), table, ()
    end = wide[-1] + 1
    if any(_only(row).counts for row in table[end:]):
        end = len(table)
    return table[: wide[0]], table[wide[0] : end], table[end:]


def _only(row: Row) -> Cell:
    return next(iter(row.cells.values()))
