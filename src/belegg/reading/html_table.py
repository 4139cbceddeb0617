"""A data table as lines: one a row, cells between bars, so that what stands in one row stays together."""

from __future__ import annotations

from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from belegg.reading.tables.grid import MOST_REPEATED

Attributes = dict[str, str | None]
_MOST_SPANNED = 100
MOST_REPEATS = 20_000
"""Repetitions of cells on one page."""

_MOST_INSIDE = 500
"""Nodes of tables inside a table that is read by its rows; with more of them no row would be readable."""


@dataclass(slots=True)
class Table:
    """
    A table while it is walked. `cell` gathers the blocks of the open cell, None between cells.

    What reaches over several rows is repeated in each of them, as in tables of office files, while it is no
    longer than `MOST_REPEATED` and `repeats` last; beside it, over several columns, it stands once. A bar of
    a cell's own is written `\\|`.
    """

    repeats: int
    rows: list[str] = field(default_factory=list)
    cell: list[str] | None = None
    _cells: list[str] = field(default_factory=list)
    _above: dict[int, tuple[int, str]] = field(default_factory=dict)
    _spans: tuple[int, int] = (1, 1)
    _says: bool = False

    def open_cell(self, attributes: Attributes) -> None:
        self.cell = []
        self._spans = _span(attributes.get("rowspan"), 0), _span(attributes.get("colspan"), 1)
        self._pass_covered()

    def close_cell(self) -> None:
        rows, columns = self._spans
        text = " ".join(self.cell or ()).replace("|", r"\|")
        self._says = self._says or bool(text)
        for number in range(columns):
            shown = text if number == 0 else ""
            if rows > 1:
                self._above[len(self._cells)] = (rows - 1, shown)
            self._cells.append(shown)
        self.cell = None

    def close_row(self) -> None:
        self._pass_covered()
        if self._says:
            self.rows.append(" | ".join(self._cells).strip())
        self._cells = []
        self._says = False

    def end_group(self) -> None:
        """No cell reaches out of its group of rows."""
        self._above.clear()

    def _pass_covered(self) -> None:
        while (above := self._above.get(len(self._cells))) and above[0] > 0:
            left, text = above
            self._above[len(self._cells)] = (left - 1, text)
            repeated = bool(text) and len(text) <= MOST_REPEATED and self.repeats > 0
            self.repeats -= repeated
            self._cells.append(text if repeated else "")


def is_data(table: LexborNode) -> bool:
    """
    Whether a table holds data: two rows or more, two cells in one of them.

    With tables inside it is there to place things on the page, unless it names its columns or rows (`th`).
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
    return rows > 1 and wide and (named or not inside)


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
