"""The controls of a form: what they show, and what they offer besides."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from belegg.reading.html_table import Attributes

_SHOWS_NO_VALUE = frozenset({"checkbox", "color", "file", "hidden", "image", "password", "radio", "range"})


def shown_and_offered(node: LexborNode, tag: str, attributes: Attributes) -> tuple[str, str]:
    """
    What a control shows as filled in, and what it only offers: choices that are not taken, hints.

    A hint is no answer: it must not be quoted as one.
    """
    hint = attributes.get("placeholder") or ""
    if tag == "input":
        kind = (attributes.get("type") or "text").strip().lower()
        value = "" if kind in _SHOWS_NO_VALUE else attributes.get("value") or ""
        return value, "" if value or kind in _SHOWS_NO_VALUE else hint
    if tag == "textarea":
        text = node.text()
        return text, "" if text.strip() else hint
    return _choices(node, attributes)


def _choices(select: LexborNode, attributes: Attributes) -> tuple[str, str]:
    options = select.css("option")
    size = attributes.get("size") or "1"
    if "multiple" in attributes or (size.isdecimal() and len(size) < 6 and int(size) > 1):
        return "\n".join(map(_label, options)), ""
    chosen = [number for number, option in enumerate(options) if "selected" in option.attributes]
    enabled = [number for number, option in enumerate(options) if "disabled" not in option.attributes]
    shown = (chosen[-1:] or enabled[:1] or [0])[0]
    others = "\n".join(_label(option) for number, option in enumerate(options) if number != shown)
    return (_label(options[shown]) if options else ""), others


def _label(option: LexborNode) -> str:
    return " ".join((option.attributes.get("label") or option.text()).split())
