"""Accents that are drawn as signs of their own over a letter (as LaTeX does), put together with it."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from belegg.reading.pdf.glyphs import Glyphs

_COMBINING = {
    0x60: "\u0300",
    0xB4: "\u0301",
    0x2C6: "\u0302",
    0x2DC: "\u0303",
    0xAF: "\u0304",
    0x2D8: "\u0306",
    0x2D9: "\u0307",
    0xA8: "\u0308",
    0x2DA: "\u030a",
    0x2DD: "\u030b",
    0x2C7: "\u030c",
    0xB8: "\u0327",
    0x2DB: "\u0328",
}
_SIGNS = np.array(sorted(_COMBINING), np.uint32)
_DOTLESS = {"\u0131": "i", "\u0237": "j"}
_SAME_LINE = 0.3
_INSIDE = 0.2
"""Share of a letter's width, from either side, that the middle of its accent does not stand in."""


def composed(found: Glyphs, hidden: NDArray[np.bool_] | None) -> tuple[Glyphs, NDArray[np.bool_] | None]:
    """The page with one letter for letter and sign; such signs are left out with what was `hidden`."""
    signs = np.flatnonzero(np.isin(found.codes, _SIGNS) & (found.run >= 0))
    if not signs.size:
        return found, hidden
    codes = found.codes.copy()
    left_out = np.zeros(codes.size, np.bool_) if hidden is None else hidden.copy()
    for sign in signs.tolist():
        if left_out[sign]:
            continue
        for letter in _under(found, sign):
            char = chr(int(codes[letter]))
            whole = unicodedata.normalize("NFC", _DOTLESS.get(char, char) + _COMBINING[int(codes[sign])])
            if char.isalpha() and len(whole) == 1 and not left_out[letter]:
                codes[letter] = ord(whole)
                left_out[sign] = True
                break
    return replace(found, codes=codes), left_out


def _under(found: Glyphs, sign: int) -> list[int]:
    """The characters on the sign's line whose box its middle lies in."""
    boxes = found.boxes
    middle = float(boxes[sign, 0] + boxes[sign, 2]) / 2
    height = float(boxes[sign, 3] - boxes[sign, 1])
    inset = _INSIDE * (boxes[:, 2] - boxes[:, 0])
    with np.errstate(invalid="ignore"):
        over = (boxes[:, 0] + inset <= middle) & (middle <= boxes[:, 2] - inset)
        level = np.abs(found.origins[:, 1] - found.origins[sign, 1]) <= _SAME_LINE * height
    return [place for place in np.flatnonzero(over & level & (found.run >= 0)).tolist() if place != sign]
