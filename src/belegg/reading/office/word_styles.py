"""Word's styles: which paragraphs are headings, which are numbered, which text is not shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

_HEADING = re.compile(r"heading ?([1-9])", re.IGNORECASE)
_CONTENTS = re.compile(r"toc ?(?:\d|heading)|table of figures", re.IGNORECASE)
_BODY_LEVEL = 9
_LONGEST_CHAIN = 30
_PLAIN = (None, "clear", "nil")
_ON, _OFF = ("1", "true", "on"), ("0", "false", "off", "none")


@dataclass(frozen=True, slots=True)
class Look:
    """
    What a paragraph style says, with what it is based on.

    `level` is a heading's level from 1, 0 for body text, None where nothing is said. `numbered` is the id of
    a numbering and its level (None where the numbering itself says which).
    """

    level: int | None = None
    title: bool = False
    contents: bool = False
    numbered: tuple[str, int | None] | None = None


class Styles:
    """The styles of one document, by id."""

    def __init__(self, root: Element | None) -> None:
        styles = root.findall("w_style") if root is not None else []
        self._styles = {style.get("w_styleId") or "": style for style in styles}
        self._looks: dict[str, Look] = {}
        self._unseen: dict[str, bool | None] = {}
        self.default = next(
            (
                s.get("w_styleId") or ""
                for s in styles
                if s.get("w_default") in _ON and s.get("w_type") == "paragraph"
            ),
            "",
        )
        self._defaults = root.find("w_docDefaults/w_rPrDefault/w_rPr") if root is not None else None

    def look(self, style: str) -> Look:
        """What a paragraph of this style is."""
        if style not in self._looks:
            self._looks[style] = self._resolved(style)
        return self._looks[style]

    def _resolved(self, style: str) -> Look:
        level: int | None = None
        numbered: tuple[str, int | None] | None = None
        title = contents = False
        for number, each in enumerate(self._chain(style)):
            name = value_of(each, "w_name") or ""
            outline = value_of(each, "w_pPr/w_outlineLvl")
            if level is None and outline and outline.isdecimal():
                level = int(outline) + 1 if int(outline) < _BODY_LEVEL else 0
            if level is None and (found := _HEADING.fullmatch(name)):
                level = int(found[1])
            title = title or (number == 0 and name.lower() == "title")
            contents = contents or bool(_CONTENTS.fullmatch(name))
            if numbered is None:
                numbered = numbering_of(each.find("w_pPr/w_numPr"))
        if numbered and numbered[0] == "0":
            numbered = None
        return Look(1 if title and level is None else level, title, contents, numbered)

    def unseen(self, style: str) -> bool | None:
        """Whether text of a style is not shown; None where the style says nothing."""
        if style not in self._unseen:
            said = (
                unseen_by(properties) for each in self._chain(style) for properties in each.findall("w_rPr")
            )
            self._unseen[style] = next((one for one in said if one is not None), None)
        return self._unseen[style]

    def place(self, style: str) -> str | None:
        """`superscript` or `subscript` where a style of characters says so."""
        return next(
            (place for each in self._chain(style) if (place := value_of(each, "w_rPr/w_vertAlign"))), None
        )

    def colour(self, style: str) -> str | None:
        """The colour of letters that a style states, in capitals."""
        named = (value_of(each, "w_rPr/w_color") for each in self._chain(style))
        return next((colour.upper() for colour in named if colour), None)

    def letters(self, style: str) -> tuple[int | None, bool | None]:
        """The size of letters in half points and whether they are bold, as a style says; None: not said."""
        sizes = (value_of(each, "w_rPr/w_sz") for each in self._chain(style))
        size = next((int(size) for size in sizes if size and size.isdecimal() and len(size) < 5), None)
        bolds = (each.find("w_rPr/w_b") for each in self._chain(style))
        bold = next((is_on(each) for each in bolds if each is not None), None)
        return size, bold

    def usual_size(self) -> int:
        """The size of plain text in half points; Word's own is 10 points where nothing is said."""
        size = value_of(self._defaults, "w_sz") or ""
        return self.letters(self.default)[0] or (int(size) if size.isdecimal() and len(size) < 5 else 20)

    def shades(self, style: str) -> bool:
        """Whether a style (of a table, a paragraph) colours the ground that its text stands on."""
        return any(has_ground(each) for each in self._chain(style))

    def languages(self) -> Iterator[str | None]:
        """The languages that styles state: of plain paragraphs first, then of everything."""
        for each in self._chain(self.default):
            yield value_of(each, "w_rPr/w_lang")
        yield value_of(self._defaults, "w_lang")

    def _chain(self, style: str) -> Iterator[Element]:
        """A style and those that it is based on."""
        for _ in range(_LONGEST_CHAIN):
            element = self._styles.get(style)
            if element is None:
                return
            yield element
            style = value_of(element, "w_basedOn") or ""


def unseen_by(properties: Element | None) -> bool | None:
    """
    Whether the properties of a run hide it: said to be hidden, or of one point or less. None: not said.
    """
    if properties is None:
        return None
    hidden = properties.find("w_vanish")
    if hidden is not None:
        return is_on(hidden)
    size = value_of(properties, "w_sz")
    return True if size and size.isdecimal() and int(size) <= 2 else None


def has_ground(element: Element) -> bool:
    """Whether something at or below an element gives text a coloured ground."""
    return any(
        (shade.get("w_fill") or "auto").lower() not in ("auto", "ffffff") or shade.get("w_val") not in _PLAIN
        for shade in element.iter("w_shd")
    )


def numbering_of(element: Element | None) -> tuple[str, int | None] | None:
    """The numbering id and level that a `numPr` states; an id of `0` takes a numbering off."""
    if element is None:
        return None
    number, level = value_of(element, "w_numId"), value_of(element, "w_ilvl")
    return (number, int(level) if level and level.isdecimal() else None) if number else None


def value_of(element: Element | None, path: str) -> str | None:
    """`w:val` of an element below."""
    found = element.find(path) if element is not None else None
    return found.get("w_val") if found is not None else None


def is_on(element: Element) -> bool:
    """A switch is on when it stands there, unless it says that it is off."""
    return element.get("w_val") not in _OFF
