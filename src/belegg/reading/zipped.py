"""
A ZIP file opened with limits: nothing is unpacked to disk, and what is declared is never believed.

Sizes are counted while unpacking, so that a bomb ends at the limit and not at the memory of the machine.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from belegg.errors import Damaged, PasswordNeeded, TooLarge

MOST_ENTRIES = 10_000
LARGEST_ENTRY_BYTES = 200_000_000
LARGEST_TOTAL_BYTES = 1_000_000_000
MOST_RATIO = 100
RATIO_FROM_BYTES = 1_000_000
"""A small part may be as repetitive as it likes; beyond this no honest XML packs better than 1 to 100."""

_LEAST_DIRECTORY_ENTRY = 46
_LONGEST_NAME = 300
_STEP = 1 << 20


class Zipped:
    """
    The members of a ZIP file by name. Names are compared without regard to case, as office files are.

    `total` counts the bytes unpacked so far.
    """

    def __init__(self, data: bytes) -> None:
        """Raises Damaged when it is no whole ZIP file, TooLarge when it lists too many members."""
        refuse_crowded(data)
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
            raise Damaged(f"the file is damaged: {error}") from error
        members = self._archive.infolist()
        if len(members) > MOST_ENTRIES:
            raise _crowded(len(members))
        self._members = {
            _named(member.filename): member for member in members if not member.filename.endswith("/")
        }
        self.names = tuple(member.filename for member in self._members.values())
        self.total = 0

    def __contains__(self, name: str) -> bool:
        return _named(name) in self._members

    def size(self, name: str) -> int:
        """A member's declared size in bytes, which reading never exceeds; 0 when there is none."""
        member = self._members.get(_named(name))
        return member.file_size if member else 0

    def read(self, name: str) -> bytes:
        """A member's bytes. Raises Damaged when it is missing or torn, PasswordNeeded, TooLarge."""
        member = self._members.get(_named(name))
        if member is None:
            raise Damaged(f"the file is damaged: it holds no `{name}`")
        if member.flag_bits & 1:
            raise PasswordNeeded(
                "the file is encrypted and opens with a password only; save a copy without one"
            )
        pieces: list[bytes] = []
        length = 0
        try:
            with self._archive.open(member) as stream:
                while piece := stream.read(_STEP):
                    length += len(piece)
                    self.total += len(piece)
                    self._refuse_endless(name, length, member.compress_size)
                    pieces.append(piece)
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError) as error:
            raise Damaged(f"the file is damaged: `{name}` cannot be unpacked ({error})") from error
        return b"".join(pieces)

    def _refuse_endless(self, name: str, length: int, packed: int) -> None:
        if length > LARGEST_ENTRY_BYTES:
            raise TooLarge(f"`{name}` unpacks to more than {LARGEST_ENTRY_BYTES:,} bytes")
        if self.total > LARGEST_TOTAL_BYTES:
            raise TooLarge(f"the file unpacks to more than {LARGEST_TOTAL_BYTES:,} bytes")
        if length > RATIO_FROM_BYTES and length > packed * MOST_RATIO:
            raise TooLarge(f"`{name}` unpacks to more than {MOST_RATIO} times its size, as bombs do")


def _named(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").lower()


def _crowded(count: int) -> TooLarge:
    return TooLarge(f"the file lists {count:,} members; {MOST_ENTRIES:,} are read")


def refuse_crowded(data: bytes) -> None:
    """The directory's size, which is what is read, tells before it is read how many members there may be."""
    end = data.rfind(b"PK\5\6")
    if end < 0 or end + 22 > len(data):
        raise Damaged("the file is damaged: it is no whole ZIP file")
    (count, size) = struct.unpack_from("<HL", data, end + 10)
    wide = data.rfind(b"PK\6\6", 0, end)
    if (size == 0xFFFFFFFF or count == 0xFFFF) and 0 <= wide <= end - 48:
        (count, size) = struct.unpack_from("<QQ", data, wide + 32)
    if count > MOST_ENTRIES or size > MOST_ENTRIES * (_LEAST_DIRECTORY_ENTRY + _LONGEST_NAME):
        raise _crowded(max(count, size // (_LEAST_DIRECTORY_ENTRY + _LONGEST_NAME)))
