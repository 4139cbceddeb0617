"""
The process that opens one PDF: bytes on standard input, its pages as JSON on standard output.

PDFium is C++ and meets files that strangers made: it may crash, hang or eat memory, and must take nobody
with it. The process is limited in memory and CPU time where the system can do that.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import pypdfium2 as pdfium

MOST_PAGES = 5_000
MOST_CHARACTERS = 30_000_000
MOST_MEMORY_BYTES = 2 * 1024**3
MOST_CPU_S = 120


def pages_of(data: bytes) -> dict[str, Any]:
    """`metadata` and `pages` (label, text; text None when a page cannot be loaded), or `refused` and why."""
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        return {"refused": "load", "code": getattr(error, "err_code", None)}
    count = len(document)
    if count > MOST_PAGES:
        return {"refused": "pages", "count": count}
    pages: list[tuple[str | None, str | None]] = []
    characters = 0
    for index in range(count):
        text = _text(document, index)
        characters += len(text or "")
        if characters > MOST_CHARACTERS:
            return {"refused": "characters", "count": index + 1}
        pages.append((document.get_page_label(index) or None, text))
    return {"metadata": document.get_metadata_dict(), "pages": pages}


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


def _limit() -> None:
    try:
        import resource
    except ImportError:  # Windows: the waiting process's own time limit remains
        return
    for kind, most in ((resource.RLIMIT_AS, MOST_MEMORY_BYTES), (resource.RLIMIT_CPU, MOST_CPU_S)):
        _, hard = resource.getrlimit(kind)
        if hard == resource.RLIM_INFINITY or hard > most:
            resource.setrlimit(kind, (most, hard))


if __name__ == "__main__":
    _limit()
    outcome = json.dumps(pages_of(sys.stdin.buffer.read()), ensure_ascii=False)
    sys.stdout.buffer.write(outcome.encode("utf-8", "replace"))
