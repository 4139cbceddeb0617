"""
One page as PDFium has it: every character with its place, and the runs (text objects) they belong to.

Places are in *shown* page space: points, origin at the top left of the page as a reader sees it (crop box and
`/Rotate` applied), y downwards. The row of a character is PDFium's own index of it, which never changes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belegg.reading.pdf import calls

_BOLD = re.compile(
    r"bold|black|heavy|demi(?!.*light)|cmbx|cmssbx|-medi(?:um)?(?:ital)?$|^(?:sf|ec)(?:b[xil]|rb|sx|xc)\d|^cmb\d",
    re.IGNORECASE,
)
"""Also the names that TeX's fonts have: SFBX1095, ECBX1000, CMB10."""

_UPRIGHT = re.compile(r"regular|roman|book|light|thin|normal", re.IGNORECASE)
_SLANTED = re.compile(r"ital|obli|slanted|cmti|cmsl|^(?:sf|ec)(?:ti|sl|b[il]|s[oi])\d", re.IGNORECASE)
_SUBSET = re.compile(r"^[A-Z]{6}\+")
_ITALIC_FLAG, _BOLD_FLAG, _BOLD_WEIGHT = 1 << 6, 1 << 18, 690


@dataclass(frozen=True, slots=True)
class Font:
    """A font of the page; `name` without the mark of a subset."""

    name: str
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """
    A text object: characters that were drawn together.

    `size` is the effective size in points (the raw size times the text matrix), `angle` the direction of its
    writing in degrees as shown (0 to the right, 90 upwards), `colour` its fill as 0xRRGGBBAA, `mode` the
    text render mode (3 is invisible), `address` the page object in PDFium while the page is open.
    """

    font: Font
    size: float
    angle: int
    colour: int
    mode: int
    address: int


