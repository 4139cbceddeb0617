"""
One figure as one line, and the line read back: `Bergen · 2024: 5821`, `Bergen · 2024: .. (not available)`.

What a source writes is data: it is flattened to one line, and what a line uses between its parts is taken out
of the parts, so that a line can be read in one way only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import regex

from belegg.records.statistics import Observation
from belegg.text.normalise import normalise

BETWEEN: Final = " · "
NO_FIGURE: Final = "no figure"
_CONTROL: Final = regex.compile(r"[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+")
_BLANKS: Final = regex.compile(r"\s+")
_NUMBER: Final = regex.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_MARK: Final = regex.compile(r"[^\s()\p{N}]+")
_LINE: Final = regex.compile(
    rf"(?s)(?P<label>.*): (?P<stands>{_NUMBER.pattern}|{NO_FIGURE}|{_MARK.pattern})(?: \((?P<said>.*)\))?"
)


@dataclass(frozen=True, slots=True)
class FigureLine:
    """
    A line in its parts. `figure` is None where there is none; `mark` is then what the source has in its
    place, empty when that is nothing. `said` are the flag and its meaning, as they stand in brackets.
    """

    label: tuple[str, ...]
    figure: str | None
    mark: str = ""
    said: str = ""

    def __str__(self) -> str:
        stands = self.figure if self.figure is not None else self.mark or NO_FIGURE
        said = f" ({self.said})" if self.said else ""
        return f"{BETWEEN.join(self.label)}: {stands}{said}"

    @classmethod
    def read(cls, line: str) -> FigureLine | None:
        """The parts of a line; None for a line that is none of a figure."""
        found = _LINE.fullmatch(line)
        if found is None:
            return None
        stands, said = found["stands"], found["said"] or ""
        label = tuple(found["label"].split(BETWEEN))
        if _NUMBER.fullmatch(stands):
            return cls(label, stands, said=said)
        return cls(label, None, "" if stands == NO_FIGURE else stands, said)


def is_figure(text: str) -> bool:
    """Whether a text is a number as lines have it: digits, at most one point, at most a minus before them."""
    return _NUMBER.fullmatch(text) is not None


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
    if observation.text is None and _MARK.fullmatch(status):
        return FigureLine(label, None, status, meaning)
    said = ", ".join(filter(None, (status.replace(": ", " – "), meaning)))
    return FigureLine(label, observation.text, said=said)
