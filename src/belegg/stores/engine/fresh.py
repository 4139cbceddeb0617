"""The postings of passages that stand in no segment yet: made from their forward arrays, kept in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from belegg.stores.engine.arrays import Frequencies, Keys, Lengths, TermIds
from belegg.stores.engine.formula import Formula
from belegg.stores.engine.forward import ForwardRow, invert
from belegg.stores.engine.postings import Run


@dataclass(frozen=True, slots=True)
class Fresh:
    """Postings of the passages from `first_key` to `end_key`, ordered by term id, then key."""

    first_key: int
    end_key: int
    ids: TermIds
    keys: Keys
    frequencies: Frequencies

    @classmethod
    def of(cls, rows: Sequence[ForwardRow], formula: Formula) -> Fresh:
        return cls(rows[0].key, rows[-1].key + 1, *invert(rows, formula).postings)

    def runs(self, ids: Sequence[int], lengths: Lengths) -> dict[int, Run]:
        """The postings of these terms."""
        wanted = np.array(ids, dtype=np.uint32)
        starts = np.searchsorted(self.ids, wanted, side="left").tolist()
        ends = np.searchsorted(self.ids, wanted, side="right").tolist()
        found = {}
        for term, start, end in zip(ids, starts, ends, strict=True):
            if start < end:
                keys, frequencies = self.keys[start:end], self.frequencies[start:end]
                shortest = int(lengths.take(keys).min())
                found[term] = Run(keys, frequencies, int(frequencies.max()), shortest)
        return found


def with_newer(parts: tuple[Fresh, ...], newer: Fresh) -> tuple[Fresh, ...]:
    """
    Add a part, joining neighbours of like size: few parts to look into, and little copied at each write.
    """
    joined = [*parts, newer]
    while len(joined) > 1 and joined[-1].ids.size * 2 >= joined[-2].ids.size:
        last = joined.pop()
        joined[-1] = join(joined[-1], last)
    return tuple(joined)


def join(earlier: Fresh, later: Fresh) -> Fresh:
    ids = np.concatenate((earlier.ids, later.ids))
    order = np.argsort(ids, kind="stable")
    return Fresh(
        earlier.first_key,
        later.end_key,
        ids[order],
        np.concatenate((earlier.keys, later.keys))[order],
        np.concatenate((earlier.frequencies, later.frequencies))[order],
    )
