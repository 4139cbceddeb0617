"""A source that many quotations are checked against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from belegg.text.quotes.marks import marks_of
from belegg.text.quotes.window import Window, window_of

LONGEST_LINE_BACK = 300


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
        """The text around `start` to `end`, widened to white space and to the start of the line when near."""
        start, end = max(0, start), min(len(self.text), end)
        if start:
            line = self.text.rfind("\n", max(0, start - LONGEST_LINE_BACK), start)
            start = line + 1 if line >= 0 else max(0, self.text.rfind(" ", 0, start))
        stop = self.text.find("\n", end, end + LONGEST_LINE_BACK)
        if stop >= 0:
            end = stop + 1
        return window_of(self.text, start, end, marks_of(self.text, start, end, self.lines))
