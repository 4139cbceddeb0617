"""The words of weight of a text, with their places, as terms of one language."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import regex

from belegg.answering.checks.sources import Source
from belegg.answering.placing import passage_at
from belegg.answering.question.asked import terms_of
from belegg.records import Quote
from belegg.text.analysis import Analyser
from belegg.text.figures import units_in
from belegg.text.normalise import normalise
from belegg.text.small_words import languages_spoken
from belegg.text.words import word_texts

_WORD = regex.compile(
    r"(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}]{2,}|(?<![\p{N}.,])(?:19|20)\d\d(?![\p{N}]|[.,]\p{N})"
)
_BEGINS = regex.compile(r"(?:^|[.!?:…]['\"”’»)]*\s)\W*\Z")


@dataclass(frozen=True, slots=True)
class Word:
    """A word, neither small nor a unit. `kind`: `year`, `name` (a capital inside a sentence), `word`."""

    start: int
    end: int
    text: str
    terms: frozenset[str]
    kind: str

    def stands_in(self, terms: Collection[str]) -> bool:
        return not self.terms.isdisjoint(terms)


class Wording:
    """Reads texts in one language."""

    def __init__(self, analyser: Analyser, language: str) -> None:
        self._analyser = analyser
        self._space = analyser.name_space(language)
        self._is_german = language == "de"

    def words(self, text: str) -> list[Word]:
        return [
            word
            for found in _WORD.finditer(text)
            if (word := self._word(text, found.start(), found[0])) is not None
        ]

    def terms(self, text: str) -> frozenset[str]:
        """Every term of a text, those of small words and of parts of compounds among them."""
        return terms_of(normalise(text), self._space, self._analyser)

    def _word(self, text: str, start: int, written: str) -> Word | None:
        plain = normalise(written).lower()
        if self._analyser.is_small(plain) or units_in(plain):
            return None
        terms = frozenset(
            (self._analyser.word_term(plain, self._space), *self._analyser.part_terms(plain, self._space))
        )
        kind = "word"
        if plain.isdecimal():
            kind = "year"
        elif written[0].isupper() and not self._is_german and not _BEGINS.search(text[:start]):
            kind = "name"
        return Word(start, start + len(written), written, terms, kind)


def shared_language(languages: Sequence[str], quote: Quote, source: Source) -> str | None:
    """A language that a sentence and its quotation are both in, or None."""
    passage = passage_at(source.passages, quote.check.span) if quote.check.span else None
    known = (passage.language if passage else None) or quote.document.language
    spoken = {known} if known else languages_spoken(word_texts(passage.text if passage else quote.check.text))
    return min(spoken & set(languages), default=None)
