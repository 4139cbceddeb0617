"""A row of a table as one line, cells between bars: what stands in one row stays together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence


def line(cells: Iterable[str]) -> str:
    r"""`| a | b |`. A bar of the cell's own is written `\|`, line ends become spaces."""
    return f"| {' | '.join(cell_text(cell) for cell in cells)} |"


def cell_text(text: str) -> str:
    """A cell's text in one line, its own bars marked as such."""
    return " ".join(text.split()).replace("|", r"\|")


def lines(rows: Sequence[Mapping[int, str]]) -> list[str]:
    """The rows that hold anything as lines of so many cells as others; empty columns are left out."""
    return [line(row) for row in filled(rows)]


def inside(rows: Sequence[Mapping[int, str]]) -> str:
    """The rows of a table inside a cell: `North | 7; South | 9`."""
    return "; ".join(" | ".join(row) for row in filled(rows))


def filled(rows: Sequence[Mapping[int, str]]) -> list[list[str]]:
    """The rows that hold anything, by the columns in which anything stands."""
    used = sorted({column for row in rows for column, text in row.items() if text.strip()})
    return [
        [row.get(column, "") for column in used] for row in rows if any(text.strip() for text in row.values())
    ]
