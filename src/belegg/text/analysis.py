"""
Passages and query words as terms: one analysis for every store, at index and at query time.

Name spaces: `no:` (nb, nn) `sv:` `da:` `en:` `de:` `fi:` `nl:` `fr:` `es:` `it:` `pt:` `ru:` hold stems;
`no~` and so on parts of compounds; `=` words as written: words of documents with no stemmer, and words with a
digit in every document. `=§15-7` mentions a section, `=own§15-7` is the passage that bears the number.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from belegg.errors import AnalyserDiffers
from belegg.records import Note, Terms
from belegg.text import compounds, small_words, words
from belegg.text.compounds import Splitter
from belegg.text.lemmas import BUILT_IN, Lemmas, lemmas_named
from belegg.text.names import normal_section
from belegg.text.stems import NAME_SPACES, VERSION, Stems
from belegg.text.word_lists import WordLists, simplemma_version

AS_WRITTEN: Final = "="
SPLIT: Final = ("no", "sv", "da", "de")
"""Name spaces whose compounds are split; `fi` is a setting."""

WordTerms: TypeAlias = tuple[str, tuple[str, ...]]

_REMEMBERED_WORDS: Final = 1 << 17  # about 40 MB when full


@dataclass(frozen=True, slots=True)
class AnalyserSettings:
    """`finnish` names the lemmas; splitting Finnish compounds gains little and is off (terms.md)."""

    finnish: str = BUILT_IN
    finnish_compounds: bool = False


class Analyser:
    """
    Words to terms. Same input, same terms, in every process; safe to share between threads.

    Word lists are compiled when a language first needs its own, with `lists` telling of the progress.
    """

    def __init__(self, settings: AnalyserSettings | None = None, lists: WordLists | None = None) -> None:
        self._settings = settings or AnalyserSettings()
        self._lists = lists or WordLists()
        self._stems = Stems()
        self._lemmas: Lemmas = lemmas_named(self._settings.finnish, self._lists)
        self._split = (*SPLIT, "fi") if self._settings.finnish_compounds else SPLIT
        self._splitters: dict[str, Splitter] = {}
        self.terms_of: Callable[[str, str], WordTerms] = lru_cache(_REMEMBERED_WORDS)(self._analyse)
        """The term of a lower-case word in a name space, with the terms of its parts."""

    @property
    def identity(self) -> str:
        """Everything that terms depend on; a library pins it, and `expect` compares."""
        return (
            f"words {words.VERSION}; PyStemmer {VERSION}; Finnish {self._lemmas.identity}; "
            f"compounds {compounds.VERSION} {' '.join(self._split)} by simplemma {simplemma_version()}"
        )

    @property
    def lists(self) -> WordLists:
        """The word lists it works with."""
        return self._lists

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a user should know of the word lists."""
        return self._lists.notes

    def expect(self, pinned: str) -> None:
        """Raises AnalyserDiffers when the index was built by another analyser."""
        if pinned != self.identity:
            raise AnalyserDiffers(
                f"the index was built by `{pinned}`, and `{self.identity}` is installed. "
                "Run `belegg reanalyse`; nothing is imported again"
            )

    def name_space(self, language: str | None) -> str:
        """`nb`, `nb-NO` → `no`; undecided or without a stemmer → `=`."""
        return NAME_SPACES.get((language or "").lower().partition("-")[0], AS_WRITTEN)

    def word_term(self, word: str, space: str) -> str:
        """The term of a lower-case word in a name space: `no:oppsig`, `=2026-041`."""
        return self.terms_of(word, space)[0]

    def part_terms(self, word: str, space: str) -> tuple[str, ...]:
        """The terms of a compound's parts, `no~frist`; empty when it is none."""
        return self.terms_of(word, space)[1]

    def spelling_terms(self, spellings: Iterable[str], space: str) -> set[str]:
        """
        The terms of possible spellings of a word, most of which are no words.

        They are not remembered, not split, and a Finnish one has a lemma only when the list knows it: the
        rule for words that it lacks would make a word of anything.
        """
        if space == AS_WRITTEN:
            return {AS_WRITTEN + spelling for spelling in spellings}
        if space == "fi":
            spellings = (self._lemmas.known(spelling) or spelling for spelling in spellings)
        return {f"{space}:{stem}" for stem in self._stems.stems(list(spellings), space)}

    def is_small(self, word: str) -> bool:
        """Whether a lower-case word is a small word of any language."""
        return small_words.is_small(word)

    def small_words(self, question: str, spaces: Collection[str]) -> frozenset[str]:
        """The words that a question leaves out, over passages in these name spaces."""
        library = [code for code, space in NAME_SPACES.items() if space in spaces]
        return small_words.small_words_for(words.word_texts(question), library)

    def passage_terms(
        self, title: str, heading: str, body: str, language: str | None, section: str | None = None
    ) -> Terms:
        """
        The terms of a passage's three fields, in the order of the words, parts of compounds beside them.

        `section` is the passage's own number: it leads the heading as `=own§15-7`, and its mention in the
        heading goes. Numbers that are no `§` (`2.1`) are ordinary words.
        """
        space = self.name_space(language)
        title_terms, title_parts = self._field(title, space)
        heading_terms, heading_parts = self._field(heading, space)
        body_terms, body_parts = self._field(body, space)
        if section and normal_section(section).startswith("§"):
            mention = mention_term(section)
            heading_terms = (own_section_term(section), *(t for t in heading_terms if t != mention))
        return Terms(title_terms, heading_terms, body_terms, title_parts, heading_parts, body_parts)

    def _field(self, text: str, space: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        found = [self.terms_of(word, space) for word in words.word_texts(text)]
        return tuple(term for term, _ in found), tuple(part for _, parts in found for part in parts)

    def _analyse(self, word: str, space: str) -> WordTerms:
        if space == AS_WRITTEN or words.holds_digit(word):
            return AS_WRITTEN + word, ()
        parts = self._splitter(space).parts(word) if space in self._split else ()
        inside = dict.fromkeys(f"{space}~{self._stem(part, space)}" for part in parts)
        return f"{space}:{self._stem(word, space)}", tuple(inside)

    def _stem(self, word: str, space: str) -> str:
        return self._stems.stem(self._lemmas.lemma(word) if space == "fi" else word, space)

    def _splitter(self, space: str) -> Splitter:
        splitter = self._splitters.get(space)
        if splitter is None:
            splitter = self._splitters[space] = Splitter(space, self._lists.of(space))
        return splitter


def own_section_term(section: str) -> str:
    """The term of a passage's own section number: `§ 15-7` → `=own§15-7`."""
    return f"{AS_WRITTEN}own{_in_one_word(section)}"


def mention_term(section: str) -> str:
    """The term of a section number in running text: `§ 15-7` → `=§15-7`."""
    return AS_WRITTEN + _in_one_word(section)


def _in_one_word(section: str) -> str:
    return normal_section(section).replace(" ", "")
