"""
Passages and query words as terms: one analysis for every store, at index and at query time.

Name spaces: `no:` (nb, nn) `sv:` `da:` `en:` `de:` `fi:` `nl:` `fr:` `es:` `it:` `pt:` `ru:` hold stems;
`no~` and so on compound parts; `=` words as written: words of documents with no stemmer, and words with a
digit in every document.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import Stemmer

from belegg.records import Terms
from belegg.text import small_words
from belegg.text.names import normal_section
from belegg.text.words import holds_digit, words

AS_WRITTEN: Final = "="
NAME_SPACES: Mapping[str, str] = {
    "nb": "no", "nn": "no", "no": "no", "sv": "sv", "da": "da", "en": "en", "de": "de", "fi": "fi",
    "nl": "nl", "fr": "fr", "es": "es", "it": "it", "pt": "pt", "ru": "ru",
}  # fmt: skip
_ALGORITHMS = {
    "no": "norwegian", "sv": "swedish", "da": "danish", "en": "english", "de": "german", "fi": "finnish",
    "nl": "dutch", "fr": "french", "es": "spanish", "it": "italian", "pt": "portuguese", "ru": "russian",
}  # fmt: skip


def own_section_term(section: str) -> str:
    """The term of a passage's own section number; a mention of it elsewhere is `mention_term`."""
    return "=own" + normal_section(section).replace(" ", "")


def mention_term(section: str) -> str:
    """The term of a section number in running text: `=§15-7`."""
    return AS_WRITTEN + normal_section(section).replace(" ", "")


class Analyser:
    """Words to terms. Safe to share between threads."""

    def __init__(self) -> None:
        self._stemmers = threading.local()
        self._term = lru_cache(maxsize=1 << 17)(self._make_term)

    @property
    def identity(self) -> str:
        """Every version that terms depend on; a library keeps it and refuses another."""
        return f"words 1; PyStemmer {Stemmer.version()}"

    def name_space(self, language: str | None) -> str:
        """`nb` → `no`; undecided or without a stemmer → `=`."""
        return NAME_SPACES.get(language or "", AS_WRITTEN)

    def word_term(self, word: str, space: str) -> str:
        """The term of a lower-case word in a name space."""
        return self._term(word, space)

    def part_terms(self, word: str, space: str) -> tuple[str, ...]:
        """The terms of a compound's parts, `no~frist`; empty when it is none."""
        return ()

    def is_small(self, word: str) -> bool:
        """Whether a lower-case word is a small word of any language."""
        return small_words.is_small(word)

    def passage_terms(
        self, title: str, heading: str, body: str, language: str | None, section: str | None = None
    ) -> Terms:
        """The terms of a passage's three fields, in order; its own number leads the heading."""
        space = self.name_space(language)
        own = (own_section_term(section),) if section else ()
        mention = mention_term(section) if section else None
        in_heading = (term for term in self._field(heading, space) if term != mention)
        return Terms(
            title=self._field(title, space),
            heading=(*own, *in_heading),
            body=self._field(body, space),
        )

    def _field(self, text: str, space: str) -> tuple[str, ...]:
        return tuple(self._term(word.text, space) for word in words(text))

    def _make_term(self, word: str, space: str) -> str:
        if space == AS_WRITTEN or holds_digit(word):
            return AS_WRITTEN + word
        return f"{space}:{self._stem(word, space)}"

    def _stem(self, word: str, space: str) -> str:
        stemmer = getattr(self._stemmers, space, None)
        if stemmer is None:
            stemmer = Stemmer.Stemmer(_ALGORITHMS[space], 0)
            setattr(self._stemmers, space, stemmer)
        stem: str = stemmer.stemWord(word)
        return stem
