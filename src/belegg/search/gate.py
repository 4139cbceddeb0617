"""
The relevance gate: each hit is judged by its evidence, never by its place or its fused score.

It can only say "nothing on this subject". A question near the subject passes every gate of retrieval, and is
refused after reading, if at all. Where the numbers come from: docs/explanation/ranking.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from belegg.records.gate import Floor

ENOUGH_WORDS = 0.35
"""The share of the question's words from which a hit passes whatever its cosine."""

Passes = Literal["named", "words", "rare word", "score", "no floor"]
"""Why a hit passes the gate."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """
    What speaks for one hit. `score` is what the floor's measure gives it (None: the passage has none),
    `word_share` 0 to 1, `named`: the question names its section, `rare_word`: it holds a rare word of the
    question as typed.
    """

    score: float | None
    word_share: float
    named: bool = False
    rare_word: bool = False


def judge(evidence: Evidence, floor: Floor | None) -> Passes | None:
    """
    Why a hit passes, the strongest reason first; None when it does not.

    A passage without a score (it has no vector) passes: nothing was measured that speaks against it.
    """
    if evidence.named:
        return "named"
    if evidence.word_share >= ENOUGH_WORDS:
        return "words"
    if evidence.rare_word:
        return "rare word"
    if floor is None or floor.value is None or evidence.score is None:
        return "no floor"
    reading = floor.reading(evidence.score, evidence.word_share)
    return "score" if reading >= floor.value else None
