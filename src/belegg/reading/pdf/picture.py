"""Pictures of a PDF's pages with words marked on them: what a reader is shown beside a quotation."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belegg.errors import Damaged
from belegg.reading.content import Content, Given, Part, Said, silent
from belegg.reading.pdf.layout import Box, boxes
from belegg.reading.pdf.unlocked import unlocked
from belegg.records import Span

TAKES_GIVEN = True
_SCALE = 2.0  # pixels a point: 144 a inch
_MOST_PIXELS = 16_000_000
_EVERYTHING = Span(0, 1 << 62)
_YELLOW = np.array((255, 232, 64), np.uint16)
_EDGE = np.array((208, 96, 0), np.uint8)
_ROOM = 1.5  # points around the words
_PNG = b"\x89PNG\r\n\x1a\n"


def parse(data: bytes, said: Said = silent, given: Given | None = None) -> Content:
    """
    A part `N.png` for each page N of which a layout is given (`Given.kept`), every word of it marked.

    Raises Damaged, PasswordNeeded, TooLarge.
    """
    wanted = given or Given()
    document = unlocked(data, wanted.passwords)
    return Content("", (), parts=_pictures(document, wanted, said))


def _pictures(document: Any, wanted: Given, said: Said) -> Iterator[Part]:
    for done, (number, layout) in enumerate(sorted(wanted.kept.items()), 1):
        if not 1 <= number <= len(document):
            raise Damaged(f"it has no page {number}")
        page = document[number - 1]
        wide, high = page.get_size()
        scale = min(_SCALE, sqrt(_MOST_PIXELS / max(1.0, wide * high)))
        pixels = np.array(page.render(scale=scale, rev_byteorder=True).to_numpy())[..., :3].copy()
        page.close()
        yield Part(f"{number}.png", png(marked(pixels, boxes(layout, _EVERYTHING), scale)))
        said(done, len(wanted.kept))


def marked(pixels: NDArray[np.uint8], places: Sequence[Box], scale: float) -> NDArray[np.uint8]:
    """A picture (h, w, 3) with a mark over each box: yellow as of a pen, with an edge for dark paper."""
    high, wide = pixels.shape[:2]
    for box in places:
        x0, x1 = _pixels(box.x0, box.x1, scale, wide)
        y0, y1 = _pixels(box.y0, box.y1, scale, high)
        if x0 >= x1 or y0 >= y1:
            continue
        inside = pixels[y0:y1, x0:x1]
        inside[:] = (inside.astype(np.uint16) * _YELLOW // 255).astype(np.uint8)
        inside[0], inside[-1], inside[:, 0], inside[:, -1] = _EDGE, _EDGE, _EDGE, _EDGE
    return pixels


def _pixels(low: float, high: float, scale: float, most: int) -> tuple[int, int]:
    return max(0, int((low - _ROOM) * scale)), min(most, int((high + _ROOM) * scale) + 1)


def png(pixels: NDArray[np.uint8]) -> bytes:
    """A picture (h, w, 3) as a PNG file; the same picture gives the same bytes."""
    high, wide = pixels.shape[:2]
    # Each row is stored as its difference from the one above (filter 2): white paper becomes zeros.
    above = np.vstack((np.zeros((1, wide * 3), np.uint8), pixels.reshape(high, -1)[:-1]))
    rows = np.hstack((np.full((high, 1), 2, np.uint8), pixels.reshape(high, -1) - above))
    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
    return _PNG + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )
