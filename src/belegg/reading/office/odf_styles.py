"""OpenDocument styles: what is hidden, what is raised, how lists and headings are numbered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from belegg.reading.counting import counted

_LONGEST_CHAIN = 30
_COUNTED = {
    "1": "decimal",
    "a": "lowerLetter",
    "A": "upperLetter",
    "i": "lowerRoman",
    "I": "upperRoman",
    "01": "decimalZero",
}


class OdfStyles:
    """The styles of one document, from its parts `styles.xml` and `content.xml`."""

    def __init__(self, roots: Iterable[Element]) -> None:
        self._styles: dict[tuple[str, str], Element] = {}
        self._lists: dict[str, dict[int, Element]] = {}
        self._outline: dict[int, Element] = {}
        self._defaults: list[Element] = []
        for root in roots:
            for element in root.iter():
                if element.tag == "style_style":
                    key = (element.get("style_family") or "", element.get("style_name") or "")
                    self._styles[key] = element
                elif element.tag == "text_list-style":
                    self._lists[element.get("style_name") or ""] = _by_level(element)
                elif element.tag == "text_outline-style":
                    self._outline = _by_level(element)
                elif element.tag == "style_default-style":
                    self._defaults.append(element)

    def chain(self, family: str, name: str) -> Iterator[Element]:
        """A style and those that it is based on."""
        for _ in range(_LONGEST_CHAIN):
            element = self._styles.get((family, name))
            if element is None:
                return
            yield element
            name = element.get("style_parent-style-name") or ""

    def is_hidden(self, family: str, name: str) -> bool:
        """Whether text of a style is not shown."""
        for properties in self._text_properties(family, name):
            if display := properties.get("text_display"):
                return display in ("none", "condition")
        return False

    def is_raised(self, name: str) -> bool:
        """Whether characters of a style stand raised."""
        for properties in self._text_properties("text", name):
            if place := properties.get("style_text-position"):
                return place.startswith("super") or (place[:1].isdigit() and not place.startswith("0%"))
        return False

    def is_title(self, name: str) -> bool:
        """Whether a paragraph's style is the one for titles."""
        return any(style.get("style_name") == "Title" for style in self.chain("paragraph", name))

    def is_shown(self, name: str) -> bool:
        """Whether a table of this style is shown (a sheet may be hidden)."""
        properties = (p for s in self.chain("table", name) for p in s.findall("style_table-properties"))
        return all(each.get("table_display") != "false" for each in properties)

    def languages(self) -> Iterator[str | None]:
        """The languages that the default styles state."""
        for style in self._defaults:
            for properties in style.findall("style_text-properties"):
                yield properties.get("fo_language")

    def list_style_of(self, paragraph_style: str) -> str:
        """The list style that a paragraph style states."""
        named = (each.get("style_list-style-name") for each in self.chain("paragraph", paragraph_style))
        return next((name for name in named if name), "")

    def list_level(self, name: str, level: int) -> Element | None:
        """How a level (from 1) of a list style looks."""
        return self._lists.get(name, {}).get(level)

    def outline_level(self, level: int) -> Element | None:
        """How headings of a level are numbered."""
        return self._outline.get(level)

    def _text_properties(self, family: str, name: str) -> Iterator[Element]:
        for style in self.chain(family, name):
            yield from style.findall("style_text-properties")


class Counter:
    """Counts one list, or the headings of a document, level by level (from 1)."""

    def __init__(self) -> None:
        self._counts: dict[int, int] = {}

    def next(self, level: int, start: int) -> None:
        """The next item of a level: one more than the last, or the start after a level above."""
        self._counts[level] = self._counts[level] + 1 if level in self._counts else start
        for deeper in [each for each in self._counts if each > level]:
            del self._counts[deeper]

    def marker(self, looks: dict[int, Element], level: int) -> str:
        """The number of an item as it is shown: with those of levels above where the look says so."""
        look = looks.get(level)
        if look is None or not look.get("style_num-format"):
            return ""
        shown = look.get("text_display-levels") or "1"
        first = max(1, level - (int(shown) if shown.isdecimal() and len(shown) < 3 else 1) + 1)
        numbers = [
            counted(self._counts.get(each, 1), _style(looks[each]))
            for each in range(first, level + 1)
            if each in looks and looks[each].get("style_num-format")
        ]
        before, after = look.get("style_num-prefix") or "", look.get("style_num-suffix") or ""
        return f"{before}{'.'.join(numbers)}{after}".strip()


def start_of(look: Element | None) -> int:
    """The number that a level begins with."""
    start = (look.get("text_start-value") or "1") if look is not None else "1"
    return int(start) if start.isdecimal() and len(start) < 8 else 1


def _style(look: Element) -> str:
    return _COUNTED.get(look.get("style_num-format") or "", "decimal")


def _by_level(element: Element) -> dict[int, Element]:
    levels: dict[int, Element] = {}
    for each in element:
        level = each.get("text_level") or ""
        if level.isdecimal() and len(level) < 3:
            levels[int(level)] = each
    return levels
