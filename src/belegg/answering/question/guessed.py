"""
Which of the words that search found for an unknown one are a guess, and which the same word misspelt.

A question about `hunden` must not be answered by what stands about `kunden`. Search shows both and says so;
an answer has no reader in between. Both curves are in docs/explanation/answers-without-a-model.md.
"""

from __future__ import annotations

from belegg.search.spellings import LETTERS, edits
from belegg.search.vocabulary import Unknown
from belegg.text.analysis import AS_WRITTEN, Analyser
from belegg.text.words import holds_digit

CHANGED, ADDED, SWAPPED = 6, 5, 5
"""
Letters of a term from which a word is that word misspelt: one letter changed; one too many or missing; two
neighbours swapped. Shorter ones are often that near to words of another meaning (`sport`, `short`).
"""


def guessed_terms(unknown: Unknown, analyser: Analyser) -> frozenset[str]:
    """
    The terms searched instead of an unknown word that may well be other words.

    Not a code with other joiners, nor a word long enough for what was mistyped. The first letter is rarely
    missed: with another one it is a guess.
    """
    word = unknown.word
    if holds_digit(word):
        return frozenset()
    spaces = {space for term in unknown.instead if (space := _space(term)) in LETTERS}
    meant = {term for space in spaces for term in _meant(word, space, analyser)}
    return frozenset(unknown.instead).difference(meant)


def _meant(word: str, space: str, analyser: Analyser) -> set[str]:
    """The terms of spellings one letter off that are long enough to be meant."""
    by_least: dict[int, set[str]] = {}
    for spelling in edits(word, LETTERS[space]):
        if spelling[:1] == word[0]:
            by_least.setdefault(_least(spelling, word), set()).add(spelling)
    return {
        term
        for least, spellings in by_least.items()
        for term in analyser.spelling_terms(spellings, space)
        if len(_stem(term)) >= least
    }


def _least(spelling: str, word: str) -> int:
    if len(spelling) != len(word):
        return ADDED
    return SWAPPED if sorted(spelling) == sorted(word) else CHANGED


def _space(term: str) -> str:
    return AS_WRITTEN if term.startswith(AS_WRITTEN) else term.partition(":")[0]


def _stem(term: str) -> str:
    return term.removeprefix(AS_WRITTEN).rpartition(":")[2]
