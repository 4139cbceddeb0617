"""What a finished walk must still hold: words that stand apart in the quotation stand apart in the source."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from belegg.text.quotes.joins import ends_soft
from belegg.text.quotes.marks import BAR, FOOTNOTE, FURNITURE, LINE_MARK
from belegg.text.quotes.pieces import CLOSING
from belegg.text.quotes.walk import Step
from belegg.text.quotes.window import Window


def unsound(piece: Window, window: Window, steps: Sequence[Step]) -> str:
    """Why the steps, each of them allowed, do not make the quotation, or nothing."""
    taken = [
        n for n, step in enumerate(steps) if step.quote[0] < step.quote[1] and step.source[0] < step.source[1]
    ]
    for one, other in pairwise(taken):
        skipped = {step.kind for step in steps[one + 1 : other]}
        before, after = window.tokens[steps[one].source[1] - 1], window.tokens[steps[other].source[0]]
        if not (before.is_word and after.is_word):
            continue
        if ends_soft(window, steps[one].source[1] - 1) and not ends_soft(piece, steps[one].quote[1] - 1):
            return f"`{before.text}` and `{after.text}` are one word in the source, with a soft hyphen"
        if not piece.tokens[steps[other].quote[0]].spaced and before.end == after.start:
            continue
        apart = window.text[before.end : after.start]
        if not any(char.isspace() for char in apart) and not skipped & {BAR, FOOTNOTE, FURNITURE, LINE_MARK}:
            return f"the source has `{window.text[before.start : after.end]}` as one word"
        if skipped & {BAR, FURNITURE} and _make_one_number(before.text, after.text):
            return (
                f"`{before.text}` and `{after.text}` stand apart in the source and would read as one number"
            )
    return ""


def other_end(window: Window, end: int, steps: Sequence[Step]) -> str:
    """Why a full stop of the quoter's own may not stand here: the source asks or calls out."""
    if not any(step.kind == CLOSING for step in steps):
        return ""
    sign = window.text[end : end + 20].lstrip(" \t\r\n'\"”’»)")[:1]
    return f"the source has `{sign}` where the quotation has a stop" if sign and sign in "?!" else ""


def _make_one_number(one: str, other: str) -> bool:
    return one.isdecimal() and len(one) <= 3 and len(other) == 3 and other.isdecimal()
