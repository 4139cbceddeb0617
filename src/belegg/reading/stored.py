"""The text that is stored: made once, here, and never changed after offsets into it exist."""

from __future__ import annotations

import re
from collections import Counter

from belegg.records import Block, BlockKind, Span, Warned
from belegg.text.counted import counted
from belegg.text.normalise import normalise_document

_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f\x80-\x84\x86-\x9f]")
_FULL_WIDTH = re.compile("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]")


class Storing:
    """Makes text storable piece by piece, and remembers what was changed."""

    def __init__(self) -> None:
        self._changes: Counter[str] = Counter()

    def text(self, raw: str) -> str:
        """The piece as `text.normalise` stores it, without control characters."""
        if raw.isascii() and raw.isprintable():
            return raw
        text, controls = _CONTROLS.subn("", raw)
        self._changes["control characters"] += controls
        text, changes = normalise_document(text)
        self._changes.update(changes.counts)
        if not text.isascii():
            self._changes["full-width letters"] += len(_FULL_WIDTH.findall(text))
        return text

    def warnings(self) -> list[Warned]:
        return [
            Warned(kind, _said(kind, count)) for kind, count in self._changes.items() if _told(kind, count)
        ]


def _told(kind: str, count: int) -> bool:
    return count > 0 and kind != "line ends"


def _said(kind: str, count: int) -> str:
    if kind == "decomposed letters":
        return "letters written as letter and accent (NFD) were composed (NFC)"
    if kind == "ligatures":
        return f"written out in letters: {counted(count, 'ligature')} (`ﬁ`)"
    if kind == "full-width letters":
        return f"left as written: {counted(count, kind[:-1])}; words in plain letters do not find them"
    return f"{counted(count, kind[:-1])} taken out"


def stored_text(raw: str) -> tuple[str, list[Warned]]:
    """A whole text as it is stored (see `Storing`), and what was changed."""
    storing = Storing()
    return storing.text(raw), storing.warnings()


_EMPTY_LINES = re.compile(r"\n[^\S\n]*\n\s*")


def plain_blocks(text: str, start: int = 0, end: int | None = None) -> list[Block]:
    """Paragraphs between empty lines."""
    end = len(text) if end is None else end
    gaps = [(found.start(), found.end()) for found in _EMPTY_LINES.finditer(text, start, end)]
    starts = [start, *(after for _, after in gaps)]
    ends = [*(before for before, _ in gaps), end]
    spans = (trimmed(text, begin, stop) for begin, stop in zip(starts, ends, strict=True))
    return [Block("paragraph", span) for span in spans if span.start < span.end]


def trimmed(text: str, start: int, end: int) -> Span:
    """The span without white space around it; the indent of its first line stays inside."""
    piece = text[start:end]
    before = len(piece) - len(piece.lstrip())
    if before == len(piece):
        return Span(start, start)
    return Span(start + piece.rfind("\n", 0, before) + 1, start + len(piece.rstrip()))


class TextBuilder:
    """Builds a text from blocks, an empty line between them; every block's span is exact."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0
        self.blocks: list[Block] = []

    def add(
        self,
        kind: BlockKind,
        text: str,
        *,
        level: int = 0,
        name: str = "",
        section: str | None = None,
        address: str | None = None,
    ) -> None:
        """Append a block; `text` is already in its stored form. White space alone adds nothing."""
        text = text.strip()
        if not text:
            return
        if self._pieces:
            self._pieces.append("\n\n")
            self._length += 2
        span = Span(self._length, self._length + len(text))
        self._pieces.append(text)
        self._length = span.end
        self.blocks.append(Block(kind, span, level, name, section, address))

    @property
    def length(self) -> int:
        """Characters so far."""
        return self._length

    def text(self) -> str:
        return "".join(self._pieces)
