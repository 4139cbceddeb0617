"""
The text of each page as PDFium gives it, pages joined, with their numbers and printed labels.

PDFium is not thread-safe: one lock for every call. It runs in this process, so a file that stops it stops
the ingest; size, pages, characters and time are bounded, a process per file comes with layout and furniture.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Any

import pypdfium2 as pdfium

from belegg.errors import Damaged, NoTextLayer, PasswordNeeded, TooLarge
from belegg.reading.content import Content
from belegg.reading.stored import Storing
from belegg.records import Block, Fact, Page, Span, Warned

MOST_PAGES = 5_000
MOST_CHARACTERS = 30_000_000
LONGEST_S = 300.0

_LOCK = Lock()
_WRONG_PASSWORD = 4
_UNKNOWN_ENCRYPTION = 5
_NO_LETTER = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ufffd\uffff\ue000-\uf8ff]")
_JUNK_TITLE = re.compile(
    r"untitled|microsoft word\b.*|.*\.(?:docx?|pdf|indd|qxd|tex|dvi|xlsx?|pptx?)", re.IGNORECASE
)
_DATE = re.compile(r"(?:D:)?(\d{4})(\d\d)(\d\d)")
_FACTS = {"Author": "author", "Subject": "subject", "Keywords": "keywords"}
_DATES = {"CreationDate": "created", "ModDate": "modified"}
_MOST_NUMBERS = 12


@dataclass(frozen=True, slots=True)
class _Raw:
    """A page as PDFium gave it; `text` is None when the page could not be loaded."""

    label: str | None
    text: str | None


def parse(data: bytes) -> Content:
    """Raises Damaged, PasswordNeeded, NoTextLayer and TooLarge."""
    with _LOCK, _opened(data) as document:
        metadata: dict[str, str] = document.get_metadata_dict()
        raw = list(_raw_pages(document))
    storing = Storing()
    texts = [storing.text(_shown(page.text or "")).strip() for page in raw]
    if not any(texts):
        raise NoTextLayer(
            f"its {len(raw)} pages hold pictures and no text; make it searchable (OCR) and ingest it again"
        )
    text, pages = _joined(texts, [page.label for page in raw])
    blocks = tuple(Block("paragraph", page.span) for page in pages if page.span.start < page.span.end)
    return Content(
        text,
        blocks,
        title=_title(metadata),
        pages=pages,
        facts=tuple(_facts(metadata)),
        warnings=(*storing.warnings(), *_page_warnings(raw, texts)),
        profile="reports",
    )


@contextmanager
def _opened(data: bytes) -> Iterator[Any]:
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        code = getattr(error, "err_code", None)
        if code == _WRONG_PASSWORD:
            raise PasswordNeeded("the PDF opens with a password only; save a copy without one") from error
        if code == _UNKNOWN_ENCRYPTION:
            raise Damaged("the PDF is encrypted in a way that cannot be read here") from error
        raise Damaged("the PDF is damaged and cannot be opened") from error
    try:
        yield document
    finally:
        document.close()


def _raw_pages(document: Any) -> Iterator[_Raw]:
    count = len(document)
    if count == 0:
        raise Damaged("the PDF has no pages")
    if count > MOST_PAGES:
        raise TooLarge(f"the PDF has {count:,} pages, more than {MOST_PAGES:,}; divide it")
    started = time.monotonic()
    characters = 0
    for index in range(count):
        page = _Raw(document.get_page_label(index) or None, _page_text(document, index))
        characters += len(page.text or "")
        if characters > MOST_CHARACTERS:
            raise TooLarge(
                f"the PDF holds more than {MOST_CHARACTERS:,} characters (page {index + 1}); divide it"
            )
        if time.monotonic() - started > LONGEST_S:
            raise TooLarge(f"reading the PDF took more than {LONGEST_S:.0f} s (page {index + 1}); divide it")
        yield page


def _page_text(document: Any, index: int) -> str | None:
    try:
        page = document[index]
        try:
            text_page = page.get_textpage()
            try:
                return str(text_page.get_text_range())
            finally:
                text_page.close()
        finally:
            page.close()
    except pdfium.PdfiumError:
        return None


def _shown(text: str) -> str:
    """
    The page's text as it is printed: PDFium joins the parts of a word that a line end divides with U+FFFE.

    What has no letter in the text layer becomes U+FFFD, and a warning counts it.
    """
    return _NO_LETTER.sub("\ufffd", text.replace("\r\n", "\n").replace("\ufffe", "-\n"))


def _joined(texts: Sequence[str], labels: Sequence[str | None]) -> tuple[str, tuple[Page, ...]]:
    """Pages with an empty line between them; a page without text has an empty span at its place."""
    pieces: list[str] = []
    pages = []
    length = 0
    for number, (text, label) in enumerate(zip(texts, labels, strict=True), 1):
        if text and length:
            pieces.append("\n\n")
            length += 2
        pages.append(Page(number, label, Span(length, length + len(text))))
        pieces.append(text)
        length += len(text)
    return "".join(pieces), tuple(pages)


def _page_warnings(raw: Sequence[_Raw], texts: Sequence[str]) -> Iterator[Warned]:
    unread = [number for number, page in enumerate(raw, 1) if page.text is None]
    empty = [number for number, text in enumerate(texts, 1) if not text and number not in unread]
    letterless = sum(text.count("\ufffd") for text in texts)
    if unread:
        yield Warned("unread pages", f"{_numbers(unread)} of {len(raw)} could not be read")
    if empty:
        yield Warned(
            "pages without text", f"{_numbers(empty)} of {len(raw)} hold no text (pictures, or empty)"
        )
    if letterless:
        yield Warned(
            "unknown letters", f"{letterless:,} signs have no letter in the text layer and show as `\ufffd`"
        )


def _numbers(pages: Sequence[int]) -> str:
    shown = ", ".join(str(number) for number in pages[:_MOST_NUMBERS])
    more = f" and {len(pages) - _MOST_NUMBERS} more" if len(pages) > _MOST_NUMBERS else ""
    return f"page{'s' if len(pages) > 1 else ''} {shown}{more}"


def _title(metadata: dict[str, str]) -> str | None:
    title = " ".join(metadata.get("Title", "").split())
    return title if title and not _JUNK_TITLE.fullmatch(title) else None


def _facts(metadata: dict[str, str]) -> Iterator[Fact]:
    for key, name in _FACTS.items():
        value = " ".join(metadata.get(key, "").split())
        if value:
            yield Fact(name, value, "pdf metadata")
    for key, name in _DATES.items():
        found = _DATE.match(metadata.get(key, ""))
        if found:
            yield Fact(name, "-".join(found.groups()), "pdf metadata")
