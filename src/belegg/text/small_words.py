"""
Small words: articles, pronouns, prepositions, conjunctions, auxiliaries and question words.

They are left out of queries and kept in the index. A word that is small in one language and means a thing
in another (Italian `hai`, Norwegian for a shark) is left out only when the question or the library speaks
the first. The lists are our own, one word a line, in `data/small_words/<language>.txt`, by language code:
nb, nn, sv, da, en, de, fi, nl, fr, es, it, pt, ru.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from pathlib import Path

_DATA = Path(__file__).parent / "data"


SMALL_WORDS: Mapping[str, frozenset[str]] = {
    path.stem: frozenset(path.read_text(encoding="utf-8").split())
    for path in sorted((_DATA / "small_words").glob("*.txt"))
}

CONTENT_WORDS = frozenset((_DATA / "content_words.txt").read_text(encoding="utf-8").split())
"""Small in one language, and in another what people ask for: war, car, son, mai (May), celle."""

ALL_SMALL_WORDS: frozenset[str] = frozenset[str]().union(*SMALL_WORDS.values()) - CONTENT_WORDS
"""Of all languages together."""

FEWEST_TELLING = 2
"""Small words of one language that tell a question's language; one alone is chance."""


def is_small(word: str) -> bool:
    """Whether a lower-case word is a small word of any supported language."""
    return word in ALL_SMALL_WORDS


def small_words_for(words: Iterable[str], library: Collection[str]) -> frozenset[str]:
    """
    The small words to leave out of a question of these lower-case words, over a library in these languages.

    Those of the question's languages when two small words or more tell them: `die` stays in an English
    question over German texts. Else those of the library's languages; of the question's when it has none.
    """
    spoken = set(words)
    hits = {code: len(spoken & small) for code, small in SMALL_WORDS.items()}
    most = max(hits.values())
    own = frozenset(code for code, count in hits.items() if 3 * count > 2 * most)
    if most < FEWEST_TELLING:
        own = frozenset(library).intersection(SMALL_WORDS) or own
    return _together(own)


@cache
def _together(languages: frozenset[str]) -> frozenset[str]:
    return frozenset[str]().union(*(SMALL_WORDS[code] for code in languages)) - CONTENT_WORDS


def languages_spoken(words: Iterable[str]) -> frozenset[str]:
    """
    The languages that have most of the lower-case words as small words; empty when none has one.

    Several where they tie: Norwegian, Danish and Swedish share most of theirs.
    """
    spoken = set(words)
    hits = {code: len(spoken & small) for code, small in SMALL_WORDS.items()}
    most = max(hits.values())
    return frozenset(code for code, count in hits.items() if count == most > 0)
