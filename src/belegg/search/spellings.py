"""How an unknown word may be spelled instead: one typo, other joiners of a code; how alike two words are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations

_LATIN = "abcdefghijklmnopqrstuvwxyz"
LETTERS: Mapping[str, str] = {
    "no": _LATIN + "æøåé", "da": _LATIN + "æøåé", "sv": _LATIN + "åäöé", "fi": _LATIN + "åäö",
    "en": _LATIN, "de": _LATIN + "äöüß", "nl": _LATIN + "éë", "fr": _LATIN + "éèêàçôîûëï",
    "es": _LATIN + "áéíóúñü", "it": _LATIN + "àèéìòù", "pt": _LATIN + "ãõáéíóúâêôç",
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "=": _LATIN + "æøåäöé",
}  # fmt: skip

LONGEST_CODE = 20
SHORTEST_NUMBER = 5  # digits: `15-7` and `157` are two things, `2026-041` and `2026041` one
MOST_JOINERS = 3
_JOINER = re.compile(r"[-./:_,]")


def edits(word: str, letters: str) -> Iterator[str]:
    """Every string one edit away: delete, swap neighbours, change, insert."""
    for i in range(len(word) + 1):
        before, after = word[:i], word[i:]
        if after:
            yield before + after[1:]
            yield from (before + letter + after[1:] for letter in letters)
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
        yield from (before + letter + after for letter in letters)


def rejoined(code: str) -> set[str]:
    """
    The code with other joiners or none: `e4012` → `e-4012`, `e/4012` …; `2026-041` → `2026041`.

    At most three joiners, all the same. Of a number alone a point or comma is no joiner: `12.5` is not `125`.
    """
    bare = _JOINER.sub("", code)
    number = bare.isdigit()
    if len(code) > LONGEST_CODE or (number and (len(bare) < SHORTEST_NUMBER or "." in code or "," in code)):
        return set()
    spelled = {bare}
    for count in range(1, MOST_JOINERS + 1):
        for places in combinations(range(1, len(bare)), count):
            pieces = [bare[a:b] for a, b in zip((0, *places), (*places, len(bare)), strict=True)]
            spelled.update(joiner.join(pieces) for joiner in ("-/_" if number else "-/_.:"))
    return spelled - {code}


def likeness(stem: str, word: str) -> float:
    """The share of a stem's trigrams, with a start mark, that stand in a word: 0 to 1."""
    of_stem = _trigrams(stem)
    return len(of_stem & _trigrams(word)) / len(of_stem)


def _trigrams(word: str) -> set[str]:
    marked = f"^{word}"
    return {marked[i : i + 3] for i in range(max(1, len(marked) - 2))}
