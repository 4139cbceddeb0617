"""Word's tables as grids: spans resolved, deleted rows left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from belegg.reading.office.word_styles import value_of
from belegg.reading.tables.labelled import Said

_MOST_SPANNED = 63
"""Columns that a table of Word may have."""

_WRAPPERS = frozenset(
    {"w_sdt", "w_sdtContent", "w_customXml", "w_ins", "w_moveTo", "mc_AlternateContent", "mc_Choice"}
)


@dataclass(frozen=True, slots=True)
class Placed:
    """A cell: its column from 0, how many columns it is wide, whether it goes on with the cell above."""

    element: Element
    column: int
    wide: int
    goes_on: bool


def rows_of(table: Element) -> list[list[Placed]]:
    """The rows of a table with their cells."""
    return [list(_cells(row)) for row in _inside(table, "w_tr") if row.find("w_trPr/w_del") is None]


def holds_table(cell: Element) -> bool:
    """Whether another table stands inside a cell."""
    return next(cell.iter("w_tbl"), None) is not None


def paragraphs_and_tables(cell: Element) -> Iterator[Element]:
    """What stands in a cell, in order: its paragraphs, and tables as a whole."""
    for child in cell:
        if child.tag in ("w_p", "w_tbl"):
            yield child
        else:
            yield from paragraphs_and_tables(child)


def said(cell: Placed) -> Said:
    """How much a cell says; one that goes on with the cell above has its label there."""
    length = sum(len(each.text or "") for each in cell.element.iter("w_t"))
    return Said(max(length, 1) if cell.goes_on else length, holds_table(cell.element))


def _inside(element: Element, wanted: str) -> Iterator[Element]:
    for child in element:
        if child.tag == wanted:
            yield child
        elif child.tag in _WRAPPERS:
            yield from _inside(child, wanted)


def _cells(row: Element) -> Iterator[Placed]:
    column = _number(value_of(row, "w_trPr/w_gridBefore"), 0)
    for cell in _inside(row, "w_tc"):
        wide = max(1, _number(value_of(cell, "w_tcPr/w_gridSpan"), 1))
        yield Placed(cell, column, wide, _goes_on(cell))
        column += wide


def _goes_on(cell: Element) -> bool:
    merge = cell.find("w_tcPr/w_vMerge")
    return merge is not None and (merge.get("w_val") or "continue") == "continue"


def _number(value: str | None, otherwise: int) -> int:
    return min(_MOST_SPANNED, int(value)) if value and value.isdecimal() and len(value) < 6 else otherwise
