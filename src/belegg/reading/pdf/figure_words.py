"""
Pages that are maps, charts or drawings: what is recognised on them are words here and there, mixed with what
was taken for letters. They are kept as they stand, and are neither headings nor rows of a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from belegg.reading.ocr import RecognisedLine
from belegg.reading.pdf.pictured import Pictured

_FEWEST_LINES = 8
"""Fewer lines make no wrong tables, and tell nothing."""

_SURE, _WHOLE = 0.85, 4
"""How sure a word is, and of how many letters, that surely stands on the page."""

_FEW_WHOLE, _FRAGMENTS, _ALIKE = 0.65, 0.4, 0.75
"""
Six maps and charts of UN reports have 0.31 to 0.61, 0.44 to 0.62 and 0.35 to 0.59; seven scans of text 0.58
to 0.85, 0 to 0.33 and 0.53 to 1.
"""

_SAME_HEIGHT = 0.25


def holds_figure_words(found: Pictured) -> bool:
    """Whether few letters are in sure words, many lines are fragments, and lines are of all heights."""
    lines = found.lines
    return (
        len(lines) >= _FEWEST_LINES
        and _whole_words(lines) < _FEW_WHOLE
        and _fragments(lines) >= _FRAGMENTS
        and _alike(lines) < _ALIKE
    )


def _whole_words(lines: Sequence[RecognisedLine]) -> float:
    """The share of all characters that are in sure words of some length."""
    words = [word for line in lines for word in line.words]
    whole = (word for word in words if word.confidence >= _SURE and _letters(word.text) >= _WHOLE)
    return sum(len(word.text) for word in whole) / max(1, sum(len(word.text) for word in words))


def _fragments(lines: Sequence[RecognisedLine]) -> float:
    """The share of lines of which more than half the words have one to three characters."""
    short = (sum(len(word.text) < _WHOLE for word in line.words) * 2 > len(line.words) for line in lines)
    return sum(short) / len(lines)


def _alike(lines: Sequence[RecognisedLine]) -> float:
    """The share of lines that are about as high as the middle one."""
    heights = [line.box[3] - line.box[1] for line in lines]
    usual = median(heights)
    return sum(abs(height - usual) <= _SAME_HEIGHT * usual for height in heights) / len(lines)


def _letters(text: str) -> int:
    return sum(sign.isalpha() for sign in text)
