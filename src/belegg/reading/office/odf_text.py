"""The text of an OpenDocument file as blocks: headings, lists, tables, notes behind their section."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterator
from itertools import islice
from xml.etree.ElementTree import Element

from belegg.reading.office.odf_styles import Counter, OdfStyles, start_of
from belegg.reading.raised import note_mark, raised
from belegg.reading.sections import section_number
from belegg.reading.stored import Storing, TextBuilder
from belegg.reading.tables.heads import MOST_REPEATED, Cell, text_cell, texts
from belegg.reading.tables.labelled import Said, are_labelled
from belegg.reading.tables.lines import inside, lines

_CONTENTS = frozenset(
    f"text_{name}"
    for name in ("table-of-content", "illustration-index", "table-index", "object-index", "user-index")
)
_UNPRINTED = frozenset({"text_tracked-changes", "text_sequence-decls", "text_variable-decls", "office_forms"})
_ROW_GROUPS = frozenset({"table_table-header-rows", "table_table-rows", "table_table-row-group"})
_CELLS = frozenset({"table_table-cell", "table_covered-table-cell"})
_MOST_REPEATED_CELLS = 1_000
_MOST_ROWS = 100_000
_DEEPEST_LIST = 10
_BREAK, _KEPT = "\v", "\x1f"
"""Stand for a line end and a space that are said, while other white space is collapsed; no XML holds them."""


class OdfText:
    """
    Gathers blocks. `hidden`, `furniture` and `counts` (comments, pictures, tables) say what was left out;
    `title` is the first paragraph in the style of a title.
    """

    def __init__(self, styles: OdfStyles, storing: Storing) -> None:
        self.builder = TextBuilder()
        self.hidden: list[str] = []
        self.furniture: list[str] = []
        self.counts: Tally[str] = Tally()
        self.title: str | None = None
        self._styles = styles
        self._storing = storing
        self._outline = Counter()
        self._lists: dict[str, Counter] = {}
        self._lines: list[str] = []
        self._notes: list[tuple[str, str]] = []
        self._boxes: list[Element] = []

    def take(self, element: Element) -> None:
        """Take in everything below an element."""
        for child in element:
            self._one(child)

    def finish(self) -> None:
        """End what is open: the last list, the notes of the last section."""
        self._end_list()
        self._write_notes()

    def _one(self, element: Element) -> None:
        tag = element.tag
        if tag == "text_p":
            self._paragraph(element)
        elif tag == "text_h":
            self._heading(element)
        elif tag == "text_list":
            self._end_list()
            self._list(element, element.get("text_style-name") or "", 1, None)
            self._end_list()
        elif tag == "table_table":
            self._table(element)
        elif tag in _CONTENTS:
            self.furniture += [line for each in element.iter("text_p") if (line := self.line(each))]
        elif tag == "text_section" and element.get("text_display") == "none":
            self.hidden.append(" ".join(self.line(each) for each in element.iter("text_p")))
        elif tag not in _UNPRINTED:
            self.take(element)

    # ---------------------------------------------------------------- paragraphs

    def line(self, paragraph: Element) -> str:
        """A paragraph's text as it is stored."""
        style = paragraph.get("text_style-name") or ""
        text = self._storing.text(_tidy(self._inline(paragraph))).strip()
        if text and self._styles.is_hidden("paragraph", style):
            self.hidden.append(text)
            return ""
        return text

    def _paragraph(self, paragraph: Element) -> None:
        text = self.line(paragraph)
        if text and self._styles.is_title(paragraph.get("text_style-name") or "") and self.title is None:
            self.title = " ".join(text.split())
            self.builder.add("heading", self.title, level=1, name=self.title)
        elif text:
            self._end_list()
            self.builder.add("paragraph", text)
        self._after()

    def _heading(self, element: Element, listed: str = "") -> None:
        """A heading; `listed` is its number where it stands in a list, as some programs number headings."""
        stated = element.get("text_outline-level") or "1"
        level = int(stated) if stated.isdecimal() and len(stated) < 3 else 1
        text = " ".join(self.line(element).split())
        looks = {n: look for n in range(1, 11) if (look := self._styles.outline_level(n)) is not None}
        number = ""
        if text and element.get("text_is-list-header") != "true":
            self._outline.next(level, start_of(looks.get(level)))
            number = self._outline.marker(looks, level) or listed
        if text:
            self._end_list()
            self._write_notes()
            whole = f"{number} {text}".strip()
            section = section_number(whole) or number.strip(" .)(:") or None
            self.builder.add("heading", whole, level=level, name=whole, section=section)
        self._after()

    def _after(self) -> None:
        boxes, self._boxes = self._boxes, []
        for box in boxes:
            self.take(box)

    def _inline(self, element: Element) -> str:
        return "".join(self._pieces(element))

    def _pieces(self, element: Element) -> Iterator[str]:
        yield _collapsed(element.text)
        for child in element:
            yield self._piece(child)
            yield _collapsed(child.tail)

    def _piece(self, element: Element) -> str:
        tag = element.tag
        if tag == "text_s":
            count = element.get("text_c") or "1"
            return _KEPT * (min(100, int(count)) if count.isdecimal() and len(count) < 5 else 1)
        if tag == "text_tab":
            return "\t"
        if tag == "text_line-break":
            return _BREAK
        if tag == "text_note":
            return self._note(element)
        if tag == "text_span":
            return self._span(element)
        if tag == "text_ruby":
            return "".join(self._inline(base) for base in element.findall("text_ruby-base"))
        if tag in ("text_hidden-text", "text_hidden-paragraph"):
            self.hidden.append(" ".join("".join(element.itertext()).split()))
            return ""
        if tag in ("office_annotation", "office_annotation-end"):
            self.counts["comments"] += tag == "office_annotation"
            return ""
        if tag.startswith("draw_"):
            self._drawn(element)
            return ""
        return self._inline(element)

    def _span(self, element: Element) -> str:
        style = element.get("text_style-name") or ""
        text = self._inline(element)
        if text.strip() and self._styles.is_hidden("text", style):
            self.hidden.append(" ".join(text.split()))
            return ""
        return raised(text) if self._styles.is_raised(style) else text

    def _drawn(self, element: Element) -> None:
        for each in element.iter():
            if each.tag == "draw_text-box":
                self._boxes.append(each)
            elif each.tag == "draw_image":
                self.counts["pictures"] += 1

    # ---------------------------------------------------------------- notes

    def _note(self, element: Element) -> str:
        mark = "".join("".join(each.itertext()) for each in element.findall("text_note-citation")).strip()
        body = element.find("text_note-body")
        texts = [self.line(each) for each in body.iter("text_p")] if body is not None else []
        if text := "\n".join(text for text in texts if text):
            self._notes.append((mark, text))
        return note_mark(mark) if mark else ""

    def _write_notes(self) -> None:
        notes, self._notes = self._notes, []
        for mark, text in notes:
            shown = f"{note_mark(mark)} " if mark else ""
            self.builder.add("footnote", f"{shown}{text}", section=f"note {mark}" if mark else None)

    # ---------------------------------------------------------------- lists

    def _list(self, element: Element, style: str, level: int, counter: Counter | None) -> None:
        if counter is None:
            counter = self._counter(element, style)
        for item in element:
            if item.tag in ("text_list-item", "text_list-header"):
                self._item(item, style, min(level, _DEEPEST_LIST), counter)

    def _counter(self, element: Element, style: str) -> Counter:
        """A list counts anew, unless it says that it goes on."""
        going_on = element.get("text_continue-list") or element.get("text_continue-numbering") == "true"
        counter = self._lists.get(style) if going_on else None
        if counter is None:
            counter = self._lists[style] = Counter()
        return counter

    def _item(self, item: Element, style: str, level: int, counter: Counter) -> None:
        prefix: str | None = None
        for child in item:
            if child.tag == "text_list":
                self._list(child, child.get("text_style-name") or style, level + 1, counter)
            elif child.tag == "text_h":
                marker = self._marker(item, style, level, counter).strip()
                self._heading(child, "" if marker == "-" else marker)
            elif child.tag == "text_p":
                text = self.line(child)
                if prefix is None:
                    named = style or self._styles.list_style_of(child.get("text_style-name") or "")
                    prefix = self._marker(item, named, level, counter) if text else None
                    self._add_line(text, level, prefix or "")
                else:
                    self._add_line(text, level, " " * len(prefix))
                self._after()
            else:
                self._one(child)

    def _marker(self, item: Element, style: str, level: int, counter: Counter) -> str:
        if item.tag == "text_list-header":
            return ""
        looks = {n: look for n in range(1, 11) if (look := self._styles.list_level(style, n)) is not None}
        start = item.get("text_start-value") or ""
        first = int(start) if start.isdecimal() and len(start) < 8 else start_of(looks.get(level))
        counter.next(level, first)
        number = counter.marker(looks, level)
        return f"{number} " if number else "- "

    def _add_line(self, text: str, level: int, prefix: str) -> None:
        if text:
            indent = "  " * (level - 1)
            first, *others = text.split("\n")
            self._lines.append(indent + prefix + first)
            self._lines += [indent + " " * len(prefix) + other for other in others]

    def _end_list(self) -> None:
        if self._lines:
            self.builder.add("list", "\n".join(self._lines))
            self._lines = []

    # ---------------------------------------------------------------- tables

    def _table(self, table: Element) -> None:
        self._end_list()
        rows = list(islice(table_rows(table), _MOST_ROWS))
        nested = any(_holds_table(cell) for row in rows for cell in row)
        labelled = nested and len(rows) > 1 and are_labelled([_said(cell) for cell in row] for row in rows)
        if (nested and not labelled) or not any(len(row) > 1 for row in rows):
            for row in rows:
                for cell in row:
                    self.take(cell)
                    self._end_list()
            return
        self.counts["tables"] += 1
        self.builder.add("table", "\n".join(lines(texts(self._grid(rows)))))

    def _grid(self, rows: list[list[Element]]) -> list[dict[int, Cell]]:
        """Cells by row and column; what reaches over several rows stands in each of them."""
        above: dict[int, tuple[int, Cell]] = {}
        grid: list[dict[int, Cell]] = []
        for row in rows:
            cells: dict[int, Cell] = {}
            for column, element in enumerate(row):
                left, cell = above.get(column, (0, Cell("")))
                if element.tag != "table_covered-table-cell":
                    cell = text_cell(self.cell_text(element), spanned(element, "columns"))
                    above[column] = (spanned(element, "rows") - 1, cell)
                    cells[column] = cell
                elif left > 0:
                    above[column] = (left - 1, cell)
                    if len(cell.text) <= MOST_REPEATED:
                        cells[column] = cell
            grid.append(cells)
        return grid

    def cell_text(self, cell: Element) -> str:
        """A cell's paragraphs and list items in one line."""
        outside, self._lines = self._lines, []
        for child in cell:
            if child.tag == "text_list":
                self._list(child, child.get("text_style-name") or "", 1, None)
            elif child.tag in ("text_p", "text_h"):
                self._lines.append(self.line(child))
            elif child.tag == "table_table":
                rows = list(islice(table_rows(child), _MOST_ROWS))
                found, self._lines = self._lines, []
                self._lines = [*found, inside(texts(self._grid(rows)))]
            else:
                self._lines += [self.line(each) for each in child.iter("text_p")]
        pieces, self._lines = self._lines, outside
        self._boxes = []
        return " ".join(piece.strip() for piece in pieces if piece.strip())


