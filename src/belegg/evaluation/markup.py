"""HTML with everything escaped that is not markup on purpose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


class Markup(str):
    """Text that is HTML. Everything else is escaped when it is put into a page."""

    __slots__ = ()


def html(value: object) -> Markup:
    """A value as HTML."""
    return value if isinstance(value, Markup) else Markup(escape(str(value), quote=False))


def attribute(value: object) -> str:
    """A value inside double quotation marks."""
    return escape(str(value))


def joined(parts: Iterable[object]) -> Markup:
    return Markup("".join(html(part) for part in parts))


def tag(name: str, *inside: object, **attributes: str) -> Markup:
    """An element; `class_` and `for_` are written without their underscore, `aria_label` with a dash."""
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{attribute(value)}"' for key, value in attributes.items()
    )
    return Markup(f"<{name}{said}>{joined(inside)}</{name}>")


def table(label: str, heads: Sequence[tuple[str, str]], rows: Iterable[Sequence[object]]) -> Markup:
    """
    A table in a box that can be scrolled by keys. `heads` are (text, class); the first cell of a row is its
    head.
    """
    head = joined(tag("th", text, scope="col", class_=kind) for text, kind in heads)
    body = []
    for row in rows:
        first = tag("th", row[0], scope="row", class_=heads[0][1])
        cells = (tag("td", cell, class_=kind) for cell, (_, kind) in zip(row[1:], heads[1:], strict=True))
        body.append(tag("tr", first, *cells))
    whole = tag("table", tag("thead", tag("tr", head)), tag("tbody", *body))
    return tag("div", whole, class_="tablebox", tabindex="0", role="region", aria_label=label)
