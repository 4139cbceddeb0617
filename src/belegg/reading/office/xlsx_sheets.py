"""
The sheets of an Excel workbook as tables of a database: values as they are stored, and not as they are shown.
Those of formulas are what was stored with the file; days are written `2026-01-31`.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from belegg.errors import Damaged, TooLarge
from belegg.reading.content import Content, Said, silent
from belegg.reading.office.leavings import of
from belegg.reading.office.package import Package, share
from belegg.reading.office.sheet_cells import Book, book_of, cell_of, column_of
from belegg.reading.office.xlsx import MOST_CELLS, lacks_value
from belegg.reading.stored import Storing
from belegg.reading.tables.dates import moment
from belegg.reading.tables.sheets import content_of

_ROWS = frozenset({"x_sheetData"})
_EXACT = 2**53
"""Whole numbers above it are not all there in a workbook."""

Row = dict[int, str | int | float]


def parse(data: bytes, said: Said = silent) -> Content:
    """Raises Damaged, PasswordNeeded, NotADocument and TooLarge."""
    package = Package(data)
    main = package.main("xl/workbook.xml")
    workbook = package.tree(main)
    since_1904 = any(e.get("date1904") in ("1", "true") for e in workbook.iterfind("x_workbookPr"))
    book = book_of(package, main, since_1904, Storing())
    relations = package.relations(main)
    listed = workbook.findall("x_sheets/x_sheet")
    sheets: list[tuple[str, list[Row], list[str]]] = []
    left = MOST_CELLS
    for number, sheet in enumerate(listed):
        name = sheet.get("name") or ""
        relation = relations.get(sheet.get("r_id") or "")
        if relation is None or relation.external or relation.target not in package:
            raise Damaged(f"the file is damaged: sheet `{name}` is missing")
        if (sheet.get("state") or "visible") != "visible":
            if sheets:
                sheets[-1][2].append(f"the hidden sheet `{name}` beside it is left out")
            continue
        reading = _Sheet(book)
        rows = list(reading.rows(package, relation.target, share(said, number, len(listed))))
        left -= reading.cells
        if left < 0:
            raise TooLarge(f"the workbook holds more than {MOST_CELLS:,} cells; divide it")
        sheets.append((name, rows, reading.notes()))
    return content_of(sheets)


class _Sheet:
    """The cells of one sheet, and what was odd about them."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self.cells = 0
        self._uncounted = self._faults = 0

    def rows(self, package: Package, part: str, said: Said) -> Iterator[Row]:
        for piece in package.pieces(part, _ROWS, said):
            if piece.tag != "x_row":
                continue
            row: Row = {}
            column = 0
            for each in piece:
                column = column_of(each.get("r") or "") or column + 1
                self.cells += 1
                if self.cells > MOST_CELLS:
                    raise TooLarge(f"the workbook holds more than {MOST_CELLS:,} cells; divide it")
                value = self._value(each)
                if value is not None:
                    row[column] = value
            if row:
                yield row

    def _value(self, element: Element) -> str | int | float | None:
        kind = element.get("t") or "n"
        if lacks_value(element):
            self._uncounted += 1
            return None
        if kind == "e":
            self._faults += 1
            return None
        if kind == "n":
            value = element.find("x_v")
            try:
                return self._number(float((value.text if value is not None else "") or ""), element)
            except (ValueError, OverflowError):
                return None
        cell = cell_of(element, self._book)
        return " ".join(cell.text.split()) or None if cell else None

    def _number(self, value: float, element: Element) -> str | int | float:
        look = self._book.looks.get(element.get("s") or "0")
        when = moment(value, self._book.since_1904) if look and look.is_date else None
        if when is not None and value < 1:
            return when.strftime("%H:%M:%S")
        if when is not None:
            whole = value == int(value)
            return when.date().isoformat() if whole else when.isoformat(" ", "seconds")
        return int(value) if value == int(value) and abs(value) <= _EXACT else value

    def notes(self) -> list[str]:
        notes = []
        if self._uncounted:
            notes.append(f"{of(self._uncounted, 'formula')} without a stored value, taken as missing")
        if self._faults:
            notes.append(f"{of(self._faults, 'cell')} that hold an error of Excel, taken as missing")
        return notes
