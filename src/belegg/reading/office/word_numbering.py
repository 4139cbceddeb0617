"""Word's numberings: the marker of each list item and heading, as Word computes it and nowhere stores it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from belegg.reading.counting import counted
from belegg.reading.office.word_styles import is_on, value_of

_PLACE = re.compile(r"%([1-9])")
_LEVELS = 9


@dataclass(frozen=True, slots=True)
class Level:
    """How one level counts: from `start`, in a style, shown as `text` (`%1.%2`); `restart` is Word's."""

    start: int
    style: str
    text: str
    suffix: str
    legal: bool
    restart: int | None


@dataclass(frozen=True, slots=True)
class Marker:
    """What stands before a paragraph: `text` is empty for a bullet; `space` parts it from the words."""

    text: str
    space: str
    level: int


class Numbering:
    """Counts the numbered paragraphs of one document, in their order."""

    def __init__(self, root: Element | None) -> None:
        self._abstract: dict[str, Element] = {}
        self._linked: dict[str, str] = {}
        self._numbers: dict[str, Element] = {}
        for element in root if root is not None else ():
            if element.tag == "w_abstractNum":
                name = element.get("w_abstractNumId") or ""
                self._abstract[name] = element
                if link := value_of(element, "w_styleLink"):
                    self._linked[link] = name
            elif element.tag == "w_num":
                self._numbers[element.get("w_numId") or ""] = element
        self._levels: dict[str, dict[int, Level]] = {}
        self._styled: dict[str, dict[str, int]] = {}
        self._counts: dict[str, list[int | None]] = {}
        self._restarted: set[tuple[str, int]] = set()

    def marker(self, number: str, level: int | None, style: str) -> Marker | None:
        """The marker of the next paragraph of a numbering, or None when there is no such numbering."""
        levels = self._of(number)
        if not levels:
            return None
        at = level if level is not None else self._styled[number].get(style, 0)
        at = min(at, _LEVELS - 1)
        if at not in levels:
            return None
        counts = self._count(number, at, levels)
        return Marker(_shown(levels, counts, at), _SPACES.get(levels[at].suffix, " "), at)

    def _count(self, number: str, at: int, levels: dict[int, Level]) -> list[int | None]:
        counts = self._counts.setdefault(self._family(number), [None] * _LEVELS)
        if (number, at) in self._restarts(number) and (number, at) not in self._restarted:
            self._restarted.add((number, at))
            counts[at] = None
        before = counts[at]
        counts[at] = levels[at].start if before is None else before + 1
        for above in range(at):
            if counts[above] is None and above in levels:
                counts[above] = levels[above].start
        for below in range(at + 1, _LEVELS):
            restart = levels[below].restart if below in levels else None
            if restart is None or (restart != 0 and at < restart):
                counts[below] = None
        return counts

    def _family(self, number: str) -> str:
        """Numberings of one abstract numbering count on together."""
        return value_of(self._numbers.get(number), "w_abstractNumId") or number

    def _restarts(self, number: str) -> Iterator[tuple[str, int]]:
        for override in self._numbers[number].findall("w_lvlOverride"):
            if value_of(override, "w_startOverride") is not None:
                yield number, _whole(override.get("w_ilvl"), 0)

    def _of(self, number: str) -> dict[int, Level]:
        if number not in self._levels:
            self._levels[number], self._styled[number] = self._read(number)
        return self._levels[number]

    def _read(self, number: str) -> tuple[dict[int, Level], dict[str, int]]:
        element = self._numbers.get(number)
        abstract = self._abstract.get(value_of(element, "w_abstractNumId") or "")
        if element is None or abstract is None:
            return {}, {}
        link = value_of(abstract, "w_numStyleLink")
        if link and link in self._linked:
            abstract = self._abstract[self._linked[link]]
        found = {_whole(each.get("w_ilvl"), 0): each for each in abstract.findall("w_lvl")}
        starts: dict[int, int] = {}
        for override in element.findall("w_lvlOverride"):
            at = _whole(override.get("w_ilvl"), 0)
            own = override.find("w_lvl")
            if own is not None:
                found[at] = own
            if (start := value_of(override, "w_startOverride")) is not None:
                starts[at] = _whole(start, 1)
        levels = {at: _level(each, starts.get(at)) for at, each in found.items() if 0 <= at < _LEVELS}
        styled = {style: at for at, each in found.items() if (style := value_of(each, "w_pStyle"))}
        return levels, styled


_SPACES = {"nothing": ""}


def _level(element: Element, start: int | None) -> Level:
    legal = element.find("w_isLgl")
    style = value_of(element, "w_numFmt") or "decimal"
    restart = value_of(element, "w_lvlRestart")
    return Level(
        start if start is not None else _whole(value_of(element, "w_start"), 0),
        style,
        "" if style == "bullet" else value_of(element, "w_lvlText") or "",
        value_of(element, "w_suff") or "tab",
        legal is not None and is_on(legal),
        _whole(restart, 0) if restart is not None else None,
    )


def _shown(levels: dict[int, Level], counts: list[int | None], at: int) -> str:
    def place(found: re.Match[str]) -> str:
        level = int(found[1]) - 1
        if level not in levels or counts[level] is None:
            return ""
        style = levels[level].style
        if levels[at].legal and style not in ("none", "bullet"):
            style = "decimal"
        return counted(counts[level] or 0, style)

    return _PLACE.sub(place, levels[at].text).strip()


def _whole(value: str | None, otherwise: int) -> int:
    return int(value) if value and value.isdecimal() and len(value) < 9 else otherwise
