"""Whether characters can be seen: the page is drawn with them and without them, and the two are compared."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belegg.reading.pdf.calls import bound
from belegg.reading.pdf.glyphs import Glyphs

_Crop = tuple[float, float, float, float]

BLANKS = (0, 9, 10, 13, 32, 0xA0, 0x2002, 0x2003, 0x2009, 0x200B, 0x202F, 0x3000)
"""Codes of characters that leave no ink."""

MOST_PIXELS = 6_000_000
"""Of one picture that is looked at; a larger page is drawn smaller."""
_LEAST_DIFFERENCE = 10
_TARGET_PX = 16.0
_SIDE, _ABOVE, _BELOW = 0.1, 0.25, 0.18
_LEAST_SHARE, _MOST_SHARE = 0.01, 0.8

_set_active = bound(
    "FPDFPageObj_SetIsActive", ctypes.c_int, ctypes.c_void_p, ctypes.c_int
)  # an object that is not active is not drawn


def filled(
    page: Any, glyphs: Glyphs, asked: NDArray[np.int64], fillings: Collection[int]
) -> NDArray[np.bool_]:
    """
    For characters that only clip what is drawn after them (gradients are put into letters so), whether
    the objects at those addresses show through them: ink in a part of their box, not in all of it.
    """
    return _without(page, glyphs, asked, fillings, _MOST_SHARE)


def seen(
    page: Any, glyphs: Glyphs, asked: NDArray[np.int64], again: Collection[int] = ()
) -> NDArray[np.bool_]:
    """
    For each character asked for (rows of `glyphs`), whether the page looks different without it, and without
    the objects `again`, which draw characters a second time.

    Letters and figures are judged by the middle of their box, where each has ink, other signs by the whole of
    it; blanks go with the nearest sign of their run. A difference under 10 of 255 in every colour does not
    count as seen.
    """
    own = {glyphs.runs[run].address for run in np.unique(glyphs.run[asked])}
    return _without(page, glyphs, asked, own.union(again), 1.0)


def _without(
    page: Any, glyphs: Glyphs, asked: NDArray[np.int64], addresses: Collection[int], most: float
) -> NDArray[np.bool_]:
    """Whether leaving out these objects changes a part, at most `most`, of each character's box."""
    boxes = glyphs.boxes[asked]
    crop = _crop(boxes, glyphs)
    scale = _scale(boxes, crop, glyphs)
    if not scale:
        return np.zeros(asked.size, np.bool_)
    whole = _picture(page, scale, crop)
    with _left_out(addresses):
        difference = np.abs(whole - _picture(page, scale, crop)).max(axis=2) >= _LEAST_DIFFERENCE
    codes = glyphs.codes[asked]
    letters = np.array([chr(code).isalnum() for code in codes.tolist()], np.bool_)
    angles = np.array([run.angle for run in glyphs.runs], np.int64)[glyphs.run[asked]]
    bands = _bands(boxes, np.where(letters, angles, -1)) * scale - _corner(crop, scale)
    found = _marked(difference, bands, most)
    return _with_the_nearest(found, ~np.isin(codes, BLANKS), glyphs.run[asked])


def _crop(boxes: NDArray[np.float32], glyphs: Glyphs) -> _Crop:
    """What to cut off at the left, bottom, right and top of the page."""
    left, top = np.clip(boxes[:, :2].min(axis=0) - 2, 0, None)
    right, bottom = boxes[:, 2:].max(axis=0) + 2
    return (
        float(min(left, max(0.0, glyphs.width - 1))),
        float(max(0.0, glyphs.height - bottom)),
        float(max(0.0, glyphs.width - right)),
        float(min(top, max(0.0, glyphs.height - 1))),
    )


def _scale(boxes: NDArray[np.float32], crop: _Crop, glyphs: Glyphs) -> float:
    """Pixels for a point so that ordinary suspects are 16 pixels high and the picture stays bounded."""
    wide, high = glyphs.width - crop[0] - crop[2], glyphs.height - crop[1] - crop[3]
    if wide <= 0 or high <= 0:
        return 0.0
    tall = float(np.median(np.minimum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1])) * 2)
    wanted = min(4.0, max(1.0, _TARGET_PX / max(tall, 1.0)))
    return float(min(wanted, (MOST_PIXELS / (wide * high)) ** 0.5))


def _corner(crop: _Crop, scale: float) -> NDArray[np.float32]:
    left, top = math.ceil(crop[0] * scale), math.ceil(crop[3] * scale)
    return np.array([left, top, left, top], np.float32)


def _picture(page: Any, scale: float, crop: _Crop) -> NDArray[np.int16]:
    return np.asarray(page.render(scale=scale, crop=crop).to_numpy()).astype(np.int16)


@contextmanager
def _left_out(addresses: Collection[int]) -> Iterator[None]:
    """The page without some of its objects, for a while."""
    for address in addresses:
        _set_active(address, 0)
    try:
        yield
    finally:
        for address in addresses:
            _set_active(address, 1)


def _bands(boxes: NDArray[np.float32], angles: NDArray[np.int64]) -> NDArray[np.float32]:
    """The middle of each character's box, where letters have ink; the whole box for other angles and -1."""
    wide, high = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    across = np.stack((wide * _SIDE, high * _ABOVE, -wide * _SIDE, -high * _BELOW), axis=1)
    upside_down = np.stack((wide * _SIDE, high * _BELOW, -wide * _SIDE, -high * _ABOVE), axis=1)
    upwards = np.stack((wide * _ABOVE, high * _SIDE, -wide * _BELOW, -high * _SIDE), axis=1)
    downwards = np.stack((wide * _BELOW, high * _SIDE, -wide * _ABOVE, -high * _SIDE), axis=1)
    by_angle = {0: across, 90: upwards, 180: upside_down, 270: downwards}
    bands = boxes.copy()
    for angle, change in by_angle.items():
        turned = angles == angle
        bands[turned] += change[turned]
    return bands


def _marked(difference: NDArray[np.bool_], bands: NDArray[np.float32], most: float) -> NDArray[np.bool_]:
    """Which bands (pixels) hold enough pixels that differ. One summed table answers for all of them."""
    table = np.zeros((difference.shape[0] + 1, difference.shape[1] + 1), np.int64)
    table[1:, 1:] = difference.cumsum(axis=0).cumsum(axis=1)
    high, wide = difference.shape
    left, right = (np.clip(edge, 0, wide).astype(np.int64) for edge in (bands[:, 0], np.ceil(bands[:, 2])))
    top, bottom = (np.clip(edge, 0, high).astype(np.int64) for edge in (bands[:, 1], np.ceil(bands[:, 3])))
    count = table[bottom, right] - table[top, right] - table[bottom, left] + table[top, left]
    area = np.maximum(0, right - left) * np.maximum(0, bottom - top)
    return np.asarray((count > 0) & (count >= area * _LEAST_SHARE) & (count <= area * most), np.bool_)


def _with_the_nearest(
    found: NDArray[np.bool_], judged: NDArray[np.bool_], run: NDArray[np.int32]
) -> NDArray[np.bool_]:
    """What was not judged goes with the sign before it in its run, else with the next, else as found."""
    decided = found.copy()
    signs = np.flatnonzero(judged)
    if not signs.size:
        return decided
    others = np.flatnonzero(~judged)
    after = np.searchsorted(signs, others)
    before, behind = signs[np.maximum(after - 1, 0)], signs[np.minimum(after, signs.size - 1)]
    near = np.where((after > 0) & (run[before] == run[others]), before, behind)
    same = run[near] == run[others]
    decided[others[same]] = found[near[same]]
    return decided
