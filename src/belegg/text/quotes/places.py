"""Finding a piece of a quotation in a source: exactly as written, or word by word from its rare words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from belegg.text.quotes.anchors import anchors, bordered, telling, word_places
from belegg.text.quotes.borders import cut_inside
from belegg.text.quotes.broken import Anchor
from belegg.text.quotes.glance import bound_to_fail
from belegg.text.quotes.soundness import other_end, unsound
from belegg.text.quotes.source import PreparedSource
from belegg.text.quotes.walk import Step, Walk, walk
from belegg.text.quotes.window import Window

FIRST_RADIUS = 100  # characters on either side of an anchor; far more when the walk runs out of them
NEAR_EDGE = 12  # tokens: what a mark or a broken word may need beyond the last token of a window
LONG = 300  # tokens: the walks from rare words tell enough where a longer quotation parts from its source
MOST_EXACT = 3_000  # places looked at, those that turn out to begin or end inside a number among them
MOST_TOKENS = 8_000  # read for places that turn out wrong


@dataclass(frozen=True, slots=True)
class Match:
    """A piece and where it stands: all steps of the walk, in the order of the text."""

    piece: Window
    window: Window
    steps: tuple[Step, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Miss:
    """
    A place where the walk ended: how many steps agreed and how many words of the quotation they took, and
    the reason when it is no single token.
    """

    agreed: int
    piece: Window
    window: Window | None = None
    stopped: tuple[int, int] | None = None
    reason: str = ""
    forward: bool = True
    words: int = 0


def exact_places(text: str, quote: str) -> Iterator[int]:
    """Where `quote` stands in `text` character for character, on borders of words and numbers."""
    for at in islice(bordered(text, quote, 0, len(text)), MOST_EXACT):
        if not cut_inside(text, at, at + len(quote)):
            yield at


def located(piece: Window, source: PreparedSource, start: int, end: int) -> Iterator[Match | Miss]:
    """Every place walked, in the order of trying; stops when too much was read in vain."""
    spent = 0
    text = source.text
    places = word_places(piece, text, start, end)
    for anchor in dict.fromkeys(anchors(piece, places, text, start, end)):
        if not bound_to_fail(piece, *anchor, text):
            outcome, read = _tried(piece, source, anchor)
            yield outcome
            spent += 0 if isinstance(outcome, Match) else read
        if spent > MOST_TOKENS:
            break
    if len(piece.tokens) <= LONG:
        yield from (_tried(piece, source, anchor)[0] for anchor in telling(places))


def _tried(piece: Window, source: PreparedSource, anchor: Anchor) -> tuple[Match | Miss, int]:
    """The piece walked both ways from an anchor, and how many tokens of the source were read for it."""
    at, place = anchor
    radius, read = FIRST_RADIUS, 0
    while True:
        window = source.window(place - radius, place + radius)
        read += max(len(window.tokens), (window.end - window.start) // 5)
        begin = window.at(place)
        if begin is None:
            return Miss(0, piece), read
        onward = walk(piece, at, window, begin, 1)
        back = walk(piece, at - 1, window, begin - 1, -1)
        if _ran_out(onward, window, source) or _ran_out(back, window, source):
            radius = max(4 * radius, (piece.end - piece.start) * 5 // 4)
            continue
        return _outcome(piece, window, onward, back), read


def _ran_out(walked: Walk, window: Window, source: PreparedSource) -> bool:
    if walked.stopped is None:
        return False
    place = walked.stopped[1]
    before = window.start > 0 and place < NEAR_EDGE
    after = window.end < len(source.text) and place >= len(window.tokens) - NEAR_EDGE
    return before or after


def _outcome(piece: Window, window: Window, onward: Walk, back: Walk) -> Match | Miss:
    agreed = len(onward.steps) + len(back.steps)
    in_a_row = _words_walked(piece, (*onward.steps, *back.steps))
    if onward.stopped is not None:
        return Miss(agreed, piece, window, onward.stopped, words=in_a_row)
    if back.stopped is not None:
        return Miss(agreed, piece, window, back.stopped, forward=False, words=in_a_row)
    steps = _trimmed([*reversed(back.steps), *onward.steps])
    start = window.tokens[steps[0].source[0]].start
    end = window.tokens[steps[-1].source[1] - 1].end
    reason = (
        cut_inside(window.text, start, end) or unsound(piece, window, steps) or other_end(window, end, steps)
    )
    if reason:
        return Miss(agreed, piece, window, reason=reason, words=in_a_row)
    return Match(piece, window, tuple(steps), start, end)


def _words_walked(piece: Window, steps: tuple[Step, ...]) -> int:
    return sum(piece.tokens[at].is_word for step in steps for at in range(*step.quote))


def _trimmed(steps: list[Step]) -> list[Step]:
    """Without marks of the source at either end: they are no part of what was quoted."""
    first, last = 0, len(steps)
    while steps[first].quote[0] == steps[first].quote[1]:
        first += 1
    while steps[last - 1].quote[0] == steps[last - 1].quote[1]:
        last -= 1
    return steps[first:last]
