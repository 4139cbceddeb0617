"""Text of sources as plain text in one line: it is shown to people and models, and never as markup."""

from __future__ import annotations

import html
import re
import unicodedata

TAG = re.compile(r"<!--.*?-->|<(script|style)\b.*?</\1\s*>|</?[A-Za-z][^<>]*>", re.S | re.I)
LINK = re.compile(r"!?\[([^\[\]]*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+\"[^\"]*\")?\)")
MOST_CHARACTERS = 20_000
PASSES = 3
"""Of unpacking entities: markup may be hidden in them twice over."""


def plain_text(text: str) -> str:
    """
    Without tags, entities, links (their words stay), characters that are not seen, and line breaks. What only
    looks like a tag stays: `age <5 and >3`.
    """
    text = text[:MOST_CHARACTERS]
    for _ in range(PASSES):
        before = text
        text = LINK.sub(r"\1", TAG.sub(" ", html.unescape(text)))
        if text == before:
            break
    return " ".join("".join(map(as_seen, text)).split())


def as_seen(character: str) -> str:
    """Itself; a blank for a control, nothing for formatting, halves of pairs and what is no character."""
    category = unicodedata.category(character)
    if category == "Cc":
        return " "
    return "" if category in {"Cf", "Cs", "Co", "Cn"} else character
