"""
What rows hold, as one number that does not depend on their order or on the database that keeps them.

Each row has a hash over its values with their types and lengths; the digest of many is the sum of theirs. So
the digest of what was copied so far can be kept beside it, and rows be added to it.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

Row = tuple[object, ...]
HASH_BYTES: Final = 16
_MODULUS: Final = 1 << (8 * HASH_BYTES)
_LENGTH: Final = struct.Struct(">cQ")
_NUMBER: Final = struct.Struct(">cq")
_REAL: Final = struct.Struct(">cd")


def written(row: Row) -> bytes:
    """A row as bytes that no other row has. Raises UnicodeEncodeError for text that no database stores."""
    parts: list[bytes] = []
    for value in row:
        if isinstance(value, int):
            parts.append(_NUMBER.pack(b"i", value))
        elif isinstance(value, str):
            told = value.encode()
            parts += (_LENGTH.pack(b"t", len(told)), told)
        elif isinstance(value, bytes):
            parts += (_LENGTH.pack(b"b", len(value)), value)
        elif isinstance(value, float):
            parts.append(_REAL.pack(b"r", value))
        else:
            assert value is None, value
            parts.append(b"n")
    return b"".join(parts)


@dataclass(frozen=True, slots=True)
class Digest:
    """So many rows, what they take as bytes, and the sum of their hashes."""

    rows: int = 0
    size_bytes: int = 0
    sum: int = 0

    def __add__(self, other: Digest) -> Digest:
        total = (self.sum + other.sum) % _MODULUS
        return Digest(self.rows + other.rows, self.size_bytes + other.size_bytes, total)


class Summing:
    """A digest in the making: one object for any number of rows."""

    __slots__ = ("rows", "size_bytes", "sum")

    def __init__(self) -> None:
        self.rows = self.size_bytes = self.sum = 0

    def add(self, row: Row) -> None:
        told = written(row)
        self.rows += 1
        self.size_bytes += len(told)
        self.sum += int.from_bytes(blake2b(told, digest_size=HASH_BYTES).digest())

    def digest(self) -> Digest:
        return Digest(self.rows, self.size_bytes, self.sum % _MODULUS)
