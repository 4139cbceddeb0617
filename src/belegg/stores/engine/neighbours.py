"""Terms like a given one, by trigram Dice: signatures first, then the words themselves."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from belegg.stores.engine.vocabulary import SIGNATURE_BITS, Vocabulary, bits_of, kind_of, trigrams
from belegg.stores.engine.words import Signed, Words

WORD_MASK = 2**64 - 1


def candidates(term: str, at_least: float, signed: Signed) -> list[int]:
    """
    The ids of all terms that can reach this Dice, and of a few that do not.

    Dice = 2·common / (asked + held), for the numbers of trigrams in common, asked for and held. A trigram
    in common has its bit in both signatures; a term holds at least as many trigrams as its signature has
    bits. So the trigrams asked for whose bit is set are at least Dice·(asked + bits)/2.
    """
    asked = bits_of(term)
    common = np.zeros(signed.bits.size, dtype=np.uint8)
    for layer in layers(asked):
        common += np.bitwise_count(signed.low & np.uint64(layer & WORD_MASK))
        common += np.bitwise_count(signed.high & np.uint64(layer >> 64))
    needed = [
        min(255, max(1, math.ceil(at_least * (len(asked) + held) / 2 - 1e-9)))
        for held in range(SIGNATURE_BITS + 1)
    ]
    found = np.flatnonzero(common >= np.array(needed, dtype=np.uint8).take(signed.bits))
    ids: list[int] = signed.ids[found].tolist()
    return ids


def layers(asked: list[int]) -> Iterator[int]:
    """Masks that together hold each trigram's bit as often as it is asked for: mostly one, seldom two."""
    left = sorted(asked)
    while left:
        layer, again, last = 0, [], -1
        for bit in left:
            if bit == last:
                again.append(bit)
            layer |= 1 << bit
            last = bit
        yield layer
        left = again


def similar(
    term: str, at_least: float, words: Words, vocabulary: Vocabulary
) -> Iterator[tuple[str, int, float]]:
    """Terms of the same name space with their ids and Dice, in no order."""
    space, asked = trigrams(term)
    for number in candidates(term, at_least, words.signed(vocabulary, kind_of(term))):
        other = words.text(number)
        other_space, held = trigrams(other)
        dice = 2 * len(asked & held) / max(1, len(asked) + len(held))
        if other_space == space and dice > 0 and dice >= at_least:
            yield other, number, dice
