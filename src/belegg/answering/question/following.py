"""
A question that leans on the one before it, by rule: "and in winter?", "who approves it?".

It is searched with the content words of the last question that stands by itself. Only what surely leans is
touched: a fragment behind "and", few words and one that points back, or no word of its own at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import regex

from belegg.answering.phrases import names_in, phrases
from belegg.answering.question.needed import carrying_words, measure_words
from belegg.text.normalise import normalise
from belegg.text.small_words import ALL_SMALL_WORDS, languages_spoken
from belegg.text.words import word_texts

MOST_OF_A_FRAGMENT: Final = 3
"""Content words of a fragment behind "and"."""
MOST_BESIDE_A_POINTER: Final = 2
"""Content words of a question with a word that points back."""
MOST_ADDED: Final = 8
"""Words that are added, the first ones of the question before."""

_ENDS = regex.compile(r"[\s?!.…]+$")


def standing_alone(question: str, earlier: Sequence[str]) -> str:
    """
    The question with the content words of the last one in `earlier` (the oldest first) that stands by itself,
    where it leans on it: `And in winter?` → `And in winter (rent boathouse)?`; else the question as it is.
    """
    if not earlier or not leans(question, earlier[-1]):
        return question
    places = range(len(earlier) - 1, -1, -1)
    whole = next((earlier[at] for at in places if at == 0 or not leans(earlier[at], earlier[at - 1])), "")
    own = set(word_texts(normalise(question)))
    added = [word for word in content_of(whole) if word not in own][:MOST_ADDED]
    return f"{_ENDS.sub('', question)} ({' '.join(added)})?" if added else question


def each_alone(questions: Sequence[str], earlier: Sequence[str] = ()) -> tuple[str, ...]:
    """
    The questions of a text, each as it stands by itself: one that leans on those before it with their words,
    one that leans and finds none not at all. `earlier` were asked before (the oldest first).
    """
    found = []
    for place, question in enumerate(questions):
        before = [*earlier, *questions[:place]]
        alone = standing_alone(question, before)
        if alone != question or not before or not leans(question, before[-1]):
            found.append(alone)
    return tuple(found)


def leans(question: str, before: str) -> bool:
    """Whether a question surely says too little without the one before it."""
    plain = normalise(question).strip()
    content = content_of(plain)
    if not content:
        return bool(word_texts(plain))
    languages = _languages(plain) or _languages(normalise(before))
    opening = _begins("following", languages).match(plain)
    if opening and len(content) <= MOST_OF_A_FRAGMENT and not _whole().match(plain, opening.end()):
        return True
    points = _stands("pointing", languages).search(plain) is not None
    return points and len(content) <= MOST_BESIDE_A_POINTER


def content_of(question: str) -> list[str]:
    """The words of a question that are no small words and do not only carry it, in order, each once."""
    plain = normalise(question)
    beside = measure_words(plain) | carrying_words(plain) | ALL_SMALL_WORDS
    return [word for word in dict.fromkeys(word_texts(plain)) if word not in beside]


def _languages(text: str) -> frozenset[str]:
    return frozenset(languages_spoken(word_texts(text)).intersection(names_in("pointing")))


@cache
def _begins(folder: str, languages: frozenset[str]) -> regex.Pattern[str]:
    return regex.compile(rf"\W*(?:{_lists(folder, languages)})(?!\w)[\s,]*", regex.I)


@cache
def _stands(folder: str, languages: frozenset[str]) -> regex.Pattern[str]:
    return regex.compile(rf"(?<!\w)(?:{_lists(folder, languages)})(?!\w)", regex.I)


@cache
def _whole() -> regex.Pattern[str]:
    return regex.compile(rf"{phrases('whole_question')}(?!\w)", regex.I)


def _lists(folder: str, languages: frozenset[str]) -> str:
    """The lists of these languages; of all for none."""
    return "|".join(phrases(f"{folder}/{code}") for code in sorted(languages or names_in(folder)))
