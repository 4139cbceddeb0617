"""
Which characters of a page a reader cannot see, and why.

Geometry and the way of drawing name the suspects; what they cannot settle is settled by the picture itself:
a character is seen when the page looks different without it. Pages without suspects are never rendered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belegg.reading.pdf import objects as on_page
from belegg.reading.pdf.glyphs import Glyphs, characters
from belegg.reading.pdf.looking import BLANKS, filled, seen
from belegg.reading.pdf.objects import Objects

WHY = (
    "",
    "invisible by its way of drawing",
    "outside the page",
    "too small to read",
    "transparent",
    "cut away",
    "covered",
    "in a layer that is off",
    "in the colour of its background",
    "of no size",
    "a replacement that the page does not show",
    "in a hidden note",
)
"""The reasons, in the order of their number in `Unseen.why`; 0 is seen."""
_INVISIBLE, _OUTSIDE, _TINY, _TRANSPARENT, _CUT, _COVERED, _LAYER_OFF, _COLOUR = range(1, 9)
NO_SIZE, REPLACEMENT, NOTE = range(9, 12)

_SMALLEST_PT = 1.0
_ORDINARY_HEIGHT_PT = 842.0
_CLOSE = 40
_PICTURES_OF_A_SCAN = 0.5
_SAMPLE = 60
_FILLINGS = 60
"""Objects after a clip of letters that may be what is put into them."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """Characters (white space not counted) hidden for one reason, and how their text begins."""

    why: str
    characters: int
    sample: str


@dataclass(frozen=True, slots=True, eq=False)
class Unseen:
    """
    What a reader of the page cannot see.

    `why` (n,) is an index into `WHY` for each character, 0 when it is seen. `layer` (n,) marks characters of
    a text layer over (or under) a picture of the page, as OCR programs leave it: they stay readable.
    """

    why: NDArray[np.uint8]
    layer: NDArray[np.bool_]
    found: tuple[Hidden, ...]


def unseen(page: Any, glyphs: Glyphs, on_it: Objects) -> Unseen:
    """What a reader cannot see of an open page; its characters and objects were taken from this `page`."""
    why = _by_place(glyphs)
    if glyphs.runs:
        row = _rows(glyphs, on_it)
        suspect = _suspects(glyphs, on_it, row)
        why = np.where((why == 0) & (glyphs.run >= 0), suspect[glyphs.run], why)
        _let_through(page, glyphs, on_it, row, why)
        undecided = np.flatnonzero(why >= _TRANSPARENT)
        if undecided.size:
            why[undecided[seen(page, glyphs, undecided, _drawn_again(glyphs, on_it))]] = 0
    layer = _over_a_scan(glyphs, on_it, why)
    why[layer] = 0
    _neighbours(glyphs, why)
    return Unseen(why, layer, _found(glyphs, why))


def _drawn_again(glyphs: Glyphs, on_it: Objects) -> list[int]:
    """
    Text objects that have no characters of their own.

    PDFium leaves out text that is drawn again at its place; where a shadow lies between the two, the second
    is what a reader sees of the first.
    """
    known = np.array([run.address for run in glyphs.runs], np.uint64)
    again = (on_it.kinds == on_page.TEXT) & ~np.isin(on_it.addresses, known)
    return [int(address) for address in on_it.addresses[again]]


def _let_through(
    page: Any, glyphs: Glyphs, on_it: Objects, row: NDArray[np.int64], why: NDArray[np.uint8]
) -> None:
    """Letters that are a clip (render mode 7) are seen when what is drawn after them shows in their shape."""
    clips = np.array([run.mode == 7 for run in glyphs.runs], np.bool_)
    if not clips.any():
        return
    asked = np.flatnonzero((why == _INVISIBLE) & clips[glyphs.run])
    covers = _covers(on_it)
    covers = covers[on_it.kinds[covers] != on_page.MARKUP]
    later = (covers[None, :] > row[clips, None]) & (covers[None, :] <= row[clips, None] + _FILLINGS)
    over = covers[(later & _overlap(_run_boxes(glyphs)[clips], on_it.boxes[covers])).any(axis=0)]
    if asked.size and over.size:
        why[asked[filled(page, glyphs, asked, on_it.addresses[over].tolist())]] = 0


def _by_place(glyphs: Glyphs) -> NDArray[np.uint8]:
    """What the place and the size alone tell."""
    why = np.zeros(glyphs.codes.size, np.uint8)
    x, y = glyphs.boxes[:, 0::2].mean(axis=1), glyphs.boxes[:, 1::2].mean(axis=1)
    with np.errstate(invalid="ignore"):
        why[(x < 0) | (y < 0) | (x > glyphs.width) | (y > glyphs.height)] = _OUTSIDE
        smallest = _SMALLEST_PT * min(1.0, max(glyphs.width, glyphs.height) / _ORDINARY_HEIGHT_PT)
        wide, high = np.diff(glyphs.boxes[:, 0::2])[:, 0], np.diff(glyphs.boxes[:, 1::2])[:, 0]
        blank = np.isin(glyphs.codes, BLANKS)
        why[(why == 0) & ~blank & (np.maximum(wide, high) < smallest)] = _TINY
    return why


def _rows(glyphs: Glyphs, on_it: Objects) -> NDArray[np.int64]:
    """The row of each run among what is drawn; -1 when it was not met."""
    order = np.argsort(on_it.addresses, kind="stable")
    wanted = np.array([run.address for run in glyphs.runs], np.uint64)
    at = np.searchsorted(on_it.addresses, wanted, sorter=order)
    at = order[np.minimum(at, order.size - 1)] if order.size else np.zeros(wanted.size, np.int64)
    met = on_it.addresses[at] == wanted if order.size else np.zeros(wanted.size, np.bool_)
    return np.where(met, at, -1)


def _suspects(glyphs: Glyphs, on_it: Objects, row: NDArray[np.int64]) -> NDArray[np.uint8]:
    """For each run why it may not be seen, 0 when nothing speaks for it."""
    runs = glyphs.runs
    modes = np.array([run.mode for run in runs], np.int64)
    colours = np.array([run.colour for run in runs], np.uint32)
    has = np.where(row >= 0, on_it.has[row] if on_it.has.size else 0, on_page.CLIPPED)
    suspect = np.zeros(len(runs), np.uint8)
    suspect[_in_its_background(glyphs, on_it, row, colours)] = _COLOUR
    suspect[(has & on_page.IN_LAYER) > 0] = _LAYER_OFF
    suspect[_under_something(glyphs, on_it, row)] = _COVERED
    suspect[(has & on_page.CLIPPED) > 0] = _CUT
    suspect[((has & on_page.SEE_THROUGH) > 0) | (modes == 1) | (modes == 5)] = _TRANSPARENT
    suspect[(modes == 3) | (modes == 7)] = _INVISIBLE
    return suspect


def _covers(on_it: Objects) -> NDArray[np.int64]:
    """Rows of what can hide text, or be its background."""
    solid = (on_it.kinds == on_page.PATH) & (on_it.colours > 0)
    wide = np.diff(on_it.boxes[:, 0::2])[:, 0] > 1
    other = np.isin(on_it.kinds, (on_page.PICTURE, on_page.SHADING, on_page.MARKUP)) & wide
    return np.flatnonzero(solid | other)


def _run_boxes(glyphs: Glyphs) -> NDArray[np.float32]:
    """The box around each run's characters."""
    real = np.flatnonzero(glyphs.run >= 0)
    boxes = np.empty((len(glyphs.runs), 4), np.float32)
    boxes[:, :2], boxes[:, 2:] = np.inf, -np.inf
    for edge in (0, 1):
        np.minimum.at(boxes[:, edge], glyphs.run[real], glyphs.boxes[real, edge])
    for edge in (2, 3):
        np.maximum.at(boxes[:, edge], glyphs.run[real], glyphs.boxes[real, edge])
    return boxes


