"""What stands between a page and whoever recognises its text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from numpy.typing import NDArray

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class RecognisedWord:
    """A word, its box (x0, y0, x1, y1 in pixels from the top left) and how sure it is, 0 to 1."""

    text: str
    box: Box
    confidence: float


@dataclass(frozen=True, slots=True)
class RecognisedLine:
    """Words that stand on one line, from left to right."""

    words: tuple[RecognisedWord, ...]

    @property
    def box(self) -> Box:
        """The box around its words."""
        x0, y0, x1, y1 = zip(*(word.box for word in self.words), strict=True)
        return min(x0), min(y0), max(x1), max(y1)


class Recogniser(Protocol):
    """Reads a picture; made once, used for many pages, by one thread."""

    @property
    def name(self) -> str:
        """Program, version and languages, as a report states them."""

    @property
    def lacks(self) -> tuple[str, ...]:
        """Languages asked for (ISO 639-1) that it has no data of."""

    @property
    def dpi(self) -> int:
        """The resolution at which it reads best."""

    @property
    def lines_a_second(self) -> int:
        """About how many lines of text it reads in a second: as many as a sample may hold."""

    def read(self, picture: NDArray[Any], dpi: int) -> Sequence[RecognisedLine]:
        """
        The lines of an upright grey picture (height, width), uint8. Raises ParserFailed when the program
        fails, ParserStalled when it takes too long.
        """


def sureness(lines: Sequence[RecognisedLine]) -> float:
    """The mean confidence of the letters of all lines, 0 when there are none."""
    letters = sum(len(word.text) for line in lines for word in line.words)
    sure = sum(len(word.text) * word.confidence for line in lines for word in line.words)
    return sure / letters if letters else 0.0
