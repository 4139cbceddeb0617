"""
PDFium's functions, called with plain integers as addresses.

A page has thousands of characters, and each call through the ready-made wrappers costs more than the work
behind it. Results are written straight into numpy arrays: `records(calls.loose_box, text_page, 4, …)`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pypdfium2.raw as raw
from numpy.typing import NDArray

_P, _I, _F = ctypes.c_void_p, ctypes.c_int, ctypes.c_float

Call = Callable[..., Any]


def bound(name: str, result: Any, *arguments: Any) -> Call:
    """A function of PDFium by its name, with the ctypes of its result and arguments."""
    address = ctypes.cast(getattr(raw, name), ctypes.c_void_p).value or 0
    # PyDLL's kind of call keeps Python's lock: PDFium must never run in two threads at once.
    return ctypes.PYFUNCTYPE(result, *arguments)(address)


count_chars = bound("FPDFText_CountChars", _I, _P)
unicode = bound("FPDFText_GetUnicode", ctypes.c_uint, _P, _I)
text_object = bound("FPDFText_GetTextObject", _P, _P, _I)
loose_box = bound("FPDFText_GetLooseCharBox", _I, _P, _I, _P)
origin = bound("FPDFText_GetCharOrigin", _I, _P, _I, _P, _P)
matrix = bound("FPDFText_GetMatrix", _I, _P, _I, _P)
fill_colour = bound("FPDFText_GetFillColor", _I, _P, _I, _P, _P, _P, _P)
no_letter = bound("FPDFText_HasUnicodeMapError", _I, _P, _I)
is_hyphen = bound("FPDFText_IsHyphen", _I, _P, _I)
render_mode = bound("FPDFTextObj_GetTextRenderMode", _I, _P)
font = bound("FPDFTextObj_GetFont", _P, _P)
font_size = bound("FPDFTextObj_GetFontSize", _I, _P, _P)
font_name = bound("FPDFFont_GetBaseFontName", ctypes.c_size_t, _P, _P, ctypes.c_size_t)
font_weight = bound("FPDFFont_GetWeight", _I, _P)
font_flags = bound("FPDFFont_GetFlags", _I, _P, _P)


def address(handle: Any) -> int:
    """The address behind a handle of `pypdfium2` (`page.raw`, `text_page.raw`)."""
    return ctypes.cast(handle, ctypes.c_void_p).value or 0


def floats(call: Call, handle: int, indexes: Sequence[int] | range, width: int) -> NDArray[np.float32]:
    """
    What a call writes for each index, one row of `width` float32 each (n, width).

    A row that the call refuses stays NaN.
    """
    found = np.full((len(indexes), width), np.nan, np.float32)
    at, step = found.ctypes.data, found.strides[0]
    for index in indexes:
        call(handle, index, at)
        at += step
    return found


def points(call: Call, handle: int, indexes: Sequence[int] | range) -> NDArray[np.float64]:
    """What a call writes to two doubles for each index, one row each (n, 2); NaN where it refuses."""
    found = np.full((len(indexes), 2), np.nan, np.float64)
    at, step = found.ctypes.data, found.strides[0]
    for index in indexes:
        call(handle, index, at, at + 8)
        at += step
    return found
