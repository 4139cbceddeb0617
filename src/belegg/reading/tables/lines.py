"""A row of a table as one line, cells between bars: what stands in one row stays together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def line(cells: Iterable[str]) -> str:
    r"""`| a | b |`. A bar of the cell's own is written `\|`, line ends become spaces."""
    return f"| {' | '.join(cell_text(cell) for cell in cells)} |"


def cell_text(text: str) -> str:
    """A cell's text in one line, its own bars marked as such."""
    return " ".join(text.split()).replace("|", r"\|")


def lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """The rows that hold anything as lines of so many cells as others; empty columns are left out."""
    width = max((len(row) for row in rows), default=0)
    used = [n for n in range(width) if any(len(row) > n and row[n].strip() for row in rows)]
    return [
        line(row[n] if n < len(row) else "" for n in used)
        for row in rows
        if any(cell.strip() for cell in row)
    ]
