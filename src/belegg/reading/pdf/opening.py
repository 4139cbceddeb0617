"""One page opened: its characters, its objects, its notes, and what of it a reader cannot see."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pypdfium2.raw as raw

from belegg.reading.pdf import calls, hidden
from belegg.reading.pdf.calls import bound
from belegg.reading.pdf.glyphs import Glyphs, glyphs, shown_space
from belegg.reading.pdf.hidden import NO_SIZE, NOTE, REPLACEMENT, Hidden, Unseen, hidden_text
from belegg.reading.pdf.notes import Notes, notes
from belegg.reading.pdf.objects import REPLACED, TEXT, Objects, objects
from belegg.reading.pdf.replaced import drop_untrue, text_of

_SHOWN_AT_PT = 10.0
_MOST_UNSIZED = 1_000
_matrix = bound("FPDFPageObj_GetMatrix", ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_set_matrix = bound("FPDFPageObj_SetMatrix", ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_set_size = bound("FPDFTextObj_SetFontSize", ctypes.c_int, ctypes.c_void_p, ctypes.c_float)


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """
    A page with everything that was asked of PDFium; the handles serve until `close`.

    `found` is everything on it that a reader cannot see: characters, text without size, untrue replacement
    texts, hidden notes.
    """

    page: Any
    text_page: Any
    glyphs: Glyphs
    objects: Objects
    notes: Notes
    unseen: Unseen
    found: tuple[Hidden, ...]

    @property
    def hidden(self) -> int:
        """Characters that a reader cannot see, white space not counted."""
        return sum(found.characters for found in self.found)

    def close(self) -> None:
        """PDFium keeps a page's memory until then."""
        self.text_page.close()
        self.page.close()


def opened(document: Any, number: int, layers: bool) -> Opened:
    """
    Page `number` (from 1) of a `pypdfium2` document; `layers` is what `layers.may_be_off` says of the file.

    Raises PdfiumError when the page cannot be loaded.
    """
    page = document[number - 1]
    shown, around = shown_space(page), notes(page)
    on_it = objects(page, shown, around.over, layers)
    untrue: tuple[str, ...] = ()
    if (on_it.has & REPLACED).any():
        again = document[number - 1]
        untrue = drop_untrue(page, again, on_it, objects(again, shown, around.over, layers))
        again.close()
    text_page = page.get_textpage()
    letters = glyphs(page, text_page, number)
    unseen = hidden.unseen(page, letters, on_it)
    unsized = _unsized(letters, on_it)
    texts = _texts_at_a_size(document[number - 1], unsized, on_it, layers) if unsized else ()
    more = ((NO_SIZE, texts), (REPLACEMENT, untrue), (NOTE, around.hidden))
    found = (*unseen.found, *_told(more))
    return Opened(page, text_page, letters, on_it, around, unseen, found)


def _told(texts: Sequence[tuple[int, Sequence[str]]]) -> Iterator[Hidden]:
    for why, some in texts:
        one = hidden_text(why, "\n".join(some))
        if one:
            yield one


def _unsized(letters: Glyphs, on_it: Objects) -> list[int]:
    """Rows of text objects of size 0: PDFium leaves them out of a page's text, with others that are blank."""
    known = np.array([run.address for run in letters.runs], np.uint64)
    rows = np.flatnonzero((on_it.kinds == TEXT) & ~np.isin(on_it.addresses, known))
    numbers = np.zeros(7, np.float32)
    at = numbers.ctypes.data
    found = []
    for row in rows[:_MOST_UNSIZED].tolist():
        address = int(on_it.addresses[row])
        calls.font_size(address, at + 24)
        _matrix(address, at)
        if not numbers[6] or not numbers[:4].any():
            found.append(row)
    return found


def _texts_at_a_size(page: Any, rows: Sequence[int], on_it: Objects, layers: bool) -> tuple[str, ...]:
    """What such objects would say if they had a size, read from a page of its own that is thrown away."""
    over = np.zeros((0, 4))
    mine = objects(page, shown_space(page), over, layers)
    upright = raw.FS_MATRIX(1, 0, 0, 1, 72, 72)
    for row in rows:
        address = int(mine.addresses[row])
        _set_size(address, _SHOWN_AT_PT)
        _set_matrix(address, ctypes.addressof(upright))
    text_page = page.get_textpage()
    texts = tuple(text_of(int(mine.addresses[row]), calls.address(text_page.raw)) for row in rows)
    text_page.close()
    page.close()
    return texts
