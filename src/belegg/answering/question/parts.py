"""
The parts of a question that can be searched by themselves: the questions in it, the clauses of a long one.

"I was dismissed. How long do I have to sue, and what does it cost?" holds two questions and what they are
about.
"""

from __future__ import annotations

from typing import Final

import regex

from belegg.text.small_words import small_words_for
from belegg.text.words import word_texts

MOST_QUESTIONS: Final = 3
FEWEST_WORDS: Final = 2
"""Words that are no small words, of a question that can be searched by itself."""
FEWEST_OF_PART: Final = 3
"""Content words of a part: fewer find anything."""
LONG_QUESTION: Final = 12
"""Asked words from which a question is long: it tells a story, and its rarest words are asked alone too."""

_ENDS: Final = regex.compile(r"(?<=\?)\s+|(?<=[.!])\s+(?=\p{Lu})")
# "…, and how long …": a second question begins where a question word follows a conjunction.
_ASKING: Final = (
    r"(?:hva|hvor\w*|hvem|når|hvilke\w*|kva|kor|kven|kva|vad|hur|vem|när|var|vilk\w+|"
    r"hvad|hvornår|what|how|who|when|where|which|mitä|mikä|kuka|milloin|missä|kuinka|miten|paljonko|montako|"
    r"was|wie|wer|wann|wo|welche\w*)\b"
)
_SECOND: Final = regex.compile(rf",?\s+(?:og|och|ja|and|und|en|samt)\s+(?={_ASKING})", regex.I)
_FIRST: Final = regex.compile(rf"\W*{_ASKING}", regex.I)
_BORDERS: Final = regex.compile(r"(?<=[.!?;:])\s+|(?<=,)\s+|\s+[–—]\s+")


def questions_in(text: str) -> tuple[str, ...]:
    """The separate questions of a text, at most three, in order; empty when there are not two."""
    sentences = [part.strip() for part in _ENDS.split(text)]
    asked = [one for part in sentences if part.endswith("?") or _FIRST.match(part) for one in _halves(part)]
    return tuple(asked[:MOST_QUESTIONS]) if len(asked) > 1 else ()


def _halves(sentence: str) -> list[str]:
    """The questions of a sentence; one without a content word (`and how much?`) stays with the one before."""
    found, at = list[str](), 0
    for joint in _SECOND.finditer(sentence):
        if content_words(sentence[joint.end() :]):
            found.append(sentence[at : joint.start()].strip())
            at = joint.end()
    return [*found, sentence[at:].strip()]


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
    while len(parts) > 1 and (len(parts) > MOST_QUESTIONS or _shortest(parts) < FEWEST_OF_PART):
        sizes = [content_words(part) for part in parts]
        at = sizes.index(min(sizes))
        beside = at + 1 if at == 0 or (at + 1 < len(parts) and sizes[at + 1] < sizes[at - 1]) else at - 1
        first = min(at, beside)
        parts[first : first + 2] = [f"{parts[first]} {parts[first + 1]}"]
    return tuple(part.strip(" ,;:") for part in parts) if len(parts) > 1 else ()


def says_enough(question: str) -> bool:
    """Whether a question can be searched by itself: it holds two words at least that are no small words."""
    found = set(word_texts(question))
    return len(found - small_words_for(found, ())) >= FEWEST_WORDS


def content_words(text: str) -> int:
    """How many words are no small words of the text's language."""
    found = word_texts(text)
    small = small_words_for(found, ())
    return sum(word not in small for word in found)


def _shortest(parts: list[str]) -> int:
    return min(map(content_words, parts))
