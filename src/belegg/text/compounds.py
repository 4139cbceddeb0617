"""
Compounds of the Nordic languages and German, split by a fixed word list.

A word of at least eight letters is a compound when it is a known word, perhaps a linking letter, and another
known word, each of at least four letters or one of the short words of our own list (`lov`, `tid`); of several
splits the one whose shorter part is longest. Rule and effect: docs/explanation/terms.md. The splitter errs,
and errs alike in texts and in questions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, Protocol

VERSION: Final = 1
"""Part of the analyser's identity: another rule or other endings is another number."""

LINKS: Final[Mapping[str, tuple[str, ...]]] = {
    "no": ("s", "e", "es"),
    "sv": ("s", "e", "o", "u"),
    "da": ("s", "e", "es"),
    "de": ("s", "es", "n", "en", "er", "e"),
    "fi": ("n",),
}
"""Letters that may stand between two parts, by name space."""

TAKES_S: Final[Mapping[str, tuple[str, ...]]] = {
    "no": ("ing", "het", "skap", "sjon", "dom", "tet", "else", "nad", "arbeid", "hold", "fylke"),
    "sv": ("ing", "het", "skap", "tion", "dom", "tet", "nad"),
    "da": ("ing", "hed", "skab", "ion", "dom", "tet", "else"),
    "de": ("ung", "heit", "keit", "schaft", "tion", "tät", "ling", "tum"),
}
"""Endings of first parts that a linking s follows: `forvaltning+s+loven`, not `forvaltning+sloven`."""

SHORTEST_WORD: Final = 8
LONGEST_WORD: Final = 80
"""A longer one is no word, and splitting takes time with the square of the length."""
SHORTEST_PART: Final = 3
SHORTEST_FREE_PART: Final = 4
"""Of three letters a part must be on the list: others are endings and accidents more often than words."""
SHORTEST_OF_THREE: Final = 15
"""Three parts in a shorter word are nearly always an accident (`tran+spor+tert`)."""

_DATA: Final = Path(__file__).parent / "data"
_VOWELS: Final = re.compile("[aeiouyåäöæøüé]+")


class Words(Protocol):
    """A word list: all it must tell is whether it holds a lower-case word."""

    def __contains__(self, word: str) -> bool: ...


class Splitter:
    """Splits the compounds of one name space. Holds no state but its lists: same word, same parts."""

    def __init__(self, space: str, words: Words) -> None:
        self._words = words
        self._links = LINKS[space]
        self._takes_s = TAKES_S.get(space, ())
        self._endings = _own_list("endings", space)
        self._short = _own_list("short_parts", space)

    def parts(self, word: str) -> tuple[str, ...]:
        """
        The parts of a lower-case word, and theirs, without repeats; empty when it is no compound.

        `arbeidsmiljøloven` → arbeidsmiljø, loven, arbeid, miljø.
        """
        found: dict[str, None] = {}
        waiting = list(self._split(word))
        while waiting:
            part = waiting.pop(0)
            found[part] = None
            waiting += self._split(part)
        return tuple(found)

    def _split(self, word: str) -> tuple[str, ...]:
        if not SHORTEST_WORD <= len(word) <= LONGEST_WORD or not word.isalpha():
            return ()
        if pair := self._pair(word):
            return pair
        return self._three(word) if len(word) >= SHORTEST_OF_THREE else ()

    def _pair(self, word: str) -> tuple[str, ...]:
        best: tuple[str, ...] = ()
        best_length = (0, 0)
        for at in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1):
            tail = word[at:]
            if not self._ends(word[:at], tail):
                continue
            for head in self._heads(word[:at]):
                if (length := (min(len(head), len(tail)), len(head))) > best_length:
                    best, best_length = (head, tail), length
        return self._with_linking_s(word, best) if best else ()

    def _three(self, word: str) -> tuple[str, ...]:
        best: tuple[str, ...] = ()
        for at in range(SHORTEST_PART, len(word) - 2 * SHORTEST_PART + 1):
            for head in self._heads(word[:at]):
                rest = self._pair(word[at:])
                if rest and min(map(len, (head, *rest))) > min(map(len, best), default=0):
                    best = (head, *rest)
        return best

    def _heads(self, front: str) -> Iterator[str]:
        """The known words that `front` may be, with and without linking letters."""
        if self._is_known(front):
            yield front
        for link in self._links:
            if front.endswith(link) and self._is_known(head := front.removesuffix(link)):
                yield head

    def _ends(self, front: str, tail: str) -> bool:
        """Whether a compound may end in `tail`: a known word, not just an ending (`-ingen`, `-heit`)."""
        verbal_noun = front.endswith("e") and tail.startswith("ring")
        if tail in self._endings or verbal_noun:
            return False
        return self._is_known(tail) and _VOWELS.search(tail) is not None

    def _is_known(self, part: str) -> bool:
        return part in self._words if len(part) >= SHORTEST_FREE_PART else part in self._short

    def _with_linking_s(self, word: str, pair: tuple[str, ...]) -> tuple[str, ...]:
        """`forvaltning+sloven` as `forvaltning+s+loven`; `papier+stücke` stays."""
        head, tail = pair
        joined = head + tail == word and tail.startswith("s") and len(tail) > SHORTEST_PART
        if joined and head.endswith(self._takes_s) and self._ends(head, tail[1:]):
            return head, tail[1:]
        return pair


@cache
def _own_list(name: str, space: str) -> frozenset[str]:
    """
    `endings` that word lists hold as words, or `short_parts` that compounds are made of; our own lists.

    Finnish has none.
    """
    path = _DATA / name / f"{space}.txt"
    return frozenset(path.read_text(encoding="utf-8").split()) if path.exists() else frozenset()