def _overlap(boxes: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which boxes (n) lie over which others (m) by more than a hair: (n, m)."""
    hair = 0.5
    across = (boxes[:, None, 0] < others[None, :, 2] - hair) & (boxes[:, None, 2] > others[None, :, 0] + hair)
    return (
        across
        & (boxes[:, None, 1] < others[None, :, 3] - hair)
        & (boxes[:, None, 3] > others[None, :, 1] + hair)
    )


def _under_something(glyphs: Glyphs, on_it: Objects, row: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Runs over which something opaque was drawn later."""
    covers = _covers(on_it)
    path = on_it.kinds[covers] == on_page.PATH
    covers = covers[~path | on_page.opaque(on_it.colours[covers])]
    later = covers[covers > row.min(initial=0)]
    if not later.size:
        return np.zeros(len(glyphs.runs), np.bool_)
    over = _overlap(_run_boxes(glyphs), on_it.boxes[later])
    return np.asarray((over & (later[None, :] > row[:, None])).any(axis=1), np.bool_)


def _in_its_background(
    glyphs: Glyphs, on_it: Objects, row: NDArray[np.int64], colours: NDArray[np.uint32]
) -> NDArray[np.bool_]:
    """Runs whose colour may be that of what lies behind them: the page (white), a filled path, a picture."""
    channels = _channels(colours)
    doubtful: NDArray[np.bool_] = channels.min(axis=1) > 255 - _CLOSE
    covers = _covers(on_it)
    if not covers.size:
        return doubtful
    boxes = _run_boxes(glyphs)
    behind = _overlap(boxes, on_it.boxes[covers]) & (covers[None, :] < row[:, None])
    unknown = on_it.kinds[covers] != on_page.PATH
    near = np.abs(channels[:, None, :] - _channels(on_it.colours[covers])[None, :, :]).max(axis=2) < _CLOSE
    doubtful |= (behind & (near | unknown[None, :])).any(axis=1)
    for run in np.flatnonzero(doubtful):
        doubtful[run] = _blends(channels[run], boxes[run], covers[behind[run]], on_it)
    return doubtful


def _blends(
    colour: NDArray[np.int64], box: NDArray[np.float32], behind: NDArray[np.int64], on_it: Objects
) -> bool:
    """Whether one of the possible backgrounds, from the last that fills the box on, is near the colour."""
    for cover in behind[::-1]:
        if on_it.kinds[cover] != on_page.PATH:
            return True
        if np.abs(colour - _channels(on_it.colours[cover : cover + 1])[0]).max() < _CLOSE:
            return True
        around = on_it.boxes[cover]
        inside = bool((around[:2] <= box[:2] + 1).all() and (around[2:] >= box[2:] - 1).all())
        if inside and on_it.rectangles[cover] and on_page.opaque(on_it.colours[cover : cover + 1])[0]:
            return False
    return bool(colour.min() > 255 - _CLOSE)


def _channels(colours: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Red, green, blue (n, 3)."""
    return np.stack([(colours >> shift) & 255 for shift in (24, 16, 8)], axis=1).astype(np.int64)


def _over_a_scan(glyphs: Glyphs, on_it: Objects, why: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Unseen characters that lie within the pictures of a page whose pictures fill half of it."""
    layer = np.zeros(why.size, np.bool_)
    doubtful = np.flatnonzero((why == _INVISIBLE) | (why == _COVERED))
    pictures = on_it.boxes[on_it.kinds == on_page.PICTURE]
    if not doubtful.size or not pictures.size:
        return layer
    page = np.array([glyphs.width, glyphs.height] * 2, np.float32)
    shown = np.clip(pictures, 0, page)
    area = ((shown[:, 2] - shown[:, 0]) * (shown[:, 3] - shown[:, 1])).sum()
    if area < _PICTURES_OF_A_SCAN * glyphs.width * glyphs.height:
        return layer
    x, y = glyphs.boxes[doubtful, 0::2].mean(axis=1), glyphs.boxes[doubtful, 1::2].mean(axis=1)
    for box in shown:
        layer[doubtful[(x > box[0]) & (x < box[2]) & (y > box[1]) & (y < box[3])]] = True
    return layer


def _neighbours(glyphs: Glyphs, why: NDArray[np.uint8]) -> None:
    """What PDFium made up itself (blanks, line ends) is hidden when the characters around it are."""
    made = np.flatnonzero(glyphs.run < 0)
    if not made.size or not why.any():
        return
    real = np.flatnonzero(glyphs.run >= 0)
    if not real.size:
        return
    after = np.searchsorted(real, made)
    before = why[real[np.maximum(after - 1, 0)]]
    behind = why[real[np.minimum(after, real.size - 1)]]
    why[made] = np.where(before > 0, np.where(behind > 0, before, 0), 0)


def _found(glyphs: Glyphs, why: NDArray[np.uint8]) -> tuple[Hidden, ...]:
    numbers = np.unique(why[why > 0]).tolist()
    found = (hidden_text(number, characters(glyphs.codes[why == number])) for number in numbers)
    return tuple(one for one in found if one)


def hidden_text(why: int, text: str) -> Hidden | None:
    """Text hidden for a reason (an index into `WHY`); None when it holds no letter and no figure."""
    if not any(character.isalnum() for character in text):
        return None
    plain = " ".join(text.replace("\0", " ").split())
    return Hidden(WHY[why], sum(not character.isspace() for character in plain), plain[:_SAMPLE])
