"""Bytes of a mail as characters; what cannot be told is shown as damaged, so that no attachment is lost."""

from __future__ import annotations

import codecs
import re

from belegg.errors import UndecodableText
from belegg.reading.decoding import Decoded, decode
from belegg.records import Warned

_SEVEN_BIT = re.compile(r"iso-2022-[a-z0-9-]+|hz-gb-2312|hz|utf-?7", re.IGNORECASE)
"""Character sets whose bytes all look like ASCII: only the declaration can tell them."""


def characters(data: bytes, declared: str | None) -> Decoded:
    """Raises TooLarge; bytes that make no sense raise nothing, they show as `\\ufffd` with a warning."""
    name = (declared or "").strip().strip("\"'").partition("*")[0]
    if _SEVEN_BIT.fullmatch(name):
        try:
            return Decoded(data.decode(codecs.lookup(name).name), name)
        except (UnicodeDecodeError, LookupError):
            pass
    try:
        return decode(data, name or None)
    except UndecodableText as error:
        text = data.decode("utf-8", "replace")
        bad = text.count("\ufffd")
        return Decoded(text, "utf-8", (Warned("damaged text", f"{bad} places show as `\ufffd`: {error}"),))
