"""A long question in parts that can be searched by themselves, by rule."""

from __future__ import annotations

from typing import Final

import regex

from belegg.answering.question import LONG_QUESTION, MOST_QUESTIONS, questions_in
from belegg.text.small_words import small_words_for
from belegg.text.words import word_texts

FEWEST_WORDS: Final = 3
"""Content words of a part: fewer find anything."""
_BORDERS: Final = regex.compile(r"(?<=[.!?;:])\s+|(?<=,)\s+|\s+[–—]\s+")


def parts_of(question: str) -> tuple[str, ...]:
    """
    The separate questions of a text, and of a text of over twelve content words without such its clauses:
    three at most, in order, each of three content words or more; empty when there are not two.

    Nothing of the text is lost: what is too short is joined to its neighbour.
    """
    if asked := questions_in(question):
        return asked
    if content_words(question) <= LONG_QUESTION:
        return ()
    parts = [part for part in _BORDERS.split(question.strip()) if part]
    while len(parts) > 1 and (len(parts) > MOST_QUESTIONS or _shortest(parts) < FEWEST_WORDS):
        sizes = [content_words(part) for part in parts]
        at = sizes.index(min(sizes))
        beside = at + 1 if at == 0 or (at + 1 < len(parts) and sizes[at + 1] < sizes[at - 1]) else at - 1
        first = min(at, beside)
        parts[first : first + 2] = [f"{parts[first]} {parts[first + 1]}"]
    return tuple(part.strip(" ,;:") for part in parts) if len(parts) > 1 else ()


def content_words(text: str) -> int:
    """How many words are no small words of the text's language."""
    found = word_texts(text)
    small = small_words_for(found, ())
    return sum(word not in small for word in found)


def _shortest(parts: list[str]) -> int:
    return min(map(content_words, parts))
