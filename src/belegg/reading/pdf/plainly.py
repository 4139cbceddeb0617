"""Lines as the file has them: of figures, and of a page that a fault keeps from being laid out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from belegg.reading.pdf.drawn import Drawn, drawn
from belegg.reading.pdf.faults import FAULTS, PLAINLY, Fault, fault
from belegg.reading.pdf.frames import LINE_ENDS, SPACES
from belegg.reading.pdf.glyphs import Glyphs, characters
from belegg.reading.pdf.lines import Line, stored
from belegg.reading.pdf.objects import Objects
from belegg.reading.pdf.page import PageLines, page_lines

Lay = Callable[[Glyphs, Drawn, str | None, NDArray[np.bool_]], PageLines]
Place = tuple[str | None, NDArray[np.bool_]]
"""A page's printed label, and which of its characters are left out."""


def laid_out(
    found: Glyphs, on_it: Objects, place: Place, faults: list[Fault], lay: Lay = page_lines
) -> PageLines:
    """The lines of a page as `lay` sets them; plain ones, and a fault told, when that fails."""
    label, hidden = place
    try:
        return lay(found, drawn(on_it, found.width, found.height), label, hidden)
    except FAULTS as error:
        faults.append(fault(found.number, PLAINLY, error))
        lines = plain_lines(found, hidden)
        return PageLines(found.number, label, found.width, found.height, lines)


def with_figure_words(
    found: Glyphs, on_it: Objects, place: Place, own: int, faults: list[Fault]
) -> PageLines:
    """The first `own` characters of a page as lines; the others, words of a figure, below as they are."""
    label, hidden = place
    others = np.arange(hidden.size) >= own
    page = laid_out(found, on_it, (label, hidden | others), faults)
    for line in plain_lines(found, hidden | ~others):
        line.figure, line.table, line.strip = True, page.tables, -1
        page.lines.append(line)
    return page


def plain_lines(found: Glyphs, hidden: NDArray[np.bool_]) -> list[Line]:
    """The lines of a page in PDFium's order, without those of its characters that are `hidden`."""
    return list(_lines(found, hidden))


def _lines(found: Glyphs, hidden: NDArray[np.bool_]) -> Iterator[Line]:
    """The lines in PDFium's order; all of one size, since what they look like is not known to be right."""
    parting = np.isin(found.codes, SPACES) | (found.run < 0)
    real = np.flatnonzero(~parting & ~hidden & ~np.isnan(found.boxes[:, 0]))
    if not real.size:
        return
    sizes = np.array([run.size for run in found.runs], np.float32)[found.run[real]]
    size = float(np.median(sizes))
    line_of = np.cumsum(np.isin(found.codes, LINE_ENDS))[real]
    word_of = np.cumsum(parting)[real]
    for number in np.unique(line_of).tolist():
        mine, words = real[line_of == number], word_of[line_of == number]
        groups = [mine[words == word] for word in np.unique(words).tolist()]
        texts = [(stored(characters(found.codes[group])), group) for group in groups]
        line = _line(found, [(text, group) for text, group in texts if text], size)
        if line is not None:
            yield line


def _line(found: Glyphs, words: list[tuple[str, NDArray[np.int64]]], size: float) -> Line | None:
    if not words:
        return None
    lengths = np.array([len(text) for text, _ in words], np.int32)
    ends = np.cumsum(lengths + 1, dtype=np.int32) - 1
    boxes = np.array(
        [(*found.boxes[g, :2].min(axis=0), *found.boxes[g, 2:].max(axis=0)) for _, g in words], np.float32
    )
    x0, y0 = boxes[:, :2].min(axis=0).tolist()
    x1, y1 = boxes[:, 2:].max(axis=0).tolist()
    return Line(
        page=found.number,
        text=" ".join(text for text, _ in words),
        words=np.stack((ends - lengths, ends), axis=1),
        boxes=boxes,
        x0=x0,
        y0=y0,
        x1=x1,
        y1=y1,
        base=float(np.median(found.origins[words[0][1], 1])),
        size=size,
        bold=False,
        italic=False,
        starts_bold=False,
        ends_bold=False,
    )
