"""The text of a draft whose quotations are to be checked: text, Markdown, or a word processor's file."""

from __future__ import annotations

from dataclasses import dataclass

from belegg.errors import BadInput, ReadingError
from belegg.reading.content import Content
from belegg.reading.decoding import decode
from belegg.reading.office_kinds import kind_of_zip
from belegg.records import Note, Warned

LARGEST_DRAFT_BYTES = 20_000_000
ZIP = b"PK\x03\x04"
RTF = b"{\\rtf"
OLD_OFFICE = b"\xd0\xcf\x11\xe0"
PDF = b"%PDF-"


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft's text, and what was odd about its bytes."""

    text: str
    notes: tuple[Note, ...] = ()


def read_draft(data: bytes, name: str) -> Draft:
    """The draft, read as documents are. Raises BadInput when it is neither text nor of a word processor."""
    if len(data) > LARGEST_DRAFT_BYTES:
        raise BadInput(f"the draft `{name}` holds over {LARGEST_DRAFT_BYTES:,} bytes; divide it")
    if data.startswith(OLD_OFFICE):
        raise BadInput(f"`{name}` is an old or encrypted Office file; save it as DOCX without a password")
    if data.startswith(PDF):  # most of one may well be text, but not the text that is read
        raise BadInput(f"`{name}` is a PDF file; give the draft as text, Markdown or DOCX")
    try:
        if data.startswith((ZIP, RTF)):
            content = word_processed(data, name)
            return Draft(content.text, notes(name, content.warnings))
        decoded = decode(data)
    except ReadingError as error:
        raise BadInput(f"the draft `{name}` cannot be read: {error}") from error
    if "\0" in decoded.text:
        raise BadInput(f"the draft `{name}` is no text; give text, Markdown or a DOCX file")
    return Draft(decoded.text, notes(name, decoded.warnings))


def word_processed(data: bytes, name: str) -> Content:
    """
    What a word processor shows of its file. It is the asker's own file, so it is read without a fence.

    Raises BadInput for another kind of ZIP file, and ReadingError.
    """
    from belegg.reading.office import docx, odf, rtf

    if data.startswith(RTF):
        return rtf.parse(data)
    kind = kind_of_zip(data, "")
    if kind == "docx":
        return docx.parse(data)
    if kind == "odf":
        return odf.parse(data)
    raise BadInput(f"`{name}` is a ZIP file, but no DOCX or ODT file; save the draft as DOCX or text")


def notes(name: str, warnings: tuple[Warned, ...]) -> tuple[Note, ...]:
    """Warnings as notes to the one who asks."""
    return tuple(Note("draft", f"`{name}`: {warned.text}") for warned in warnings)
