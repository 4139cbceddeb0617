"""
The content of an S/MIME mail that was signed in one piece (`smime.p7m`): CMS SignedData, RFC 5652.

    ContentInfo { SignedData { version, digests, encapContentInfo { type, [0] OCTET STRING }, … } }

Only the way to the content is walked, in DER and in BER's indefinite form; no signature is verified.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

_SIGNED_DATA = bytes.fromhex("2a864886f70d010702")
_OBJECT_IDENTIFIER, _OCTETS, _SEQUENCE, _EXPLICIT = 0x06, 0x04, 0x30, 0xA0
_CONSTRUCTED = 0x20
_DEEPEST = 30


@dataclass(frozen=True, slots=True)
class _Item:
    """A value: its tag, where its content begins and ends, where the next value begins."""

    tag: int
    start: int
    end: int
    after: int


class _Torn(Exception):
    """The bytes are no such structure."""


def signed_content(data: bytes) -> bytes | None:
    """The bytes that were signed; None when they are no signed data with its content inside."""
    try:
        outer = _item(data, 0, len(data), 0)
        kind, wrapped = _first(data, outer, 2)
        if outer.tag != _SEQUENCE or data[kind.start : kind.end] != _SIGNED_DATA:
            return None
        (signed,) = _first(data, wrapped, 1)
        _, _, content = _first(data, signed, 3)
        _, held = _first(data, content, 2)
        (octets,) = _first(data, held, 1)
        return b"".join(_octets(data, octets, 0))
    except _Torn:
        return None


def _octets(data: bytes, item: _Item, depth: int) -> Iterator[bytes]:
    if item.tag == _OCTETS:
        yield data[item.start : item.end]
    elif item.tag == _OCTETS | _CONSTRUCTED and depth < _DEEPEST:
        for inner in _inside(data, item):
            yield from _octets(data, inner, depth + 1)
    else:
        raise _Torn


def _first(data: bytes, item: _Item, count: int) -> list[_Item]:
    if not item.tag & _CONSTRUCTED:
        raise _Torn
    found = [inner for _, inner in zip(range(count), _inside(data, item), strict=False)]
    if len(found) < count:
        raise _Torn
    return found


def _inside(data: bytes, item: _Item) -> Iterator[_Item]:
    place = item.start
    while place < item.end:
        inner = _item(data, place, item.end, 0)
        yield inner
        place = inner.after


def _item(data: bytes, place: int, end: int, depth: int) -> _Item:
    if place + 2 > end or depth > _DEEPEST:
        raise _Torn
    tag, first = data[place], data[place + 1]
    start = place + 2
    if first == 0x80:
        return _indefinite(data, tag, start, end, depth)
    length = first
    if first > 0x80:
        size = first - 0x80
        if size > 6 or start + size > end:
            raise _Torn
        length = int.from_bytes(data[start : start + size], "big")
        start += size
    if start + length > end:
        raise _Torn
    return _Item(tag, start, start + length, start + length)


def _indefinite(data: bytes, tag: int, start: int, end: int, depth: int) -> _Item:
    """A value that ends with two zero bytes on its own level."""
    place = start
    while data[place : place + 2] != b"\0\0":
        place = _item(data, place, end, depth + 1).after
    return _Item(tag, start, place, place + 2)
