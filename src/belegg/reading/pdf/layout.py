"""
Where the words of a page stand: packed as bytes for a store, and unpacked as boxes for a span of text.

Form: `L1`, the unit of lengths in points (float32), the number of words n (uint32), then arrays of n:
starts (uint32) and lengths (uint16) of the words in the document's text, and n × 4 of boxes x0, y0, x1, y1
(uint16, in units, origin at the page's top left as shown). Little-endian. Behind that, for a page that was
recognised, `R1` and what was (`pictured.packed`).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belegg.records import Span

_MAGIC, _RECOGNISED = b"L1", b"R1"
_HEAD = struct.Struct("<2sfI")
_LARGEST = 65_000
_SAME_LINE = 0.5
_WORD_SPACE = 1.2


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page in points, origin at the top left of the page as shown."""

    x0: float
    y0: float
    x1: float
    y1: float


def packed(words: NDArray[np.int64], boxes: NDArray[np.float32], largest: float) -> bytes:
    """`words` (n, 2) are spans of the text, `boxes` (n, 4) in points; `largest` is the page's longer side."""
    if not len(words):
        return b""
    unit = max(0.1, largest / _LARGEST)
    scaled = np.clip(np.rint(np.nan_to_num(boxes) / unit), 0, 0xFFFF).astype("<u2")
    starts = words[:, 0].astype("<u4")
    lengths = np.minimum(words[:, 1] - words[:, 0], 0xFFFF).astype("<u2")
    head = _HEAD.pack(_MAGIC, unit, len(words))
    return bytes(head + starts.tobytes() + lengths.tobytes() + scaled.tobytes())


def unpacked(layout: bytes) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The words' spans (n, 2) and boxes (n, 4) in points. Raises ValueError for bytes of another form."""
    if not layout:
        return np.zeros((0, 2), np.int64), np.zeros((0, 4), np.float32)
    if len(layout) < _HEAD.size:
        raise ValueError("the page's layout is cut short")
    magic, unit, count = _HEAD.unpack_from(layout)
    rest = layout[_HEAD.size + 14 * count :]
    whole = len(layout) - len(rest) == _HEAD.size + 14 * count
    if magic != _MAGIC or not whole or (rest and not rest.startswith(_RECOGNISED)):
        raise ValueError("the page's layout is of another form, or cut short")
    starts = np.frombuffer(layout, "<u4", count, _HEAD.size).astype(np.int64)
    lengths = np.frombuffer(layout, "<u2", count, _HEAD.size + 4 * count).astype(np.int64)
    boxes = np.frombuffer(layout, "<u2", 4 * count, _HEAD.size + 6 * count).reshape(-1, 4)
    return np.stack((starts, starts + lengths), axis=1), boxes.astype(np.float32) * np.float32(unit)


def with_recognised(layout: bytes, recognised: bytes) -> bytes:
    """A page's layout, which may be empty, with what was recognised on the page behind it."""
    return (layout or _HEAD.pack(_MAGIC, 1.0, 0)) + _RECOGNISED + recognised


def recognised_in(layout: bytes) -> bytes:
    """What was recognised on the page, as it was packed; nothing for other pages and other forms."""
    if len(layout) < _HEAD.size or not layout.startswith(_MAGIC):
        return b""
    rest = layout[_HEAD.size + 14 * _HEAD.unpack_from(layout)[2] :]
    return rest[len(_RECOGNISED) :] if rest.startswith(_RECOGNISED) else b""


def boxes(layout: bytes, span: Span) -> list[Box]:
    """
    The boxes on one page of the words that a span of the text touches, one for each line, in reading order.

    Empty when the span has no word on that page. Raises ValueError for bytes of another form.
    """
    words, places = unpacked(layout)
    touched = np.flatnonzero((words[:, 0] < span.end) & (words[:, 1] > span.start))
    found: list[Box] = []
    for x0, y0, x1, y1 in places[touched[np.argsort(words[touched, 0], kind="stable")]].tolist():
        if found and _continues(found[-1], x0, y0, x1, y1):
            last = found[-1]
            found[-1] = Box(min(last.x0, x0), min(last.y0, y0), max(last.x1, x1), max(last.y1, y1))
        else:
            found.append(Box(x0, y0, x1, y1))
    return found


def _continues(line: Box, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether a word stands beside the words before it, on their line (or below them, set vertically)."""
    high, wide = min(line.y1 - line.y0, y1 - y0), min(line.x1 - line.x0, x1 - x0)
    level = min(line.y1, y1) - max(line.y0, y0) > _SAME_LINE * high
    below = min(line.x1, x1) - max(line.x0, x0) > _SAME_LINE * wide
    apart_x, apart_y = max(x0 - line.x1, line.x0 - x1), max(y0 - line.y1, line.y0 - y1)
    em = max(high, 4.0)
    if level:
        return apart_x < _WORD_SPACE * em
    return below and y1 - y0 > 2 * (x1 - x0) and apart_y < em


def pages_boxes(layouts: Sequence[tuple[int, bytes]], span: Span) -> dict[int, list[Box]]:
    """
    The boxes of a span on each page that it touches; `layouts` are page numbers with their layouts.

    A page that comes in several stretches has its layout at the first of them only.
    """
    found = {number: boxes(layout, span) for number, layout in layouts if layout}
    return {number: lines for number, lines in found.items() if lines}
