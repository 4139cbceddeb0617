"""
ZIP archives: a document that lists what it holds, its members as parts.

Nothing is unpacked to disk. Members are weighed by what the directory declares, which `zipfile` never reads
beyond, and unpacked one at a time; each is tried once before it is listed, so that a torn one is told.
"""

from __future__ import annotations

import io
import lzma
import stat
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from belegg.errors import Damaged, NotADocument, PasswordNeeded
from belegg.reading.code_pages import best_code_page
from belegg.reading.content import Content, Part, Said, silent
from belegg.reading.parts import MOST_BYTES, PartNames, left_out, listing, safe_name
from belegg.reading.zipped import refuse_crowded
from belegg.records import Warned
from belegg.text.counted import counted

LARGEST_MEMBER_BYTES = 256_000_000
MOST_RATIO = 100
RATIO_FROM_BYTES = 10_000_000
"""A member below this may be as repetitive as it likes."""

_STEP = 1 << 20
_MOST_NAMED = 5
_ENCRYPTED, _UTF_8 = 0x1, 0x800
_DOS = 0
_TORN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    NotImplementedError,
    EOFError,
    OSError,
    ValueError,
    RuntimeError,
)


@dataclass(frozen=True, slots=True)
class _Member:
    info: zipfile.ZipInfo
    name: str


def parse(data: bytes, said: Said = silent) -> Content:
    """Raises Damaged, TooLarge, PasswordNeeded when all is encrypted, NotADocument when nothing is there."""
    refuse_crowded(data)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        infos = archive.infolist()
    except _TORN as error:
        raise Damaged(f"the archive is damaged: {error}") from error
    left: dict[str, list[str]] = {}
    members = _taken(archive, infos, left, said)
    if not members and "encrypted" in left:
        raise PasswordNeeded("the archive is encrypted; unpack it and ingest the folder")
    if not members:
        raise NotADocument("the archive holds no file" + (f" ({'; '.join(left)})" if left else ""))
    return listing(
        [member.name for member in members], "files", _Unpacking(archive, members), tuple(left_out_told(left))
    )


class _Unpacking:
    """The members as parts, each unpacked when it is its turn."""

    def __init__(self, archive: zipfile.ZipFile, members: Sequence[_Member]) -> None:
        self._archive = archive
        self._members = members

    def __iter__(self) -> Iterator[Part]:
        for member in self._members:
            yield Part(member.name, self._archive.read(member.info))


def _taken(
    archive: zipfile.ZipFile, infos: Sequence[zipfile.ZipInfo], left: dict[str, list[str]], said: Said
) -> list[_Member]:
    """The members that can be read, in the archive's order; the others by reason in `left`."""
    names = PartNames()
    taken: list[_Member] = []
    places: set[int] = set()
    total = 0
    for number, info in enumerate(infos):
        said(number, len(infos))
        if info.filename.endswith("/"):
            continue
        stated = _stated_name(info)
        reason = _why_not(info, places, total) or _torn(archive, info)
        if left_out(safe_name(stated)):
            reason = "hidden, or of a folder of tools"
        if reason:
            left.setdefault(reason, []).append(safe_name(stated))
            continue
        places.add(info.header_offset)
        total += info.file_size
        taken.append(_Member(info, names.take(stated, info.file_size)))
    return taken


def _why_not(info: zipfile.ZipInfo, places: set[int], total: int) -> str:
    if info.flag_bits & _ENCRYPTED:
        return "encrypted"
    if stat.S_ISLNK(info.external_attr >> 16):
        return "a link"
    if info.header_offset in places:
        return "the same bytes as another member"
    if info.file_size > LARGEST_MEMBER_BYTES:
        return f"larger than {LARGEST_MEMBER_BYTES:,} bytes"
    if info.file_size > RATIO_FROM_BYTES and info.file_size > info.compress_size * MOST_RATIO:
        return f"unpacks to more than {MOST_RATIO} times its size, as bombs do"
    if total + info.file_size > MOST_BYTES:
        return f"past {MOST_BYTES:,} bytes in all"
    return ""


def _torn(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> str:
    """Why a member cannot be unpacked, found by unpacking it without keeping it."""
    try:
        with archive.open(info) as stream:
            while stream.read(_STEP):
                pass
    except _TORN as error:
        return "packed in a way that is not read" if isinstance(error, NotImplementedError) else "torn"
    return ""


def _stated_name(info: zipfile.ZipInfo) -> str:
    """
    The name as its maker wrote it. Without the mark for UTF-8 it is UTF-8 all the same on most systems, and
    the code page of DOS on Windows; `zipfile` takes it for the American one (437).
    """
    if info.flag_bits & _UTF_8 or info.orig_filename.isascii():
        return info.orig_filename
    raw = info.orig_filename.encode("cp437", "replace")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        page = None if info.create_system == _DOS else best_code_page(raw)
        return page.text if page else raw.decode("cp850", "replace")


def left_out_told(left: dict[str, list[str]]) -> Iterator[Warned]:
    """A warning for each reason, with the first names."""
    for reason, names in left.items():
        first = ", ".join(f"`{name[:80]}`" for name in names[:_MOST_NAMED])
        more = f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
        files = counted(len(names), "file")
        yield Warned("files inside left out", f"{files} inside ({reason}): {first}{more}")
