"""
XML of strangers as trees with short names (`w_p` for `w:p`, which a path may hold), whole or piece by piece.

A document type is taken out before (`doctypes`) and refused here, so there are no entities, and nothing
outside the file is ever opened. Both spellings of a name space (2006 and Strict) give the same short name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element
from xml.parsers import expat

from belegg.errors import Damaged, TooLarge
from belegg.reading.content import Said
from belegg.reading.office.name_spaces import PREFIXES

DEEPEST = 200
"""Elements inside one another; Word itself nests some 30."""

MOST_ELEMENTS = 2_000_000
"""In one tree; ten times the largest seen in a real file."""

LONGEST_TEXT = 30_000_000
"""Characters in one element."""

_STEP = 1 << 18
_ILLEGAL = re.compile(
    rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|&#(?:x0*(?:[0-8bcefBCEF]|1[0-9a-fA-F])|0*(?:[0-8]|1[124-9]|2[0-9]|3[01]));"
)
_WIDE = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
_LINE_ENDS = re.compile(rb"[\x0b\x0c]|&#(?:x0*[bcBC]|0*1[12]);")


def legal(data: bytes) -> tuple[bytes, int]:
    """The part without characters that XML forbids, and how many there were; a vertical tab ends a line."""
    if data.startswith(_WIDE) or not _ILLEGAL.search(data):
        return data, 0
    data, ends = _LINE_ENDS.subn(b"&#10;", data)
    data, others = _ILLEGAL.subn(b"", data)
    return data, ends + others


def tree(data: bytes, name: str) -> Element:
    """The whole of a part. Raises Damaged and TooLarge."""
    growing = _Growing(name, None)
    growing.feed(data, last=True)
    if growing.root is None:
        raise Damaged(f"the file is damaged: `{name}` is empty")
    return growing.root


def pieces(data: bytes, name: str, within: frozenset[str], said: Said | None = None) -> Iterator[Element]:
    """
    Each child of the root, and each child of an element named in `within`, when it is complete.

    A piece is not kept in the element that holds it, so a long part needs little memory. An element of
    `within` comes itself after its children, without them. `said` is told the bytes done and in all.
    """
    growing = _Growing(name, within)
    for start in range(0, len(data), _STEP):
        growing.feed(data[start : start + _STEP], last=start + _STEP >= len(data))
        if said:
            said(min(start + _STEP, len(data)), len(data))
        done, growing.done = growing.done, []
        yield from done


class _Growing:
    """A tree that grows while its part is parsed; in `done` the pieces that are complete."""

    def __init__(self, name: str, within: frozenset[str] | None) -> None:
        self.root: Element | None = None
        self.done: list[Element] = []
        self._name = name
        self._within = within
        self._open: list[Element] = []
        self._gives: list[bool] = []  # whether the children of an open element are pieces
        self._skipped = 0
        self._elements = 0
        self._last: Element | None = None
        self._short: dict[str, str] = {}
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.buffer_size = 1 << 20
        parser.StartDoctypeDeclHandler = self._doctype
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        self._parser = parser

    def feed(self, data: bytes, last: bool) -> None:
        try:
            self._parser.Parse(data, last)
        except expat.ExpatError as error:
            raise Damaged(f"the file is damaged: `{self._name}` is no XML ({error})") from error
        except (LookupError, ValueError) as error:
            raise Damaged(f"the file is damaged: `{self._name}` is in no known encoding ({error})") from error

    def _doctype(self, name: str, system: str | None, public: str | None, internal: bool) -> None:
        raise Damaged(f"`{self._name}` holds a document type that cannot be made out; not read")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self._open) + self._skipped >= DEEPEST:
            raise TooLarge(f"`{self._name}` nests more than {DEEPEST} elements")
        tag = self._short.get(name) or self._shortened(name)
        if self._skipped or (tag == "mc_Fallback" and self._has_choice()):
            self._skipped += 1
            return
        self._elements += 1
        if self._elements > MOST_ELEMENTS:
            raise TooLarge(f"`{self._name}` holds more than {MOST_ELEMENTS:,} elements in one piece")
        if " " in "".join(attributes):  # a name space stands before a space
            short = self._short
            attributes = {short.get(key) or self._shortened(key): attributes[key] for key in attributes}
        element = Element(tag, attributes)
        if not self._open:
            self.root = element
        elif not self._gives[-1]:
            self._open[-1].append(element)
        within = self._within
        self._gives.append(within is not None and (not self._open or tag in within))
        self._open.append(element)
        self._last = None

    def _end(self, _: str) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        element = self._open.pop()
        self._gives.pop()
        self._last = element
        if self._open and self._gives[-1]:
            self.done.append(element)
            self._elements = 0

    def _text(self, text: str) -> None:
        if self._skipped:
            return
        if self._last is not None:
            self._last.tail = text = (self._last.tail or "") + text
        elif self._open:
            self._open[-1].text = text = (self._open[-1].text or "") + text
        if len(text) > LONGEST_TEXT:
            raise TooLarge(
                f"`{self._name}` holds a text of more than {LONGEST_TEXT:,} characters in one piece"
            )

    def _has_choice(self) -> bool:
        return bool(self._open) and any(child.tag == "mc_Choice" for child in self._open[-1])

    def _shortened(self, name: str) -> str:
        space, _, local = name.rpartition(" ")
        short = f"{PREFIXES.get(space, '?')}_{local}" if space else local
        self._short[name] = short
        return short
