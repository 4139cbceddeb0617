"""The body of a Word document as blocks: headings with numbers, lists, tables, notes behind their section."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from xml.etree.ElementTree import Element

from belegg.reading.office.word_contents import WrittenContents
from belegg.reading.office.word_looks import Looks
from belegg.reading.office.word_numbering import Marker, Numbering
from belegg.reading.office.word_runs import Runs
from belegg.reading.office.word_styles import Look, Styles, has_ground, numbering_of, value_of
from belegg.reading.office.word_tables import (
    Placed,
    holds_table,
    paragraphs_and_tables,
    rows_of,
    said,
)
from belegg.reading.raised import note_mark
from belegg.reading.sections import section_number
from belegg.reading.stored import Storing, TextBuilder
from belegg.reading.tables.heads import MOST_REPEATED, Cell, text_cell, texts
from belegg.reading.tables.labelled import are_labelled
from belegg.reading.tables.lines import inside, lines

_WRAPPERS = frozenset(
    (
        *("w_sdtContent", "w_customXml", "w_ins", "w_moveTo", "w_smartTag", "w_body"),
        *("mc_AlternateContent", "mc_Choice", "mc_Fallback"),
    )
)
_LONGEST_HEADING = 400
"""A paragraph in a heading's style that is longer is text, whatever its style says."""

Foreign = Callable[[Element, TextBuilder], None]
"""Takes in what another reader reads (a page of HTML in the document)."""


