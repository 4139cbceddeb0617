"""
Quoted phrases: words that must stand side by side, as written.

A store finds the passages that hold all words of the phrase in some form; here the words' order is checked
on their sequences, then the letters on the passage's own text, its headings and its title.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import regex
from numpy.typing import NDArray

from belegg.records import Alternative, DocumentHead, Passage
from belegg.search.positions import term_hash

MOST_CANDIDATES = 1_000
"""Passages with all words of a phrase that are looked at; more than that, and a note says so."""

_PLAIN_WORD = regex.compile(r"[\p{L}\p{N}\p{M}]+")
_BETWEEN = r"(?:['’]s)?[^\p{L}\p{N}]+"


def must_hold(
    phrase: Sequence[str], forms: Callable[[str], tuple[str, ...]], is_small: Callable[[str], bool]
) -> list[Alternative]:
    """What a store can check of a phrase: a form of each word (small words only when there is no other)."""
    telling = [word for word in phrase if not is_small(word)] or list(phrase)
    return [Alternative(forms(word), 1.0) for word in dict.fromkeys(telling)]


def holds_run(sequences: Sequence[bytes], run: Sequence[Sequence[str]]) -> NDArray[np.bool_]:
    """Which sequences hold the words of `run` (each by its terms) side by side, in order."""
    joined = np.frombuffer(b"".join(part for s in sequences for part in (s, b"\0\0\0\0")), dtype="<u4")
    ends = np.cumsum([len(s) // 4 + 1 for s in sequences])
    at = np.arange(len(joined))
    for place, terms in enumerate(run):
        at = at[at + place < len(joined)]
        at = at[np.isin(joined[at + place], np.array([term_hash(t) for t in terms], dtype=np.uint32))]
    held = np.zeros(len(sequences), dtype=np.bool_)
    held[np.searchsorted(ends, at, side="right")] = True
    return held


def as_written(phrase: Sequence[str]) -> Callable[[Passage, DocumentHead], bool]:
    """A test for the phrase's own letters, in any case, in a passage, its headings or its title."""
    plain = [regex.escape(word) for word in phrase if _PLAIN_WORD.fullmatch(word)]
    pattern = regex.compile(
        rf"(?<![\p{{L}}\p{{N}}]){_BETWEEN.join(plain)}(?![\p{{L}}\p{{N}}])", regex.IGNORECASE
    )

    def stands_in(passage: Passage, document: DocumentHead) -> bool:
        return any(pattern.search(text) for text in (passage.text, document.title, *passage.path))

    return stands_in
