"""What is put together of a table: entries of cells, each with the printed lines that it was read from."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from belegg.reading.pdf.cells import is_worded, text_of
from belegg.reading.pdf.frames import Frame
from belegg.reading.pdf.pieces import Piece
from belegg.reading.pdf.placing import Cell, Columns, is_figure
from belegg.reading.pdf.rows import Row

_FEWEST_COUNTED = 4
_TICK = re.compile(r"[*†‡✓✔✗✘■□●○]+")


@dataclass(slots=True)
class Entry:
    """
    A row of a table: its cells from the left (empty: no pieces), and its printed lines.

    `plain` is a row of one cell, whose words stand in no plain columns.
    """

    cells: list[Cell]
    lines: list[Row]
    plain: bool = False

    @property
    def top(self) -> float:
        """The base line of the first printed line."""
        return self.lines[0].base

    @property
    def base(self) -> float:
        """The base line of the last printed line."""
        return self.lines[-1].base

    @property
    def size(self) -> float:
        return max(line.size for line in self.lines)

    @property
    def is_label(self) -> bool:
        """Whether the entry has words in its first column, and nothing else."""
        return not self.plain and bool(self.cells[0]) and not any(self.cells[1:])

    def figures(self, frame: Frame) -> list[int]:
        """The columns after the first that hold a figure or a tick; years and numbers of columns are none."""
        if self.plain:
            return []
        found = [(n, words_of(cell, frame)) for n, cell in enumerate(self.cells) if n and cell]
        if counts_columns([words for _, words in found]):
            return []
        return [n for n, words in found if is_figure(words) or _TICK.fullmatch(words)]

    def spans(self) -> list[int]:
        """The columns that a head over several of them stands in."""
        pairs = list(itertools.pairwise(self.cells))
        both = [n for n, (one, other) in enumerate(pairs) if one and other and one[0] is other[0]]
        return sorted({at for n in both for at in (n, n + 1)})


@dataclass(slots=True)
class Grid:
    """A table and its columns; the entries from the top."""

    entries: list[Entry]
    columns: Columns

    @property
    def rows(self) -> list[list[list[Piece]]]:
        """Each entry's cells, a row of one cell for plain words."""
        return [entry.cells for entry in self.entries]

    @property
    def unplaced(self) -> list[int]:
        """Which of the printed lines stand in no plain columns."""
        found: list[int] = []
        at = 0
        for entry in self.entries:
            found += range(at, at + len(entry.lines)) if entry.plain else ()
            at += len(entry.lines)
        return found


def counts_columns(texts: Sequence[str]) -> bool:
    """Whether texts are heads that count (0, 1, 2, 3), maybe after words, and no figures of a row."""
    numbers = [int(text) for text in texts if text.isdecimal()]
    counted = all(b - a == 1 for a, b in itertools.pairwise(numbers))
    return (
        len(numbers) >= _FEWEST_COUNTED
        and counted
        and not any(is_figure(t) for t in texts if not t.isdecimal())
    )


def words_of(cell: Cell, frame: Frame) -> str:
    """The characters of a cell, without blanks."""
    return "".join(text_of(piece, frame) for piece in cell)


def joined(lines: Iterable[Cell], frame: Frame) -> Cell:
    """
    A cell's lines as one cell, from the top.

    Words of several lines that stand side by side all the way, a short label beside a text, are read one
    after the other: line by line their words would be mixed.
    """
    pieces = [piece for line in lines for piece in line]
    blocks: list[Cell] = []
    reach = -math.inf
    for piece in sorted(pieces, key=lambda one: one.x0):
        if not blocks or piece.x0 > reach:
            blocks.append([])
        blocks[-1].append(piece)
        reach = max(reach, piece.x1)
    if len(blocks) < 2 or not all(_is_text(block, frame) for block in blocks):
        return pieces
    return [piece for block in blocks for piece in sorted(block, key=lambda one: (one.base, one.x0))]


def _is_text(block: Cell, frame: Frame) -> bool:
    """Whether pieces are words on more than one line."""
    lines = max(piece.base for piece in block) - min(piece.base for piece in block)
    return lines > block[0].size / 2 and any(is_worded(piece, frame) for piece in block)
