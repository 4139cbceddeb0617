"""Tables of contents that were written by hand: a title, then lines that end in page numbers."""

from __future__ import annotations

import re
from collections.abc import Callable

_TITLE = re.compile(
    r"(?:table of )?contents|innhold(?:sfortegnelse)?|innehåll(?:sförteckning)?|sisällys(?:luettelo)?"
    r"|indhold(?:sfortegnelse)?|inhalt(?:sverzeichnis)?",
    re.IGNORECASE,
)
_ENTRY = re.compile(
    r".{1,250}(?:\t|\.{3,}\s*|…\s*|\s{2,})\s*(?:[A-Z0-9]{1,3}[-–.])?(?:\d{1,4}|[ivxlc]{1,6})|.{1,250}\D\d{1,2}-\d{1,3}",
    re.DOTALL,
)
_LONGEST = 250
_MOST_BETWEEN = 4
_FEWEST = 3


class WrittenContents:
    """
    Holds paragraphs back from the title on, until it is known whether they are a table of contents.

    `lines` are those of such tables. What turns out to be text is written after all.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._held: list[tuple[str, Callable[[], None]]] = []
        self._last_entry = 0
        self._entries = 0

    def takes(self, text: str, is_heading: bool, write: Callable[[], None]) -> bool:
        """Whether the paragraph is held back; `write` puts it into the text, now or never."""
        if not self._held:
            if not _TITLE.fullmatch(text.strip(" :\t")):
                return False
            self._held.append((text, write))
            return True
        entry = _ENTRY.fullmatch(text) is not None
        far = len(self._held) - self._last_entry > _MOST_BETWEEN
        if len(text) > _LONGEST or far or (is_heading and not entry):
            self.end()
            return False
        self._held.append((text, write))
        if entry:
            self._entries += 1
            self._last_entry = len(self._held)
        return True

    def end(self) -> None:
        """Decide what is held, and write what is text."""
        held, self._held = self._held, []
        kept = self._last_entry if self._entries >= _FEWEST else 0
        self._entries = self._last_entry = 0
        self.lines += [line for text, _ in held[:kept] for line in text.splitlines()]
        for _, write in held[kept:]:
            write()
