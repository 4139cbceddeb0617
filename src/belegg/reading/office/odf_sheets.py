"""The sheets of an OpenDocument spreadsheet: cells as they are shown, which the file itself states."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from belegg.errors import TooLarge
from belegg.reading.content import Content
from belegg.reading.office.leavings import listed
from belegg.reading.office.odf_styles import OdfStyles
from belegg.reading.office.odf_text import OdfText, spanned
from belegg.reading.stored import Storing
from belegg.reading.tables.grid import Merged, Row, add_tables, spread
from belegg.reading.tables.heads import Cell
from belegg.records import Warned

MOST_CELLS = 3_000_000
_NUMBERS = frozenset({"float", "percentage", "currency"})
_MOST_ALIKE = 1_000
_ROW_GROUPS = frozenset({"table_table-header-rows", "table_table-rows", "table_table-row-group"})


class Sheets:
    """Takes in the sheets of one file."""

    def __init__(self, text: OdfText, styles: OdfStyles, storing: Storing) -> None:
        self._text = text
        self._styles = styles
        self._storing = storing
        self._hidden: list[str] = []
        self._cells = 0

    def taken(self, body: Element) -> Content:
        """Take in all sheets; the content holds what else there is to say."""
        for table in body.findall("table_table"):
            self._sheet(table)
        warnings: tuple[Warned, ...] = ()
        if self._hidden:
            warnings = (Warned("hidden cells", f"not shown, but read: {listed(self._hidden)}"),)
        return Content("", (), warnings=warnings)

    def _sheet(self, table: Element) -> None:
        name = self._storing.text(table.get("table_name") or "").strip()
        rows: list[Row] = []
        merged: list[Merged] = []
        self._rows(table, name, rows, merged, 0)
        if not rows:
            return
        spread(rows, merged)
        if not self._styles.is_shown(table.get("table_style-name") or ""):
            self._hidden.append(f"sheet `{name}`")
        self._text.builder.add("heading", name, level=1, name=name)
        add_tables(self._text.builder, rows)

    def _rows(self, element: Element, sheet: str, rows: list[Row], merged: list[Merged], number: int) -> int:
        """The rows from the one after `number` on; the number of the last."""
        for child in element:
            if child.tag in _ROW_GROUPS:
                number = self._rows(child, sheet, rows, merged, number)
            elif child.tag == "table_table-row":
                times = _times(child, "rows")
                cells = self._row(child, number + 1, merged)
                alike = range(min(times, _MOST_ALIKE) if cells else 0)
                self._cells += len(cells) * max(0, len(alike) - 1)
                rows += [Row(number + 1 + place, dict(cells)) for place in alike]
                number += times
                if cells and child.get("table_visibility") in ("collapse", "filter"):
                    self._hidden.append(f"row {number} of `{sheet}`")
        return number

    def _row(self, row: Element, number: int, merged: list[Merged]) -> dict[int, Cell]:
        cells: dict[int, Cell] = {}
        column = 1
        for each in row:
            if each.tag not in ("table_table-cell", "table_covered-table-cell"):
                continue
            times = _times(each, "columns")
            text = self._text.cell_text(each) if len(each) and each.tag == "table_table-cell" else ""
            if text:
                counts = each.get("office_value-type") in _NUMBERS
                for place in range(min(times, _MOST_ALIKE)):
                    cells[column + place] = Cell(text, counts)
                    self._cells += 1
                down, across = spanned(each, "rows"), spanned(each, "columns")
                if down > 1 or across > 1:
                    merged.append(Merged(number, column, number + down - 1, column + across - 1))
            if self._cells > MOST_CELLS:
                raise TooLarge(f"the workbook holds more than {MOST_CELLS:,} cells; divide it")
            column += times
        return cells


def _times(element: Element, what: str) -> int:
    count = element.get(f"table_number-{what}-repeated") or "1"
    return max(1, int(count)) if count.isdecimal() and len(count) < 9 else 1
