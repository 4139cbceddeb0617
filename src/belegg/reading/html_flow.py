"""
A page's DOM as a flow of blocks: headings, paragraphs, lists, tables as rows, code, in the order of the page.

The tree is walked with a stack of our own, so depth costs nothing. Whatever a reader sees is kept, also what
is repeated; what he cannot see is left out and remembered in `hidden`, menus and footers in `furniture`.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from belegg.reading.content import Said, silent
from belegg.reading.html_forms import shown_and_offered
from belegg.reading.html_hidden import Seen, Style, Styles, colours, hides
from belegg.reading.html_lists import Lists
from belegg.reading.html_table import MOST_REPEATS, Attributes, Table, is_data
from belegg.reading.html_tags import (
    BLOCK_DISPLAYS,
    BLOCKS,
    BOXES,
    CONTROLS,
    HEADINGS,
    LISTS,
    SECTIONS,
    SKIPPED,
    UNSEEN,
)
from belegg.reading.raised import raised
from belegg.reading.sections import section_number
from belegg.reading.stored import Storing, TextBuilder
from belegg.records import BlockKind

_SPACE = re.compile(r"[ \t\n\r\f]+")
_SPACES = re.compile(" +")
_BREAK = "\v"
"""Stands for `<br>` while white space is collapsed; no text holds it."""

_MARK = re.compile(r"\[?(?:\d{1,3}|[a-z]|\*{1,3}|[†‡])\]?")
_EMPTY_LINES = re.compile(r"\n(?:[ \t]*\n)+")
_SAID_EVERY = 2_000
_MANY_PARAGRAPHS = 20
"""A `<pre>` with as many empty lines holds a document; one with fewer holds code or a drawing."""


@dataclass(frozen=True, slots=True)
class _Opened:
    tag: str
    is_block: bool
    seen: Seen


class Flow:
    """
    Walks one page. `builder` holds the text and blocks, `hidden` and `furniture` what was left out.

    `aside` counts the furniture by kind: menus, footers, choices.
    """

    def __init__(self, styles: Styles, storing: Storing, address: str | None = None) -> None:
        self.builder = TextBuilder()
        self.hidden: list[str] = []
        self.furniture: list[str] = []
        self.aside: Counter[str] = Counter()
        self._styles = styles
        self._storing = storing
        self._address = address
        self._inline: list[str] = []
        self._lists = Lists()
        self._tables: list[Table] = []
        self._repeats = MOST_REPEATS
        self._heading: LexborNode | None = None
        self._quotes = self._preformatted = self._sections = 0
        self._is_code = False
        self._opened: list[_Opened] = []
        self._seen = self._page_seen = Seen()
        self._unseen: list[str] = []
        self._noted: frozenset[str] = frozenset()

    def walk(self, root: LexborNode, said: Said = silent, elements: int = 0) -> None:
        """Take in everything below a node. `said` is told how many of so many elements are done."""
        self._begin(root)
        path: list[LexborNode] = []
        node: LexborNode | None = root.child
        met = 0
        while node is not None:
            entered = self._enter(node)
            met += entered
            if met % _SAID_EVERY == 0 and entered:
                said(met, max(met, elements))
            below = node.child if entered else None
            if below is not None:
                path.append(node)
                node = below
                continue
            if entered:
                self._leave()
            while node.next is None and path:
                node = path.pop()
                self._leave()
            node = node.next
        self.flush()

    def _begin(self, root: LexborNode) -> None:
        attributes = root.attributes
        ground = self._styles.colours_page or _has_ground(
            self._styles.of(str(root.tag), attributes), attributes
        )
        self._seen = self._page_seen = Seen(on_colour=ground)
        marks = root.css("sup a[href^='#'], a[role='doc-noteref'][href^='#']")
        self._noted = frozenset((mark.attributes.get("href") or "")[1:] for mark in marks)
        above: LexborNode | None = root
        while above is not None:
            self._sections += above.tag in SECTIONS
            above = above.parent

    # ---------------------------------------------------------------- what a kind of page may do its own way

    def takes_whole(self, node: LexborNode, tag: str, attributes: Attributes) -> bool:
        """Take an element in at once, without going below it; whether that was done."""
        if tag != "sup":
            return False
        text = (node.text() or "").strip()
        if _MARK.fullmatch(text) and node.css_first("a") is not None:
            self.footnote_mark(text)
            return True
        lifted = raised(text)
        if lifted != text:
            self._inline.append(lifted)
        return lifted != text

    def put_aside(self, node: LexborNode, kind: str = "menus") -> None:
        """Keep an element's text as furniture: it stands on the page and is none of its own words."""
        self._set_aside(_said(node), kind)

    def _set_aside(self, raw: str, kind: str) -> None:
        self.aside[kind] += self._remember(self.furniture, raw)

    def footnote_mark(self, mark: str) -> None:
        """A footnote's mark stands in brackets: raised, it would run into the word before it."""
        self._inline.append(f"[{mark.strip(' []')}]")

    def marker(self, attributes: Attributes) -> str:
        """What stands before a list item."""
        return self._lists.next_marker(attributes)

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
            shown = self._inline if self._seen.shows else self._unseen
            shown.append(self._text(node.text_content or ""))
            return False
        if tag in SKIPPED:
            return False
        attributes = node.attributes
        style = self._styles.of(tag, attributes)
        if tag in UNSEEN or "hidden" in attributes or hides(style):
            self._remember(self.hidden, _said(node))
            return False
        seen = self._seen.inside(style, _has_ground(style, attributes))
        if self._is_aside(node, tag, attributes) or (seen.shows and self._took(node, tag, attributes)):
            return False
        is_block = tag in BLOCKS or style.get("display") in BLOCK_DISPLAYS
        if is_block:
            self.flush()
            self._unseen += [] if seen.shows else [" "]
        self._seen = seen
        self._opened.append(_Opened(tag, is_block, seen))
        self._open(node, tag, attributes)
        return True

    def _leave(self) -> None:
        left = self._opened.pop()
        self._seen = self._opened[-1].seen if self._opened else self._page_seen
        if left.is_block:
            self.flush()
        self._close(left.tag)
        if self._unseen and self._seen.shows:
            self._remember(self.hidden, "".join(self._unseen))
            self._unseen = []

    def _is_aside(self, node: LexborNode, tag: str, attributes: Attributes) -> bool:
        """Put menus and the page's footer aside; whether it was one."""
        role = attributes.get("role")
        if tag == "nav" or role == "navigation":
            self.put_aside(node)
            return True
        if (tag == "footer" or role == "contentinfo") and not self._sections and not self._holds_text(node):
            self.put_aside(node, "footers")
            return True
        return False

    def _holds_text(self, footer: LexborNode) -> bool:
        """Whether a footer holds the page's own words: notes that the text refers to, or the page itself."""
        if footer.css_first("main, h1") is not None:
            return True
        return bool(self._noted) and any(
            node.attributes.get("id") in self._noted for node in footer.css("[id]")
        )

    def _took(self, node: LexborNode, tag: str, attributes: Attributes) -> bool:
        if tag not in CONTROLS:
            return self.takes_whole(node, tag, attributes)
        shown, offered = shown_and_offered(node, tag, attributes)
        lines = _BREAK.join(map(self._text, shown.strip().splitlines()))
        self._inline.append(f" {lines} ")
        self._set_aside(offered, "choices")
        return True

    def _text(self, raw: str) -> str:
        return raw if self._preformatted else _SPACE.sub(" ", raw.replace(_BREAK, " "))

    def _remember(self, left_out: list[str], raw: str) -> bool:
        text = self._storing.text(_SPACE.sub(" ", raw)).strip()
        if text:
            left_out.append(text)
        return bool(text)

    def _open(self, node: LexborNode, tag: str, attributes: Attributes) -> None:
        self._sections += tag in SECTIONS or tag == "footer"
        if tag in LISTS:
            self._write_marker()
            self._lists.open(tag, attributes)
        elif tag in ("li", "dt", "dd") and self._lists:
            self._lists.begin_item(tag, self.marker(attributes) if tag == "li" else "")
        elif tag in HEADINGS and not self._lists and self._open_cell is None:
            self._heading = node
        elif tag == "blockquote":
            self._quotes += 1
        elif tag == "pre":
            self._preformatted += 1
        elif tag == "table" and (self._open_cell is not None or is_data(node)):
            self._write_marker()
            self._tables.append(Table(self._repeats))
        elif tag in ("td", "th") and self._tables:
            self._tables[-1].open_cell(tag, attributes)
        elif tag == "br":
            self._inline.append(_BREAK)
        elif tag in BOXES:
            self._inline.append(" ")
        elif tag == "code" and self._preformatted:
            self._is_code = True

    def _close(self, tag: str) -> None:
        self._sections -= tag in SECTIONS or tag == "footer"
        if tag in LISTS and self._lists:
            lines = self._lists.close()
            if lines is not None:
                self.builder.add("list", lines)
        elif tag in HEADINGS:
            self._heading = None
        elif tag == "blockquote":
            self._quotes -= 1
        elif tag == "pre":
            self._preformatted -= 1
            self._is_code = False
        elif tag in BOXES:
            self._inline.append(" ")
        elif self._tables:
            self._close_in_table(tag, self._tables[-1])

    def _close_in_table(self, tag: str, table: Table) -> None:
        if tag in ("td", "th"):
            table.close_cell()
        elif tag == "tr":
            table.close_row()
        elif tag in ("thead", "tbody", "tfoot"):
            table.end_group()
        elif tag == "table":
            self._tables.pop()
            self._repeats = min(self._repeats, table.repeats)
            if self._open_cell is not None:
                self._open_cell.append(table.inside())
            elif self._lists:
                self._lists.add_rows(table.lines())
            else:
                self.builder.add("table", "\n".join(table.lines()))

    @property
    def _open_cell(self) -> list[str] | None:
        """What the innermost open cell has gathered."""
        return next((table.cell for table in reversed(self._tables) if table.cell is not None), None)

    # ---------------------------------------------------------------- blocks

    def flush(self) -> None:
        """End the block that is being gathered."""
        if not self._inline:
            return
        raw, self._inline = "".join(self._inline), []
        if raw.isspace():
            return
        text = raw.strip("\n") if self._preformatted else _tidy(raw)
        text = self._storing.text(text.replace(_BREAK, "\n"))
        if not text.strip():
            return
        cell = self._open_cell
        if cell is not None:
            cell.append(" ".join(self._lists.marked(text).split()))
        elif self._lists:
            self._lists.add(text)
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

    def _write_marker(self) -> None:
        """Before a list or a table that begins an item."""
        marker = self._lists.lone_marker()
        if marker and self._open_cell is not None:
            self._open_cell.append(marker)
        elif marker:
            self._lists.add_lone(marker)


def _tidy(raw: str) -> str:
    if "  " in raw:
        raw = _SPACES.sub(" ", raw)
    if _BREAK not in raw:
        return raw.strip(" ")
    return _BREAK.join(line.strip(" ") for line in raw.split(_BREAK)).strip(_BREAK)


def _has_ground(style: Style, attributes: Attributes) -> bool:
    """Whether an element puts a colour behind its text."""
    return colours(style) or bool(attributes.get("bgcolor"))


def _said(node: LexborNode) -> str:
    """All words of an element, without its scripts and styles."""
    words: list[str] = []
    below: list[LexborNode] = (
        [*reversed(node.template_fragments()), node] if node.tag == "template" else [node]
    )
    while below:
        each = below.pop()
        if each.tag == "-text":
            words.append(each.text_content or "")
        elif each.tag not in SKIPPED:
            below += reversed(list(each.iter(include_text=True)))
    return " ".join(words)
