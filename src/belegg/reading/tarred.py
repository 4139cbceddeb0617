"""
Tar archives, plain or packed with gzip, bzip2 or xz: a document that lists what they hold, members as parts.

The archive is read from its beginning, twice: to list it, and to hand the members out one at a time. Nothing
is unpacked to disk, no link is followed, and what may come out is bounded before anything is read.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import IO, cast

from belegg.errors import Damaged, NotADocument, TooLarge
from belegg.reading.archive import LARGEST_MEMBER_BYTES, MOST_RATIO, RATIO_FROM_BYTES, left_out_told
from belegg.reading.content import Content, Part, Said, silent
from belegg.reading.parts import MOST_BYTES, PartNames, left_out, listing, safe_name
from belegg.records import Warned
from belegg.text.counted import counted

_HEADERS_BYTES = 50_000_000
"""What the headers of as many members as are taken may add to their bytes."""
_MOST_EMPTY = 16  # reads past the end, before an archive that states endless members is given up
_TORN = (
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    ValueError,
    OverflowError,
    RecursionError,
)


@dataclass(frozen=True, slots=True)
class _Member:
    """The place among all members, and the name that it is kept under."""

    number: int
    name: str


def parse(data: bytes, said: Said = silent) -> Content:
    """Raises Damaged, TooLarge, and NotADocument when it is no tar archive or holds no file."""
    left: dict[str, list[str]] = {}
    members, torn = _taken(data, left, said)
    if not members:
        raise NotADocument("the archive holds no file" + (f" ({'; '.join(left)})" if left else ""))
    warnings = [*left_out_told(left), *([torn] if torn else [])]
    return listing([member.name for member in members], "files", _Unpacking(data, members), warnings)


class _Unpacking:
    """The members as parts, each unpacked when it is its turn."""

    def __init__(self, data: bytes, members: Sequence[_Member]) -> None:
        self._data = data
        self._members = {member.number: member for member in members}
        self._last = members[-1].number

    def __iter__(self) -> Iterator[Part]:
        with _opened(_Unpacked(self._data)) as archive:
            for number, info in enumerate(archive):
                if number in self._members:
                    stream = archive.extractfile(info)
                    yield Part(self._members[number].name, stream.read() if stream else b"")
                if number == self._last:
                    return


def _taken(data: bytes, left: dict[str, list[str]], said: Said) -> tuple[list[_Member], Warned | None]:
    """The members that are read, in order; those that are not, by reason, in `left`; whether it is torn."""
    names, taken, total = PartNames(), list[_Member](), 0
    unpacked = _Unpacked(data)
    seen = -1
    try:
        with _opened(unpacked) as archive:
            for number, info in enumerate(archive):
                seen = number
                said(unpacked.packed_read, len(data))
                reason = _why_not(info, total)
                if info.isdir():
                    continue
                if reason:
                    left.setdefault(reason, []).append(safe_name(info.name))
                    continue
                total += info.size
                taken.append(_Member(number, names.take(info.name, info.size)))
            if seen >= 0 and unpacked.has_more_than_zeros(archive):
                return taken, _torn(len(taken))
    except _TORN as error:
        if seen < 0:
            raise NotADocument(f"no tar archive: {error}") from error
        if taken and taken[-1].number == seen:
            taken.pop()  # it broke in there
        if not taken:
            raise Damaged(f"the archive is torn: {error}") from error
        return taken, _torn(len(taken))
    return taken, None


def _why_not(info: tarfile.TarInfo, total: int) -> str:
    if info.issym() or info.islnk():
        return "a link"
    if not info.isreg() or info.issparse():
        return "no ordinary file"
    if left_out(safe_name(info.name)):
        return "hidden, or of a folder of tools"
    if info.size > LARGEST_MEMBER_BYTES:
        return f"larger than {LARGEST_MEMBER_BYTES:,} bytes"
    return f"past {MOST_BYTES:,} bytes in all" if total + info.size > MOST_BYTES else ""


def _torn(files: int) -> Warned:
    return Warned(
        "files inside left out", f"the archive is torn after {counted(files, 'file')}; the rest is lost"
    )


# ---------------------------------------------------------------- unpacking


class _Unpacked:
    """
    The unpacked bytes from the beginning on, as many as an honest archive of this size may hold.

    `read` raises TooLarge past that, and EOFError when more is asked for again and again after the end: an
    archive may state a member of any size, and would be read for ever.
    """

    def __init__(self, data: bytes) -> None:
        self._packed = io.BytesIO(data)
        self._stream = _unpacking(self._packed, data)
        self._most = min(MOST_BYTES + _HEADERS_BYTES, max(RATIO_FROM_BYTES, len(data) * MOST_RATIO))
        self._read = self._empty = 0

    @property
    def packed_read(self) -> int:
        """Bytes of the packed archive that were read."""
        return self._packed.tell()

    def read(self, size: int) -> bytes:
        piece = self._stream.read(size)
        self._read += len(piece)
        self._empty += not piece
        if self._read > self._most:
            raise TooLarge(
                f"the archive unpacks to more than {self._most:,} bytes; unpack it and ingest the folder"
            )
        if self._empty > _MOST_EMPTY:
            raise EOFError("it ends before a member that it states does")
        return piece

    def has_more_than_zeros(self, archive: tarfile.TarFile) -> bool:
        """Whether more than padding follows where the list of members ended: a header there is broken."""
        rest = cast(IO[bytes], archive.fileobj)
        while piece := rest.read(io.DEFAULT_BUFFER_SIZE):
            if piece.strip(b"\0"):
                return True
        return False


def _unpacking(packed: io.BytesIO, data: bytes) -> IO[bytes]:
    if data.startswith(b"\x1f\x8b"):
        return cast(IO[bytes], gzip.GzipFile(fileobj=packed))
    if data.startswith(b"BZh"):
        return cast(IO[bytes], bz2.BZ2File(packed))
    if data.startswith(b"\xfd7zXZ"):
        return cast(IO[bytes], lzma.LZMAFile(packed))
    return packed


def _opened(unpacked: _Unpacked) -> tarfile.TarFile:
    """As a stream: nothing is looked up backwards, whatever the headers say."""
    stream = cast(IO[bytes], unpacked)
    return tarfile.open(fileobj=stream, mode="r|", encoding="utf-8", errors="surrogateescape")
