"""
The forms of a listed Norwegian, Swedish or Danish word, by rule: what a stemmer parts stays together.

Snowball makes `utlei` of `utleier` and `utleier` of `utleieren`, and stems of three letters join strangers
(`gjeld`, debt, and `gjelder`, is in force). Whoever lists a word lists its plain form, so the ways it is
inflected can be written down: nouns of both genders and written forms of Norwegian, weak verbs, adjectives.
Forms that no one uses come with them and do no harm; vowels that change (`bok`, `bøker`) are listed by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

SHORTEST_INFLECTED = 3
"""Letters of the shortest word that is inflected."""
SHORTEST_OF_QUALITY = 4
"""Letters of the shortest word that may be an adjective or a verb's stem: `rar`, but not `lov`, `love`."""
_REMEMBERED: Final = 1 << 14
_VOWELS: Final = frozenset("aeiouyæøåäö")

_NORWEGIAN: Final = {
    "e": "en a et er ene ar ane es ast t te de",
    "vowel": "en et er r ene a ar ane",
    "er": "+en +e +ne +ene +a ar aren arar arane ane ene",
    "ar": "+en +ar +ane er eren ere erne ane ene",
    "consonant": "en a et er ene ar ane",
    "quality": "e t",
}
_SWEDISH: Final = {
    "a": "an or orna ar ade at as",
    "e": "+n en ar arna et ena na",
    "vowel": "n r rna t en et er erna",
    "consonant": "en et ar arna er erna",
    "quality": "a t",
}
_DANISH: Final = {
    "e": "en er erne et es te t ede",
    "vowel": "en et er erne ne",
    "er": "+en +e +ne +ens en erne",
    "consonant": "en et er erne ene",
    "quality": "e t",
}
_ENDINGS: Final = {"no": _NORWEGIAN, "sv": _SWEDISH, "da": _DANISH}
"""By name space and how a word ends: what takes that ending's place, or stands after all of it (`+en`)."""


@lru_cache(_REMEMBERED)
def inflections(word: str, space: str) -> frozenset[str]:
    """
    The word and its forms in a name space (`no`, `sv`, `da`), genitives too; in another the word alone.

    `word` is lower case and a plain form: a noun without article, a verb without `å`.
    """
    endings = _ENDINGS.get(space)
    if endings is None or len(word) < SHORTEST_INFLECTED or not word.isalpha():
        return frozenset((word,))
    forms = {word, *_forms(word, endings)}
    return frozenset(forms | {form + "s" for form in forms if form[-1] not in "sxz"})


def _forms(word: str, endings: dict[str, str]) -> Iterator[str]:
    kind, base = _kind(word, endings)
    for ending in endings[kind].split():
        yield word + ending[1:] if ending.startswith("+") else base + ending
    if kind == "consonant":
        if len(word) >= SHORTEST_OF_QUALITY:
            yield from (word + ending for ending in endings["quality"].split())
        yield from _with_another_stem(word, endings)


def _kind(word: str, endings: dict[str, str]) -> tuple[str, str]:
    """How the word is inflected, and what of it stays. A last `e` of three letters is stressed: `tre`."""
    for ending in ("er", "ar", "e", "a"):
        if ending in endings and word.endswith(ending) and len(word) - len(ending) >= SHORTEST_INFLECTED:
            return ending, word.removesuffix(ending)
    return ("vowel" if word[-1] in _VOWELS else "consonant"), word


def _with_another_stem(word: str, endings: dict[str, str]) -> Iterator[str]:
    """`trær`, `trærne`; `dom`, `dommen`; `sykkel`, `sykler`."""
    if word.endswith("r"):
        yield word + "ne"
    if word.endswith("m") and word[-2] in _VOWELS:
        yield from (f"{word}m{ending}" for ending in endings["consonant"].split())
    if word.endswith("el") and len(word) > SHORTEST_INFLECTED + 1:
        stem = word[:-3] if word[-3] == word[-4] else word[:-2]
        yield from (f"{stem}l{ending}" for ending in endings["consonant"].split())
