"""Writes small compound files (MS-CFB) for tests, from nested dicts of bytes."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Union

Storage = Mapping[str, Union[bytes, "Storage"]]

_END, _FREE, _NONE, _FAT = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFD
_CUTOFF = 4_096


@dataclass
class _Sectors:
    """Sectors of one size with the table that chains them."""

    size: int
    data: bytearray = field(default_factory=bytearray)
    chain: list[int] = field(default_factory=list)

    def put(self, data: bytes) -> int:
        if not data:
            return _END
        first, count = len(self.chain), -(-len(data) // self.size)
        self.data += data.ljust(count * self.size, b"\0")
        self.chain += [*range(first + 1, first + count), _END]
        return first

    def table(self) -> bytes:
        return struct.pack(f"<{len(self.chain)}I", *self.chain)


@dataclass
class _Entry:
    name: str
    kind: int
    first: int
    size: int
    next: int = _NONE
    child: int = _NONE

    def packed(self) -> bytes:
        letters = self.name.encode("utf-16-le") + b"\0\0"
        return struct.pack(
            "<64sHBBIII36sII4s", letters, len(letters), self.kind, 1, _NONE, self.next, self.child, b"",
            self.first, self.size, b"",
        )  # fmt: skip


def compound_file(root: Storage) -> bytes:
    large, small = _Sectors(512), _Sectors(64)
    entries = [_Entry("Root Entry", 5, _END, 0)]
    _add(root, 0, entries, large, small)
    entries[0].first, entries[0].size = large.put(bytes(small.data)), len(small.data)
    directory = large.put(b"".join(entry.packed() for entry in entries))
    small_table = small.table().ljust(-(-len(small.chain) // 128) * 512, b"\xff")
    small_at = large.put(small_table)
    count = -(-(len(large.chain) + 1) // 127)
    first = len(large.chain)
    large.chain += [_FAT] * count
    table = large.table().ljust(count * 512, b"\xff")
    head = struct.pack(
        "<8s16sHHHHH6sIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"", 0x3E, 3, 0xFFFE, 9, 6, b"",
        0, count, directory, 0, _CUTOFF, small_at, len(small_table) // 512, _END, 0,
    )  # fmt: skip
    head += struct.pack("<109I", *(first + n if n < count else _FREE for n in range(109)))
    return head + bytes(large.data) + table


def _add(storage: Storage, parent: int, entries: list[_Entry], large: _Sectors, small: _Sectors) -> None:
    before: int | None = None
    for name, held in storage.items():
        number = len(entries)
        if isinstance(held, bytes):
            first = (small if len(held) < _CUTOFF else large).put(held)
            entries.append(_Entry(name, 2, first, len(held)))
        else:
            entries.append(_Entry(name, 1, 0, 0))
        if before is None:
            entries[parent].child = number
        else:
            entries[before].next = number
        before = number
        if not isinstance(held, bytes):
            _add(held, number, entries, large, small)
