"""A page of a PDF as a picture, with nothing drawn on it: one picture serves every quotation of the page."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belegg.errors import Damaged
from belegg.reading.content import Content, Given, Part, Said, silent
from belegg.reading.pdf.unlocked import unlocked

TAKES_GIVEN = True
_SCALE = 2.0  # pixels a point: 144 a inch
_MOST_PIXELS = 8_000_000
_PNG = b"\x89PNG\r\n\x1a\n"
_GREY, _COLOUR = 0, 2
_LEVEL = 3  # of zlib: a tenth larger than 6 and three times as fast


def parse(data: bytes, said: Said = silent, given: Given | None = None) -> Content:
    """
    A part `N.png` for each page N among `Given.kept`, whose layouts are not looked at.

    Raises Damaged, PasswordNeeded, TooLarge.
    """
    wanted = given or Given()
    return Content("", (), parts=_pictures(unlocked(data, wanted.passwords), sorted(wanted.kept), said))


def _pictures(document: Any, numbers: list[int], said: Said) -> Iterator[Part]:
    for done, number in enumerate(numbers, 1):
        if not 1 <= number <= len(document):
            raise Damaged(f"it has no page {number}")
        page = document[number - 1]
        wide, high = page.get_size()
        scale = min(_SCALE, sqrt(_MOST_PIXELS / max(1.0, wide * high)))
        pixels = np.array(page.render(scale=scale, rev_byteorder=True).to_numpy())[..., :3]
        page.close()
        yield Part(f"{number}.png", page_png(pixels))
        said(done, len(numbers))


def page_png(pixels: NDArray[np.uint8]) -> bytes:
    """
    A picture (h, w, 3) as a PNG file, in one channel where it has no colour: most pages are black on white,
    and a third of the bytes are packed in a third of the time.
    """
    high, wide = pixels.shape[:2]
    red = pixels[..., 0]
    is_grey = bool((red == pixels[..., 1]).all() and (red == pixels[..., 2]).all())
    rows = np.ascontiguousarray(red if is_grey else pixels).reshape(high, -1)
    filtered = np.empty((high, rows.shape[1] + 1), np.uint8)
    filtered[:, 0] = 2  # each row is its difference from the one above: white paper becomes zeros
    filtered[0, 1:] = rows[0]
    np.subtract(rows[1:], rows[:-1], out=filtered[1:, 1:])
    head = struct.pack(">IIBBBBB", wide, high, 8, _GREY if is_grey else _COLOUR, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(filtered.data, _LEVEL)), (b"IEND", b""))
    return _PNG + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )
