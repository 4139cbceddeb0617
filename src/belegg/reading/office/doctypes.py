"""
Document types taken out of XML before it is parsed, so that there are no entities: none is expanded, in text
or attribute, and no file or address that one names is opened. References to them stay as written (`&a;`).
"""

from __future__ import annotations

import re

_WIDE = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
_PROLOG = rb"(?:\xef\xbb\xbf)?+(?:\s++|<\?(?>.*?\?>)|<!--(?>.*?-->))*+"
_DOCTYPE = re.compile(
    rb"(?P<before>" + _PROLOG + rb")<!DOCTYPE(?:[^\[\]<>\"']++|\"[^\"]*+\"|'[^']*+')*+"
    rb"(?:\[(?:<!--(?>.*?-->)|<\?(?>.*?\?>)|[^\]\"'<]++|\"[^\"]*+\"|'[^']*+'|<(?!!--|\?))*+\]\s*+)?+>",
    re.DOTALL,
)
_REFERENCE = re.compile(
    rb"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)"
    rb"|&(?!(?:amp|lt|gt|quot|apos|#\d{1,8}|#x[0-9a-fA-F]{1,8});)(?P<name>[^\s&;<>\"']{1,200};)",
    re.DOTALL,
)
_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")


def without_doctype(data: bytes) -> tuple[bytes, int]:
    """
    A part without its document type, and how many references to entities stand in it as written.

    -1 references: it declares none. One that cannot be made out is left in, for the parser to refuse.
    """
    if data.startswith(_WIDE):
        data = _narrow(data)
    found = _DOCTYPE.match(data)
    if not found:
        return data, -1
    references = 0

    def as_written(match: re.Match[bytes]) -> bytes:
        nonlocal references
        if match["name"] is None:
            return match[0]
        references += 1
        return b"&amp;" + match["name"]

    rest = _REFERENCE.sub(as_written, data[found.end() :])
    return found["before"] + rest, references


def _narrow(data: bytes) -> bytes:
    """UTF-16 as UTF-8; as it is where no document type is in it, or where it is torn."""
    marked = data.startswith(_WIDE[:2])
    encoding = "utf-16" if marked else "utf-16-le" if data.startswith(b"<\0") else "utf-16-be"
    if "<!DOCTYPE".encode("utf-16-le") not in data and "<!DOCTYPE".encode("utf-16-be") not in data:
        return data
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return data
    return _DECLARATION.sub("", text, count=1).encode("utf-8", "replace")
