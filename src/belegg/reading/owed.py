"""
What a document is still owed after it was read: its pictures were not all recognised.

It stands behind the reader's name (`pdf 3, without OCR`), so that the next run can tell whether the same
bytes would now give more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from belegg.reading.ocr import Recogniser, rapid, recogniser
from belegg.reading.ocr.tesseract import DATA_OF, installed

WITHOUT = "without OCR"
"""No program to recognise pictures was there."""

UNFINISHED = "OCR unfinished"
"""Pages are left to be recognised."""

_LACKING = "OCR without "


def lacking(languages: Iterable[str]) -> str:
    """Recognised without the data of these languages (ISO 639-1)."""
    return _LACKING + "+".join(DATA_OF.get(language, language) for language in languages)


def named(reader: str, owed: str) -> str:
    """The reader's name with what it owes."""
    return f"{reader}, {owed}" if owed else reader


def parted(name: str) -> tuple[str, str]:
    """A reader's own name, and what it owes."""
    reader, _, owed = name.partition(", ")
    return reader, owed


def is_due(
    owed: str,
    choose: Callable[[], Recogniser | None] = recogniser,
    data: Callable[[], frozenset[str]] = installed,
    knows_any: Callable[[], bool] = rapid.is_installed,
) -> bool:
    """
    Whether it could be had now. Asks this machine what is installed: programs, Tesseract's data, and the
    program that needs no data of a language.
    """
    if owed == WITHOUT:
        return choose() is not None
    if owed.startswith(_LACKING):
        return knows_any() or not data().isdisjoint(owed.removeprefix(_LACKING).split("+"))
    return owed == UNFINISHED
