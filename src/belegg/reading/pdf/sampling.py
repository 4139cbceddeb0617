"""
Whether pages show what their text says: some lines are drawn, recognised (OCR) and compared word by word.

A font may show one letter and say another, a text layer over a scan may belong to another page. Few lines of
few pages are looked at, for recognition takes time: what is not found may still be untrue.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belegg.reading.ocr import RecognisedLine, RecognisedWord
from belegg.reading.ocr.seam import sureness
from belegg.reading.pdf.lines import Line
from belegg.reading.pdf.loading import Loaded
from belegg.reading.pdf.ocr import PageReader
from belegg.reading.pdf.unlike import Unlike

_PAGES, _LEAST_LETTERS, _SMALLEST_PT = 3, 20, 6.0
_LATIN_END = 0x250
_LETTERS_PX = 40.0
"""How high a line is drawn: as text of ten points at 300 dpi."""

_MARGIN, _GAP, _WIDEST = 40, 28, 4_000
_SURE, _SHORTEST = 0.85, 3
_LEAST_CHANGED, _CHANGED = 2, 0.5
"""
How many letters of a word must be others, and which share of it. Of 5,784 words of 40 honest files
recognition had one letter wrong in eight, and two in two (one of six letters, one in a formula).
"""

_LEAST_SHOWN, _OTHER_LINE = 12, 0.6
"""Letters recognised in a line's place, and the share of them that must be others to make another line."""

_LONGEST_TOLD = 60


@dataclass(frozen=True, slots=True, eq=False)
class _Strip:
    """A line as drawn: its picture, where that stands in the whole one, and pixels for a point."""

    line: Line
    picture: NDArray[np.uint8]
    scale: float
    top: int
    x0: float


def unlike(found: Loaded, document: Any, reader: PageReader) -> list[Unlike]:
    """
    Words of a sample of the text that the pages do not show; empty without a recogniser.

    Recognises one picture of few lines (about a second). Raises ParserFailed when that cannot be done.
    """
    by = reader.scout()
    if by is None:
        return []
    lines = sampled(found, by.lines_a_second)
    strips = list(_strips(document, lines))
    if not strips:
        return []
    read = by.read(_stacked(strips), by.dpi)
    return [one for strip in strips for one in _compared(strip, _words_of(strip, read))]


