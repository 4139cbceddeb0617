"""
What a text that a model wrote may hold when it is shown: no picture, no link, no control character.

An address out of a document must not be fetched or followed by itself (a picture's address can carry away
what the answer says). Markdown and HTML of either are left readable, and mean nothing any more.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

import regex

from belegg.text.addresses import places_of_addresses

MOST_CHARACTERS = 1_200
"""Of one sentence of an answer."""

_MOST_ASIDE = 600
"""Of what a model says beside its answer: what is missing, what would settle it."""
_TAG = regex.compile(r"<(?=[\p{L}/!?])")
_LINK = regex.compile(r"\](?=[(\[:])")
_HANDLE = regex.compile(
    r"\s?[\[(](?:\s*[,;]?\s*[Dd]\d{1,4}(?:,?\s*(?:p\.|pp\.|page|side|s\.)\s?[\d–-]+)?)+\s*[\])]"
)
_MARKS = str.maketrans("", "", '«»“”„‟"')
_SINGLE_MARKS = str.maketrans("«“„‟»”", "‘‘‘‘’’", '"')


def shown(text: str, at_most: int = MOST_CHARACTERS) -> str:
    """
    A text on one line, safe to be rendered as Markdown or HTML: addresses stand as code, brackets of links
    are parted, tags lose their `<`. Handles in brackets (`[D3]`), which only the model knows, are left out.
    """
    line = " ".join(_without_controls(without_handles(text)).split())
    line = str(_TAG.sub("‹", _LINK.sub("] ", line)))
    if places_of_addresses(line):
        line = _addresses_as_code(line.replace("`", ""))
    return line if len(line) <= at_most else line[: at_most - 1].rstrip(" `") + "…"


def shown_aside(text: str) -> str:
    """The same of what a model says in its own words beside the answer: it cannot look like a quotation."""
    return shown(text.translate(_MARKS), _MOST_ASIDE)


def shown_finding(text: str) -> str:
    """
    The same of what a check found: words of a document or draft in it keep marks around them, single ones,
    which are no marks of a quotation.
    """
    return shown(text.translate(_SINGLE_MARKS), _MOST_ASIDE)


def without_handles(text: str) -> str:
    """A text without handles in brackets (`[D3, p. 4]`), by which the model alone knows documents."""
    return str(_HANDLE.sub("", text))


def without_titles(text: str, titles: Iterable[str]) -> str:
    """A text with these titles of documents blanked: what they hold is not its own."""
    for title in {title for title in titles if title.strip()}:
        words = r"\s+".join(map(regex.escape, title.split()))
        text = regex.sub(rf"(?<!\w){words}(?!\w)", lambda found: " " * len(found[0]), text, flags=regex.I)
    return text


def _without_controls(text: str) -> str:
    """Without control, format and private characters, and lone surrogates; breaks become spaces."""
    return "".join(
        " " if char in "\n\r\t\v\f\x85\u2028\u2029" else char
        for char in unicodedata.normalize("NFC", text)
        if char in "\n\r\t\v\f\x85\u2028\u2029" or unicodedata.category(char)[0] != "C"
    )


def _addresses_as_code(text: str) -> str:
    for start, end in reversed(places_of_addresses(text)):
        text = f"{text[:start]}`{text[start:end]}`{text[end:]}"
    return text
