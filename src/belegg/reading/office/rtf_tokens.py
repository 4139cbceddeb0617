"""RTF as tokens: groups, control words, bytes and Unicode characters (without their stand-ins)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n\0]+|([^\\{}\r\n\0]+)",
    re.S,
)


class Token(NamedTuple):
    """
    `kind` is `open`, `close`, `word` (with `name` and `number`), `sign` (a control sign in `name`), `bytes`,
    or `unicode` (a UTF-16 unit in `number`).
    """

    kind: str
    name: str = ""
    number: int | None = None
    data: bytes = b""


def tokens(data: bytes) -> Iterator[Token]:
    """The tokens of an RTF file. Binary data (`\\bin`) is passed over."""
    place = 0
    skips = [1]
    skipped = 0
    while found := _TOKEN.match(data, place):
        place = found.end()
        word, number, code, sign, brace, text = found.groups()
        if brace:
            skipped = 0
            if brace == b"{":
                skips.append(skips[-1])
            elif len(skips) > 1:
                skips.pop()
            yield Token("open" if brace == b"{" else "close")
        elif word:
            value = int(number) if number else None
            if word == b"bin":
                place += max(0, value or 0)
            elif word == b"uc":
                skips[-1] = max(0, min(10, value or 0))
            elif word == b"u" and value is not None:
                skipped = skips[-1]
                yield Token("unicode", number=value % 65_536)
            elif skipped:
                skipped -= 1
            else:
                yield Token("word", word.decode("ascii"), value)
        elif code or sign:
            if skipped:
                skipped -= 1
            elif code:
                yield Token("bytes", data=bytes.fromhex(code.decode("ascii")))
            else:
                yield Token("sign", sign.decode("latin-1"))
        elif text:
            if skipped:
                dropped = min(skipped, len(text))
                skipped -= dropped
                text = text[dropped:]
            if text:
                yield Token("bytes", data=text)
