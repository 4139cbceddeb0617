"""The objects of a page in the order of drawing: text, paths, pictures, and what limits their being seen."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pypdfium2.raw as raw
from numpy.typing import NDArray

from belegg.reading.pdf import calls
from belegg.reading.pdf.calls import bound
from belegg.reading.pdf.glyphs import Shown

TEXT, PATH, PICTURE, SHADING, FORM, MARKUP = 1, 2, 3, 4, 5, 6
"""Kinds of objects, PDFium's own numbers; `MARKUP` is an annotation that may lie over the text."""

CLIPPED, SEE_THROUGH, IN_LAYER, REPLACED = 1, 2, 4, 8
"""
What an object, or a form around it, has: a clip that may cut it, transparency, a layer that may be off, a
replacement text (`/ActualText`).
"""

MOST_OBJECTS = 50_000
"""Of one page. Objects beyond are not looked at: `Objects.whole` is False then."""
_DEEPEST = 12
_OPAQUE = 230
_SMALLEST_PT = 3.0
_RECTANGLE = (4, 5, 6)
_LAYER = "OC".encode("utf-16-le")
_P, _I, _L = ctypes.c_void_p, ctypes.c_int, ctypes.c_ulong
_count = bound("FPDFPage_CountObjects", _I, _P)
_object = bound("FPDFPage_GetObject", _P, _P, _I)
_form_count = bound("FPDFFormObj_CountObjects", _I, _P)
_form_object = bound("FPDFFormObj_GetObject", _P, _P, _L)
_kind = bound("FPDFPageObj_GetType", _I, _P)
_bounds = bound("FPDFPageObj_GetBounds", _I, _P, _P, _P, _P, _P)
_matrix = bound("FPDFPageObj_GetMatrix", _I, _P, _P)
_clip = bound("FPDFPageObj_GetClipPath", _P, _P)
_clip_paths = bound("FPDFClipPath_CountPaths", _I, _P)
_see_through = bound("FPDFPageObj_HasTransparency", _I, _P)
_marks = bound("FPDFPageObj_CountMarks", _I, _P)
_mark = bound("FPDFPageObj_GetMark", _P, _P, _L)
_mark_name = bound("FPDFPageObjMark_GetName", _I, _P, _P, _L, _P)
_parameter = bound("FPDFPageObjMark_GetParamValueType", _I, _P, ctypes.c_char_p)
_fill = bound("FPDFPageObj_GetFillColor", _I, _P, _P, _P, _P, _P)
_draw_mode = bound("FPDFPath_GetDrawMode", _I, _P, _P, _P)
_segments = bound("FPDFPath_CountSegments", _I, _P)

_Matrix = tuple[float, float, float, float, float, float]
_AS_IT_IS: _Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_NO_BOX = (float("nan"),) * 4


@dataclass(frozen=True, slots=True, eq=False)
class Objects:
    """
    The objects of a page, a row each, in the order of drawing; the contents of forms stand in their place.

    `kinds` (n,), `boxes` (n, 4) in shown space (NaN for text: its characters have them), `addresses` (n,) in
    PDFium while the page is open, `has` (n,) bits, `colours` (n,) 0xRRGGBBAA of paths that are filled and at
    least 3 points wide and high, else 0; `rectangles` (n,) tells which of those fill their whole box.
    """

    kinds: NDArray[np.uint8]
    boxes: NDArray[np.float32]
    addresses: NDArray[np.uint64]
    has: NDArray[np.uint8]
    colours: NDArray[np.uint32]
    rectangles: NDArray[np.bool_]
    whole: bool


def objects(page: Any, shown: Shown, over: NDArray[np.float64], layers: bool) -> Objects:
    """
    The objects of a `pypdfium2` page, in about 3 µs each.

    `over` are the places of annotations that may lie over the text, `layers` tells that the file has layers
    that may be off.
    """
    walk = _Walk(layers)
    walk.over(_of_page(calls.address(page.raw)), _AS_IT_IS, 0, 0)
    for box in over.tolist():
        walk.rows.append((MARKUP, 0, 0, 0, False))
        walk.edges.append(tuple(box))
    kinds, addresses, has, colours, rectangles = zip(*walk.rows, strict=True) if walk.rows else ((),) * 5
    return Objects(
        np.array(kinds, np.uint8),
        shown.boxes(np.array(walk.edges, np.float64).reshape(-1, 4)),
        np.array(addresses, np.uint64),
        np.array(has, np.uint8),
        np.array(colours, np.uint32),
        np.array(rectangles, np.bool_),
        walk.whole,
    )


