"""The paragraphs, cells and notes of an RTF text gathered into blocks."""

from __future__ import annotations

import re

from belegg.reading.raised import note_mark
from belegg.reading.sections import section_number
from belegg.reading.stored import Storing, TextBuilder
from belegg.reading.tables.heads import MOST_REPEATED, Cell, text_cell, texts
from belegg.reading.tables.lines import lines

_BULLET = re.compile(r"[•·▪■●○◦o§\-–*\ufffd]")


class RtfBlocks:
    """Takes text for a place (`text`, `note`, `header`, `marker`) and ends what it is part of."""

    def __init__(self, storing: Storing) -> None:
        self.builder = TextBuilder()
        self.furniture: list[str] = []
        self._storing = storing
        self._texts: dict[str, list[str]] = {"text": [], "note": [], "header": [], "marker": []}
        self._listed: list[str] = []
        self._cells: list[str] = []
        self._cell: list[str] = []
        self._rows: list[dict[int, Cell]] = []
        self._shapes: list[str] = []
        self._shape = ""
        self._count = 0
        self._notes: list[tuple[int, str]] = []

    def add(self, into: str, text: str) -> None:
        """Text for a place."""
        self._texts[into].append(text)

    def end_paragraph(self, into: str, level: int, in_table: bool) -> None:
        """A paragraph is complete; `level` is a heading's, 0 for others."""
        if into != "text":
            self._texts[into].append("\n")
            return
        marker, text = self._taken("marker"), self._taken("text")
        if in_table:
            self._cell.append(f"{_marker(marker)}{text}" if text else "")
            return
        self._end_table()
        if not text:
            return
        if level and not marker:
            self._heading(text, level)
        elif level:
            self._heading(f"{marker.strip()} {text}", level)
        elif marker:
            self._listed.append(f"{_marker(marker)}{text}")
        else:
            self._end_list()
            self.builder.add("paragraph", text)

    def end_cell(self) -> None:
        """A cell of a table is complete."""
        marker, text = self._taken("marker"), self._taken("text")
        self._cell.append(f"{_marker(marker)}{text}" if text else "")
        self._cells.append(" ".join(piece for piece in self._cell if piece))
        self._cell = []

    def begin_shapes(self) -> None:
        """The cells of the rows from here on are described anew."""
        self._shapes, self._shape = [], ""

    def shape(self, name: str) -> None:
        """A word about the next cell (`clvmrg`: it goes on with the cell above); `cellx` ends it."""
        if name == "cellx":
            self._shapes.append(self._shape)
        self._shape = "" if name == "cellx" else name

    def end_row(self) -> None:
        """A row of a table is complete."""
        cells: dict[int, Cell] = {}
        for column, text in enumerate(self._cells):
            shape = self._shapes[column] if column < len(self._shapes) else ""
            above = self._rows[-1].get(column) if self._rows else None
            if shape == "clmrg" and cells and not text:
                first = max(cells)
                cells[first] = cells[first]._replace(wide=column - first + 1)
            elif shape == "clvmrg" and not text and above and len(above.text) <= MOST_REPEATED:
                cells[column] = above
            else:
                cells[column] = text_cell(text)
        if cells:
            self._rows.append(cells)
        self._cells = []

    def begin_note(self) -> None:
        """A note begins; its mark stands in the text."""
        self._count += 1
        self._texts["text"].append(note_mark(str(self._count)))

    def end_note(self) -> None:
        """A note is complete."""
        if text := self._taken("note"):
            self._notes.append((self._count, text))

    def end_header(self) -> None:
        """A header or footer is complete."""
        self.furniture += [line.strip() for line in self._taken("header").split("\n") if line.strip()]

    def finish(self) -> None:
        """End everything that is open."""
        self.end_paragraph("text", 0, False)
        self.end_row()
        self._end_table()
        self._end_list()
        self._write_notes()

    def _heading(self, text: str, level: int) -> None:
        self._end_list()
        self._write_notes()
        name = " ".join(text.split())
        self.builder.add("heading", name, level=level, name=name, section=section_number(name))

    def _taken(self, into: str) -> str:
        raw = "".join(self._texts[into])
        self._texts[into] = []
        return self._storing.text(raw).strip()

    def _end_list(self) -> None:
        if self._listed:
            self.builder.add("list", "\n".join(self._listed))
            self._listed = []

    def _end_table(self) -> None:
        if self._rows:
            self._end_list()
            self.builder.add("table", "\n".join(lines(texts(self._rows))))
            self._rows = []

    def _write_notes(self) -> None:
        for number, text in self._notes:
            self.builder.add("footnote", f"{note_mark(str(number))} {text}", section=f"note {number}")
        self._notes = []


def _marker(marker: str) -> str:
    if not marker:
        return ""
    return "- " if _BULLET.fullmatch(marker) else f"{marker} "
