"""From the numbers of an answer to vectors that may be stored: nothing that is not one gets through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from belegg.errors import ModelMalformed


def unit_vector(values: object, dimension: int | None, source: str) -> bytes:
    """
    Little-endian float32 of unit length, from a list of numbers.

    Raises ModelMalformed for anything but numbers, for NaN and infinity, for the zero vector, for an empty
    one and for another length than `dimension`; None takes any length.
    """
    if not isinstance(values, list) or not all(type(value) in (int, float) for value in values):
        raise ModelMalformed(f"`{source}` sent something else than numbers for a vector; nothing was stored")
    if not values or (dimension is not None and len(values) != dimension):
        expected = "some" if dimension is None else f"`{dimension}`"
        raise ModelMalformed(
            f"`{source}` sent a vector of `{len(values)}` numbers where {expected} were expected; name the "
            "dimension that the model has, or leave it out"
        )
    try:
        vector = np.array(values, dtype=np.float64)
    except OverflowError:
        vector = np.array([np.inf])
    if not np.isfinite(vector).all():
        raise ModelMalformed(f"`{source}` sent a vector with NaN or infinity in it; nothing was stored")
    largest = np.abs(vector).max()
    if largest == 0:
        raise ModelMalformed(
            f"`{source}` sent a vector of zeros, which is near to nothing; nothing was stored"
        )
    vector /= largest
    return (vector / np.linalg.norm(vector)).astype("<f4").tobytes()


def in_order(items: object, count: int, source: str) -> Sequence[Mapping[str, object]]:
    """
    The items of an answer in the order of what was asked, by their `index`.

    Raises ModelMalformed unless there are `count` of them with indices 0 to `count - 1`, each once.
    """
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise ModelMalformed(
            f"`{source}` answered in another form than this interface has; check the provider"
        )
    if len(items) != count:
        raise ModelMalformed(f"`{source}` answered `{len(items)}` of `{count}` texts; nothing was kept of it")
    by_index = {item["index"]: item for item in items if type(item.get("index")) is int}
    if set(by_index) != set(range(count)):
        raise ModelMalformed(f"`{source}` numbered its answers wrongly; nothing was kept of them")
    return [by_index[index] for index in range(count)]
