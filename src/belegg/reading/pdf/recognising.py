"""
Recognition (OCR) of the pages that are pictures, one after another: after everything that is text, so that
its language chooses the data, and as far as the time given goes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any

import numpy as np

from belegg.errors import ParserFailed, ParserStalled
from belegg.reading.content import Given, Said
from belegg.reading.pdf import layout, pictured
from belegg.reading.pdf.faults import FAULTS, NOT_RECOGNISED, fault
from belegg.reading.pdf.figure_words import holds_figure_words
from belegg.reading.pdf.loading import Loaded
from belegg.reading.pdf.ocr import PageReader, recognised
from belegg.reading.pdf.opening import Opened, opened
from belegg.reading.pdf.pictured import Pictured
from belegg.reading.pdf.plainly import laid_out, with_figure_words

NO_PROGRAM = "no program for it is installed"
LEFT = "left for the next run"


@dataclass(slots=True)
class _Time:
    """How long recognition may go on: past the end of it until one page was read, and one has text."""

    seconds: float | None
    began: float
    pages: int = 0
    text: bool = False

    @property
    def is_over(self) -> bool:
        if self.seconds is None or not self.pages or not self.text:
            return False
        return monotonic() - self.began >= self.seconds


def recognise(found: Loaded, document: Any, reader: PageReader, given: Given, said: Said) -> None:
    """
    Put what is recognised into the pages that are pictures; `found` says of those that were not why.

    Pages that `given.kept` holds as this recogniser read them are taken from there. With no recogniser, and
    for pages that are left when the time is over, what any other one read is better than nothing.
    """
    if not found.wanting:
        return
    forms = {number: layout.recognised_in(given.kept.get(number, b"")) for number in found.wanting}
    kept = {number: text for number, form in forms.items() if (text := pictured.unpacked(form))}
    for text in kept.values():
        reader.hear(text.text)
    time = _Time(given.seconds, monotonic(), text=any(page.lines for page in found.pages))
    reading = _Reading(found, document, reader, kept, time)
    count = len(found.pages)
    settled = count - len(found.wanting)
    for n, number in enumerate(found.wanting):
        reading.page(number, partial(said, settled + n, count))
        said(settled + n + 1, count)
    for number in reading.read_before_the_language_was_told():
        reading.page(number, partial(said, count, count))
    # The pages told the language: only now it is known which data was wanted.
    by = reader.recogniser
    found.lacks.update(dict.fromkeys(by.lacks if by else ()))


@dataclass(slots=True)
class _Reading:
    """`kept` is what pages say, as far as it is known."""

    found: Loaded
    document: Any
    reader: PageReader
    kept: dict[int, Pictured]
    time: _Time

    def page(self, number: int, alive: Callable[[], None]) -> None:
        page = opened(self.document, number, self.found.layers_off)
        text = self._looked(page, alive)
        if text is not None:
            self.kept[number] = text
            self.reader.learn(text)
            _put(text, page, self.found)
            self.time.text |= bool(text.lines)
        page.close()

    def read_before_the_language_was_told(self) -> list[int]:
        """Pages with text that another recogniser read than the one for the document's language."""
        by = self.reader.recogniser
        read_by = self.found.read_by
        return [number for number, name in read_by.items() if by is not None and name != by.name]

    def _looked(self, page: Opened, alive: Callable[[], None]) -> Pictured | None:
        """What the page says; why it says nothing is kept for its report."""
        number, by, found = page.glyphs.number, self.reader.recogniser, self.found
        kept = self.kept.get(number)
        if kept is not None and (by is None or kept.by == by.name):
            return kept
        if by is None:
            found.unread_pictures[number] = NO_PROGRAM
            return None
        if self.time.is_over:
            found.left.add(number)
            if kept is None:
                found.unread_pictures[number] = LEFT
            return kept
        self.time.pages += 1
        try:
            return self.reader.look(page.page, page.glyphs, alive)
        except ParserStalled as error:
            found.late.add(number)
            found.unread_pictures[number] = str(error)
        except ParserFailed as error:
            found.unread_pictures[number] = str(error)
        except FAULTS as error:
            met = fault(number, NOT_RECOGNISED, error)
            found.faults.append(met)
            found.unread_pictures[number] = f"a fault of the reader ({met.name})"
        return kept


def _put(text: Pictured, page: Opened, found: Loaded) -> None:
    number = page.glyphs.number
    found.figures_on.discard(number)
    before = found.pages[number - 1]
    put = recognised(text, page.glyphs)
    if put is not None:
        glyphs = put.glyphs
        hidden = np.zeros(glyphs.codes.size, np.bool_)
        hidden[: put.own] = page.unseen.why[: put.own] > 0
        place = before.label, hidden
        if holds_figure_words(text):
            found.figures_on.add(number)
            laid = with_figure_words(glyphs, page.objects, place, put.own, found.faults)
        else:
            laid = laid_out(glyphs, page.objects, place, found.faults)
        found.pages[number - 1] = laid
        found.read[number] = put.confidence
        found.read_by[number] = put.by
    found.kept[number] = pictured.packed(text)
