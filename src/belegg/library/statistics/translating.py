"""A Norwegian question for a table in the English words that titles have, as far as we list them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from belegg.library.statistics.words import IN_ENGLISH
from belegg.text.analysis import Analyser
from belegg.text.inflections import inflections
from belegg.text.normalise import normalise
from belegg.text.words import holds_digit, word_texts

SPACE: Final = "no"
SHORTEST_STEM: Final = 5
"""Letters of a stem by which a word is recognised that no rule of inflection gives."""
LONGEST_RUN: Final = max(len(words.split()) for words in IN_ENGLISH)


@dataclass(frozen=True, slots=True)
class InEnglish:
    """
    What a question asks for in English, empty where it has no listed word, and the words in it that are
    neither listed nor small, which may be names or English.
    """

    words: str
    left: str


def in_english(question: str, analyser: Analyser) -> InEnglish:
    """
    The question's Norwegian words of statistics in English, in order, with numbers and codes as they stand.
    A compound that is not listed is taken for its parts (`lærerlønn`).
    """
    words = word_texts(normalise(question))
    english: list[str] = []
    left: list[str] = []
    is_norwegian = False
    place = 0
    while place < len(words):
        said, length = _at(place, words, analyser)
        if said:
            is_norwegian = True
            english.append(said)
        elif holds_digit(words[place]):
            english.append(words[place])
        elif not analyser.is_small(words[place]):
            left.append(words[place])
        place += length
    if not is_norwegian:
        return InEnglish("", "")
    return InEnglish(" ".join(dict.fromkeys(english)), " ".join(left))


def _at(place: int, words: Sequence[str], analyser: Analyser) -> tuple[str, int]:
    """The English of the longest listed run that begins here, and its length in words; empty and 1: none."""
    for length in range(min(LONGEST_RUN, len(words) - place), 0, -1):
        if english := _listed(words[place : place + length], analyser):
            return english, length
    return _of_parts(words[place], analyser), 1


def _listed(run: Sequence[str], analyser: Analyser) -> str:
    forms = _forms()
    if len(run) > 1:
        return forms.get(" ".join(run), "")
    term = analyser.word_term(run[0], SPACE).partition(":")[2]
    return forms.get(run[0], "") or (_stems(analyser).get(term, "") if len(term) >= SHORTEST_STEM else "")


def _of_parts(word: str, analyser: Analyser) -> str:
    stems = _stems(analyser)
    parts = [part.partition("~")[2] for part in analyser.part_terms(word, SPACE)]
    return " ".join(filter(None, (stems.get(part, "") for part in parts)))


@cache
def _forms() -> Mapping[str, str]:
    """Every listed word in its forms, and runs of words with the last one in its forms."""
    found: dict[str, str] = {}
    for norwegian, english in IN_ENGLISH.items():
        before, _, last = norwegian.rpartition(" ")
        for form in inflections(last, SPACE):
            found.setdefault(f"{before} {form}".strip(), english)
    return {**found, **IN_ENGLISH}


@cache
def _stems(analyser: Analyser) -> Mapping[str, str]:
    """Listed single words by their stem."""
    single = {word: english for word, english in IN_ENGLISH.items() if " " not in word}
    return {analyser.word_term(word, SPACE).partition(":")[2]: english for word, english in single.items()}
