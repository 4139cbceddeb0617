"""Whether a question is made of words that nobody knows: such questions flatter whatever stops them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from belegg.text.normalise import normalise
from belegg.text.words import holds_digit, word_texts

SHORTEST: Final = 3
"""Letters of a word that counts: shorter runs stand in some list by chance."""

LEAST_KNOWN: Final = 0.5


def is_gibberish(question: str, knows: Callable[[str], bool]) -> bool:
    """
    Whether fewer than half of its words of three letters and up are known. Numbers and codes say nothing;
    a question of nothing but marks is gibberish, one of a code alone is not. `knows` is given words in lower
    case, and answers for all languages.
    """
    words = word_texts(normalise(question))
    telling = [word for word in words if len(word) >= SHORTEST and not holds_digit(word)]
    if not telling:
        return not words
    return sum(knows(word) for word in telling) < LEAST_KNOWN * len(telling)
