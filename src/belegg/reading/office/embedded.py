"""Files that came inside an office file: each becomes a document of its own."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from pathlib import PurePosixPath

import olefile

from belegg.reading.content import Part
from belegg.reading.office.leavings import listed, of
from belegg.reading.office.package import Package
from belegg.reading.office_kinds import kind_of_zip
from belegg.reading.parts import PartNames
from belegg.records import Warned

_COMPOUND = b"\xd0\xcf\x11\xe0"
_PACKAGER = "\x01Ole10Native"
_WHOLE = ("Package", "CONTENTS", "EmbeddedOdf")
"""Streams that hold a file as it is: of Office since 2007, a PDF, an OpenDocument file."""

_LONGEST_NAME = 1_000


def embedded(package: Package) -> tuple[tuple[Part, ...], tuple[Warned, ...]]:
    """
    The files, under the names that they had or that the office program gave them, and what is left out.

    Raises TooLarge when they are too many, or too large together.
    """
    charted = frozenset(_charted(package))
    held = sorted(name for name in package.zipped.names if "/embeddings/" in f"/{name}")
    names = PartNames()
    parts: list[Part] = []
    unread: list[str] = []
    for name in held:
        if name in charted:
            continue
        data = package.zipped.read(name)
        stated = PurePosixPath(name).name
        found = _unwrapped(data, stated) if data.startswith(_COMPOUND) else (stated, data)
        if found is None or PurePosixPath(found[0]).suffix.lower() in (".bin", ""):
            unread.append(stated)
        else:
            parts.append(Part(names.take(found[0], len(found[1])), found[1]))
    return tuple(parts), tuple(_unread(unread))


def _charted(package: Package) -> Iterator[str]:
    """The workbooks behind charts: their data are read where the chart stands."""
    for name in package.zipped.names:
        if "/charts/" in f"/{name}" and name.endswith(".xml") and "_rels" not in name:
            yield from package.related(name, "package")


def _unwrapped(data: bytes, name: str) -> tuple[str, bytes] | None:
    """
    The file inside an object of the old binary form, with its name; an old Office document is itself a file.

    None when it holds no file (a formula, a picture of something).
    """
    try:
        with olefile.OleFileIO(io.BytesIO(data)) as file:
            if file.exists(_PACKAGER):
                return _packed(file.openstream(_PACKAGER).read())
            for stream in _WHOLE:
                if file.exists(stream):
                    inner = file.openstream(stream).read()
                    return PurePosixPath(name).stem + _ending(inner), inner
            for stream, ending in (
                ("WordDocument", ".doc"),
                ("Workbook", ".xls"),
                ("PowerPoint Document", ".ppt"),
            ):
                if file.exists(stream):
                    return PurePosixPath(name).stem + ending, data
    except (OSError, struct.error, IndexError, ValueError, RecursionError):
        return None
    return None


def _packed(stream: bytes) -> tuple[str, bytes] | None:
    """
    A file that Windows packed: sizes, its name, its path, a temporary path, its bytes.

    The path is what the file was called on somebody's machine; only its last step is used.
    """
    place = 6
    texts: list[bytes] = []
    for before in (0, 0, 8):
        place += before
        end = stream.find(b"\0", place, place + _LONGEST_NAME)
        if end < 0:
            return None
        texts.append(stream[place:end])
        place = end + 1
    if len(stream) < place + 4:
        return None
    (length,) = struct.unpack_from("<L", stream, place)
    data = stream[place + 4 : place + 4 + length]
    name = texts[0].decode("cp1252", "replace").replace("\\", "/").rpartition("/")[2]
    return (name, data) if name and data else None


def _ending(data: bytes) -> str:
    """The ending that the name of a file with these bytes would have."""
    if data.startswith(b"%PDF-"):
        return ".pdf"
    if data.startswith(b"PK\x03\x04"):
        kind = kind_of_zip(data, "")
        return {"odf": ".odt", None: ".zip"}.get(kind, f".{kind}")
    return ""


def _unread(names: list[str]) -> Iterator[Warned]:
    if names:
        shown = listed([f"`{name}`" for name in names])
        yield Warned(
            "embedded objects", f"{of(len(names), 'embedded object')} without a file, not read: {shown}"
        )
