"""
Cells that reach over several columns, by one rule for all tables: in rows that name columns such a cell
stands in each of its columns, so that each has its whole name; in other rows it stands once, in its first.

What reaches over several rows stands in each of them; whoever reads the table sees to that.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from belegg.reading.tables.figures import is_figure

MOST_REPEATED = 200
"""Characters of a cell that is repeated in every row or column it reaches over."""

_MOST_HEADS = 8
_SPARE = 2_000


class Cell(NamedTuple):
    """
    A cell as it is shown. `counts` when it is a number that names no column (no year, no date); `wide`: over
    how many columns it reaches.
    """

    text: str
    counts: bool = False
    wide: int = 1


Cells = Mapping[int, Cell]
"""A row: its cells by the column in which each begins."""


def text_cell(text: str, wide: int = 1) -> Cell:
    """A cell of a format that knows texts alone."""
    return Cell(text, is_figure(text), wide)


def texts(rows: Sequence[Cells], named: Collection[int] = ()) -> list[dict[int, str]]:
    """
    The texts of the rows of one table by column. `named` are the places (from 0) of rows of which the file
    says that they name columns; the first rows are also told by their shape.
    """
    found = [{column: cell.text for column, cell in row.items()} for row in rows]
    heads = sorted({*_heads(rows), *named})
    if not any(cell.wide > 1 for place in heads for cell in rows[place].values()):
        return found
    begun = {column for row in rows for column, cell in row.items() if cell.text}
    left = _SPARE + sum(len(cell.text) for row in rows for cell in row.values())
    for place in heads:
        for column, cell in rows[place].items():
            if not _reaches_on(rows[place], cell) or len(cell.text) > MOST_REPEATED:
                continue
            for other in range(column + 1, column + cell.wide):
                if other in begun and other not in rows[place] and left >= len(cell.text):
                    found[place][other] = cell.text
                    left -= len(cell.text)
    return found


def _heads(rows: Sequence[Cells]) -> list[int]:
    """
    The places of the rows at the top that name columns: the first, below titles over the whole width, and
    each one below a row with a name over several columns. A row of figures names none.
    """
    heads: list[int] = []
    for place, row in enumerate(rows[:_MOST_HEADS]):
        if len(row) < 2 and not heads:
            continue
        if any(cell.counts for cell in row.values()):
            break
        heads.append(place)
        if not any(_reaches_on(row, cell) for cell in row.values()):
            break
    return heads


def _reaches_on(row: Cells, cell: Cell) -> bool:
    """Whether a cell says something about several columns, and does not stand alone over the whole table."""
    return cell.wide > 1 and bool(cell.text) and len(row) > 1
