"""Spans of a text divided at its best breaks, packed to a size, or covered with overlapping windows."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from itertools import accumulate
from math import ceil

from belegg.records import Span

_BREAKS = (
    re.compile(r"\n[^\S\n]*\n(?=\S)"),
    re.compile(r"\n[^\S\n]*\n\s*"),
    re.compile(r"\n(?=\S)"),
    re.compile(r"\n\s*"),
    re.compile(r"(?:(?<=[.!?:;…])|(?<=[.!?:;…][\"'”»)\]]))\s+"),
    re.compile(r"\s+"),
)
"""From the best to the worst: empty line, line end (before an outermost line first), sentence end, space."""

_WORD = re.compile(r"\S")

LONGEST_WORD = 2_000
"""Characters without white space beyond this are no word (base64, a broken text layer) and may be cut."""


def divided(text: str, span: Span, most: int) -> list[Span]:
    """
    The span in pieces of at most `most` characters, cut at the best break in each piece's second half.

    Never inside a word: a word longer than `most` makes a longer piece.
    """
    pieces = []
    start = span.start
    while span.end - start > most:
        end, following = _break(text, start, span.end, most)
        pieces.append(Span(start, end))
        start = _not_space(text, following, span.end)
    if start < span.end:
        pieces.append(Span(start, span.end))
    return pieces


def _not_space(text: str, start: int, end: int) -> int:
    found = _WORD.search(text, start, end)
    return found.start() if found else end


def _break(text: str, start: int, end: int, most: int) -> tuple[int, int]:
    """Where a piece ends and where the next begins."""
    for least in (most // 2, 1):
        for pattern in _BREAKS:
            found = _last(pattern, text, start + least, start + most)
            if found and text[start : found.start()].strip():
                return found.start(), found.end()
    far = min(end, start + max(most, LONGEST_WORD))
    found = _BREAKS[-1].search(text, start + most, far)
    return (found.start(), found.end()) if found else (far, far)


def _last(pattern: re.Pattern[str], text: str, start: int, end: int) -> re.Match[str] | None:
    """The last break that begins in the range."""
    last = None
    for found in pattern.finditer(text, start, end):
        last = found
    return last


def packed(pieces: Sequence[Span], with_next: Collection[int], good: int, most: int) -> list[Span]:
    """
    Neighbouring pieces joined up to about `good` and at most `most` characters.

    A piece that ends at a place in `with_next` (a heading) joins its successor though that exceeds `most`.
    """
    spans: list[Span] = []
    for piece in pieces:
        before = spans[-1] if spans else Span(0, 0)
        short = before.end - before.start < good
        if spans and short and (piece.end - before.start <= most or before.end in with_next):
            spans[-1] = Span(before.start, piece.end)
        else:
            spans.append(piece)
    return spans


def windows(pieces: Sequence[Span], least: int, most: int, overlap: float) -> list[Span]:
    """
    The fewest windows of equal size, `least` to `most` characters, that overlap by the share `overlap`.

    They begin and end where pieces do, so a size and an overlap may be off by a piece.
    """
    ends = list(accumulate(piece.end - piece.start for piece in pieces))
    length = ends[-1]
    count = max(2, 1 + ceil((length / most - 1) / (1 - overlap)))
    size = max(least, ceil(length / (1 + (1 - overlap) * (count - 1))))
    step = (length - size) / (count - 1)
    spans: list[Span] = []
    for number in range(count):
        begin = int(step * number)
        first = bisect_right(ends, begin)
        last = len(pieces) - 1 if number == count - 1 else bisect_right(ends, begin + size) - 1
        span = Span(pieces[first].start, pieces[last].end)
        if spans and (span.start == spans[-1].start or span.end <= spans[-1].end):
            # One piece is longer than the step: what would begin or end inside it again is one window.
            spans[-1] = Span(spans[-1].start, max(span.end, spans[-1].end))
        else:
            spans.append(span)
    return spans
