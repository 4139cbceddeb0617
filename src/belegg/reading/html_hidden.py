"""
Which elements of a page a reader cannot see: by their own style and by the page's own style sheets.

Only plain selectors are understood (`p`, `.note`, `p.note`, `#top`); what cannot be told stays visible.
Outside style sheets are never fetched.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Style = Mapping[str, str]

_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)
_SELECTOR = re.compile(r"([a-zA-Z][\w-]*|\*)?((?:[.#][\w-]+)*)")
_MOST_CSS = 200_000
_MOST_MET = 20_000
_TELLING = frozenset(
    {
        *("display", "visibility", "font-size", "color", "opacity", "clip", "text-indent"),
        *("background", "background-color", "position", "left", "right", "top", "bottom"),
    }
)
"""The properties that tell what is seen; rules without any are not kept."""

_FAR_OUT = re.compile(r"-\d{3,}(?:\.\d+)?(?:px|em|rem|pt|%)?")
_NOTHING = re.compile(r"0+(?:\.0*)?(?:px|em|rem|pt|%)?|\.0+")
_RELATIVE = re.compile(r"[\d.]+(?:em|ex|ch|%)|smaller|larger")
"""Sizes that are nothing where what they are measured by is nothing."""

_WHITE = frozenset({"#fff", "#ffffff", "white", "rgb(255,255,255)", "rgba(255,255,255,1)"})
_NO_COLOUR = re.compile(r"none|transparent|inherit|initial|white|#fff(?:fff)?|url\(.*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Rule:
    tag: str
    classes: frozenset[str]
    identifiers: frozenset[str]
    style: Style

    @property
    def mark(self) -> str:
        """What an element must have for the rule to be looked at: a class, an id, a tag, or nothing."""
        if self.classes:
            return f".{min(self.classes)}"
        return f"#{min(self.identifiers)}" if self.identifiers else self.tag


class Styles:
    """The page's own style rules, as far as they are plain."""

    def __init__(self, sheets: Sequence[str]) -> None:
        self._rules = [rule for sheet in sheets for rule in _rules(sheet[:_MOST_CSS])]
        self._by_mark: dict[str, list[int]] = {}
        for number, rule in enumerate(self._rules):
            self._by_mark.setdefault(rule.mark, []).append(number)
        self._met: dict[tuple[str, str, str], Style] = {}

    @property
    def colours_page(self) -> bool:
        """Whether the page as a whole has a ground of its own."""
        return any(rule.tag in ("html", "body") and colours(rule.style) for rule in self._rules)

    def of(self, tag: str, attributes: Mapping[str, str | None]) -> Style:
        """What is declared for an element; its own `style` counts last."""
        own = attributes.get("style")
        style: Style = {}
        if self._rules and tag not in ("html", "body"):
            key = (tag, attributes.get("class") or "", attributes.get("id") or "")
            known = self._met.get(key)
            style = self._of_sheets(*key) if known is None else known
            if known is None and len(self._met) < _MOST_MET:
                self._met[key] = style
        return {**style, **_declarations(own)} if own else style

    def _of_sheets(self, tag: str, class_names: str, identifier: str) -> Style:
        """What the page's rules declare, the last counts."""
        classes = frozenset(class_names.split())
        marks = ("", tag, f"#{identifier}", *(f".{name}" for name in classes))
        style: dict[str, str] = {}
        for number in sorted(number for mark in marks for number in self._by_mark.get(mark, ())):
            rule = self._rules[number]
            if rule.tag in ("", tag) and rule.classes <= classes and rule.identifiers <= {identifier}:
                style.update(rule.style)
        return style


@dataclass(frozen=True, slots=True)
class Seen:
    """
    What an element hands down to the text inside it, until an element below says otherwise.

    A layout sets `font-size: 0` around boxes that have a size of their own: only the text itself tells.
    """

    sized: bool = True
    visible: bool = True
    white: bool = False
    on_colour: bool = False

    @property
    def shows(self) -> bool:
        """Whether text that stands right here can be seen."""
        return self.sized and self.visible and (self.on_colour or not self.white)

    def inside(self, style: Style, on_colour: bool) -> Seen:
        """What holds inside an element of this style; `on_colour`: it puts a colour behind its text."""
        size, visibility, colour = (style.get(name, "") for name in ("font-size", "visibility", "color"))
        sized = self.sized
        if _NOTHING.fullmatch(size):
            sized = False
        elif size and size != "inherit":
            sized = sized or not _RELATIVE.fullmatch(size)
        return Seen(
            sized,
            self.visible if visibility in ("", "inherit") else visibility not in ("hidden", "collapse"),
            self.white if colour in ("", "inherit") else colour.replace(" ", "") in _WHITE,
            self.on_colour or on_colour,
        )


def hides(style: Style) -> bool:
    """Whether nothing inside an element of this style can be seen, whatever the elements below say."""
    if style.get("display") == "none" or _NOTHING.fullmatch(style.get("opacity", "1")):
        return True
    if _FAR_OUT.match(style.get("text-indent", "")):
        return True
    placed = style.get("position") in ("absolute", "fixed")
    if placed and any(_FAR_OUT.match(style.get(side, "")) for side in ("left", "right", "top", "bottom")):
        return True
    return placed and style.get("clip", "").startswith(("rect(0", "rect(1px"))


def colours(style: Style) -> bool:
    """Whether a style puts a colour behind its text."""
    value = style.get("background-color") or style.get("background") or ""
    return bool(value) and not _NO_COLOUR.fullmatch(value)


def _declarations(text: str) -> dict[str, str]:
    pairs = (part.partition(":") for part in text.split(";"))
    return {
        name.strip().lower(): value.lower().replace("!important", "").strip()
        for name, _, value in pairs
        if value
    }


def _rules(sheet: str) -> list[_Rule]:
    rules = []
    for selectors, body in _top_level(_COMMENT.sub("", sheet)):
        style = {name: value for name, value in _declarations(body).items() if name in _TELLING}
        for selector in selectors.split(",") if style else ():
            found = _SELECTOR.fullmatch(selector.strip())
            if found and selector.strip():
                parts = re.findall(r"([.#])([\w-]+)", found[2])
                classes = frozenset(name for mark, name in parts if mark == ".")
                identifiers = frozenset(name for mark, name in parts if mark == "#")
                tag = (found[1] or "").lower().replace("*", "")
                rules.append(_Rule(tag, classes, identifiers, style))
    return rules


def _top_level(sheet: str) -> list[tuple[str, str]]:
    """Selectors and bodies outside of `@media` and its kin, which hold only at times."""
    found = []
    depth = start = 0
    selector = ""
    for mark in re.finditer(r"[{};]", sheet):
        if mark[0] == ";":
            start = mark.end() if depth == 0 else start
        elif mark[0] == "{":
            if depth == 0:
                selector, start = sheet[start : mark.start()].strip(), mark.end()
            depth += 1
        else:
            depth = max(0, depth - 1)
            if depth == 0:
                if not selector.startswith("@"):
                    found.append((selector, sheet[start : mark.start()]))
                start = mark.end()
    return found
