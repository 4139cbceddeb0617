"""Why a quotation was not found, in words."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import regex

from belegg.text.quotes.anchors import WORDS_TRIED
from belegg.text.quotes.places import Miss
from belegg.text.quotes.window import Window

_GROUPED = regex.compile(r"(?<!\d)\d{1,3}(?:[\u00a0\u2007\u2009\u202f ]\d{3})+(?!\d)")


def reason_for(piece: Window, text: str, misses: Sequence[Miss]) -> str:
    """From the place where most of it agreed; else a long word that the source lacks."""
    nearest = max(misses, key=lambda miss: miss.agreed, default=None)
    absent = _absent(piece, text)
    if nearest is None or nearest.window is None or (nearest.agreed < 2 and absent):
        return (
            f"the source does not have `{absent}`"
            if absent
            else "the source has these words in no such order"
        )
    if nearest.stopped is None:
        return nearest.reason
    return _told(nearest, nearest.window, *nearest.stopped)


def _absent(piece: Window, text: str) -> str | None:
    words = sorted((token.text for token in piece.tokens if token.is_word), key=len, reverse=True)
    return next((word for word in words[:WORDS_TRIED] if word not in text), None)


def _told(miss: Miss, window: Window, at: int, place: int) -> str:
    step = 1 if miss.forward else -1
    mine = miss.piece.tokens[at].text
    if not 0 <= place < len(window.tokens):
        return f"the source {'ends' if miss.forward else 'begins'} where the quotation has `{mine}`"
    theirs = window.tokens[place].text
    if 0 <= place + step < len(window.tokens) and window.tokens[place + step].text == mine:
        return f"the source has `{theirs}` beside `{mine}`; the quotation leaves it out"
    if 0 <= at + step < len(miss.piece.tokens) and miss.piece.tokens[at + step].text == theirs:
        return f"the quotation has `{mine}` beside `{theirs}`; the source does not"
    odd = _look_alike(mine, theirs)
    mine, theirs = _whole(miss.piece, at), _whole(window, place)
    return f"the source has `{theirs}` where the quotation has `{mine}`{odd}"


def _whole(window: Window, at: int) -> str:
    """A token; of a number in groups (`1 950`), where any of it differs, all of it."""
    token = window.tokens[at]
    if not token.text.isdecimal():
        return token.text
    near = _GROUPED.finditer(
        window.text, max(window.start, token.start - 16), min(window.end, token.end + 16)
    )
    return next((found[0] for found in near if found.start() <= token.start < found.end()), token.text)


def _look_alike(mine: str, theirs: str) -> str:
    """Which character is another than it looks, when that is all that differs."""
    if len(mine) != len(theirs):
        return ""
    odd = [one for one, other in zip(mine, theirs, strict=True) if one != other]
    if len(odd) > 2 or all(char.isascii() for char in odd):
        return ""
    return f" (`{odd[0]}` is {unicodedata.name(odd[0], 'unnamed').lower()})"
