"""
One figure as one line, and the line read back: `Bergen · 2024: 5821`, `Bergen · 2024: .. (not available)`.

What a source writes is data: it is flattened to one line, and what a line uses between its parts is taken out
of the parts, so that a line can be read in one way only.
"""

from __future__ import annotations

from typing import Final

import regex

from belegg.records.statistics import Observation
from belegg.text.figure_lines import MARK, FigureLine
from belegg.text.normalise import normalise

_CONTROL: Final = regex.compile(r"[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+")
_BLANKS: Final = regex.compile(r"\s+")


def flat(text: str) -> str:
    """Text of a source on one line: NFC, no control or unseen character, single blanks."""
    one_line: str = _BLANKS.sub(" ", _CONTROL.sub(" ", normalise(text))).strip()
    return one_line


def part(text: str) -> str:
    """A part of a line's label: flat, and without what stands between parts."""
    return flat(text).replace("·", "•")


def line_of(label: tuple[str, ...], observation: Observation) -> FigureLine:
    """
    The line of a figure under a label made of `part`s. A mark that could be read as a number, or as several
    words, stands in the brackets.
    """
    status, meaning = flat(observation.status), flat(observation.status_label).replace(": ", " – ")
    if meaning == status:
        meaning = ""
    if observation.text is None and MARK.fullmatch(status):
        return FigureLine(label, None, status, meaning)
    said = ", ".join(filter(None, (status.replace(": ", " – "), meaning)))
    return FigureLine(label, observation.text, said=said)
