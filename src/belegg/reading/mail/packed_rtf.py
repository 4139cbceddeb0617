"""Rich text as Outlook packs it (MS-OXRTFCP): a header of 16 bytes, then letters and looks back."""

from __future__ import annotations

import struct
from collections.abc import Iterator

_PACKED, _PLAIN = 0x75465A4C, 0x414C454D
_WINDOW = 4_096
_LARGEST = 64_000_000
_PRELOADED = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript "
    b"\\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par "
    b"\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)


def unpacked(data: bytes) -> bytes | None:
    """The rich text; None when the bytes are no such packing or hold more than is sensible."""
    if len(data) < 16:
        return None
    packed_size, size, kind, _ = struct.unpack_from("<IIII", data)
    if kind == _PLAIN:
        return data[16 : 16 + size]
    if kind != _PACKED or size > _LARGEST:
        return None
    return bytes(_spread(data[16 : 4 + packed_size], size))


def _spread(data: bytes, size: int) -> bytearray:
    """Each control byte says of eight tokens, lowest bit first, which are letters and which look back."""
    window = bytearray(_PRELOADED.ljust(_WINDOW, b"\0"))
    place = len(_PRELOADED)
    text = bytearray()
    for looks_back, first, second in _tokens(data):
        start, length = (first << 4 | second >> 4, (second & 0xF) + 2) if looks_back else (0, 1)
        if len(text) >= size or (looks_back and start == place % _WINDOW):
            break
        for step in range(length):
            letter = window[(start + step) % _WINDOW] if looks_back else first
            text.append(letter)
            window[place % _WINDOW] = letter
            place += 1
    return text


def _tokens(data: bytes) -> Iterator[tuple[bool, int, int]]:
    at = 0
    while at < len(data):
        control, at = data[at], at + 1
        for bit in range(8):
            looks_back = bool(control >> bit & 1)
            if at + looks_back >= len(data):
                return
            yield looks_back, data[at], data[at + 1] if looks_back else 0
            at += 1 + looks_back
