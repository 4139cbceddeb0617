"""
Excel workbooks: a heading a sheet, cells as Excel shows them, a line a row.

Values of formulas are those that were stored with the file. The declared size of a sheet is not believed:
only cells that are there cost anything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from belegg.errors import Damaged, TooLarge
from belegg.reading.content import Content, Said, silent
from belegg.reading.office.drawings import drawn_paragraphs
from belegg.reading.office.embedded import embedded
from belegg.reading.office.leavings import leavings, listed, of
from belegg.reading.office.package import Package, share
from belegg.reading.office.properties import core_properties
from belegg.reading.office.sheet_cells import (
    Book,
    book_of,
    cell_of,
    column_letters,
    column_of,
    is_white,
    place_of,
    shows_nothing,
)
from belegg.reading.stored import Storing, TextBuilder
from belegg.reading.tables.grid import Merged, Row, add_tables, spread
from belegg.reading.tables.heads import Cell
from belegg.reading.tables.separators import AS_WRITTEN
from belegg.records import Warned

MOST_CELLS = 3_000_000
_ROWS = frozenset({"x_sheetData"})
_GROUNDS = frozenset({"x_conditionalFormatting", "x_tableParts"})
"""What may colour the ground under a cell besides its own style."""

_LAST_ROW, _LAST_COLUMN = 1_048_576, 16_384
_SIGNED = re.compile(r"\d[,. ]\d")
_PRINT_CODE = re.compile(r'&(?:"[^"]*"|K(?:[0-9A-Fa-f]{6}|\d\d[+-]\d{3})|\d+|[A-Z])')


def parse(data: bytes, said: Said = silent) -> Content:
    """Raises Damaged, PasswordNeeded and TooLarge."""
    package = Package(data)
    main = package.main("xl/workbook.xml")
    workbook = package.tree(main)
    storing = Storing()
    since_1904 = any(e.get("date1904") in ("1", "true") for e in workbook.iterfind("x_workbookPr"))
    book = book_of(package, main, since_1904, storing)
    reading = _Reading(package, book)
    relations = package.relations(main)
    listed = workbook.findall("x_sheets/x_sheet")
    for number, sheet in enumerate(listed):
        relation = relations.get(sheet.get("r_id") or "")
        if relation is None or relation.external or relation.target not in package:
            raise Damaged(f"the file is damaged: sheet `{sheet.get('name')}` is missing")
        reading.sheet(
            sheet.get("name") or "",
            sheet.get("state") or "visible",
            relation.target,
            share(said, number, len(listed)),
        )
    title, facts = core_properties(package)
    parts, unread = embedded(package)
    return Content(
        reading.builder.text(),
        tuple(reading.builder.blocks),
        title=title,
        facts=tuple(facts),
        furniture=tuple(dict.fromkeys(reading.furniture)),
        warnings=(*package.warnings(), *storing.warnings(), *reading.warnings(), *unread),
        parts=parts,
    )


class _Reading:
    """The sheets read so far, and what there is to say about them."""

    def __init__(self, package: Package, book: Book) -> None:
        self.builder = TextBuilder()
        self.furniture: list[str] = []
        self._package = package
        self._book = book
        self._cells = 0
        self._hidden: list[str] = []
        self._uncounted: list[str] = []
        self._unseen: list[str] = []
        self._white: list[tuple[dict[int, Cell], int]] = []
        self._comments = 0
        self._pictures = Counter[str]()

    def sheet(self, name: str, state: str, part: str, said: Said) -> None:
        """Take in one sheet; one without any text leaves nothing."""
        merged: list[Merged] = []
        rows: list[Row] = []
        hidden = Counter[str]()
        lines: list[str] = []
        self._white = []
        grounds = False
        for piece in self._package.pieces(part, _ROWS, said):
            if piece.tag == "x_row":
                row = self._row(piece, rows[-1].number if rows else 0, name)
                rows.append(row)
                hidden["row"] += piece.get("hidden") in ("1", "true") and bool(row.cells)
            elif piece.tag == "x_cols":
                hidden["column"] += _hidden_columns(piece)
            elif piece.tag == "x_mergeCells":
                merged += _merged(piece)
            elif piece.tag in _GROUNDS:
                grounds = True
            elif piece.tag == "x_headerFooter":
                lines += [" ".join(_PRINT_CODE.sub(" ", each.text or "").split()) for each in piece]
        if not grounds:
            self._take_out_white()
        spread(rows, merged)
        self._write(name, rows, part)
        self._note_hidden(name, state, hidden, bool(rows))
        self.furniture += [line for line in map(self._book.storing.text, lines) if line]
        self._comments += self._count_comments(part)

    def _write(self, name: str, rows: list[Row], part: str) -> None:
        drawn, pictures = drawn_paragraphs(self._package, part)
        self._pictures.update(pictures)
        if not drawn and not any(row.cells for row in rows):
            return
        heading = self._book.storing.text(name)
        self.builder.add("heading", heading, level=1, name=heading.strip())
        add_tables(self.builder, rows)
        for paragraph in drawn:
            self.builder.add("paragraph", self._book.storing.text(paragraph))

    def _row(self, element: Element, before: int, sheet: str) -> Row:
        stated = element.get("r") or ""
        number = int(stated) if stated.isdecimal() else before + 1
        if not before < number <= _LAST_ROW:
            raise Damaged(f"the file is damaged: row {stated} of `{sheet}` is out of order")
        cells: dict[int, Cell] = {}
        column = 0
        for each in element:
            column = column_of(each.get("r") or "") or column + 1
            self._cells += 1
            if self._cells > MOST_CELLS:
                raise TooLarge(f"the workbook holds more than {MOST_CELLS:,} cells; divide it")
            cell = cell_of(each, self._book)
            if cell is not None and column <= _LAST_COLUMN:
                cells[column] = cell
                if is_white(each, self._book):
                    self._white.append((cells, column))
            elif shows_nothing(each):
                self._unseen.append(f"{sheet}!{column_letters(column)}{number}")
            elif lacks_value(each):
                self._uncounted.append(f"{sheet}!{column_letters(column)}{number}")
        return Row(number, cells)

    def _take_out_white(self) -> None:
        """White on white is not shown; where a rule or a table may colour the ground, that cannot be told."""
        for cells, column in self._white:
            self._unseen.append(cells.pop(column).text)

    def _note_hidden(self, name: str, state: str, hidden: Counter[str], has_rows: bool) -> None:
        if state != "visible" and has_rows:
            self._hidden.append(f"sheet `{name}`")
        self._hidden += [
            f"{of(count, what)} of `{name}`" for what, count in hidden.items() if count and has_rows
        ]

    def _count_comments(self, part: str) -> int:
        """Threaded comments also stand as old ones, for old programs: the larger count is the count."""
        counts = [0]
        for kind, tag in (("comments", "x_comment"), ("threadedComment", "?_threadedComment")):
            trees = (self._package.tree(name) for name in self._package.related(part, kind))
            counts.append(sum(sum(1 for _ in tree.iter(tag)) for tree in trees))
        return max(counts)

    def warnings(self) -> Iterator[Warned]:
        """What a reader of the report should know."""
        if self._hidden:
            yield Warned("hidden cells", f"not shown, but read: {listed(self._hidden)}")
        if self._uncounted:
            places = listed([f"`{place}`" for place in self._uncounted])
            formulas = of(len(self._uncounted), "formula")
            message = f"{formulas} without a stored value: {places}; open the file in Excel and save it"
            yield Warned("formulas without values", message)
        text = self.builder.text() if self._book.signs != AS_WRITTEN else ""
        if _SIGNED.search(text):
            one = f"1{self._book.signs.thousands}234{self._book.signs.decimals}5"
            message = f"numbers are written as in the language of the sheets (`{one}`); the file does not say"
            yield Warned("number separators", message)
        yield from leavings(self._unseen, comments=self._comments, pictures=self._pictures["pictures"])
        if charts := self._pictures["charts"]:
            yield Warned("charts", f"{of(charts, 'chart')} not read; what they show stands in cells")


def lacks_value(cell: Element) -> bool:
    """Whether a cell holds a formula that no program has computed yet."""
    value = cell.find("x_v")
    return cell.find("x_f") is not None and (value is None or not value.text) and cell.get("t") != "str"


def _hidden_columns(element: Element) -> int:
    count = 0
    for each in element:
        first, last = each.get("min") or "", each.get("max") or ""
        if each.get("hidden") in ("1", "true") and first.isdecimal() and last.isdecimal():
            # What is hidden up to the very last column is the end of the sheet.
            count += max(0, int(last) - int(first) + 1) if int(last) < _LAST_COLUMN else 0
    return count


def _merged(element: Element) -> Iterator[Merged]:
    for each in element:
        first, _, last = (each.get("ref") or "").partition(":")
        start, end = place_of(first), place_of(last)
        if start and end:
            yield Merged(start[0], start[1], end[0], end[1])
