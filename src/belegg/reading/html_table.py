"""A data table as lines: one a row, cells between bars, so that what stands in one row stays together."""

from __future__ import annotations

from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

Attributes = dict[str, str | None]
_MOST_SPANNED = 100


@dataclass(slots=True)
class Table:
    """
    A table while it is walked. `cell` gathers the blocks of the open cell, None between cells.

    A cell that reaches over several rows or columns stands once, the places it covers are empty. A bar of a
    cell's own is written `\\|`.
    """

    rows: list[str] = field(default_factory=list)
    cell: list[str] | None = None
    _cells: list[str] = field(default_factory=list)
    _covered: dict[int, int] = field(default_factory=dict)
    _spans: tuple[int, int] = (1, 1)

    def open_cell(self, attributes: Attributes) -> None:
        self.cell = []
        self._spans = _span(attributes.get("rowspan")), _span(attributes.get("colspan"))
        self._pass_covered()

    def close_cell(self) -> None:
        rows, columns = self._spans
        for number in range(columns):
            if rows > 1:
                self._covered[len(self._cells)] = rows - 1
            text = " ".join(self.cell or ()).replace("|", r"\|")
            self._cells.append(text if number == 0 else "")
        self.cell = None

    def close_row(self) -> None:
        self._pass_covered()
        if any(self._cells):
            self.rows.append(" | ".join(self._cells).strip())
        self._cells = []

    def _pass_covered(self) -> None:
        while self._covered.get(len(self._cells), 0) > 0:
            self._covered[len(self._cells)] -= 1
            self._cells.append("")


def is_data(table: LexborNode) -> bool:
    """Whether a table holds data: two rows or more, two cells in one of them, no table inside."""
    inside = any(other.mem_id != table.mem_id for other in table.css("table"))
    if inside or table.attributes.get("role") in ("presentation", "none"):
        return False
    rows = table.css("tr")
    return len(rows) > 1 and any(len(row.css("td, th")) > 1 for row in rows)


def _span(value: str | None) -> int:
    return min(_MOST_SPANNED, max(1, int(value))) if value and value.isdecimal() and len(value) < 5 else 1
