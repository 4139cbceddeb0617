"""
What is refused before it meets the HTML parser, whose time grows with the square of depth and of attributes.

One pass over the tags, each character looked at once: a page that is refused does not cost its process.
"""

from __future__ import annotations

import re

from belegg.errors import TooLarge
from belegg.reading.html_tags import NOT_NESTING, RAW

LARGEST = 16_000_000
DEEPEST = 2_000
MOST_ATTRIBUTES = 2_000

_NEXT = re.compile(r"<(?:!--|(/?)([a-zA-Z][^\s/>]*))")
_ATTRIBUTE = re.compile(r"""[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+))?+""")


def refuse_endless(markup: str) -> int:
    """
    How many elements a page opens, about.

    Raises TooLarge when it is too long, nested too deep or has a tag with too many attributes.
    """
    if len(markup) > LARGEST:
        raise TooLarge(f"the page is longer than {LARGEST:,} characters; divide it")
    place = depth = opened = 0
    while found := _NEXT.search(markup, place):
        place = found.end()
        name = (found[2] or "").lower()
        if not name:
            place = _after(markup, "-->", place)
        elif found[1]:
            depth -= name not in NOT_NESTING
        else:
            place = _attributes_end(markup, place)
            opened += 1
            depth += name not in NOT_NESTING
            if name in RAW:
                place = _after(markup, f"</{name}", place)
                depth -= 1
        if depth > DEEPEST:
            raise TooLarge(f"the page is nested deeper than {DEEPEST:,} levels")
    return opened


def _attributes_end(markup: str, place: int) -> int:
    count = 0
    while found := _ATTRIBUTE.match(markup, place):
        place = found.end()
        count += 1
        if count > MOST_ATTRIBUTES:
            raise TooLarge(f"a tag of the page has more than {MOST_ATTRIBUTES:,} attributes")
    return place


def _after(markup: str, end: str, place: int) -> int:
    found = re.compile(re.escape(end), re.IGNORECASE).search(markup, place)
    return found.end() if found else len(markup)
