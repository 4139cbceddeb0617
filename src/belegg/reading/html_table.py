"""A data table as lines: one a row, cells between bars, so that what stands in one row stays together."""

from __future__ import annotations

from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from belegg.reading.html_tags import HEADINGS
from belegg.reading.tables.heads import MOST_REPEATED, Cell, text_cell, texts
from belegg.reading.tables.labelled import LONGEST_ROW, Said, are_labelled
from belegg.reading.tables.lines import inside, lines

Attributes = dict[str, str | None]
_MOST_SPANNED = 100
MOST_REPEATS = 20_000
"""Repetitions of cells on one page."""

_MOST_INSIDE = 500
"""Nodes of tables inside a table that is read by its rows; with more of them no row would be readable."""

_WHOLE = HEADINGS | {"ul", "ol", "dl", "pre", "blockquote"}
_GROUPS = frozenset({"thead", "tbody", "tfoot"})


@dataclass(slots=True)
class Table:
    """
    A table while it is walked. `cell` gathers the blocks of the open cell, None between cells.

    What reaches over several rows is repeated in each of them, as in tables of office files, while it is no
    longer than `MOST_REPEATED` and `repeats` last; over several columns as `tables.heads` says.
    """

    repeats: int
    cell: list[str] | None = None
    _rows: list[dict[int, Cell]] = field(default_factory=list)
    _named: list[int] = field(default_factory=list)
    _cells: dict[int, Cell] = field(default_factory=dict)
    _above: dict[int, tuple[int, Cell]] = field(default_factory=dict)
    _column: int = 0
    _spans: tuple[int, int] = (1, 1)
    _says: bool = False
    _names: bool = True

    def open_cell(self, tag: str, attributes: Attributes) -> None:
        self.cell = []
        self._spans = _span(attributes.get("rowspan"), 0), _span(attributes.get("colspan"), 1)
        self._names = self._names and tag == "th"
        self._pass_covered()

    def close_cell(self) -> None:
        rows, columns = self._spans
        cell = text_cell(" ".join(self.cell or ()), columns)
        self._says = self._says or bool(cell.text)
        self._cells[self._column] = cell
        if rows > 1:
            self._above[self._column] = rows - 1, cell
        self._column += columns
        self.cell = None

    def close_row(self) -> None:
        self._pass_covered()
        if self._says:
            if self._names:
                self._named.append(len(self._rows))
            self._rows.append(self._cells)
        self._cells, self._column = {}, 0
        self._says, self._names = False, True

    def end_group(self) -> None:
        """No cell reaches out of its group of rows."""
        self._above.clear()

    def lines(self) -> list[str]:
        """`| North | 7 |`"""
        return lines(self._shown())

    def inside(self) -> str:
        """The rows of a table inside a cell."""
        return inside(self._shown())

    def _shown(self) -> list[dict[int, str]]:
        return texts(self._rows, self._named)

    def _pass_covered(self) -> None:
        while (above := self._above.get(self._column)) and above[0] > 0:
            left, cell = above
            self._above[self._column] = left - 1, cell
            if cell.text and len(cell.text) <= MOST_REPEATED and self.repeats > 0:
                self.repeats -= 1
                self._cells[self._column] = cell
            self._column += cell.wide


def is_data(table: LexborNode) -> bool:
    """
    Whether a table holds data: two cells in a row, and two rows or short cells alone.

    With tables inside it is there to place things on the page, unless it names its columns or rows (`th`), or
    each of its rows is short and begins with a label.
    """
    if table.attributes.get("role") in ("presentation", "none"):
        return False
    rows = inside = 0
    wide = named = False
    below = [(table.child, False)]
    while below:
        node, is_inside = below.pop()
        while node is not None:
            tag = node.tag
            nested = is_inside or tag == "table"
            inside += nested
            if inside > _MOST_INSIDE:
                return False
            rows += tag == "tr" and not nested
            named = named or (tag == "th" and not nested)
            wide = wide or (tag in ("td", "th") and not nested and _has_neighbour(node))
            if node.child is not None:
                below.append((node.child, nested))
            node = node.next
    if not wide:
        return False
    if inside and not named:
        return rows > 1 and _is_labelled(table)
    return rows > 1 or _is_short(table)


def _is_labelled(table: LexborNode) -> bool:
    """Whether each row is short and begins with a label, so that it says something on its own."""
    if any(node.tag in _WHOLE for node in table.traverse()):
        return False
    return are_labelled(
        [Said(len(_said(cell)), cell.css_first("table") is not None) for cell in _cells_of(row)]
        for row in _rows(table)
    )


def _is_short(table: LexborNode) -> bool:
    """Whether a table of one row holds a few words in each cell."""
    if any(node.tag in _WHOLE for node in table.traverse()):
        return False
    said = [_said(cell) for row in _rows(table) for cell in _cells_of(row)]
    return all(said) and sum(map(len, said)) <= LONGEST_ROW


def _rows(table: LexborNode) -> list[LexborNode]:
    groups = [node for node in table.iter() if node.tag in _GROUPS]
    return [row for group in (table, *groups) for row in group.iter() if row.tag == "tr"]


def _cells_of(row: LexborNode) -> list[LexborNode]:
    return [cell for cell in row.iter() if cell.tag in ("td", "th")]


def _said(cell: LexborNode) -> str:
    return " ".join((cell.text() or "").split())


def _has_neighbour(cell: LexborNode) -> bool:
    after = cell.next
    while after is not None and after.tag not in ("td", "th"):
        after = after.next
    return after is not None


def _span(value: str | None, least: int) -> int:
    """A span as stated; rows may be 0: to the end of the group of rows."""
    if not value or not value.isdecimal() or len(value) > 4:
        return 1
    number = int(value)
    return min(_MOST_SPANNED, max(least, number)) or _MOST_SPANNED
