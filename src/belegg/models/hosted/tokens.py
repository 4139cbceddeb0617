"""
How many tokens a text takes, guessed without the model's own vocabulary.

Vocabularies of hosted models are not at hand and differ. The guess is made per word, from its letters, and
is meant to be too high rather than too low: a window that is cut a little early costs a vector more, one
that is too long loses its end. `benchmarks/token_estimates.py` compares it with vocabularies that are.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

ASCII_LETTER = 0.4
OTHER_LETTER = 0.8
WIDE_LETTER = 2.0
"""Tokens a letter: of a to z; of what else is written with spaces (å, Cyrillic, Arabic); of all others."""
PIECES = re.compile(r"[^\W\d_]+|\d+|.", re.S)
WIDE = re.compile(r"[^\u0000-\u06ff\u1e00-\u20ff]")


def tokens_of(text: str) -> int:
    """Runs of letters, digits (one each) and marks (one each), added up; 0 for a text without any."""
    return sum(tokens_of_piece(piece) for piece in PIECES.findall(text) if not piece.isspace())


def tokens_of_piece(piece: str) -> int:
    wide = len(WIDE.findall(piece))
    if not piece[0].isalpha():
        return len(piece) + wide
    narrow = sum(letter.isascii() for letter in piece)
    other = len(piece) - wide - narrow
    return math.ceil(ASCII_LETTER * narrow + OTHER_LETTER * other + WIDE_LETTER * wide)


def batches(texts: Sequence[str], most_texts: int, most_tokens: int) -> Iterator[Sequence[str]]:
    """The texts in order, cut before a batch exceeds either number; a text alone may exceed the second."""
    start, tokens = 0, 0
    for position, text in enumerate(texts):
        size = tokens_of(text)
        if position > start and (position - start == most_texts or tokens + size > most_tokens):
            yield texts[start:position]
            start, tokens = position, 0
        tokens += size
    if start < len(texts):
        yield texts[start:]
