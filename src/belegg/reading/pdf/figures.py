"""
Whether figures look like what the text layer says: a font may show 30 and say 90.

The shape of the first digits of each font is compared with digits of the fonts that PDFium brings along.
Digits look nearly the same in all fonts for reading; one that looks like another, not like itself, is told.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw
from numpy.typing import NDArray

from belegg.reading.pdf import calls
from belegg.reading.pdf.glyphs import Glyphs

_WIDE, _HIGH = 16, 24
_FONTS = ("Helvetica", "Times-Roman", "Courier")
_STYLES = {
    "Helvetica": ("", "-Bold", "-Oblique"),
    "Times-Roman": ("", "-Bold", "-Italic"),
    "Courier": ("", "-Bold"),
}
_ALIKE, _APART = 0.75, 0.3
"""How like another digit, and how much more than like itself, a digit must look."""

_OF_EACH = 2
_MOST_PICTURES = 40
_SCALE, _MOST_PIXELS = 3.0, 6_000_000
_SMALLEST_PT = 6.0
_LEAST_INK = 60.0
_ZERO = 48

Shape = tuple[NDArray[np.float32], float]
"""Ink of a sign in 24 by 16 fields, of mean 0 and length 1, and the logarithm of width to height."""


@dataclass(frozen=True, slots=True)
class Differing:
    """On page `page` the text layer says `says` where the page shows what looks like `looks`."""

    page: int
    says: str
    looks: str
    font: str


@dataclass(slots=True)
class Figures:
    """The digits of one document, each looked at twice for each font."""

    seen: Counter[tuple[int, str, int]] = field(default_factory=Counter)
    pictures: int = 0

    def look(self, page: Any, glyphs: Glyphs, unseen: NDArray[np.bool_]) -> list[Differing]:
        """Digits of this page that do not look like themselves; most pages have none that is new."""
        chosen = self._new(glyphs, unseen)
        if not chosen or self.pictures >= _MOST_PICTURES:
            return []
        self.pictures += 1
        boxes = glyphs.boxes[chosen]
        left, top = np.floor(np.clip(boxes[:, :2].min(axis=0) - 1, 0, None)).tolist()
        right, bottom = np.ceil(boxes[:, 2:].max(axis=0) + 1).tolist()
        scale = min(_SCALE, (_MOST_PIXELS / max(1.0, (right - left) * (bottom - top))) ** 0.5)
        crop = (left, max(0.0, glyphs.height - bottom), max(0.0, glyphs.width - right), top)
        picture = np.asarray(page.render(scale=scale, crop=crop, grayscale=True).to_numpy())
        picture = picture.reshape(picture.shape[:2])
        corner = np.ceil(np.array([left, top] * 2) * scale)
        found = []
        for index, box in zip(chosen, boxes * scale - corner, strict=True):
            looks = _looks_like(_cut(picture, box), int(glyphs.codes[index]) - _ZERO)
            if looks is not None:
                font = glyphs.runs[glyphs.run[index]].font.name
                found.append(Differing(glyphs.number, chr(glyphs.codes[index]), str(looks), font))
        return list(dict.fromkeys(found))

    def _new(self, glyphs: Glyphs, unseen: NDArray[np.bool_]) -> list[int]:
        digits = (glyphs.codes >= _ZERO) & (glyphs.codes < _ZERO + 10) & (glyphs.run >= 0) & ~unseen
        handles: dict[int, int] = {}
        chosen = []
        for index in np.flatnonzero(digits).tolist():
            number = int(glyphs.run[index])
            run = glyphs.runs[number]
            if run.angle or run.size < _SMALLEST_PT or not run.address:
                continue
            if number not in handles:
                handles[number] = int(calls.font(run.address) or 0)
            key = (handles[number], run.font.name, int(glyphs.codes[index]))
            if self.seen[key] < _OF_EACH:
                self.seen[key] += 1
                chosen.append(index)
        return chosen


def told(found: Sequence[Differing]) -> str:
    """Such differences in words."""
    pairs = dict.fromkeys((one.says, one.looks) for one in found)
    return ", ".join(f"`{says}` where the page shows what looks like `{looks}`" for says, looks in pairs)


def _looks_like(picture: NDArray[np.uint8], digit: int) -> int | None:
    """Another digit that a picture looks like, when it does not look like this one."""
    shape = _shape(picture)
    if shape is None:
        return None
    ink, proportion = shape
    models, proportions, digits = _models()
    alike = models @ ink - 0.5 * np.clip(np.abs(proportions - proportion), 0, 1)
    best = [float(alike[digits == number].max()) for number in range(10)]
    other = int(np.argmax(best))
    return other if best[other] >= _ALIKE and best[other] - best[digit] >= _APART else None


def _cut(picture: NDArray[np.uint8], box: NDArray[np.float32]) -> NDArray[np.uint8]:
    left, top, right, bottom = (max(0, round(float(edge))) for edge in box)
    return picture[top : bottom + 1, left : right + 1]


def _shape(picture: NDArray[np.uint8]) -> Shape | None:
    """The shape of the one sign in a picture; None when there is too little to see."""
    if picture.shape[0] < 2 or not picture.shape[1]:
        return None
    ground = float(np.median(np.concatenate((picture[0], picture[-1]))))
    ink = np.abs(picture.astype(np.float32) - ground)
    if ink.max() < _LEAST_INK:
        return None
    ink /= ink.max()
    rows, columns = np.flatnonzero(ink.max(axis=1) > 0.35), np.flatnonzero(ink.max(axis=0) > 0.35)
    if rows.size < 6 or columns.size < 2:
        return None
    ink = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    high, wide = ink.shape
    around = np.pad(ink, 1)
    near = around[:-2, 1:-1] + around[2:, 1:-1] + around[1:-1, :-2] + around[1:-1, 2:]
    soft = (near + 2 * ink) / 6
    y = ((np.arange(_HIGH) + 0.5) * high / _HIGH).astype(np.int64)
    x = ((np.arange(_WIDE) + 0.5) * wide / _WIDE).astype(np.int64)
    fields = soft[np.ix_(y, x)].ravel()
    fields = fields - fields.mean()
    length = float(np.linalg.norm(fields))
    return (np.asarray(fields / length, np.float32), float(np.log(wide / high))) if length else None


@cache
def _models() -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.int64]]:
    """Shapes, proportions and numbers of the digits of PDFium's own fonts; drawn once, in about 20 ms."""
    inks: list[NDArray[np.float32]] = []
    proportions: list[float] = []
    digits: list[int] = []
    for font in _FONTS:
        for style in _STYLES[font]:
            name = font.removesuffix("-Roman") + style if style else font
            for digit, picture in enumerate(_drawn(name)):
                shape = _shape(picture)
                if shape:
                    inks.append(shape[0])
                    proportions.append(shape[1])
                    digits.append(digit)
    return np.stack(inks), np.array(proportions, np.float32), np.array(digits, np.int64)


def _drawn(font: str) -> list[NDArray[np.uint8]]:
    """Pictures of the digits 0 to 9 of one of the 14 standard fonts."""
    step, size, scale = 38, 30.0, 1.5
    document = pdfium.PdfDocument.new()
    page = document.new_page(10 * step, 100)
    handle = raw.FPDFText_LoadStandardFont(document.raw, font.encode())
    for digit in range(10):
        sign = raw.FPDFPageObj_CreateTextObj(document.raw, handle, size)
        text = (ctypes.c_ushort * 2)(_ZERO + digit, 0)
        raw.FPDFText_SetText(sign, text)
        raw.FPDFPageObj_SetMatrix(sign, raw.FS_MATRIX(1, 0, 0, 1, 8 + step * digit, 40))
        raw.FPDFPage_InsertObject(page.raw, sign)
    raw.FPDFPage_GenerateContent(page.raw)
    picture = np.asarray(page.render(scale=scale, grayscale=True).to_numpy()).copy()
    picture = picture.reshape(picture.shape[:2])
    raw.FPDFFont_Close(handle)
    page.close()
    document.close()
    wide = int(step * scale)
    return [picture[:, digit * wide : (digit + 1) * wide] for digit in range(10)]
