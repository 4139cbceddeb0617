"""Annotations of a page: what lies over its text, notes that nobody is shown, fields that were filled in."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

import numpy as np
import pypdfium2.raw as raw
from numpy.typing import NDArray

_OVER_TEXT = (
    raw.FPDF_ANNOT_FREETEXT,
    raw.FPDF_ANNOT_SQUARE,
    raw.FPDF_ANNOT_CIRCLE,
    raw.FPDF_ANNOT_POLYGON,
    raw.FPDF_ANNOT_STAMP,
    raw.FPDF_ANNOT_INK,
    raw.FPDF_ANNOT_LINE,
    raw.FPDF_ANNOT_REDACT,
)
_NOT_SHOWN = raw.FPDF_ANNOT_FLAG_HIDDEN | raw.FPDF_ANNOT_FLAG_NOVIEW
MOST_ANNOTATIONS = 5_000


@dataclass(frozen=True, slots=True, eq=False)
class Notes:
    """
    What annotations hold. None of it stands in the page's text.

    `over` (n, 4) are places (left, bottom, right, top in user space) of annotations that may lie over text.
    `hidden` and `shown` are the texts of notes, `fields` the values of form fields.
    """

    over: NDArray[np.float64]
    hidden: tuple[str, ...]
    shown: tuple[str, ...]
    fields: tuple[str, ...]


def notes(page: Any) -> Notes:
    """The annotations of a `pypdfium2` page; links cost a call each and nothing more."""
    over: list[tuple[float, float, float, float]] = []
    texts: dict[bool, list[str]] = {True: [], False: []}
    fields: list[str] = []
    for number in range(min(raw.FPDFPage_GetAnnotCount(page.raw), MOST_ANNOTATIONS)):
        annotation = raw.FPDFPage_GetAnnot(page.raw, number)
        if not annotation:
            continue
        kind = raw.FPDFAnnot_GetSubtype(annotation)
        if kind == raw.FPDF_ANNOT_WIDGET:
            fields.append(_string(annotation, b"V"))
        elif kind not in (raw.FPDF_ANNOT_LINK, raw.FPDF_ANNOT_POPUP):
            place = raw.FS_RECTF()
            unseen = bool(raw.FPDFAnnot_GetFlags(annotation) & _NOT_SHOWN)
            texts[unseen].append(_string(annotation, b"Contents"))
            if kind in _OVER_TEXT and not unseen and raw.FPDFAnnot_GetRect(annotation, place):
                over.append((place.left, place.bottom, place.right, place.top))
        raw.FPDFPage_CloseAnnot(annotation)
    hidden, shown, filled = (
        tuple(t for t in found if t.strip()) for found in (texts[True], texts[False], fields)
    )
    return Notes(np.array(over, np.float64).reshape(-1, 4), hidden, shown, filled)


def _string(annotation: Any, key: bytes) -> str:
    length = raw.FPDFAnnot_GetStringValue(annotation, key, None, 0)
    if length <= 2:
        return ""
    buffer = (ctypes.c_ushort * (length // 2 + 1))()
    raw.FPDFAnnot_GetStringValue(annotation, key, buffer, length)
    return bytes(buffer)[: length - 2].decode("utf-16-le", "replace")