class Body:
    """
    Gathers blocks from elements of a document's body, one by one.

    `title` is the first paragraph in the style of a title; `looks` tells what letters say where styles say
    nothing.
    """

    def __init__(
        self,
        runs: Runs,
        styles: Styles,
        numbering: Numbering,
        storing: Storing,
        notes: Mapping[tuple[str, str], Element],
        foreign: Foreign,
    ) -> None:
        self.builder = TextBuilder()
        self._listed: list[str] = []
        self.title: str | None = None
        self._runs = runs
        self._styles = styles
        self._numbering = numbering
        self._storing = storing
        self._notes = notes
        self._foreign = foreign
        self._lines: list[str] = []
        self._carried = ""
        self._pending: list[tuple[str, str]] = []
        self._done: set[tuple[str, str]] = set()
        self._on_colour = False
        self._contents = WrittenContents()
        self._headed = False
        self.looks = Looks(styles)

    @property
    def furniture(self) -> list[str]:
        """The lines of tables of contents."""
        return [*self._listed, *self._contents.lines]

    def take(self, element: Element) -> None:
        """Take in one element of the body."""
        tag = element.tag
        if tag == "w_p":
            self._paragraph(element)
        elif tag == "w_tbl":
            self._table(element)
        elif tag == "w_sdt":
            self._control(element)
        elif tag == "w_altChunk":
            self._contents.end()
            self._end_list()
            self._foreign(element, self.builder)
        elif tag in _WRAPPERS:
            for child in element:
                self.take(child)

    def finish(self) -> None:
        """End what is open: the last list, the notes of the last section."""
        self._contents.end()
        if self._carried:
            self._plain(self._storing.text(self._carried))
            self._carried = ""
        self._end_list()
        self._write_notes()

    # ---------------------------------------------------------------- paragraphs

    def _paragraph(self, paragraph: Element) -> None:
        properties = paragraph.find("w_pPr")
        look = self._look(properties)
        hidden = len(self._runs.hidden)
        text = self._carried + self._runs.text(paragraph, self._on_colour)
        self._carried = ""
        if properties is not None and properties.find("w_rPr/w_del") is not None:
            self._carried = text
            return
        text = self._storing.text(text).strip()
        self._pending += self._runs.notes
        self._runs.notes = []
        # An empty paragraph has its number too; one that is not shown at all has none.
        marker = self._marker(properties, look) if text or hidden == len(self._runs.hidden) else None
        if text:
            self._place(text, look, marker, paragraph)
        self._after()

    def _place(self, text: str, look: Look, marker: Marker | None, paragraph: Element) -> None:
        """Write a paragraph, unless it belongs to a table of contents."""
        shown = f"{marker.text}{marker.space}{text}" if marker else text

        def write() -> None:
            self._write(text, look, marker)
            blocks = self.builder.blocks
            self._headed = self._headed or bool(blocks and blocks[-1].kind == "heading")
            if not self._headed and blocks and blocks[-1].kind == "paragraph":
                self.looks.remember(len(blocks) - 1, paragraph, text)

        if not self._contents.takes(shown, bool(look.level), write):
            write()

    def _look(self, properties: Element | None) -> Look:
        look = self._styles.look(value_of(properties, "w_pStyle") or self._styles.default)
        level = value_of(properties, "w_outlineLvl")
        if level and level.isdecimal():
            own = int(level) + 1 if int(level) < 9 else 0
            return Look(own, look.title, look.contents, look.numbered)
        return look

    def _marker(self, properties: Element | None, look: Look) -> Marker | None:
        own = numbering_of(properties.find("w_numPr") if properties is not None else None)
        numbered = own or look.numbered
        if own and own[0] == "0":
            return None
        if own and look.numbered and own[1] is None:
            numbered = (own[0], look.numbered[1])
        if numbered is None:
            return None
        style = value_of(properties, "w_pStyle") or self._styles.default
        return self._numbering.marker(numbered[0], numbered[1], style)

    def _write(self, text: str, look: Look, marker: Marker | None) -> None:
        if look.contents:
            self._listed += text.splitlines()
        elif look.level and len(text) <= _LONGEST_HEADING:
            self._heading(text, look, marker)
        elif marker is not None:
            self._item(text, marker)
        else:
            self._plain(text)

    def _heading(self, text: str, look: Look, marker: Marker | None) -> None:
        self._end_list()
        self._write_notes()
        text = " ".join(text.split())
        number = marker.text if marker else ""
        whole = f"{number}{marker.space if marker else ''}{text}" if number else text
        section = section_number(whole) or number.strip(" .)(:") or None
        self.builder.add("heading", whole, level=look.level or 1, name=whole, section=section)
        if look.title and self.title is None:
            self.title = text

    def _item(self, text: str, marker: Marker) -> None:
        indent = "  " * marker.level
        before = f"{marker.text}{marker.space}" if marker.text else "- "
        first, *others = text.split("\n")
        self._lines.append(indent + before + first)
        self._lines += [indent + " " * len(before) + line for line in others]

    def _plain(self, text: str) -> None:
        self._end_list()
        self.builder.add("paragraph", text)

    def _end_list(self) -> None:
        if self._lines:
            self.builder.add("list", "\n".join(self._lines))
            self._lines = []

    def _after(self) -> None:
        """What hangs on the paragraph: its text boxes."""
        boxes, self._runs.boxes = self._runs.boxes, []
        for box in boxes:
            before, self._on_colour = self._on_colour, True
            for child in box:
                self.take(child)
            self._end_list()
            self._on_colour = before

    def _control(self, element: Element) -> None:
        """A content control; that of a table of contents goes to the furniture as a whole."""
        gallery = value_of(element, "w_sdtPr/w_docPartObj/w_docPartGallery") or ""
        content = element.find("w_sdtContent")
        if content is None:
            return
        if gallery == "Table of Contents":
            for paragraph in content.iter("w_p"):
                self._listed += self._storing.text(self._runs.text(paragraph)).strip().splitlines()
            return
        for child in content:
            self.take(child)

    # ---------------------------------------------------------------- tables

    def _table(self, table: Element) -> None:
        self._contents.end()
        rows = rows_of(table)
        before, self._on_colour = self._on_colour, self._on_colour or self._has_ground(table)
        if _is_data(rows):
            self._end_list()
            self.builder.add("table", "\n".join(lines(texts(self._grid(rows)))))
        else:
            for row in rows:
                for cell in row:
                    for child in cell.element:
                        self.take(child)
                    self._end_list()
        self._on_colour = before

    def _has_ground(self, table: Element) -> bool:
        style = value_of(table, "w_tblPr/w_tblStyle") or ""
        return self._styles.shades(style) or has_ground(table)

    def _grid(self, rows: list[list[Placed]]) -> list[dict[int, Cell]]:
        """Cells by row and column; what reaches over several rows stands in each of them."""
        above: dict[int, Cell] = {}
        grid: list[dict[int, Cell]] = []
        for row in rows:
            cells: dict[int, Cell] = {}
            for placed in row:
                if not placed.goes_on:
                    cell = above[placed.column] = text_cell(self._cell_text(placed.element), placed.wide)
                    cells[placed.column] = cell
                elif (over := above.get(placed.column)) and len(over.text) <= MOST_REPEATED:
                    cells[placed.column] = over
            grid.append(cells)
        return grid

    def _cell_text(self, cell: Element) -> str:
        pieces: list[str] = []
        for paragraph in paragraphs_and_tables(cell):
            if paragraph.tag == "w_tbl":
                pieces.append(inside(texts(self._grid(rows_of(paragraph)))))
                continue
            properties = paragraph.find("w_pPr")
            text = self._storing.text(self._runs.text(paragraph, self._on_colour)).strip()
            marker = self._marker(properties, self._look(properties))
            if text and marker is not None:
                text = f"{marker.text}{marker.space}{text}" if marker.text else f"- {text}"
            pieces.append(text)
            self._pending += self._runs.notes
            self._runs.notes, self._runs.boxes = [], []
        return " ".join(piece for piece in pieces if piece)

    # ---------------------------------------------------------------- notes

    def _write_notes(self) -> None:
        pending, self._pending = self._pending, []
        for kind, note in pending:
            element = self._notes.get((kind, note))
            if element is None or (kind, note) in self._done:
                continue
            self._done.add((kind, note))
            mark = self._runs.mark(kind, note)
            self._runs.own_mark = ""
            texts = [self._storing.text(self._runs.text(each)).strip() for each in element.iter("w_p")]
            self._runs.notes, self._runs.boxes = [], []
            text = "\n".join(text for text in texts if text)
            shown = note_mark(mark)
            if text:
                self.builder.add(
                    "footnote", f"{shown} {text.removeprefix(mark).strip()}", section=f"note {mark}"
                )


def _is_data(rows: list[list[Placed]]) -> bool:
    """Whether a table holds data, and is not there to place text on the page."""
    if not any(len(row) > 1 for row in rows):
        return False
    cells = [cell.element for row in rows for cell in row]
    if any(holds_table(cell) for cell in cells):
        return len(rows) > 1 and are_labelled([said(cell) for cell in row] for row in rows)
    return len(rows) > 1 or all(len(cell.findall("w_p")) <= 1 for cell in cells)
