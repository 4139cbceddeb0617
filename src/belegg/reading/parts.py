"""Files inside a file, each under a name that is safe to print and to build a source from, and its own."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from belegg.errors import TooLarge
from belegg.reading.content import Content, Part
from belegg.reading.exports.links import INSIDE, LINK
from belegg.records import Block, Fact, Span, Warned

MOST_PARTS = 10_000
MOST_BYTES = 1_000_000_000
"""Of all parts of one file together."""

_LONGEST_STEP = 150
_DEEPEST = 30
_DRIVE = re.compile(r"[A-Za-z]:")
_JOINERS = "\u200c\u200d"
"""Unseen, and part of how words of several scripts are spelled."""

_HIDDEN = (".", "~$")
_TOOLS = frozenset({"CVS", "_darcs", "__MACOSX", "__pycache__", "node_modules"})


class PartNames:
    """Hands out names for the parts of one file, and counts the parts and their bytes."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._last: dict[str, int] = {}
        self._bytes = 0

    def take(self, stated: str, size_bytes: int) -> str:
        """
        The name under which a part is kept: `stated` made safe, with a number when it is taken already.

        Raises TooLarge past the limits.
        """
        self._bytes += size_bytes
        if len(self._taken) >= MOST_PARTS:
            raise TooLarge(f"the file holds more than {MOST_PARTS:,} files; unpack it and ingest the folder")
        if self._bytes > MOST_BYTES:
            raise TooLarge(f"the files inside hold more than {MOST_BYTES:,} bytes; ingest them as a folder")
        wanted = name = safe_name(stated)
        number = self._last.get(wanted, 1)
        while name in self._taken:
            number += 1
            name = _numbered(wanted, number)
        self._last[wanted] = number
        self._taken.add(name)
        return name


def safe_name(stated: str) -> str:
    """
    A name with `/` between folders, that leads nowhere but down: no `..`, no drive, no root.

    Control characters and other marks that nobody sees are spelled out (`<U+202E>`). A safe name stays as it
    is when it is made safe again.
    """
    steps = []
    for step in stated.replace("\\", "/").split("/"):
        plain = "".join(_seen(letter) for letter in unicodedata.normalize("NFC", step)).strip()
        if plain not in ("", ".", "..") and not _DRIVE.fullmatch(plain):
            steps.append(_short(plain))
    return "/".join(steps[-_DEEPEST:]) or "unnamed"


def left_out(name: str) -> bool:
    """Whether a part is none by rule: the rule for folders (hidden names, folders of tools) at every step."""
    steps = name.split("/")
    return any(step.startswith(_HIDDEN) or step in _TOOLS for step in steps)


def _seen(letter: str) -> str:
    unseen = unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") and letter not in _JOINERS
    return f"<U+{ord(letter):04X}>" if unseen else letter


def _short(step: str) -> str:
    """A name of several thousand letters keeps its beginning and its ending."""
    return step if len(step) <= _LONGEST_STEP else f"{step[: _LONGEST_STEP - 21]}…{step[-20:]}"


def _numbered(name: str, number: int) -> str:
    folder, slash, last = name.rpartition("/")
    stem, dot, ending = last.rpartition(".")
    last = _short(f"{stem} ({number}){dot}{ending}" if stem and dot else f"{last} ({number})")
    return f"{folder}{slash}{last}"


def listing(
    names: Sequence[str], kind: str, parts: Iterable[Part], warnings: Sequence[Warned] = ()
) -> Content:
    """
    A container as a document: its text lists what it holds, so that a file can be found by its name.

    `kind` says what they are (`files`, `mails`). Each name is a line of its own, and a link. Names are in no
    language.
    """
    counted = kind if len(names) != 1 else kind.removesuffix("s")
    text = f"{len(names):,} {counted}:\n\n" + "\n".join(names)
    start = text.index("\n\n") + 2
    blocks = (Block("paragraph", Span(0, start - 2)), Block("list", Span(start, len(text))))
    facts = tuple(Fact(LINK, name, INSIDE) for name in names)
    return Content(text, blocks, language="", facts=facts, warnings=tuple(warnings), parts=parts)
