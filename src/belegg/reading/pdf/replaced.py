"""Replacement texts (`/ActualText`): believed where they say what the page shows, else taken away."""

from __future__ import annotations

import ctypes
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from belegg.reading.pdf import calls
from belegg.reading.pdf.calls import bound
from belegg.reading.pdf.objects import REPLACED, TEXT, Objects

_KEY = b"ActualText"
_MOST_FOR_A_SIGN = 4
_P, _I, _L = ctypes.c_void_p, ctypes.c_int, ctypes.c_ulong
_marks = bound("FPDFPageObj_CountMarks", _I, _P)
_mark = bound("FPDFPageObj_GetMark", _P, _P, _L)
_value = bound("FPDFPageObjMark_GetParamStringValue", _I, _P, ctypes.c_char_p, _P, _L, _P)
_remove_mark = bound("FPDFPageObj_RemoveMark", _I, _P, _P)
_text = bound("FPDFTextObj_GetText", _L, _P, _P, _P, _L)


@dataclass(frozen=True, slots=True)
class Replacement:
    """Text objects (rows) that stand under one replacement text."""

    text: str
    rows: tuple[int, ...]


def drop_untrue(page: Any, again: Any, objects: Objects, others: Objects) -> tuple[str, ...]:
    """
    Take away the replacement texts of a page that it does not show; gives those texts.

    `again` is the same page opened once more, `others` its objects: its replacements are all taken away to
    see the text behind them. A replacement is believed when letters and figures agree, or when the signs
    behind it have no letters of their own and it is short.
    """
    if not (objects.has & REPLACED).any():
        return ()
    replacements = list(_replacements(objects))
    for address in others.addresses[others.kinds == TEXT].tolist():
        _unmark(address)
    text_page = again.get_textpage()
    handle = calls.address(text_page.raw)
    untrue = []
    for replacement in replacements:
        behind = [_shown(int(others.addresses[row]), handle) for row in replacement.rows]
        if not _agree(replacement.text, "".join(behind), len(behind)):
            untrue.append(replacement)
    text_page.close()
    for replacement in untrue:
        for row in replacement.rows:
            _unmark(int(objects.addresses[row]))
    return tuple(replacement.text for replacement in untrue)


def text_of(address: int, text_page: int) -> str:
    """The text of one text object, as PDFium reads it."""
    return _shown(address, text_page)


def _replacements(objects: Objects) -> Iterator[Replacement]:
    """Text objects that follow one another under the same text, together."""
    current: str | None = None
    rows: list[int] = []
    for row in np.flatnonzero(objects.kinds == TEXT).tolist():
        text = _actual(int(objects.addresses[row])) if objects.has[row] & REPLACED else None
        if text != current and rows:
            yield Replacement(current or "", tuple(rows))
            rows = []
        current = text
        if text is not None:
            rows.append(row)
    if rows:
        yield Replacement(current or "", tuple(rows))


def _actual(address: int) -> str | None:
    for number in range(_marks(address)):
        text = _string(_mark(address, number))
        if text is not None:
            return text
    return None


def _string(mark: int) -> str | None:
    length = np.zeros(1, np.uint64)
    if not _value(mark, _KEY, None, 0, length.ctypes.data) or not length[0]:
        return None
    buffer = np.zeros(int(length[0]), np.uint8)
    _value(mark, _KEY, buffer.ctypes.data, buffer.size, length.ctypes.data)
    return buffer.tobytes()[:-2].decode("utf-16-le", "replace")


def _unmark(address: int) -> None:
    for number in reversed(range(_marks(address))):
        mark = _mark(address, number)
        if _string(mark) is not None:
            _remove_mark(address, mark)


def _shown(address: int, text_page: int) -> str:
    length = int(_text(address, text_page, None, 0))
    buffer = np.zeros(max(length, 2), np.uint8)
    _text(address, text_page, buffer.ctypes.data, length)
    return buffer.tobytes()[: max(0, length - 2)].decode("utf-16-le", "replace")


def _agree(text: str, behind: str, objects: int) -> bool:
    """Whether a replacement says what the signs behind it say, or speaks for signs that say nothing."""
    said, shown = _letters(text), _letters(behind)
    if said == shown or (
        said and shown and not len(shown) % len(said) and said * (len(shown) // len(said)) == shown
    ):
        return True
    return not shown and len(said) <= _MOST_FOR_A_SIGN * max(objects, len(behind.strip()))


def _letters(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(character for character in plain if character.isalnum())
