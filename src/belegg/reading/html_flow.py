"""
A page's DOM as a flow of blocks: headings, paragraphs, lists, tables as rows, code, in the order of the page.

The tree is walked with a stack of our own, so depth costs nothing. Whatever a reader sees is kept, also what
is repeated; what he cannot see is left out and remembered in `hidden`, menus in `furniture`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from belegg.reading.html_hidden import Styles, colours, hides
from belegg.reading.html_table import Attributes, Table, is_data
from belegg.reading.html_tags import BLOCKS, HEADINGS, LISTS, SKIPPED, UNSEEN
from belegg.reading.sections import section_number
from belegg.reading.stored import Storing, TextBuilder
from belegg.records import BlockKind

_SPACE = re.compile(r"[ \t\n\r\f]+")
_BREAK = "\v"
"""Stands for `<br>` while white space is collapsed; no text holds it."""

_MARK = re.compile(r"\[?(?:\d{1,3}|[a-z]|\*{1,3}|[†‡])\]?")
_RAISABLE = "0123456789+-−"
_RAISED = str.maketrans(_RAISABLE, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
"""A raised number must not become part of the number before it: 10⁶ is not 106."""

_MOST_REMEMBERED = 200
_EMPTY_LINES = re.compile(r"\n(?:[ \t]*\n)+")
_MANY_PARAGRAPHS = 20
"""A `<pre>` with as many empty lines holds a document; one with fewer holds code or a drawing."""


@dataclass(slots=True)
class _List:
    style: str
    number: int


class Flow:
    """Walks one page. `builder` holds the text and blocks, `hidden` and `furniture` what was left out."""

    def __init__(self, styles: Styles, storing: Storing, address: str | None = None) -> None:
        self.builder = TextBuilder()
        self.hidden: list[str] = []
        self.furniture: list[str] = []
        self._styles = styles
        self._storing = storing
        self._address = address
        self._inline: list[str] = []
        self._lists: list[_List] = []
        self._lines: list[str] = []
        self._prefix = ""
        self._table: Table | None = None
        self._heading: LexborNode | None = None
        self._quotes = self._preformatted = 0
        self._is_code = False
        self._colours: list[bool] = []

    def walk(self, root: LexborNode) -> None:
        """Take in everything below a node."""
        path: list[LexborNode] = []
        node: LexborNode | None = root.child
        while node is not None:
            entered = self._enter(node)
            below = node.child if entered else None
            if below is not None:
                path.append(node)
                node = below
                continue
            if entered:
                self._leave(str(node.tag))
            while node.next is None and path:
                node = path.pop()
                self._leave(str(node.tag))
            node = node.next
        self.flush()

    # ---------------------------------------------------------------- what a kind of page may do its own way

    def takes_whole(self, node: LexborNode, tag: str, attributes: Attributes) -> bool:
        """Take an element in at once, without going below it; whether that was done."""
        if tag != "sup":
            return False
        text = (node.text() or "").strip()
        if _MARK.fullmatch(text) and node.css_first("a") is not None:
            self.footnote_mark(text)
            return True
        if text and not text.strip(_RAISABLE):
            self._inline.append(text.translate(_RAISED))
            return True
        return False

    def put_aside(self, node: LexborNode) -> None:
        """Keep an element's text as furniture: it stands on the page and is none of its own words."""
        self._remember(self.furniture, node)

    def footnote_mark(self, mark: str) -> None:
        """A footnote's mark stands in brackets: raised, it would run into the word before it."""
        self._inline.append(f"[{mark.strip(' []')}]")

    def marker(self, attributes: Attributes) -> str:
        """What stands before a list item."""
        current = self._lists[-1]
        value = attributes.get("value") or ""
        current.number = int(value) if value.isdecimal() and len(value) < 9 else current.number + 1
        return f"{_numbered(current.number, current.style)}. " if current.style else "- "

    def add_heading(self, node: LexborNode, level: int, text: str) -> None:
        """Take in a heading whose text is complete."""
        anchor = node.attributes.get("id")
        address = f"{self._address}#{anchor}" if self._address and anchor else None
        self.builder.add(
            "heading", text, level=level, name=text, section=section_number(text), address=address
        )

    # ---------------------------------------------------------------- elements

    def _enter(self, node: LexborNode) -> bool:
        """Whether to go below the node; if so it will be left with `_leave`."""
        tag = str(node.tag)
        if tag == "-text":
            self._inline.append(self._text(node.text_content or ""))
            return False
        if tag in SKIPPED:
            return False
        attributes = node.attributes
        style = self._styles.of(tag, attributes)
        if tag in UNSEEN or "hidden" in attributes or hides(style, any(self._colours)):
            self._remember(self.hidden, node)
            return False
        if tag == "nav" or attributes.get("role") == "navigation":
            self.put_aside(node)
            return False
        if self.takes_whole(node, tag, attributes):
            return False
        if tag in BLOCKS:
            self.flush()
            self._open(node, tag, attributes)
        elif tag == "br":
            self._inline.append(_BREAK)
        elif tag == "code" and self._preformatted:
            self._is_code = True
        self._colours.append(colours(style) or bool(attributes.get("bgcolor")))
        return True

    def _leave(self, tag: str) -> None:
        self._colours.pop()
        if tag in BLOCKS:
            self.flush()
            self._close(tag)

    def _text(self, raw: str) -> str:
        return raw if self._preformatted else _SPACE.sub(" ", raw.replace(_BREAK, " "))

    def _remember(self, left_out: list[str], node: LexborNode) -> None:
        parts = [node, *(node.template_fragments() if node.tag == "template" else ())]
        raw = " ".join(part.text(deep=True, separator=" ") for part in parts)
        text = self._storing.text(_SPACE.sub(" ", raw)).strip()
        if text and len(left_out) < _MOST_REMEMBERED:
            left_out.append(text)

    def _open(self, node: LexborNode, tag: str, attributes: Attributes) -> None:
        if tag in LISTS:
            style = attributes.get("type") or "1" if tag == "ol" else ""
            start = attributes.get("start") or "1"
            self._lists.append(_List(style, int(start) - 1 if start.isdecimal() and len(start) < 9 else 0))
        elif tag in ("li", "dt", "dd") and self._lists:
            self._prefix = self.marker(attributes) if tag == "li" else "" if tag == "dt" else "  "
        elif tag in HEADINGS and not self._lists and self._table is None:
            self._heading = node
        elif tag == "blockquote":
            self._quotes += 1
        elif tag == "pre":
            self._preformatted += 1
        elif tag == "table" and self._table is None and is_data(node):
            self._table = Table()
        elif tag in ("td", "th") and self._table:
            self._table.open_cell(attributes)

    def _close(self, tag: str) -> None:
        if tag in LISTS and self._lists:
            self._lists.pop()
            if not self._lists and self._table is None:
                self.builder.add("list", "\n".join(self._lines))
                self._lines = []
        elif tag in HEADINGS:
            self._heading = None
        elif tag == "blockquote":
            self._quotes -= 1
        elif tag == "pre":
            self._preformatted -= 1
            self._is_code = False
        elif self._table and tag in ("td", "th"):
            self._table.close_cell()
        elif self._table and tag == "tr":
            self._table.close_row()
        elif self._table and tag == "table":
            self._close_table(self._table)

    def _close_table(self, table: Table) -> None:
        self._table = None
        if self._lists:
            self._lines += ["  " * len(self._lists) + row for row in table.rows]
        else:
            self.builder.add("table", "\n".join(table.rows))

    # ---------------------------------------------------------------- blocks

    def flush(self) -> None:
        """End the block that is being gathered."""
        raw, self._inline = "".join(self._inline), []
        text = raw.strip("\n") if self._preformatted else _tidy(raw)
        text = self._storing.text(text.replace(_BREAK, "\n"))
        if not text.strip():
            return
        if self._table and self._table.cell is not None:
            self._table.cell.append(" ".join(text.split()))
        elif self._lists:
            self._line(text)
        elif self._heading is not None:
            self.add_heading(self._heading, int(str(self._heading.tag)[1]), " ".join(text.split()))
        else:
            self._add_text(text)

    def _add_text(self, text: str) -> None:
        """Empty lines (`<br><br>`) divide paragraphs; a long text set in `<pre>` has paragraphs too."""
        kind: BlockKind = "quote" if self._quotes else "paragraph"
        pieces = _EMPTY_LINES.split(text)
        if self._preformatted and (self._is_code or len(pieces) < _MANY_PARAGRAPHS):
            kind, pieces = "code", [text]
        for piece in pieces:
            self.builder.add(kind, piece)

    def add_block(self, kind: BlockKind, raw: str) -> None:
        """Take in a block as it is, past everything that is open."""
        self.builder.add(kind, self._storing.text(raw))

    def _line(self, text: str) -> None:
        indent = "  " * (len(self._lists) - 1)
        continued = indent + " " * len(self._prefix or "  ")
        lines = text.split("\n")
        self._lines.append(indent + (self._prefix or "  ") + lines[0])
        self._lines += [continued + line for line in lines[1:]]
        self._prefix = ""


def _tidy(raw: str) -> str:
    lines = (line.strip(" ") for line in re.sub(" +", " ", raw).split(_BREAK))
    return _BREAK.join(lines).strip(_BREAK)


def _numbered(number: int, style: str) -> str:
    """A list number as HTML shows it: `1`, `a`, `A`, `i`, `I`."""
    if style in ("a", "A") and 0 < number <= 26:
        return chr(ord(style) + number - 1)
    if style in ("i", "I") and 0 < number < 40:
        roman = (
            "x" * (number // 10) + ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")[number % 10]
        )
        return roman if style == "i" else roman.upper()
    return str(number)
