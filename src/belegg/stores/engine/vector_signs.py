"""
Which passages are likely to be the best, told by the signs of their vectors: a bit for each number.

Vectors of one model have much in common, so a number's sign is taken after the model's mean is taken off;
the mean is given with the model and made from no document. First the differing signs of every window are
counted. Of those with the fewest, many times more than are wanted, each sign is then weighed by how far the
question's number stands from the mean, which tells more (benchmarks/vectors.py: of 22,000 vectors the
likeliest 400 hold .970 of the ten best, the 400 with the fewest differing signs .921).

Nothing here depends on what is not in scope: each passage is told by itself, ties by signs, then by key.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from belegg.stores.engine.arrays import AnyArray, Counts, Keys, Mask
from belegg.stores.engine.sizes import Sizes
from belegg.stores.engine.vector_codes import WORD_BITS, Signs, Vectors, best_of_each, signs_of
from belegg.stores.engine.vector_memory import Part, windows_of

WINDOWS_AT_ONCE = 32_768
WORDS_IN_A_BYTE = 3  # differing bits of three 64-bit words are counted in 8 bits
FAR = 65_535  # differing signs of what is not in scope
BYTES = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").astype(np.float32)


def likely(
    parts: Sequence[Part],
    keys: AnyArray,
    counts: Counts,
    allowed: Mask,
    query: Vectors,
    mean: Vectors,
    limit: int,
    sizes: Sizes,
) -> Keys:
    """Places of the passages among which the `limit` best are looked for."""
    words = -(-query.size // WORD_BITS)
    many = max(sizes.candidates, sizes.candidates_each * limit)
    differ = differing(parts, counts, allowed, signs_of(query[None], mean, words)[:, 0])
    places = nearest(differ, keys, many * sizes.weighed, query.size)
    if places.size <= many:
        return places
    weights = np.zeros(words * WORD_BITS, dtype=np.float32)
    weights[: query.size] = query - mean
    order = np.lexsort((keys[places], differ[places], -weighed(parts, counts, places, weights)))
    return places[order[:many]]


def weighed(parts: Sequence[Part], counts: Counts, places: Keys, weights: Vectors) -> Vectors:
    """Of each passage the greatest sum, over its windows, of the weights where the sign is set."""
    table = BYTES @ weights.reshape(-1, 8).T
    found = []
    for part in parts:
        windows = counts[part.first : part.first + part.passages]
        here = places[(places >= part.first) & (places < part.first + windows.size)] - part.first
        signs = np.ascontiguousarray(part.data[:, windows_of(windows, here)].T).view(np.uint8)
        sums = np.zeros(len(signs), dtype=np.float32)
        for place, column in enumerate(signs.T):
            sums += table[:, place].take(column)
        found.append(best_of_each(sums, windows[here], -np.inf))
    return np.concatenate(found)


def differing(parts: Sequence[Part], counts: Counts, allowed: Mask, signs: Signs) -> AnyArray:
    """By place, how many signs differ in the nearest window; FAR for what is not allowed."""
    found = np.full(allowed.size, FAR, dtype=np.uint16)
    for part in parts:
        here = allowed[part.first : part.first + part.passages]
        windows = counts[part.first : part.first + here.size]
        if here.any():
            differ = differing_in(part.data, int(windows.sum(dtype=np.int64)), signs)
            least = best_of_each(differ, windows, FAR, np.minimum)
            np.copyto(found[part.first : part.first + here.size], least, where=here)
    return found


def differing_in(data: Signs, windows: int, signs: Signs) -> AnyArray:
    """How many signs of each of the first windows differ."""
    found = np.zeros(windows, dtype=np.uint16)
    for start in range(0, windows, WINDOWS_AT_ONCE):
        here = slice(start, min(start + WINDOWS_AT_ONCE, windows))
        for first in range(0, signs.size, WORDS_IN_A_BYTE):
            few = np.bitwise_count(data[first, here] ^ signs[first])
            for word in range(first + 1, min(first + WORDS_IN_A_BYTE, signs.size)):
                few += np.bitwise_count(data[word, here] ^ signs[word])
            found[here] += few
    return found


def nearest(differ: AnyArray, keys: AnyArray, many: int, most: int) -> Keys:
    """
    Places of the nearest, so many when there are; of equally near ones those with the smallest keys. `most`:
    how many signs can differ.
    """
    low, high = 0, most
    while low < high:  # the least distance within which there are enough
        middle = (low + high) // 2
        if np.count_nonzero(differ <= middle) >= many:
            high = middle
        else:
            low = middle + 1
    places = np.flatnonzero(differ <= low)
    if places.size <= many:
        return places
    order = np.lexsort((keys[places], differ[places]))
    return np.sort(places[order[:many]])
