"""The words of a question as they are looked for in a sentence, and how much each weighs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

import regex

from belegg.answering.phrases import other_forms
from belegg.answering.question.guessed import guessed_terms
from belegg.answering.question.needed import carrying_words, indispensable, measure_words
from belegg.seams import Reader
from belegg.search.walk import Walk
from belegg.text.analysis import AS_WRITTEN, Analyser, mention_term, own_section_term
from belegg.text.small_words import languages_spoken
from belegg.text.words import word_texts

FEWEST_PASSAGES = 1000
"""A smaller library counts as one of so many: in ten pages every word is rare, and one unknown word all."""
NEAR = 0.7
"""Weight in search from which a word is as good as the one asked: a typo away, or nearly the same letters."""
BY_TRIGRAMS = 0.5
"""What is left of the weight of words that only look alike."""
TWIN = 0.4
"""How far a word of another language surely stands for one that has its stem, and not its spelling: not."""
INSIDE_COMPOUND = 0.5
"""What it counts when a word stands in the text as a part of a compound, or its own parts stand there."""
SPELT_LIKE = 0.8
"""Share of their letters that a name and a term have in common, in order, when one is meant by the other."""

_SPACE = regex.compile(r"\p{L}+(?=[:~])")


@dataclass(frozen=True, slots=True)
class Asked:
    """
    One word of the question.

    `weight` is its rarity in what the asker may read, as a share of all words' (they add up to 1).
    `terms` says how much each term counts as this word: 1 the word itself, less what stands for it; `parts`
    are the terms of each part of a compound, with its share of the compound's rarity. `known` is false when
    no readable passage holds the word as typed; `needed` marks a name, year, code or section. `twins` are the
    terms of languages that the question is not in: a word there may mean something else. `guessed` are terms
    near a word that stands nowhere: they may be other words. `carries`: it only carries the question.
    """

    word: str
    weight: float
    terms: Mapping[str, float]
    parts: Mapping[frozenset[str], float]
    known: bool
    needed: bool
    twins: frozenset[str] = frozenset()
    guessed: frozenset[str] = frozenset()
    carries: bool = False

    @property
    def stands_somewhere(self) -> bool:
        """
        Whether a readable passage holds the word, in a compound or spelt nearly alike at least.

        Not by parts of its own, nor by words that are a little like it: Liseberg is no hill.
        """
        return any(
            (share >= INSIDE_COMPOUND and term not in self.guessed) or _is_spelt_like(term, self.word)
            for term, share in self.terms.items()
        )

    def stands_in(self, terms: frozenset[str], surely: bool = False) -> float:
        """
        How far a text with these terms holds the word, 0 to 1; `surely`: twins count less than held, guesses
        nothing.
        """
        whole = max((self._value(term, surely) for term in self.terms.keys() & terms), default=0.0)
        if whole >= INSIDE_COMPOUND or not self.parts:
            return whole
        inside = sum(share for part, share in self.parts.items() if not part.isdisjoint(terms))
        return max(whole, INSIDE_COMPOUND * inside)

    def _value(self, term: str, surely: bool) -> float:
        if not surely:
            return self.terms[term]
        return 0.0 if term in self.guessed else self.terms[term] * (TWIN if term in self.twins else 1)

    def as_guessed(self) -> Asked:
        """The same word where its guesses count: in passages that are near in meaning."""
        return replace(self, guessed=frozenset())


def asked_words(walked: Walk, reader: Reader, analyser: Analyser) -> tuple[Asked, ...]:
    """
    The words of a question that was searched, weighed; none when all are small words.

    Parts of codes are left out, and the second reading of a section number (`§ 20 i`) when it is unknown.
    """
    if {word.text for word in walked.question.words} <= analyser.small_words(
        walked.question.text, reader.languages()
    ):
        return ()
    vocabulary = _Vocabulary(walked, reader, analyser)
    asked = [
        vocabulary.section(word.text) if word.text.startswith("§") else vocabulary.word(number, word.text)
        for number, word in enumerate(walked.question.words)
        if not word.in_code
    ]
    kept = [word for word in asked if word.known or not _is_second_reading(word, asked)]
    degrees = measure_words(walked.question.text)
    kept = [word for word in kept if word.word not in degrees] or kept
    whole = sum(word.weight for word in kept)
    return tuple(replace(word, weight=word.weight / whole) for word in kept)


def terms_and_spellings(text: str, space: str, analyser: Analyser) -> frozenset[str]:
    """Every term of a text, and every word of it as it is spelt, marked."""
    return terms_of(text, space, analyser).union(map(_spelt, word_texts(text)))


def _spelt(word: str) -> str:
    return f"'{word}"


def terms_of(text: str, space: str, analyser: Analyser) -> frozenset[str]:
    """Every term of a text in a name space, parts of compounds among them."""
    found = set(word_texts(text))
    whole = {analyser.word_term(word, space) for word in found}
    return frozenset(whole.union(*(analyser.part_terms(word, space) for word in found)))


class _Vocabulary:
    """What the asker's readable passages know of the words of a question that was searched."""

    def __init__(self, walked: Walk, reader: Reader, analyser: Analyser) -> None:
        self._wanted = walked.wanted
        self._fired = walked.fired
        self._unknown = {one.word: one for one in walked.unknown}
        self._needed = indispensable(walked.question.text)
        self._carrying = carrying_words(walked.question.text)
        self._spaces = reader.languages()
        self._spoken = languages_spoken(word_texts(walked.question.text))
        self._own = frozenset(map(analyser.name_space, self._spoken)).intersection(self._spaces)
        self._reader = reader
        self._analyser = analyser
        self._passages = max(reader.collection().passages, FEWEST_PASSAGES)

    def word(self, number: int, word: str) -> Asked:
        forms = set(self._wanted.forms[number])
        terms = {
            term: 1.0 if term in forms else _of_stand_in(term, alternative.weight)
            for alternative in self._wanted.words[number].alternatives
            for term in alternative.terms
        }
        frequency = sum(self._wanted.frequencies.get(term, 0) for term in forms)
        if frequency:
            terms[_spelt(word)] = 1.0
        elif word not in self._needed and word.isalpha():
            inflected = self._inflected(word)
            terms |= dict.fromkeys(inflected, 1.0)
            frequency = sum(inflected.values())
        synonyms = self._synonyms(word)
        terms = {**synonyms, **terms}
        if not frequency:
            frequency = max((self._wanted.frequencies.get(term, 0) for term in synonyms), default=0)
        unknown = self._unknown.get(word)
        guessed = guessed_terms(unknown, self._analyser) if unknown and unknown.instead else frozenset[str]()
        return Asked(
            word=word,
            weight=self._rarity(frequency),
            terms=terms,
            parts=self._parts(word),
            known=frequency > 0,
            needed=word in self._needed,
            twins=frozenset(term for term in forms if self._is_foreign(term)),
            guessed=frozenset(term for term in guessed if terms.get(term, 0.0) < 1.0),
            carries=word in self._carrying,
        )

    def _synonyms(self, word: str) -> dict[str, float]:
        """The terms of the groups that the word set off, each as far as it counts in search."""
        terms: dict[str, float] = {}
        for one in self._fired:
            for alternative in one.concept.alternatives if word in one.typed else ():
                for term in alternative.terms:
                    terms[term] = max(terms.get(term, 0.0), alternative.weight)
        return terms

    def _inflected(self, word: str) -> dict[str, int]:
        """Known terms of an unknown word with other endings (`øker`: `øke`), with their frequencies."""
        terms = {
            self._analyser.word_term(other, space)
            for language in self._spoken
            for space in {self._analyser.name_space(language), AS_WRITTEN}.intersection(self._spaces)
            for other in other_forms(word, language)
        }
        return {term: n for term, n in self._reader.document_frequencies(terms).items() if n}

    def section(self, word: str) -> Asked:
        """A section number: its own passages and those that mention it."""
        terms = (mention_term(word), own_section_term(word))
        frequency = sum(self._reader.document_frequencies(terms).values())
        known = dict.fromkeys(terms, 1.0) if frequency else {}
        return Asked(word, self._rarity(frequency), known, {}, frequency > 0, needed=True)

    def _is_foreign(self, term: str) -> bool:
        space = _SPACE.match(term)
        return space is not None and bool(self._own) and space[0] not in self._own

    def _rarity(self, frequency: int) -> float:
        """The idf of search, `ln(1 + (N - df + 0.5) / (df + 0.5))`."""
        held = min(frequency, self._passages)
        return math.log(1 + (self._passages - held + 0.5) / (held + 0.5))

    def _parts(self, word: str) -> dict[frozenset[str], float]:
        """Each part of a compound as its terms, inside another compound and as a word, with its share."""
        for space in self._spaces:
            if inside := self._analyser.part_terms(word, space):
                terms = [frozenset((part, part.replace("~", ":", 1))) for part in inside]
                known = self._reader.document_frequencies(term for both in terms for term in both)
                rarity = [self._rarity(sum(known.get(term, 0) for term in both)) for both in terms]
                return {both: one / sum(rarity) for both, one in zip(terms, rarity, strict=True)}
        return {}


def _is_spelt_like(term: str, word: str) -> bool:
    """Whether the letters of a term are nearly all those of a word, in order: two typos, another ending."""
    stem = term.removeprefix(AS_WRITTEN).rpartition(":")[2]
    return SequenceMatcher(None, stem, word, autojunk=False).ratio() >= SPELT_LIKE


def _of_stand_in(term: str, weight: float) -> float:
    """What a term counts that stands for a word: the word inside a compound, or a word like it."""
    if "~" in term:
        return INSIDE_COMPOUND
    return weight if weight >= NEAR else BY_TRIGRAMS * weight


def _is_second_reading(word: Asked, asked: Sequence[Asked]) -> bool:
    return any(o.word != word.word and word.word.startswith(o.word) and o.word[0] == "§" for o in asked)
