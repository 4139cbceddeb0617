"""The text of each page as PDFium gives it, pages joined, with their numbers and printed labels."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from belegg.errors import NoTextLayer
from belegg.reading.content import Content, Said, silent
from belegg.reading.pdf.raw import RawPage, opened
from belegg.reading.stored import Storing
from belegg.records import Block, Fact, Page, Span, Warned

_NO_LETTER = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ufffd\uffff\ue000-\uf8ff]")
_JUNK_TITLE = re.compile(
    r"untitled|microsoft word\b.*|.*\.(?:docx?|pdf|indd|qxd|tex|dvi|xlsx?|pptx?)", re.IGNORECASE
)
_DATE = re.compile(r"(?:D:)?(\d{4})(\d\d)(\d\d)")
_FACTS = {"Author": "author", "Subject": "subject", "Keywords": "keywords"}
_DATES = {"CreationDate": "created", "ModDate": "modified"}
_MOST_NUMBERS = 12


def parse(data: bytes, said: Said = silent) -> Content:
    """Raises Damaged, PasswordNeeded, NoTextLayer and TooLarge."""
    raw = opened(data, said)
    storing = Storing()
    texts = [storing.text(_shown(page.text or "")).strip() for page in raw.pages]
    if not any(texts):
        raise NoTextLayer(
            f"its {len(texts)} pages hold pictures and no text; make it searchable (OCR) and ingest it again"
        )
    text, pages = _joined(texts, [page.label for page in raw.pages])
    blocks = tuple(Block("paragraph", page.span) for page in pages if page.span.start < page.span.end)
    return Content(
        text,
        blocks,
        title=_title(raw.metadata),
        pages=pages,
        facts=tuple(_facts(raw.metadata)),
        warnings=(*storing.warnings(), *_page_warnings(raw.pages, texts)),
        profile="reports",
    )


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


def _page_warnings(raw: Sequence[RawPage], texts: Sequence[str]) -> Iterator[Warned]:
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
