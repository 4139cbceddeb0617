"""One typo in every query: a random edit of one of its telling words, by a fixed seed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from belegg.evaluation.golden import GoldenQuestion
from belegg.evaluation.sets import SetQuery
from belegg.search.spellings import LETTERS

WORD = re.compile(r"[^\W\d_]{4,}")


Query = TypeVar("Query", SetQuery, GoldenQuestion)


def with_typos(
    queries: Sequence[Query], space: str, is_small: Callable[[str], bool], seed: int = 7
) -> list[Query]:
    """The queries, each with one letter too many, missing, changed, or two neighbours swapped."""
    rng = random.Random(seed)
    return [replace(query, text=_with_typo(query.text, LETTERS[space], is_small, rng)) for query in queries]


def _with_typo(text: str, letters: str, is_small: Callable[[str], bool], rng: random.Random) -> str:
    words = [match for match in WORD.finditer(text) if not is_small(match[0].lower())]
    words = [match for match in words if len(match[0]) > 4] or words
    if not words:
        return text
    chosen = rng.choice(words)
    return text[: chosen.start()] + mistyped(chosen[0], letters, rng) + text[chosen.end() :]


def mistyped(word: str, letters: str, rng: random.Random) -> str:
    """The word with one random edit; a change may give the same letter again."""
    at = rng.randrange(len(word))
    kind = rng.choice(("missing", "changed", "too many", "swapped"))
    if kind == "missing":
        return word[:at] + word[at + 1 :]
    if kind == "changed":
        return word[:at] + rng.choice(letters) + word[at + 1 :]
    if kind == "too many":
        return word[:at] + rng.choice(letters) + word[at:]
    at = min(at, len(word) - 2)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
