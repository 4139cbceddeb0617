"""
Text that is written from the right, in the order in which it is read.

PDFium puts most of it in order, but not numbers, brackets and foreign words among it, and it turns ligatures
of two letters round.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_FROM_RIGHT = frozenset(("R", "AL"))
_OPENING, _CLOSING = "([«{", ")]»}"


class Placed(NamedTuple):
    """A word, its characters' places in a frame, whether a space stands before it, whether it is a mark."""

    text: str
    places: NDArray[np.int64]
    spaced: bool
    is_mark: bool


def is_right_to_left(codes: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Which characters are Hebrew, Arabic or of a script like them."""
    return ((codes >= 0x590) & (codes <= 0x8FF)) | ((codes >= 0xFB1D) & (codes <= 0xFEFC))


def holds_right_to_left(codes: NDArray[np.uint32]) -> bool:
    """Whether any character is written from the right."""
    return bool(is_right_to_left(codes).any())


def ligatures_turned(codes: NDArray[np.uint32], origins: NDArray[np.float32]) -> NDArray[np.uint32]:
    """The codes with letters that one sign stands for (alef-lam at one place) in the order of reading."""
    if codes.size < 2:
        return codes
    from_right = is_right_to_left(codes) & ~_is_mark(codes)
    together = (origins[1:] == origins[:-1]).all(axis=1) & is_right_to_left(codes[1:])
    together &= is_right_to_left(codes[:-1])
    turned = codes.copy()
    edges = np.flatnonzero(np.diff(np.concatenate(([0], together.view(np.int8), [0]))))
    for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        if np.count_nonzero(from_right[start : end + 1]) > 1:
            turned[start : end + 1] = codes[start : end + 1][::-1]
    return turned


def _is_mark(codes: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Arabic and Hebrew vowel signs, which stand on a letter."""
    vowels = ((codes >= 0x64B) & (codes <= 0x65F)) | ((codes >= 0x591) & (codes <= 0x5C7))
    return np.asarray(vowels | (codes == 0x670))


def direction(text: str) -> str:
    """`right`, `left` or `none` (digits and signs): where most letters of a text begin."""
    kinds = [unicodedata.bidirectional(char) for char in text]
    right = sum(kind in _FROM_RIGHT for kind in kinds)
    left = kinds.count("L")
    if not right and not left:
        return "none"
    return "right" if right > left else "left"


def from_right(words: Sequence[Placed], boxes: NDArray[np.float32], size: float) -> list[Placed]:
    """The words of one right-to-left line in reading order; foreign words among them keep theirs."""
    edges = [(float(boxes[w.places, 0].min()), float(boxes[w.places, 2].max())) for w in words]
    order = sorted(range(len(words)), key=lambda n: -edges[n][1])
    kinds = [direction(word.text) for word in words]
    ordered: list[int] = []
    foreign: list[int] = []
    for n in order:
        if kinds[n] == "left":
            foreign.append(n)
            continue
        ordered += [*reversed(foreign), n]
        foreign = []
    ordered += reversed(foreign)
    found: list[Placed] = []
    for before, n in zip([-1, *ordered], ordered, strict=False):
        gap = max(edges[n][0] - edges[before][1], edges[before][0] - edges[n][1])
        neighbours = before >= 0 and abs(n - before) == 1 and words[max(n, before)].spaced
        spaced = neighbours or gap > 0.12 * size if before >= 0 else words[0].spaced
        found.append(words[n]._replace(spaced=spaced))
    return _brackets_paired(found)


def phrases_from_right(words: Sequence[Placed], boxes: NDArray[np.float32]) -> list[Placed]:
    """The words of a left-to-right line, with phrases of a right-to-left script in it in reading order."""
    found: list[Placed] = []
    for from_right, group in itertools.groupby(words, key=_is_from_right):
        phrase = list(group)
        order = sorted(range(len(phrase)), key=lambda n: -float(boxes[phrase[n].places, 2].max()))
        if from_right and order != list(range(len(phrase))):
            spaced = [phrase[0].spaced, *(word.spaced for word in reversed(phrase[1:]))]
            phrase = [phrase[n]._replace(spaced=before) for n, before in zip(order, spaced, strict=True)]
        found += phrase
    return found


def _is_from_right(word: Placed) -> bool:
    return direction(word.text) == "right" and all(
        unicodedata.bidirectional(char) in (*_FROM_RIGHT, "NSM") for char in word.text
    )


def _brackets_paired(words: Sequence[Placed]) -> list[Placed]:
    """Brackets that open where one is open close it, and the other way round: half of them came mirrored."""
    is_open = dict.fromkeys(_OPENING, False)
    found: list[Placed] = []
    for word in words:
        text = ""
        for char in word.text:
            kind = _OPENING.find(char) if char in _OPENING else _CLOSING.find(char)
            if kind >= 0:
                opening = _OPENING[kind]
                char = _CLOSING[kind] if is_open[opening] else opening
                is_open[opening] = not is_open[opening]
            text += char
        found.append(word._replace(text=text))
    return found
