"""
Orders to whoever reads a document for somebody else: a machine, or a model.

They are told by their words, in `data/orders`: who is addressed, how to answer or to quote is ordered, or a
program's turn is staged. No list of orders ends, so nothing rests on it alone.
"""

from __future__ import annotations

from functools import cache

import regex

from belegg.answering.phrases import names_in, phrases
from belegg.text.normalise import normalise
from belegg.text.words import word_texts

LEAST_SHARED = 4
"""Letters of a word by which a question that has it too asks for the order."""
STEM = 5
"""Letters by which two words are taken for forms of one."""


def is_order(text: str, question: str) -> bool:
    """Whether a text orders how to answer, quote or search, in words that the question does not have."""
    asked = _words(question)
    return any(asked.isdisjoint(_words(found[0])) for found in _orders().finditer(text))


@cache
def _orders() -> regex.Pattern[str]:
    listed = "|".join(phrases(f"orders/{name}") for name in names_in("orders"))
    return regex.compile(rf"(?<!\w)(?:{listed})(?!\w)", regex.I)


def _words(text: str) -> frozenset[str]:
    return frozenset(word[:STEM] for word in word_texts(normalise(text)) if len(word) >= LEAST_SHARED)