@dataclass(frozen=True, slots=True)
class Shown:
    """
    From a page's user space to shown space: `x' = a·x + c·y + e`, `y' = b·x + d·y + f`.

    `width` and `height` are the page's as shown, in points; `turned` is its `/Rotate` in degrees.
    """

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float
    width: float
    height: float
    turned: int

    def points(self, xy: NDArray[Any]) -> NDArray[np.float32]:
        """Points (n, 2)."""
        x, y = xy[:, 0], xy[:, 1]
        there = (self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)
        return np.stack(there, axis=1).astype(np.float32)

    def boxes(self, edges: NDArray[Any]) -> NDArray[np.float32]:
        """Boxes (n, 4) of two opposite corners x, y, x, y in user space, as x0, y0, x1, y1 with x0 <= x1."""
        one, other = self.points(edges[:, 0:2]), self.points(edges[:, 2:4])
        return np.concatenate((np.minimum(one, other), np.maximum(one, other)), axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class Glyphs:
    """
    The characters of one page, in PDFium's order (n of them).

    `codes` are Unicode code points (0 where PDFium knows none, 0xFFFE or 2 for a hyphen at a line's end).
    `boxes` (n, 4) are x0, y0, x1, y1 by the font's height and the character's advance, `origins` (n, 2) the
    places on the base line. `run` is the index of each character's run, -1 for what PDFium made up itself
    (spaces between words, line ends): those have no box (NaN).
    """

    number: int
    shown: Shown
    codes: NDArray[np.uint32]
    boxes: NDArray[np.float32]
    origins: NDArray[np.float32]
    run: NDArray[np.int32]
    runs: tuple[Run, ...]

    @property
    def width(self) -> float:
        return self.shown.width

    @property
    def height(self) -> float:
        return self.shown.height


def shown_space(page: Any) -> Shown:
    """How the user space of a `pypdfium2` page lies on the page as it is shown."""
    left, bottom, right, top = page.get_bbox()
    turned = int(page.get_rotation())
    wide, high = right - left, top - bottom
    if turned == 90:
        return Shown(0, 1, 1, 0, -bottom, -left, high, wide, turned)
    if turned == 180:
        return Shown(-1, 0, 0, 1, right, -bottom, wide, high, turned)
    if turned == 270:
        return Shown(0, -1, -1, 0, top, right, high, wide, turned)
    return Shown(1, 0, 0, -1, -left, top, wide, high, turned)


def glyphs(page: Any, text_page: Any, number: int) -> Glyphs:
    """The characters of a `pypdfium2` page (number from 1). Costs about 1 ms for 1,000 characters."""
    text = calls.address(text_page.raw)
    count = max(0, int(calls.count_chars(text)))
    shown = shown_space(page)
    codes = np.array([calls.unicode(text, n) for n in range(count)], np.uint32)
    drawn = np.array([calls.text_object(text, n) or 0 for n in range(count)], np.uint64)
    boxes = np.full((count, 4), np.nan, np.float32)
    origins = np.full((count, 2), np.nan, np.float32)
    real = np.flatnonzero(drawn)
    indexes = real.tolist()
    # PDFium writes left, top, right, bottom.
    boxes[real] = shown.boxes(calls.floats(calls.loose_box, text, indexes, 4))
    origins[real] = shown.points(calls.points(calls.origin, text, indexes))
    run, runs = _runs(text, drawn, shown)
    return Glyphs(number, shown, codes, boxes, origins, run, runs)


def _runs(text: int, drawn: NDArray[np.uint64], shown: Shown) -> tuple[NDArray[np.int32], tuple[Run, ...]]:
    """The run of each character, and the runs; one that comes back later is the same run."""
    objects, first, run = np.unique(drawn, return_index=True, return_inverse=True)
    skipped = int(objects.size > 0 and objects[0] == 0)
    indexes, places = first[skipped:].tolist(), objects[skipped:].tolist()
    matrices = calls.floats(calls.matrix, text, indexes, 6).astype(np.float64)
    across = np.stack(
        (
            shown.a * matrices[:, 0] + shown.c * matrices[:, 1],
            shown.b * matrices[:, 0] + shown.d * matrices[:, 1],
        ),
        axis=1,
    )
    angles = np.rint(np.degrees(np.arctan2(-across[:, 1], across[:, 0]))).astype(np.int64) % 360
    scales = np.hypot(matrices[:, 2], matrices[:, 3])
    runs = _drawn(text, indexes, places, angles.tolist(), scales.tolist())
    return (run - skipped).astype(np.int32), runs


def _drawn(
    text: int,
    indexes: Sequence[int],
    places: Sequence[int],
    angles: Sequence[int],
    scales: Sequence[float],
) -> tuple[Run, ...]:
    fonts: dict[int, Font] = {}
    colour, size = np.zeros(4, np.uint32), np.zeros(1, np.float32)
    red, raw_size = colour.ctypes.data, size.ctypes.data
    runs = []
    for index, place, angle, scale in zip(indexes, places, angles, scales, strict=True):
        calls.fill_colour(text, index, red, red + 4, red + 8, red + 12)
        calls.font_size(place, raw_size)
        handle = calls.font(place) or 0
        if handle not in fonts:
            fonts[handle] = _font(handle)
        r, g, b, opaque = colour.tolist()
        effective = round(abs(size.item()) * scale, 2)
        mode = calls.render_mode(place)
        runs.append(Run(fonts[handle], effective, angle, r << 24 | g << 16 | b << 8 | opaque, mode, place))
    return tuple(runs)


def _font(handle: int) -> Font:
    if not handle:
        return Font("")
    buffer = np.zeros(256, np.uint8)
    length = int(calls.font_name(handle, buffer.ctypes.data, 256))
    name = _SUBSET.sub("", buffer[: max(0, min(length, 256) - 1)].tobytes().decode("utf-8", "replace"))
    flags = np.zeros(1, np.int32)
    calls.font_flags(handle, flags.ctypes.data)
    heavy = bool(flags[0] & _BOLD_FLAG) or int(calls.font_weight(handle)) >= _BOLD_WEIGHT
    return font_named(name, heavy, bool(flags[0] & _ITALIC_FLAG))


def font_named(name: str, heavy: bool = False, slanted: bool = False) -> Font:
    """The font of a name; `heavy` and `slanted` are what the file says of it besides, and often wrongly."""
    bold = bool(_BOLD.search(name)) or (heavy and not _UPRIGHT.search(name))
    return Font(name, bold, slanted or bool(_SLANTED.search(name)))


def characters(codes: NDArray[np.uint32]) -> str:
    """Code points as text; halves of a pair (Windows) are put together, what is no character is U+FFFD."""
    text = codes.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
    if ((codes >= 0xD800) & (codes <= 0xDFFF)).any():
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
