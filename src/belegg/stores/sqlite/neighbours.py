"""Terms like a given one, by trigram Dice: signatures first, then the words themselves."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from belegg.stores.sqlite.vocabulary import Signatures, Vocabulary, signature, trigrams


def candidates(term: str, at_least: float, signatures: Signatures) -> list[int]:
    """
    Ids of all terms that can reach this Dice; `signatures` of ids from 1 on.

    With q trigrams asked and t held, Dice = 2·common/(q + t) >= d needs common >= d·q/(2 - d), for
    t >= common. Each common trigram's bit is set in both; trigrams asked that share a bit count once.
    """
    _, asked = trigrams(term)
    needed = at_least * len(asked) / (2 - at_least)
    bits = signature(term)
    doubled = len(asked) - bits.bit_count()
    halves = np.array([bits & (2**64 - 1), bits >> 64], dtype=np.uint64)
    common = np.bitwise_count(signatures[:, 0] & halves[0])
    common += np.bitwise_count(signatures[:, 1] & halves[1])
    found: list[int] = (np.flatnonzero(common >= max(1, int(np.ceil(needed - 1e-9)) - doubled)) + 1).tolist()
    return found


def similar(
    term: str, at_least: float, signatures: Signatures, vocabulary: Vocabulary
) -> Iterator[tuple[str, int, float]]:
    """Terms of the same name space with their ids and Dice, in no order."""
    space, asked = trigrams(term)
    for number, other in vocabulary.terms(candidates(term, at_least, signatures)).items():
        other_space, held = trigrams(other)
        dice = 2 * len(asked & held) / max(1, len(asked) + len(held))
        if other_space == space and dice > 0 and dice >= at_least:
            yield other, number, dice
