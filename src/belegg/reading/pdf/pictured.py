"""
What was recognised on a page that is a picture, as it is kept for a later reading: recognition takes seconds
a page, and the same bytes may be read again, to go on where a run stopped or by a newer reader.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from belegg.reading.ocr import RecognisedLine, RecognisedWord


@dataclass(frozen=True, slots=True)
class Pictured:
    """
    Lines in pixels of a picture of the page (`shape`: high, wide; `scale` pixels for a point) that `turns`
    quarter turns to the left made upright; `by` names who recognised them.
    """

    by: str
    turns: int
    scale: float
    shape: tuple[int, int]
    lines: Sequence[RecognisedLine]

    @property
    def text(self) -> str:
        """Its words, a line a line."""
        return "\n".join(" ".join(word.text for word in line.words) for line in self.lines)


def packed(found: Pictured) -> bytes:
    """As JSON."""
    lines = [[_numbers(word) for word in line.words] for line in found.lines]
    form = [found.by, found.turns, found.scale, found.shape, lines]
    return json.dumps(form, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def unpacked(kept: bytes) -> Pictured | None:
    """What `packed` was given; None for bytes of another form: the page is then recognised again."""
    try:
        by, turns, scale, (high, wide), lines = json.loads(kept)
        found = Pictured(
            str(by), int(turns) % 4, float(scale), (int(high), int(wide)), tuple(map(_line, lines))
        )
    except (ValueError, TypeError, RecursionError):
        return None
    return found if found.scale > 0 else None


def _numbers(word: RecognisedWord) -> list[str | float]:
    return [word.text, *map(float, word.box), float(word.confidence)]


def _line(words: Sequence[Sequence[object]]) -> RecognisedLine:
    return RecognisedLine(tuple(_word(*word) for word in words))


def _word(text: object, *numbers: object) -> RecognisedWord:
    x0, y0, x1, y1, confidence = (float(number) for number in numbers if isinstance(number, int | float))
    if not isinstance(text, str) or not text:
        raise ValueError("no word")
    return RecognisedWord(text, (x0, y0, x1, y1), confidence)
