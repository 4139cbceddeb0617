"""Snowball stems of the twelve languages, by PyStemmer."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Final

import Stemmer

NAME_SPACES: Final[Mapping[str, str]] = {
    "nb": "no", "nn": "no", "no": "no", "sv": "sv", "da": "da", "en": "en", "de": "de", "fi": "fi",
    "nl": "nl", "fr": "fr", "es": "es", "it": "it", "pt": "pt", "ru": "ru",
}  # fmt: skip
"""Language → name space of its terms. Norwegian has two written forms and one stemmer."""

_ALGORITHMS: Final = {
    "no": "norwegian", "sv": "swedish", "da": "danish", "en": "english", "de": "german", "fi": "finnish",
    "nl": "dutch", "fr": "french", "es": "spanish", "it": "italian", "pt": "portuguese", "ru": "russian",
}  # fmt: skip

VERSION: Final[str] = Stemmer.version()


class Stems:
    """Stems by name space. Safe to share between threads: a PyStemmer object is not, so each has its own."""

    def __init__(self) -> None:
        self._of_thread = threading.local()

    def stem(self, word: str, space: str) -> str:
        """The stem of a lower-case word; not cached here."""
        stemmer = getattr(self._of_thread, space, None)
        if stemmer is None:
            stemmer = Stemmer.Stemmer(_ALGORITHMS[space], 0)
            setattr(self._of_thread, space, stemmer)
        stem: str = stemmer.stemWord(word)
        return stem
