"""
Fusing two arms: what the words say of a passage and what its vector says.

    sum:     cosine + w · share                                           (w .15 with e5)
    scaled:  (cosine - mean) / standard deviation of the best 100 + w · share   (w 8, any embedder)
    rrf:     a / (k + place by words) + b / (k + place by vectors)

share is the score by words over the most that the question's words could give: near 0 when only common words
stand there, so the words weigh as much as they tell. Rank fusion throws that away; it is for arms whose
scores cannot be compared. Figures: docs/explanation/ranking.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from belegg.errors import BadSetting
from belegg.records import PassageKey

Kind = Literal["sum", "scaled", "rrf"]

NEAREST: Final = 100
"""The best cosines that give the mean and the spread of a question."""

E5: Final = "e5/"
"""How the ids of the embedders begin whose narrow range of cosines the weight of `sum` was measured with."""


@dataclass(frozen=True, slots=True)
class Fusion:
    """
    How two arms become one order. `share_weight` is w of `sum` and `scaled`; `k`, `words` and `vectors` are
    k, a and b of `rrf`.
    """

    kind: Kind
    share_weight: float = 0.0
    k: float = 20.0
    words: float = 1.0
    vectors: float = 2.0


SUM: Final = Fusion("sum", 0.15)
SCALED: Final = Fusion("scaled", 8.0)
RRF: Final = Fusion("rrf")


def fusion_for(model: str) -> Fusion:
    """The measured fusion of an embedder, by its id."""
    return SUM if model.startswith(E5) else SCALED


def fusion_called(text: str) -> Fusion:
    """
    A fusion as people write it: `sum`, `sum:0.2`, `scaled:8`, `rrf`, `rrf:20` (k), `rrf:20:1:2` (k, weight of
    the words, weight of the vectors). Raises BadSetting.
    """
    kind, *numbers = text.strip().lower().split(":")
    told = f"`{text}` is no fusion; write `sum`, `sum:0.15`, `scaled:8`, or `rrf:20:1:2` (k, words, vectors)"
    if kind not in get_args(Kind) or len(numbers) > (3 if kind == "rrf" else 1):
        raise BadSetting(told)
    try:
        values = [float(number) for number in numbers]
    except ValueError as error:
        raise BadSetting(told) from error
    if not all(math.isfinite(value) and value >= 0 for value in values):
        raise BadSetting(f"{told}; the numbers are 0 or more")
    if kind == "rrf":
        k, words, vectors = (*values, *(RRF.k, RRF.words, RRF.vectors)[len(values) :])
        if not words and not vectors:
            raise BadSetting(f"{told}; one of the two weights has to be more than 0")
        return Fusion("rrf", k=k, words=words, vectors=vectors)
    measured = SUM if kind == "sum" else SCALED
    return replace(measured, share_weight=values[0]) if values else measured


@dataclass(frozen=True, slots=True)
class InArms:
    """
    What both arms say of a passage. Places count from 1 (0: that arm did not find it). `word_share` is 0 to
    1; `cosine` -1 to 1, None for a passage without a vector.
    """

    key: PassageKey
    word_rank: int
    word_share: float
    vector_rank: int
    cosine: float | None


def word_share(score: float, mass: float, k1: float) -> float:
    """
    A score by words as a share of the most that the question's words could give: score / ((k1 + 1) · mass),
    at most 1. `mass` is the sum of the words' rarities, those that stand nowhere among them.
    """
    return min(1.0, score / ((k1 + 1) * mass)) if mass > 0 and score > 0 else 0.0


def fused_scores(found: Sequence[InArms], how: Fusion) -> list[float]:
    """
    The fused score of each passage, in their order. `found` must hold the best `NEAREST` by cosine for
    `scaled`. A passage without a vector counts as the farthest of those that have one.
    """
    if how.kind == "rrf":
        return [
            _by_rank(how.words, how.k, one.word_rank) + _by_rank(how.vectors, how.k, one.vector_rank)
            for one in found
        ]
    known = sorted((one.cosine for one in found if one.cosine is not None), reverse=True)
    farthest = known[-1] if known else 0.0
    cosines = [farthest if one.cosine is None else one.cosine for one in found]
    if how.kind == "scaled":
        cosines = _scaled(cosines, known[:NEAREST])
    return [cosine + how.share_weight * one.word_share for cosine, one in zip(cosines, found, strict=True)]


def _by_rank(weight: float, k: float, rank: int) -> float:
    return weight / (k + rank) if rank else 0.0


def _scaled(cosines: Sequence[float], nearest: Sequence[float]) -> list[float]:
    """How many standard deviations of the nearest each cosine lies above their mean; 0 when all are equal."""
    if not nearest:
        return [0.0] * len(cosines)
    mean = math.fsum(nearest) / len(nearest)
    spread = math.sqrt(math.fsum((cosine - mean) ** 2 for cosine in nearest) / len(nearest))
    return [(cosine - mean) / spread if spread > 0 else 0.0 for cosine in cosines]


def in_fused_order(found: Sequence[InArms], how: Fusion) -> list[tuple[InArms, float]]:
    """The passages with their fused scores, best first; ties by cosine, by words, then the smaller key."""
    scored = zip(found, fused_scores(found, how), strict=True)
    return sorted(scored, key=_best_first)


def _best_first(scored: tuple[InArms, float]) -> tuple[float, float, float, PassageKey]:
    one, score = scored
    return -score, -(-2.0 if one.cosine is None else one.cosine), -one.word_share, one.key
