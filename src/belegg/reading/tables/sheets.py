"""
Files of rows as tables of a database: a head, then values of one kind in each column.

`parse` reads CSV and TSV (`reading.office.xlsx_sheets` workbooks) and gives a Content whose parts are the
sheets, each as JSON. Rows here are what is asked in SQL; what is searched and quoted is read by `delimited`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from belegg.errors import NotADocument
from belegg.reading.content import Content, Part, Said, silent
from belegg.reading.decoding import decode
from belegg.reading.stored import Storing
from belegg.reading.tables.column_kinds import Value, as_kind, sign_of
from belegg.reading.tables.delimited import Cells, delimiter_of
from belegg.reading.tables.figures import is_figure
from belegg.text.counted import counted
from belegg.text.normalise import normalise

Grid = Sequence[Mapping[int, str | int | float]]
"""Rows that hold anything: values by column."""

LONGEST_NAME = 60
_YEARS = range(1800, 2200)
_OWN_WORDS = """
add all alter and as autoincrement between case cast check collate commit constraint create current_date
current_time current_timestamp default deferrable delete distinct drop else escape except exists foreign
from group having if in index insert intersect into is isnull join limit not nothing notnull null on or
order primary raise references returning select set table then to transaction union unique update using
values when where
"""
_RESERVED = frozenset(_OWN_WORDS.split())
"""What SQLite takes for its own word where a name could stand."""


def parse(data: bytes, said: Said = silent) -> Content:
    """The one sheet of a CSV or TSV file. Raises UndecodableText, NotADocument and TooLarge."""
    decoded = decode(data)
    text = Storing().text(decoded.text)
    cells = Cells(text, *delimiter_of(text), said)
    grid = [{column: cell.text for column, cell in row.cells.items()} for row in cells.rows()]
    told = [*decoded.warnings, *cells.warnings()]
    return content_of([("", grid, [warned.text for warned in told])])


def content_of(sheets: Sequence[tuple[str, Grid, Sequence[str]]]) -> Content:
    """Sheets by name, each with what is to be said of it. Raises NotADocument when none has rows."""
    parts = []
    for name, grid, notes in sheets:
        if (sheet := sheet_of(name, grid, notes)) is not None:
            parts.append(Part(name or "sheet", json.dumps(sheet, ensure_ascii=False).encode()))
    if not parts:
        raise NotADocument("there are no rows under a head in it")
    return Content("", (), parts=parts)


def sheet_of(name: str, grid: Grid, notes: Sequence[str]) -> dict[str, Any] | None:
    """A sheet as it is loaded: name, columns (name, kind, heading, note), rows, notes. None without rows."""
    rows = _without_titles(grid)
    head, body = (rows[0], rows[1:]) if rows and _is_head(rows[0]) else ({}, rows)
    columns = sorted({column for row in rows for column in row})
    if not body or not columns:
        return None
    headings = [_text(head.get(column, "")) for column in columns]
    names = unique_names(headings, [f"column_{number}" for number in range(1, len(columns) + 1)])
    values = [[row.get(column) for row in body] for column in columns]
    sign = sign_of(values)
    kinds, told, made, said = [], list(notes), [], []
    if not head:
        told.append("no row of it names columns; they are numbered")
    if len(rows) < len(grid):
        told.append(f"{counted(len(grid) - len(rows), 'row')} above its head left out")
    for column_name, column in zip(names, values, strict=True):
        kind, found, note = as_kind(column, sign)
        kinds.append(kind)
        made.append(found)
        said.append(note)
        if note:
            told.append(f"column `{column_name}`: {note}")
    return {
        "name": name,
        "columns": [list(each) for each in zip(names, kinds, headings, said, strict=True)],
        "rows": [list(row) for row in zip(*made, strict=True)],
        "notes": told,
    }


def unique_names(wanted: Sequence[str], otherwise: Sequence[str], taken: Collection[str] = ()) -> list[str]:
    """
    A name for each that SQL takes without quotation marks, none twice: `Omsetning 2025 (NOK)` becomes
    `Omsetning_2025_NOK`; what holds no letter becomes what stands at its place in `otherwise`.
    """
    met = {name.lower() for name in taken}
    names = []
    for each, other in zip(wanted, otherwise, strict=True):
        plain = re.sub(r"\W+", "_", normalise(each)).strip("_")[:LONGEST_NAME] or other
        if plain[0].isdigit():
            plain = f"c_{plain}"
        if plain.lower() in _RESERVED:
            plain = f"{plain}_"
        name, number = plain, 1
        while name.lower() in met:
            number += 1
            name = f"{plain}_{number}"
        met.add(name.lower())
        names.append(name)
    return names


def _without_titles(grid: Grid) -> list[Mapping[int, str | int | float]]:
    """From the first row on that fills more than one cell, where any does."""
    start = next((number for number, row in enumerate(grid) if len(row) > 1), 0)
    return list(grid[start:])


def _is_head(row: Mapping[int, Value]) -> bool:
    """Whether a row names columns: no cell of it is counted; a year is a name."""
    return not any(
        is_figure(cell) if isinstance(cell, str) else not isinstance(cell, int) or cell not in _YEARS
        for cell in row.values()
    )


def _text(value: Value) -> str:
    return "" if value is None else str(value)
