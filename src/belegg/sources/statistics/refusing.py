"""What is wrong with an answer before anything of it is read: its status, or a page instead of figures."""

from __future__ import annotations

import json
import re

from belegg.errors import (
    BadSelection,
    SelectionTooLarge,
    SourceChanged,
    SourceRefused,
    SourceUnavailable,
    StatisticsFailed,
    UnknownTable,
)
from belegg.sources.statistics.markup import plain_text
from belegg.sources.statistics.publisher import Publisher
from belegg.sources.statistics.sending import Told

PAGE = re.compile(rb"\s*(?:<!--.{0,500}?-->\s*)?<(?:!doctype\s+html|html)\b", re.I | re.S)
BOM = b"\xef\xbb\xbf"
WORDS = ("title", "detail", "message", "label", "feilmelding", "errorMessage", "error")
MOST_CHARACTERS = 160


def refusal(
    publisher: Publisher, told: Told, agreed: str, also: frozenset[int], key: str
) -> StatisticsFailed | None:
    """The error that an answer is; None for one that may be read. A `key` that was sent is not repeated."""
    name, id, status = publisher.name, publisher.id, told.status
    if status in also or status == 304:
        return None
    if 200 <= status < 300:
        return page_for_figures(publisher, told.content, agreed)
    said = f" (`{words}`)" if (words := words_of(told.content, key)) else ""
    if status in {404, 410}:
        return UnknownTable(f"{name} has nothing at that address, HTTP {status}{said}", id)
    if status in {400, 422}:
        return BadSelection(f"{name} does not take that request, HTTP {status}{said}", id)
    if status == 413:
        return SelectionTooLarge(f"{name} gives less at once, HTTP 413{said}; ask for fewer cells", id)
    if status in {401, 403, 451}:
        return SourceRefused(f"{name} does not give this, HTTP {status}{said}", id)
    if status == 408 or status >= 500:
        return SourceUnavailable(f"{name} cannot answer now, HTTP {status}{said}; try again later", id)
    return SourceChanged(f"{name} answered with HTTP {status}{said}, which is not known here", id)


def page_for_figures(publisher: Publisher, content: bytes, agreed: str) -> SourceUnavailable | None:
    """A page (HTML), or XML where JSON was agreed on: overloaded services send them."""
    start = content.removeprefix(BOM)[:1024]
    if PAGE.match(start):
        met = "a web page"
    elif agreed == "json" and start.lstrip()[:1] == b"<":
        met = "XML"
    else:
        return None
    return SourceUnavailable(
        f"{publisher.name} sent {met} in the place of figures, as it does when it cannot answer; try again "
        "later",
        publisher.id,
    )


def words_of(content: bytes, key: str = "") -> str:
    """The line in which a service says what is wrong, out of JSON; short, without markup and the key."""
    try:
        told = json.loads(content[:20_000])
    except (ValueError, RecursionError):
        return ""
    for _ in range(4):
        if isinstance(told, list):
            told = told[0] if told else ""
        elif isinstance(told, dict):
            told = next((told[word] for word in WORDS if told.get(word)), "")
    if not isinstance(told, str):
        return ""
    return plain_text(told.replace(key, "…") if key else told)[:MOST_CHARACTERS].replace("`", "'")
