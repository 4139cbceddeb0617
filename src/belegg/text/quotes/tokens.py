"""A text as tokens with their places: words and numbers whole, every other visible character alone."""

from __future__ import annotations

from typing import NamedTuple

import regex

from belegg.text.quotes.characters import HARMLESS_DIRECTION, INVISIBLE, LONG_DASH, UNSPACED, folded

_HIDDEN = INVISIBLE + HARMLESS_DIRECTION
_W = rf"[[\p{{L}}\p{{Nd}}\p{{Nl}}\p{{M}}{_HIDDEN}]--[{UNSPACED}]]"
_TOKEN = regex.compile(
    rf"{_W}+(?:(?<=\p{{Nd}})[.,:/'’](?=\p{{Nd}}){_W}+)*"  # 1.234,50 and 12:30 and 2024/25 are one token
    r"|\.{3,}|\.(?: \.){2,}"
    r"|-{2,3}(?!-)"
    rf"|[^\s{_HIDDEN}]\p{{M}}*",
    regex.V1,
)


class Token(NamedTuple):
    """
    One token: its folded text, its characters in the text, and whether it is a word or a number.

    `spaced` tells whether white space stands between it and the token before.
    """

    text: str
    start: int
    end: int
    is_word: bool
    spaced: bool


def tokens_of(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens of `text[start:end]`, offsets in the whole text. Invisible characters alone are no token."""
    found: list[Token] = []
    last = start
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        first, stop = match.span()
        raw = match[0]
        plain = folded(raw)
        if not plain:
            continue
        # A mark without its letter, or a character that is no letter yet, may stand first in a word.
        is_word = _is_of_a_word(plain[0]) or any(map(_is_of_a_word, plain[1:]))
        if not is_word:
            plain = _one_sign(plain)
        found.append(Token(plain, first, stop, is_word, _holds_space(text, last, first)))
        last = stop
    return found


def _is_of_a_word(char: str) -> bool:
    return char.isalnum() and not _is_number_sign(char)


def _is_number_sign(char: str) -> bool:
    """Superscripts, fractions and circled digits: numbers to Python, signs to a reader."""
    return char.isnumeric() and not char.isdecimal() and not char.isalpha()


def _one_sign(sign: str) -> str:
    """`...` and `. . .` are `…`; `--` is a long dash."""
    if len(sign) > 2 and sign[0] == ".":
        return "…"
    return LONG_DASH if sign.startswith("--") else sign


def _holds_space(text: str, start: int, end: int) -> bool:
    return start < end and text[start:end].strip(_HIDDEN) != ""
