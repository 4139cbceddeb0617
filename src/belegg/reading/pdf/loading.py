"""
Every page of a PDF as lines in reading order, one page open at a time; pages whose text is in their pictures
are only noted (`recognising` reads them).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pypdfium2 as pdfium

from belegg.errors import TooLarge
from belegg.reading.content import Said
from belegg.reading.pdf.faults import FAULTS, NO_FIGURES, NOT_READ, Fault, fault
from belegg.reading.pdf.figures import Differing, Figures
from belegg.reading.pdf.headings import Outline, letters_of
from belegg.reading.pdf.hidden import Hidden
from belegg.reading.pdf.layers import may_be_off
from belegg.reading.pdf.ocr import wants_reading
from belegg.reading.pdf.opening import Opened, opened
from belegg.reading.pdf.page import PageLines, page_lines
from belegg.reading.pdf.plainly import Lay, laid_out
from belegg.reading.pdf.unlike import Unlike

MOST_CHARACTERS = 30_000_000
_MOST_BOOKMARKS = 10_000


@dataclass(slots=True)
class Loaded:
    """
    A PDF's pages, with its own metadata and outline.

    `hidden` holds what each page (by its number) does not show, `unread` the numbers of pages that could not
    be opened, `layers` counts the characters of text layers over pictures, by page. `layers_off`: the file
    may hold layers that are off. `differing` are figures that do not look like what the text layer says,
    `unlike` words of a sample that the page does not show.

    `wanting` are the pages whose text is in their pictures. Of those that were recognised `read` says how
    sure that is, `read_by` who did it, `lacks` languages that these have no data of; `unread_pictures` says
    why one was not; `left` wait for a later lot, `late` took too long and are tried again. `kept` is
    what they say as it is kept with the document (`pictured.packed`). `figures_on` are pages
    of which a map or chart was recognised. `faults` are those of the reader.
    """

    info: dict[str, str]
    outline: tuple[Outline, ...]
    layers_off: bool = False
    pages: list[PageLines] = field(default_factory=list)
    hidden: dict[int, tuple[Hidden, ...]] = field(default_factory=dict)
    unread: set[int] = field(default_factory=set)
    layers: Counter[int] = field(default_factory=Counter)
    wanting: list[int] = field(default_factory=list)
    read: dict[int, float] = field(default_factory=dict)
    read_by: dict[int, str] = field(default_factory=dict)
    lacks: dict[str, None] = field(default_factory=dict)
    unread_pictures: dict[int, str] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)
    late: set[int] = field(default_factory=set)
    kept: dict[int, bytes] = field(default_factory=dict)
    differing: list[Differing] = field(default_factory=list)
    unlike: list[Unlike] = field(default_factory=list)
    figures: Figures = field(default_factory=Figures)
    figures_on: set[int] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)


def loaded(document: Any, data: bytes, said: Said, lay: Lay = page_lines) -> Loaded:
    """
    The pages of an open `pypdfium2` document; `data` are its bytes, `lay` sets a page's lines.

    A page that cannot be opened, or whose hidden text cannot be told, is empty. Raises TooLarge.
    """
    found = Loaded(document.get_metadata_dict(), _outline(document), may_be_off(data))
    count = len(document)
    characters = 0
    for number in range(1, count + 1):
        label = document.get_page_label(number - 1) or None
        try:
            page = _page(opened(document, number, found.layers_off), label, found, lay)
        except (pdfium.PdfiumError, *FAULTS) as error:
            found.unread.add(number)
            if not isinstance(error, pdfium.PdfiumError):
                found.faults.append(fault(number, NOT_READ, error))
            page = PageLines(number, label, 0.0, 0.0)
        found.pages.append(page)
        characters += sum(len(line.text) for line in page.lines)
        if characters > MOST_CHARACTERS:
            raise TooLarge(f"the PDF holds too much text (up to page {number}); divide it")
        said(number - len(found.wanting), count)
    return found


def _page(page: Opened, label: str | None, found: Loaded, lay: Lay) -> PageLines:
    glyphs = page.glyphs
    if wants_reading(glyphs, page.unseen.why, page.objects):
        found.wanting.append(glyphs.number)
    hidden = page.unseen.why > 0
    lines = laid_out(glyphs, page.objects, (label, hidden), found.faults, lay)
    try:
        found.differing += found.figures.look(page.page, glyphs, hidden | page.unseen.layer)
    except FAULTS as error:
        found.faults.append(fault(glyphs.number, NO_FIGURES, error))
    if page.found:
        found.hidden[glyphs.number] = page.found
    layer = int(page.unseen.layer.sum())
    if layer:
        found.layers[glyphs.number] = layer
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
