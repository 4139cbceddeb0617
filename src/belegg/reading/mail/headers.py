"""
The fields of a mail's head in plain letters.

Fields are decoded here and not by `email.headerregistry`: hostile ones make its parser raise or crawl, and
what a reader needs is the field as written, not an address book.
"""

from __future__ import annotations

import base64
import binascii
import re
from datetime import datetime
from email.utils import parsedate_to_datetime

from belegg.reading.mail.charsets import characters

SHOWN = ("From", "To", "Cc", "Bcc", "Date", "Subject")
"""The fields that stand above a mail, in this order."""

LONGEST = 10_000
"""Characters of one field that are read; a list of several hundred addresses."""

_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?\n]*)\?=")
_BETWEEN_WORDS = re.compile(r"(\?=)\s+(?==\?)")
_QUOTED = re.compile(r"=([0-9A-Fa-f]{2})")


def plain_field(raw: str) -> str:
    """A field's value unfolded, its encoded words (RFC 2047) and raw bytes decoded, white space single."""
    value = re.sub(r"\r?\n[ \t]*|\r", " ", raw[:LONGEST])
    if any("\udc80" <= letter <= "\udcff" for letter in value):
        value = characters(value.encode("utf-8", "surrogateescape"), None).text
    if "=?" in value:
        value = _words(_BETWEEN_WORDS.sub(r"\1", value))
    return " ".join(value.split())


def _words(value: str) -> str:
    """Encoded words as letters; neighbours in one character set are joined first, they may tear a letter."""
    pieces: list[str] = []
    gathered, charset, end = b"", "", 0
    for word in _WORD.finditer(value):
        data = _bytes(word[2], word[3])
        if data is None:
            continue
        if word.start() != end or word[1].lower() != charset:
            pieces += [_letters(gathered, charset), value[end : word.start()]]
            gathered = b""
        gathered += data
        charset, end = word[1].lower(), word.end()
    return "".join((*pieces, _letters(gathered, charset), value[end:]))


def _letters(data: bytes, charset: str) -> str:
    return characters(data, charset).text if data else ""


def _bytes(encoding: str, text: str) -> bytes | None:
    raw = text.encode("utf-8", "replace")
    if encoding in "qQ":
        spaced = text.replace("_", " ")
        return _QUOTED.sub(lambda found: chr(int(found[1], 16)), spaced).encode("latin-1", "replace")
    try:
        return base64.b64decode(raw + b"=" * (-len(raw) % 4))
    except binascii.Error:
        return None


def moment(value: str) -> datetime | None:
    """The date and time that a `Date` field states; None when it states none."""
    try:
        return parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
