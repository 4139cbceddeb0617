"""
Finnish lemmas: the seam for a backend, and the one that comes with Belegg.

A backend is pinned by name and version with the index. Another may be installed by the user: a package with
an entry point in the group `belegg.lemmas`, named as the setting names it, that gives a `Lemmas` when called
(docs/explanation/terms.md shows one for voikko, whose licence keeps it out of Belegg).
"""

from __future__ import annotations

from typing import Final, Protocol

from belegg.errors import MissingExtra
from belegg.text.word_lists import WordLists, simplemma_version

BUILT_IN: Final = "simplemma"
GROUP: Final = "belegg.lemmas"

_UNKNOWN_RULE: Final = 1
_LONGEST_DROP: Final = 5
_SHORTEST_KNOWN: Final = 4
_SHORTEST_UNKNOWN: Final = 7


class Lemmas(Protocol):
    """Lemmas of Finnish words. The same word must always give the same lemma."""

    @property
    def identity(self) -> str:
        """Name and version, as pinned with the index."""

    def lemma(self, word: str) -> str:
        """The lemma of a lower-case word, in lower case; the word itself when there is none."""

    def known(self, word: str) -> str | None:
        """The lemma of a word that is known for sure; None where `lemma` would guess."""


class ListLemmas:
    """
    The lemmas of simplemma's dictionary, by our compiled list, and a rule for words that it lacks.

    An unknown word of seven letters or more is its longest known beginning when at most five letters follow
    it (an inflected form), else what stands before its longest known ending, with the lemma of that
    (a compound). On TyDi QA as good as simplemma's own rules (nDCG@10 .915 both), without importing it.
    """

    def __init__(self, lists: WordLists) -> None:
        self._lists = lists

    @property
    def identity(self) -> str:
        return f"{BUILT_IN} {simplemma_version()}, unknown words {_UNKNOWN_RULE}"

    def known(self, word: str) -> str | None:
        return self._lists.of("fi").lemma(word)

    def lemma(self, word: str) -> str:
        known = self._lists.of("fi")
        found = known.lemma(word)
        if found is not None:
            return found
        if len(word) < _SHORTEST_UNKNOWN:
            return word
        for end in range(len(word) - 1, max(_SHORTEST_KNOWN, len(word) - _LONGEST_DROP) - 1, -1):
            if (found := known.lemma(word[:end])) is not None:
                return found
        for start in range(3, len(word) - _SHORTEST_KNOWN + 1):
            if (found := known.lemma(word[start:])) is not None:
                return word[:start] + found
        return word


def lemmas_named(name: str, lists: WordLists) -> Lemmas:
    """The backend of that name. Raises MissingExtra when it is not installed."""
    if name == BUILT_IN:
        return ListLemmas(lists)
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP, name=name):
        backend: Lemmas = point.load()()
        return backend
    raise MissingExtra(
        f"the Finnish lemmas `{name}` are not installed: no package here has an entry point `{name}` "
        f"in the group `{GROUP}`. Install one, or set the lemmas back to `{BUILT_IN}`"
    )
