"""A source that many quotations are checked against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from belegg.text.quotes.marks import marks_of
from belegg.text.quotes.window import Window, window_of

LONGEST_LINE = 300  # characters that are looked through for the line's beginning and end


@dataclass(frozen=True, slots=True)
class PreparedSource:
    """
    A text and the lines that are its page furniture (running headers and footers, as ingest took them out).

    Furniture is compared as whole lines, white space at their ends apart.
    """

    text: str
    furniture: Sequence[str] = ()
    lines: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        lines = (line.strip() for entry in self.furniture for line in entry.splitlines())
        object.__setattr__(self, "lines", frozenset(line for line in lines if line))

    def window(self, start: int, end: int) -> Window:
        """The text around `start` to `end`, widened to whole lines (to white space in long ones)."""
        start, end = self._beginning(max(0, start)), min(len(self.text), end)
        stop = self.text.find("\n", end, end + LONGEST_LINE)
        end = stop + 1 if stop >= 0 else end
        return window_of(self.text, start, end, marks_of(self.text, start, end, self.lines))

    def _beginning(self, start: int) -> int:
        farthest = max(0, start - LONGEST_LINE)
        line = self.text.rfind("\n", farthest, start)
        space = self.text.rfind(" ", farthest, start)
        return line + 1 if line >= 0 else max(space, farthest)
