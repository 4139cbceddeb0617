"""The language that a question is asked in, as far as its words tell, and whether the documents share it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from belegg.records import Mode, Note
from belegg.search.concepts import Wanted
from belegg.search.query import Question
from belegg.text.analysis import AS_WRITTEN, Analyser
from belegg.text.language import language_of
from belegg.text.small_words import FEWEST_TELLING, SMALL_WORDS, languages_spoken
from belegg.text.words import word_texts

HELD = 0.5
"""From this share of its words on, a question is at home in the documents, whatever its small words say."""
SISTERS: Final = frozenset({"no", "sv", "da"})
"""Name spaces of languages that are read by who reads one of them."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """
    `space`: the name space of the question's language (`no`, `en` …), empty when its words do not tell one
    that is spoken in the scope. `foreign`: it is in a language that no document in scope is in; `akin`: a
    sister of one that is, where a word a letter off is often the same (`flykting`, Norwegian `flyktning`).
    """

    space: str
    foreign: bool
    akin: bool = False

    def is_corrected(self, mode: Mode) -> bool:
        """Whether words like those asked help: they are like a foreign one by chance (`krank`, `kran`)."""
        return not self.foreign or (mode == "keyword" and self.akin)


UNTOLD: Final = Spoken("", False)


def language_asked(question: Question, wanted: Wanted, analyser: Analyser) -> Spoken:
    """
    The language of a question over documents in `wanted.spaces`.

    Foreign is one whose small words are another language's while fewer than half of its words stand in any
    readable passage, and one in other letters than Latin of which no word does. Nonsense and single words
    tell nothing.
    """
    codes = _codes(question.text)
    own = {analyser.name_space(code) for code in codes}.intersection(wanted.spaces) - {AS_WRITTEN}
    if own:
        return Spoken(min(own) if len(own) == 1 else "", False)
    telling = [number for number, word in enumerate(question.words) if word.text.isalpha()]
    held = sum(not wanted.is_unknown(number) for number in telling)
    if not telling or not wanted.spaces:
        return UNTOLD
    if codes:
        sides = (map(analyser.name_space, codes), wanted.spaces)
        akin = not any(SISTERS.isdisjoint(side) for side in sides)
        return Spoken("", held < HELD * len(telling), akin)
    other_letters = not any("a" <= letter <= "z" for letter in question.text.lower())
    return Spoken("", held == 0 and other_letters)


def foreign_note(spoken: Spoken, mode: Mode) -> list[Note]:
    """Says how little the words could help, when the question is in another language than the documents."""
    if spoken.is_corrected(mode):
        return []
    helped = (
        "only words that stand in them as typed are looked for"
        if mode == "keyword"
        else "the words could not help, the hits are near in meaning"
    )
    return [Note("languages", f"the question is in a language that no document in scope is in: {helped}")]


def _codes(text: str) -> frozenset[str]:
    """The languages that two small words or markers tell, several where they tie; else none."""
    found = set(word_texts(text))
    spoken = languages_spoken(found)
    if any(len(found & SMALL_WORDS[code]) >= FEWEST_TELLING for code in spoken):
        return spoken
    counts = language_of(text).counts
    most = max(counts.values(), default=0)
    if most < FEWEST_TELLING:
        return frozenset()
    return frozenset(code for code, count in counts.items() if count == most)
