"""A PDF as PDFium gives it: metadata, and for each page its label and its text. Runs behind the fence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pypdfium2 as pdfium

from belegg.errors import Damaged, PasswordNeeded, TooLarge
from belegg.reading.content import Said

MOST_PAGES = 5_000
MOST_CHARACTERS = 30_000_000

_WRONG_PASSWORD = 4
_UNKNOWN_ENCRYPTION = 5


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page as PDFium gave it; `text` is None when the page could not be loaded."""

    label: str | None
    text: str | None


@dataclass(frozen=True, slots=True)
class RawPdf:
    """A PDF as PDFium gave it."""

    metadata: dict[str, str]
    pages: tuple[RawPage, ...]


def opened(data: bytes, said: Said) -> RawPdf:
    """Raises Damaged, PasswordNeeded and TooLarge."""
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        raise _refusal(getattr(error, "err_code", None)) from error
    count = len(document)
    if not count:
        raise Damaged("the PDF has no pages")
    if count > MOST_PAGES:
        raise TooLarge(f"the PDF has {count:,} pages, more than the {MOST_PAGES:,} that are read; divide it")
    pages = []
    characters = 0
    for index in range(count):
        page = RawPage(document.get_page_label(index) or None, _text(document, index))
        characters += len(page.text or "")
        if characters > MOST_CHARACTERS:
            raise TooLarge(f"the PDF holds too much text (up to page {index + 1}); divide it")
        pages.append(page)
        said(index + 1, count)
    return RawPdf(document.get_metadata_dict(), tuple(pages))


def _text(document: Any, index: int) -> str | None:
    try:
        page = document[index]
        text_page = page.get_textpage()
    except pdfium.PdfiumError:
        return None
    text = str(text_page.get_text_range())
    text_page.close()
    page.close()
    return text


def _refusal(code: int | None) -> Exception:
    if code == _WRONG_PASSWORD:
        return PasswordNeeded("the PDF opens with a password only; save a copy without one")
    if code == _UNKNOWN_ENCRYPTION:
        return Damaged("the PDF is encrypted in a way that cannot be read here")
    return Damaged("the PDF is damaged and cannot be opened")
