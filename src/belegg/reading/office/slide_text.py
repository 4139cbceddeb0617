"""The paragraphs of a shape: bullets and numbers as PowerPoint shows them, also those that are inherited."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from belegg.reading.counting import counted
from belegg.reading.office.drawings import SINGLE, single
from belegg.reading.office.formulas import linear
from belegg.reading.raised import raised

_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_COUNTED = (
    ("arabic", "decimal"),
    ("alphaLc", "lowerLetter"),
    ("alphaUc", "upperLetter"),
    ("romanLc", "lowerRoman"),
    ("romanUc", "upperRoman"),
)


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph: its text, its level from 0, and what stands before it (empty: no list)."""

    text: str
    level: int
    marker: str


def lines_of(body: Element | None, styles: Sequence[Element]) -> Iterator[Line]:
    """
    The paragraphs of a text body that hold text.

    `styles` say how each level looks (`lstStyle` of the shape, of what it inherits, of the master), the
    nearest first.
    """
    numbers: dict[int, int] = {}
    for paragraph in body.findall("a_p") if body is not None else ():
        properties = paragraph.find("a_pPr")
        level = _level(properties)
        text = _text(paragraph)
        if not text.strip():
            continue
        bullet = _bullet(properties, level, styles)
        for deeper in [each for each in numbers if each > level]:
            del numbers[deeper]
        if bullet is None or bullet.tag == "a_buNone":
            numbers.pop(level, None)
            yield Line(text, level, "")
        elif bullet.tag == "a_buAutoNum":
            start = bullet.get("startAt") or "1"
            first = int(start) if start.isdecimal() and len(start) < 6 else 1
            numbers[level] = numbers.get(level, first - 1) + 1
            yield Line(text, level, _number(numbers[level], bullet.get("type") or "arabicPeriod"))
        else:
            numbers.pop(level, None)
            yield Line(text, level, "-")


def _text(paragraph: Element) -> str:
    pieces: list[str] = []
    for child in paragraph:
        if child.tag == "a_r":
            properties = child.find("a_rPr")
            lift = properties.get("baseline") or "0" if properties is not None else "0"
            if _is_tiny(properties):
                continue
            text = "".join(each.text or "" for each in child.findall("a_t"))
            pieces.append(raised(text) if lift.isdecimal() and int(lift) > 0 else text)
        elif child.tag in SINGLE:
            pieces.append(single(child))
        elif any(each.tag == "m_oMath" for each in child.iter()):
            pieces.append(linear(child))
    return _unescaped("".join(pieces))


def _is_tiny(properties: Element | None) -> bool:
    """Whether a run is set in letters of one point or less, which nobody reads."""
    size = properties.get("sz") or "" if properties is not None else ""
    return size.isdecimal() and int(size) <= 100


def tiny_text(element: Element) -> str:
    """What is set so small below an element."""
    runs = (run for run in element.iter("a_r") if _is_tiny(run.find("a_rPr")))
    return " ".join("".join(text.text or "" for text in run.findall("a_t")) for run in runs).strip()


def _unescaped(text: str) -> str:
    """`_x000B_` stands for a character that XML forbids; a vertical tab is a line break."""

    def letter(found: re.Match[str]) -> str:
        code = int(found[1], 16)
        return "\n" if code in (10, 11, 13) else chr(code)

    return _ESCAPED.sub(letter, text) if "_x" in text else text


def _level(properties: Element | None) -> int:
    level = properties.get("lvl") or "0" if properties is not None else "0"
    return min(8, int(level)) if level.isdecimal() else 0


def _bullet(properties: Element | None, level: int, styles: Sequence[Element]) -> Element | None:
    levels = (style.find(f"a_lvl{level + 1}pPr") for style in styles)
    for each in (properties, *levels):
        for child in each if each is not None else ():
            if child.tag in ("a_buNone", "a_buChar", "a_buAutoNum", "a_buBlip"):
                return child
    return None


def _number(number: int, kind: str) -> str:
    for prefix, style in _COUNTED:
        if kind.startswith(prefix):
            text = counted(number, style)
            if kind.endswith("ParenBoth"):
                return f"({text})"
            return text + (")" if kind.endswith("ParenR") else "." if kind.endswith("Period") else "")
    return f"{number}."