def _holds_table(cell: Element) -> bool:
    return next(cell.iter("table_table"), None) is not None


def _said(cell: Element) -> Said:
    """How much a cell says; one that is covered has its label above or before."""
    length = len("".join(cell.itertext()).strip())
    return Said(max(length, 1) if cell.tag == "table_covered-table-cell" else length, _holds_table(cell))


def table_rows(table: Element) -> Iterator[list[Element]]:
    """The rows of a table with their cells, repeated ones at most 1,000 times, and 1,000 cells in a row."""
    for child in table:
        if child.tag in _ROW_GROUPS:
            yield from table_rows(child)
        elif child.tag == "table_table-row" and any(True for _ in child.iter("text_p")):
            cells: list[Element] = []
            for each in child:
                if each.tag in _CELLS and len(cells) < _MOST_REPEATED_CELLS:
                    cells += repeated(each, "columns")
            for _ in repeated(child, "rows"):
                yield cells


def spanned(cell: Element, what: str) -> int:
    """Over how many rows or columns a cell reaches; at most 1,000."""
    stated = cell.get(f"table_number-{what}-spanned") or "1"
    count = int(stated) if stated.isdecimal() and len(stated) < 6 else 1
    return max(1, min(count, _MOST_REPEATED_CELLS))


def repeated(element: Element, what: str) -> list[Element]:
    """The element as often as it says that it stands there; at most 1,000 times."""
    count = element.get(f"table_number-{what}-repeated") or "1"
    times = int(count) if count.isdecimal() and len(count) < 9 else 1
    return [element] * max(1, min(times, _MOST_REPEATED_CELLS))


def _collapsed(text: str | None) -> str:
    """White space as OpenDocument counts it: any run of it is one space."""
    if not text:
        return ""
    inner = " ".join(text.split())
    before = " " if text[:1].isspace() else ""
    after = " " if text[-1:].isspace() and inner else ""
    return f"{before}{inner}{after}"


def _tidy(text: str) -> str:
    """A paragraph's lines; spaces of two pieces that meet are one, those that are said stay."""
    lines = (re.sub(" +", " ", line).strip(" ") for line in text.split(_BREAK))
    return "\n".join(lines).replace(_KEPT, " ")
