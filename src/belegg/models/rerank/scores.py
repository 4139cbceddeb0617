"""Scores that a server sent, matched to the texts that it was sent."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TypeGuard

from belegg.errors import ModelMalformed


def by_index(items: object, name: str, count: int, source: str) -> Mapping[int, float]:
    """
    The score under `name` of each item, by its `index`.

    Raises ModelMalformed for another form, an index that was not sent or came twice, and a score that is no
    finite number. Texts without a score are left to the caller.
    """
    if not isinstance(items, list):
        raise ModelMalformed(
            f"`{source}` answered in another form than this interface has; check the provider"
        )
    scores: dict[int, float] = {}
    for item in items:
        index = item.get("index") if isinstance(item, dict) else None
        score = item.get(name) if isinstance(item, dict) else None
        if not is_whole(index) or not 0 <= index < count or index in scores:
            raise ModelMalformed(
                f"`{source}` judged a text that it was not sent, or one twice; its order is void"
            )
        if isinstance(score, bool) or not isinstance(score, int | float) or not is_finite(score):
            raise ModelMalformed(f"`{source}` gave a text no score that is a number; its order is void")
        scores[index] = float(score)
    return scores


def is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def is_finite(score: float) -> bool:
    try:
        return math.isfinite(score)
    except OverflowError:  # a whole number beyond any float
        return False
