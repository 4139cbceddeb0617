"""Every page of a PDF as lines in reading order, one page open at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pypdfium2 as pdfium

from belegg.errors import TooLarge
from belegg.reading.content import Said
from belegg.reading.pdf.drawn import drawn
from belegg.reading.pdf.headings import Outline, letters_of
from belegg.reading.pdf.hidden import Hidden
from belegg.reading.pdf.layers import may_be_off
from belegg.reading.pdf.opening import opened
from belegg.reading.pdf.page import PageLines, page_lines

MOST_CHARACTERS = 30_000_000
_MOST_BOOKMARKS = 10_000


@dataclass(slots=True)
class Loaded:
    """
    A PDF's pages, with its own metadata and outline.

    `hidden` holds what each page (by its number) does not show, `unread` the numbers of pages that could not
    be opened, `layers` counts the characters of text layers over pictures, by page.
    """

    info: dict[str, str]
    outline: tuple[Outline, ...]
    pages: list[PageLines] = field(default_factory=list)
    hidden: dict[int, tuple[Hidden, ...]] = field(default_factory=dict)
    unread: set[int] = field(default_factory=set)
    layers: Counter[int] = field(default_factory=Counter)


def loaded(document: Any, data: bytes, said: Said) -> Loaded:
    """The pages of an open `pypdfium2` document; `data` are its bytes. Raises TooLarge."""
    found = Loaded(document.get_metadata_dict(), _outline(document))
    layers = may_be_off(data)
    count = len(document)
    characters = 0
    for number in range(1, count + 1):
        label = document.get_page_label(number - 1) or None
        try:
            page = _page(document, number, label, layers, found)
        except pdfium.PdfiumError:
            found.unread.add(number)
            page = PageLines(number, label, 0.0, 0.0)
        found.pages.append(page)
        characters += sum(len(line.text) for line in page.lines)
        if characters > MOST_CHARACTERS:
            raise TooLarge(f"the PDF holds too much text (up to page {number}); divide it")
        said(number, count)
    return found


def _page(document: Any, number: int, label: str | None, layers: bool, found: Loaded) -> PageLines:
    page = opened(document, number, layers)
    glyphs = page.glyphs
    lines = page_lines(glyphs, drawn(page.objects, glyphs.width, glyphs.height), label, page.unseen.why > 0)
    if page.found:
        found.hidden[number] = page.found
    layer = int(page.unseen.layer.sum())
    if layer:
        found.layers[number] = layer
    page.close()
    return lines


def _outline(document: Any) -> tuple[Outline, ...]:
    """The bookmarks; a damaged outline gives those before the damage."""
    entries: list[Outline] = []
    try:
        for bookmark in document.get_toc():
            target = bookmark.get_dest()
            page = target.get_index() if target else None
            if page is not None:
                entries.append(Outline(letters_of(bookmark.get_title()), page + 1, bookmark.level + 1))
            if len(entries) >= _MOST_BOOKMARKS:
                break
    except (pdfium.PdfiumError, RecursionError):
        pass
    return tuple(entries)


def hidden_by_reason(hidden: Sequence[Hidden]) -> Counter[str]:
    """Characters by the reason why they are hidden."""
    counts: Counter[str] = Counter()
    for one in hidden:
        counts[one.why] += one.characters
    return counts