def sampled(found: Loaded, most: int) -> list[Line]:
    """About `most` lines of the first page with text, the one with most of it, and the middle or last one."""
    lines = {
        page.number: fit
        for page in found.pages
        if page.number not in found.read and (fit := [line for line in page.lines if _is_fit(line)])
    }
    if not lines:
        return []
    numbers = list(lines)
    fullest = max(numbers, key=lambda number: len(lines[number]))
    chosen = dict.fromkeys((numbers[0], fullest, numbers[len(numbers) // 2], numbers[-1]))
    pages = list(chosen)[:_PAGES]
    return [line for number in pages for line in _of_page(lines[number], max(1, most // _PAGES))]


def _is_fit(line: Line) -> bool:
    """Latin text of a readable size that runs across the page."""
    letters = [sign for sign in line.text if sign.isalpha()]
    return (
        line.table < 0
        and line.angle == 0
        and line.size >= _SMALLEST_PT
        and len(letters) >= _LEAST_LETTERS
        and all(ord(sign) < _LATIN_END or unicodedata.category(sign) == "Lm" for sign in letters)
    )


def _of_page(lines: Sequence[Line], most: int) -> list[Line]:
    """One of each way of setting (size, bold, italic), then others, evenly over the page."""
    ways: dict[tuple[float, bool, bool], Line] = {}
    for line in lines:
        ways.setdefault((round(line.size), line.bold, line.italic), line)
    chosen = list(ways.values())[:most]
    others = [line for line in lines if line not in chosen]
    more = min(len(others), most - len(chosen))
    return chosen + [others[len(others) * n // more] for n in range(more)]


def _strips(document: Any, lines: Sequence[Line]) -> Iterator[_Strip]:
    top = _MARGIN
    for line in lines:
        page = document[line.page - 1]
        wide, high = page.get_size()
        x0, y0 = (float(edge) for edge in np.nanmin(line.boxes[:, :2], axis=0))
        x1, y1 = (float(edge) for edge in np.nanmax(line.boxes[:, 2:], axis=0))
        x0, y0, x1, y1 = max(0.0, x0 - 1), max(0.0, y0), min(wide, x1 + 1), min(high, y1)
        scale = min(_LETTERS_PX / line.size, _WIDEST / max(x1 - x0, 1.0))
        if x1 - x0 > 1 and y1 - y0 > 1:
            crop = (x0, high - y1, wide - x1, y0)
            drawn = page.render(scale=scale, crop=crop, grayscale=True)
            picture: NDArray[np.uint8] = drawn.to_numpy().reshape(drawn.height, drawn.width)
            yield _Strip(line, picture, scale, top, x0)
            top += drawn.height + _GAP
        page.close()


def _stacked(strips: Sequence[_Strip]) -> NDArray[np.uint8]:
    """The strips below one another, dark on light."""
    high = strips[-1].top + strips[-1].picture.shape[0] + _MARGIN
    wide = max(strip.picture.shape[1] for strip in strips) + 2 * _MARGIN
    whole = np.full((high, wide), 255, np.uint8)
    for strip in strips:
        rows, columns = strip.picture.shape
        dark = np.median(strip.picture) < 128
        put = 255 - strip.picture if dark else strip.picture
        whole[strip.top : strip.top + rows, _MARGIN : _MARGIN + columns] = put
    return whole


def _words_of(strip: _Strip, read: Sequence[RecognisedLine]) -> list[RecognisedWord]:
    """What was recognised within a strip, from left to right."""
    bottom = strip.top + strip.picture.shape[0]
    words = (word for line in read for word in line.words)
    within = (word for word in words if strip.top <= (word.box[1] + word.box[3]) / 2 <= bottom)
    return sorted(within, key=lambda word: word.box[0])


def _compared(strip: _Strip, shown: Sequence[RecognisedWord]) -> Iterator[Unlike]:
    """
    The whole line when it is another one, else its words, each beside what was surely recognised in just its
    place; what runs on into a neighbour there is no word of its own.
    """
    line = strip.line
    text = " ".join(word.text for word in shown)
    if sureness([RecognisedLine(tuple(shown))]) >= _SURE and _is_another(line.text, text):
        yield Unlike(line.page, line.text[:_LONGEST_TOLD], text[:_LONGEST_TOLD])
        return
    for (start, end), box in zip(line.words.tolist(), line.boxes.tolist(), strict=True):
        left, right = (_MARGIN + (x - strip.x0) * strip.scale for x in (box[0], box[2]))
        there = [word for word in shown if _overlap(word, left, right)]
        if not there or min(word.confidence for word in there) < _SURE:
            continue
        slack = 0.6 * _LETTERS_PX
        if abs(there[0].box[0] - left) > slack or abs(there[-1].box[2] - right) > slack:
            continue
        says, shows = line.text[start:end], " ".join(word.text for word in there)
        if _are_others(_letters(says), _letters(shows)):
            yield Unlike(line.page, says, shows)


def _overlap(word: RecognisedWord, left: float, right: float) -> bool:
    """Whether a word shares half of itself, or of what lies between `left` and `right`, with that."""
    shared = min(right, word.box[2]) - max(left, word.box[0])
    return shared > 0.5 * min(right - left, word.box[2] - word.box[0])


def _letters(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(sign for sign in plain if sign.isalnum())


def _is_another(says: str, shows: str) -> bool:
    one, other = _letters(says), _letters(shows)
    return len(other) >= _LEAST_SHOWN and distance(one, other) >= _OTHER_LINE * max(len(one), len(other))


def _are_others(says: str, shows: str) -> bool:
    longest = max(len(says), len(shows))
    if min(len(says), len(shows)) < _SHORTEST:
        return False
    return distance(says, shows) >= max(_LEAST_CHANGED, _CHANGED * longest)


def distance(one: str, other: str) -> int:
    """Letters to change, put in or take out, to make the other of the one (Levenshtein)."""
    row = list(range(len(other) + 1))
    for n, sign in enumerate(one, 1):
        before, row[0] = row[0], n
        for m, beside in enumerate(other, 1):
            before, row[m] = row[m], min(row[m] + 1, row[m - 1] + 1, before + (sign != beside))
    return row[-1]
