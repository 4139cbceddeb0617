"""
Values on their way to PostgreSQL and back.

Numbers go as `bigint` and text as `text`, so that a statement means the same whatever is bound to it. A NUL
character, which PostgreSQL stores in no text, goes as two others of which the first is no character at all
(U+10FFFF, Unicode's last noncharacter); where that one stands itself, it goes as two as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from psycopg import Connection
from psycopg.abc import Buffer
from psycopg.adapt import Dumper, Loader
from psycopg.pq import Format
from psycopg.types.numeric import Int8BinaryDumper

from belegg.stores.engine.arrays import Keys

TEXT_OID: Final = 25
BIGINT_OID: Final = 20
BIGINTS_OID: Final = 1016
MARK: Final = "\U0010ffff"
NUL, MARKED = MARK + "0", MARK + "1"
MARK_BYTES: Final = MARK.encode()


def as_stored(text: str) -> str:
    """A text as the database holds it."""
    if "\0" in text or MARK in text:
        return text.replace(MARK, MARKED).replace("\0", NUL)
    return text


class TextDumper(Dumper):
    """Text to a database. Raises UnicodeEncodeError for half a surrogate pair."""

    oid = TEXT_OID

    def dump(self, obj: str) -> Buffer:
        return as_stored(obj).encode()


class TextLoader(Loader):
    """Text from a database."""

    format = Format.BINARY

    def load(self, data: Buffer) -> str:
        raw = bytes(data)
        if MARK_BYTES in raw:
            return raw.decode().replace(NUL, "\0").replace(MARKED, MARK)
        return raw.decode()


class Bigints:
    """Many numbers as one binding."""

    __slots__ = ("values",)

    def __init__(self, values: Keys) -> None:
        self.values = values


class BigintsDumper(Dumper):
    """An array in PostgreSQL's binary form, made at once: a head, then length and value of each."""

    oid = BIGINTS_OID
    format = Format.BINARY

    def dump(self, obj: Bigints) -> Buffer:
        size = obj.values.size
        if not size:
            return np.array([0, 0, BIGINT_OID], dtype=">i4").tobytes()
        each = np.empty(size, dtype=[("bytes", ">i4"), ("value", ">i8")])
        each["bytes"], each["value"] = 8, obj.values
        return np.array([1, 0, BIGINT_OID, size, 1], dtype=">i4").tobytes() + each.tobytes()


class WholeNumbers:
    """A column of whole numbers, some of them perhaps missing, as one binding."""

    __slots__ = ("values",)

    def __init__(self, values: Sequence[int | None]) -> None:
        self.values = values


class WholeNumbersDumper(Dumper):
    """An array of `bigint`, whatever its numbers are: psycopg's own goes by one of them."""

    oid = BIGINTS_OID

    def dump(self, obj: WholeNumbers) -> Buffer:
        return f"{{{','.join('NULL' if value is None else str(value) for value in obj.values)}}}".encode()


def adapt(connection: Connection) -> None:
    """Teach a connection these forms."""
    adapters = connection.adapters
    adapters.register_dumper(str, TextDumper)
    adapters.register_dumper(int, Int8BinaryDumper)
    adapters.register_dumper(Bigints, BigintsDumper)
    adapters.register_dumper(WholeNumbers, WholeNumbersDumper)
    adapters.register_loader("text", TextLoader)
