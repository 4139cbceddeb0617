"""Lists of a page while they are walked: markers as the page shows them, lines indented by depth."""

from __future__ import annotations

from dataclasses import dataclass

from belegg.reading.html_table import Attributes

_MARKED = "  "
"""Stands before the lines of an item whose marker is written already."""


@dataclass(slots=True)
class _List:
    style: str
    number: int


class Lists:
    """The lists that are open, the lines of the outermost one so far, the marker of the item that is open."""

    def __init__(self) -> None:
        self._open: list[_List] = []
        self._lines: list[str] = []
        self._marker = _MARKED

    def __bool__(self) -> bool:
        """Whether one is open."""
        return bool(self._open)

    def open(self, tag: str, attributes: Attributes) -> None:
        style = attributes.get("type") or "1" if tag == "ol" else ""
        start = attributes.get("start") or "1"
        self._open.append(_List(style, int(start) - 1 if start.isdecimal() and len(start) < 9 else 0))

    def close(self) -> str | None:
        """End the innermost; the lines of all when it was the outermost."""
        self._open.pop()
        self._marker = _MARKED
        if self._open:
            return None
        lines, self._lines = self._lines, []
        return "\n".join(lines)

    def next_marker(self, attributes: Attributes) -> str:
        """What the list puts before its next item."""
        current = self._open[-1]
        value = attributes.get("value") or ""
        current.number = int(value) if value.isdecimal() and len(value) < 9 else current.number + 1
        return f"{_numbered(current.number, current.style)}. " if current.style else "- "

    def begin_item(self, tag: str, marker: str) -> None:
        """An item opens: `li` with its marker, a term (`dt`) with none, what it means (`dd`) indented."""
        self._marker = marker if tag == "li" else "" if tag == "dt" else _MARKED

    def marked(self, text: str) -> str:
        """A text behind the marker of the open item, which is written once."""
        marker, self._marker = self._marker, _MARKED
        return marker + text

    def add(self, text: str) -> None:
        """A text of the open item as lines."""
        indent = "  " * (len(self._open) - 1)
        width = len(self._marker or _MARKED)
        first, *others = text.split("\n")
        self._lines.append(indent + self.marked(first))
        self._lines += [indent + " " * width + other for other in others]

    def add_rows(self, rows: list[str]) -> None:
        """A table inside an item."""
        self._lines += ["  " * len(self._open) + row for row in rows]

    def lone_marker(self) -> str:
        """The number of an item that begins with a list or a table stands in a line of its own."""
        marker = self.marked("").strip()
        return "" if marker in ("", "-") else marker

    def add_lone(self, marker: str) -> None:
        self._lines.append("  " * (len(self._open) - 1) + marker)


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
