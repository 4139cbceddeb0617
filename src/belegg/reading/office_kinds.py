"""Which office file lies before us, by what it holds; its name decides where that says nothing."""

from __future__ import annotations

from typing import Literal

from belegg.errors import Damaged, NotADocument, PasswordNeeded
from belegg.reading.zipped import Zipped

OfficeKind = Literal["docx", "pptx", "xlsx", "odf", "ods", "epub", "rtf", "delimited"]

BY_NAME: dict[str, OfficeKind] = {
    **dict.fromkeys((".docx", ".docm", ".dotx", ".dotm"), "docx"),
    **dict.fromkeys((".pptx", ".pptm", ".potx", ".potm", ".ppsx", ".ppsm"), "pptx"),
    **dict.fromkeys((".xlsx", ".xlsm", ".xltx", ".xltm"), "xlsx"),
    **dict.fromkeys((".odt", ".ott", ".odp", ".otp"), "odf"),
    **dict.fromkeys((".ods", ".ots"), "ods"),
    ".epub": "epub",
    ".rtf": "rtf",
    **dict.fromkeys((".csv", ".tsv", ".tab", ".psv"), "delimited"),
}
"""Names that end so are office files and tables."""

_MAIN_PARTS: tuple[tuple[str, OfficeKind], ...] = (
    ("word/document.xml", "docx"),
    ("ppt/presentation.xml", "pptx"),
    ("xl/workbook.xml", "xlsx"),
)
_STATED: tuple[tuple[bytes, OfficeKind], ...] = (
    (b"application/epub+zip", "epub"),
    (b"application/vnd.oasis.opendocument.spreadsheet", "ods"),
    (b"application/vnd.oasis.opendocument.text", "odf"),
    (b"application/vnd.oasis.opendocument.presentation", "odf"),
)
_SPOKEN: dict[OfficeKind | None, str] = {
    "docx": "Word document",
    "pptx": "PowerPoint presentation",
    "xlsx": "Excel workbook",
    **dict.fromkeys(("odf", "ods"), "OpenDocument file"),
    "epub": "EPUB book",
    "rtf": "RTF text",
}
_LONGEST_STATED = 200
_OLD: tuple[tuple[str, str, str], ...] = (
    ("WordDocument", "an old Word document (.doc)", ".docx"),
    ("PowerPoint Document", "an old PowerPoint presentation (.ppt)", ".pptx"),
    ("Workbook", "an old Excel workbook (.xls)", ".xlsx"),
    ("Book", "an old Excel workbook (.xls)", ".xlsx"),
)


def kind_of_zip(data: bytes, suffix: str) -> OfficeKind | None:
    """
    The kind of an office file in ZIP form, None for any other ZIP file.

    Raises Damaged when it is no whole ZIP file, TooLarge, and NotADocument for a kind that is not read.
    """
    zipped = Zipped(data)
    if 0 < zipped.size("mimetype") < _LONGEST_STATED:
        stated = zipped.read("mimetype")
        return next((kind for name, kind in _STATED if stated.startswith(name)), BY_NAME.get(suffix))
    if "xl/workbook.bin" in zipped:
        raise NotADocument("a binary Excel workbook (.xlsb); save it as .xlsx and ingest that")
    return next((kind for part, kind in _MAIN_PARTS if part in zipped), BY_NAME.get(suffix))


def refuse_misnamed(suffix: str) -> None:
    """Raises Damaged for a file that is named as an office file and is none."""
    kind = BY_NAME.get(suffix)
    if kind in _SPOKEN:
        raise Damaged(f"named `{suffix}` but no {_SPOKEN[kind]}: it does not begin as one")


def refuse_old(data: bytes) -> None:
    """
    Say what an old compound file is: encrypted, or of a form from before 2007. Others pass.

    Raises PasswordNeeded and NotADocument, with what to do.
    """
    if _utf_16("EncryptedPackage") in data:
        raise PasswordNeeded("the file is encrypted and opens with a password only; save a copy without one")
    for stream, name, ending in _OLD:
        if _utf_16(stream) + b"\0\0" in data:
            raise NotADocument(
                f"{name}; open it in Office or LibreOffice, save it as `{ending}` and ingest that"
            )


def _utf_16(name: str) -> bytes:
    return name.encode("utf-16-le")
