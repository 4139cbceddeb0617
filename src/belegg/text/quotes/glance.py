"""
Whether a place is bound to fail, seen from the words beside it: most places are, and walking them costs more.

Only certain failures count: plain text on that side, no sign in it that could be a mark or a broken word, and
another word than the quotation's. All else is walked.
"""

from __future__ import annotations

import re

from belegg.text.quotes.characters import HARMLESS_DIRECTION, INVISIBLE, LINE_HYPHENS, folded
from belegg.text.quotes.window import Window

SEEN = 80  # characters on either side

_MARKS = rf"\n\r\f\\\-‐*_`\[\]<>|&†‡#~⁰¹²³⁴-⁹{INVISIBLE}{HARMLESS_DIRECTION}{LINE_HYPHENS}"
_AFTER = re.compile(rf"[^\w{_MARKS}]*+([^\W_]+)(?![^\W_]|[{_MARKS}])")
_BEFORE = re.compile(rf"(?<![^\W_])(?<![{_MARKS}])([^\W_]+)[^\w{_MARKS}]*\Z")


def bound_to_fail(piece: Window, at: int, place: int, text: str) -> bool:
    """Whether the walk from token `at` of the piece at this place of the text can only end beside it."""
    end = place + len(piece.tokens[at].text)
    if text[place:end] != piece.tokens[at].text:
        return False
    following = _AFTER.match(text, end, end + SEEN)
    if following and _differs(_next_word(piece, at, 1), following[1]):
        return True
    preceding = _BEFORE.search(text[max(0, place - SEEN) : place])
    return preceding is not None and _differs(_next_word(piece, at, -1), preceding[1])


def _next_word(piece: Window, at: int, step: int) -> str | None:
    """The neighbouring word of the quotation, when only plain signs stand between."""
    at += step
    while 0 <= at < len(piece.tokens):
        if piece.skips(at, step) or piece.tokens[at].text == "[":
            return None
        if piece.tokens[at].is_word:
            return piece.tokens[at].text if at not in piece.recased else None
        at += step
    return None


def _differs(mine: str | None, theirs: str) -> bool:
    if mine is None:
        return False
    plain = folded(theirs)
    return not (
        mine.startswith(plain) or plain.startswith(mine) or mine.endswith(plain) or plain.endswith(mine)
    )
