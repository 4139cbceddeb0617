"""
Notion's export: a page's name ends in the 32 hex digits of its id; a database's rows begin with properties.

    Roadmap 152bb52ee2b58053ad50ffb72303b147.md
    # Roadmap

    Status: Done
    Owner: Kari
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from belegg.reading.facts import iso_date
from belegg.records import Block, Fact

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser

_PROPERTY = re.compile(r"([^\W\d_][^\n:]{0,59}): (\S[^\n]{0,1999})")
_MOST_PROPERTIES = 50
_DATES = {"created time": "published", "created": "published", "last edited time": "updated"}
ORIGIN = "Notion property"


def properties(text: str, blocks: Sequence[Block]) -> Iterator[Fact]:
    """
    The property lines that stand right below a page's first heading, as facts; they stay in the text.

    All lines of that paragraph must be properties: a sentence with a colon is none. Names are kept as they
    came (a `Company` is no publisher, a `Date` no date of publication), but for the page's own dates.
    """
    if len(blocks) < 2 or blocks[0].kind != "heading" or blocks[1].kind != "paragraph":
        return
    lines = text[blocks[1].span.start : blocks[1].span.end].split("\n")
    found = [_PROPERTY.fullmatch(line.rstrip()) for line in lines]
    if len(found) > _MOST_PROPERTIES:
        return
    stated = [(match[1].strip(), match[2]) for match in found if match]
    if len(stated) == len(lines):
        yield from (property_fact(key, value) for key, value in stated)


def page_properties(tree: LexborHTMLParser) -> Iterator[Fact]:
    """The properties of a page of Notion's HTML export; its table of them stays in the text."""
    for row in tree.css("table.properties tr.property-row")[:_MOST_PROPERTIES]:
        cells = row.css_first("th"), row.css_first("td")
        key, value = (" ".join((cell.text() or "").split()) if cell else "" for cell in cells)
        if key and value:
            yield property_fact(key[:60], value[:2_000])


def property_fact(key: str, value: str) -> Fact:
    """A property under its own name, the page's own dates under Belegg's."""
    name = _DATES.get(key.lower())
    date = iso_date(value) if name else None
    return Fact(name, date, ORIGIN) if name and date else Fact(key, value, ORIGIN)
