"""A recogniser of text in pictures that says what it was given to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from belegg.reading.ocr import RecognisedLine, RecognisedWord


@dataclass(slots=True)
class FakeRecogniser:
    """
    Says the same lines of every upright picture and gibberish of any other.

    `upright` tells upright pictures from others; `asked` keeps the shapes and resolutions it was given.
    """

    lines: Sequence[RecognisedLine]
    upright: Any = None
    name: str = "fake 1"
    lacks: tuple[str, ...] = ()
    dpi: int = 72
    lines_a_second: int = 15
    asked: list[tuple[tuple[int, ...], int]] = field(default_factory=list)

    def read(self, picture: NDArray[Any], dpi: int) -> Sequence[RecognisedLine]:
        self.asked.append((picture.shape, dpi))
        if self.upright is not None and not self.upright(picture):
            return [recognised_line("x#z 1l", 10, 10, confidence=0.2)]
        return self.lines


def recognised_line(
    text: str, x: float, y: float, width: float = 10.0, height: float = 20.0, confidence: float = 0.9
) -> RecognisedLine:
    """A line whose letters are `width` pixels wide, from `x`, `y` on."""
    words, at = [], x
    for word in text.split():
        words.append(RecognisedWord(word, (at, y, at + width * len(word), y + height), confidence))
        at += width * (len(word) + 1)
    return RecognisedLine(tuple(words))