def opaque(colours: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Which colours hide what lies under them."""
    return (colours & 255) >= _OPAQUE


class _Walk:
    """One walk over a page's objects, with the buffers that PDFium writes to."""

    def __init__(self, layers: bool) -> None:
        self.layers = layers
        self.rows: list[tuple[int, int, int, int, bool]] = []
        self.edges: list[tuple[float, ...]] = []
        self.whole = True
        self._floats = np.zeros(6, np.float32)
        self._ints = np.zeros(4, np.uint32)
        self._name = np.zeros(16, np.uint8)
        self._length = np.zeros(1, np.uint64)

    def over(self, addresses: Iterator[int], matrix: _Matrix, inherited: int, depth: int) -> None:
        add, edge = self.rows.append, self.edges.append
        for address in addresses:
            if len(self.rows) >= MOST_OBJECTS:
                self.whole = False
                return
            kind = _kind(address)
            has = inherited | SEE_THROUGH if _see_through(address) else inherited
            if kind == TEXT:
                add((TEXT, address, has | self._limits(address), 0, False))
                edge(_NO_BOX)
            elif kind == FORM:
                self._into(address, matrix, has, depth)
            else:
                box = self._box(address, matrix)
                colour, rectangle = self._filled(address, box) if kind == PATH else (0, False)
                add((kind, address, has, colour, rectangle))
                edge(box)

    def _into(self, form: int, matrix: _Matrix, has: int, depth: int) -> None:
        if depth >= _DEEPEST:
            self.whole = False
            return
        # PDFium cannot be asked for the layer that a form's own dictionary names.
        has |= self._limits(form) | (IN_LAYER if self.layers else 0)
        self.over(_of_form(form), self._inner(form, matrix), has, depth + 1)

    def _limits(self, address: int) -> int:
        clip = _clip(address)
        has = CLIPPED if clip and _clip_paths(clip) > 0 else 0
        for number in range(_marks(address)):
            mark = _mark(address, number)
            if _parameter(mark, b"ActualText") == raw.FPDF_OBJECT_STRING:
                has |= REPLACED
            if self.layers and self._named(mark) == _LAYER:
                has |= IN_LAYER
        return has

    def _named(self, mark: int) -> bytes:
        if not _mark_name(mark, self._name.ctypes.data, 16, self._length.ctypes.data):
            return b""
        return self._name.tobytes()[: max(0, int(self._length[0]) - 2)]

    def _box(self, address: int, matrix: _Matrix) -> tuple[float, ...]:
        at = self._floats.ctypes.data
        if not _bounds(address, at, at + 4, at + 8, at + 12):
            return _NO_BOX
        left, bottom, right, top = self._floats[:4].tolist()
        if matrix is _AS_IT_IS:
            return (left, bottom, right, top)
        a, b, c, d, e, f = matrix
        corners = ((left, bottom), (left, top), (right, bottom), (right, top))
        xs = [a * x + c * y + e for x, y in corners]
        ys = [b * x + d * y + f for x, y in corners]
        return (min(xs), min(ys), max(xs), max(ys))

    def _filled(self, address: int, box: tuple[float, ...]) -> tuple[int, bool]:
        if not (box[2] - box[0] >= _SMALLEST_PT and box[3] - box[1] >= _SMALLEST_PT):
            return 0, False
        at = self._ints.ctypes.data
        if not _draw_mode(address, at, at + 4) or not self._ints[0]:
            return 0, False
        if not _fill(address, at, at + 4, at + 8, at + 12):
            return 0, False
        red, green, blue, alpha = self._ints.tolist()
        return red << 24 | green << 16 | blue << 8 | alpha, _segments(address) in _RECTANGLE

    def _inner(self, form: int, matrix: _Matrix) -> _Matrix:
        if not _matrix(form, self._floats.ctypes.data):
            return matrix
        a, b, c, d, e, f = self._floats.tolist()
        p, q, r, s, t, u = matrix
        straight = (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s)
        return (*straight, e * p + f * r + t, e * q + f * s + u)


def _of_page(page: int) -> Iterator[int]:
    for number in range(_count(page)):
        yield _object(page, number)


def _of_form(form: int) -> Iterator[int]:
    for number in range(_form_count(form)):
        yield _form_object(form, number)
