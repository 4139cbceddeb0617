"""
What one person may see of a snapshot, and what one scope leaves of that.

Frequencies, number and mean length of passages are counted over the passages that the person may read,
never looked up in a total: what is hidden, or was deleted, cannot move them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from belegg.stores.sqlite.arrays import Floats, Keys, Lengths, Mask
from belegg.stores.sqlite.formula import Formula
from belegg.stores.sqlite.snapshot import Snapshot

MOST_FREQUENCIES = 50_000


@dataclass(frozen=True, slots=True)
class InScope:
    """The passages that a question may find. `lengths` are HIDDEN elsewhere."""

    documents: Mask
    keys: Mask
    lengths: Lengths


@dataclass(frozen=True, slots=True)
class View:
    """
    What the holders of some access lists may read: `lists` by list id, None for the owner.

    `whole` says for each part of the index (segments, then fresh parts) that all of its postings are
    readable, so that a list's size is its frequency. `saturations` are by length. `frequencies`
    and `scopes` are filled when first asked for.
    """

    snapshot: Snapshot
    documents: Mask
    keys: Mask
    passages: int
    mean_length: float
    whole: tuple[bool, ...]
    saturations: Floats
    frequencies: dict[int, int] = field(default_factory=dict)
    scopes: dict[object, InScope] = field(default_factory=dict)

    def frequency(self, number: int, keys: Keys, sizes: Sequence[tuple[int, int]]) -> int:
        """
        In how many readable passages a term stands. `sizes`: how many of its keys lie in which part.

        Counted once for each term and view: in a part that is not wholly readable each key is looked at.
        """
        known = self.frequencies.get(number)
        if known is not None:
            return known
        total = start = 0
        for part, size in sizes:
            whole = self.whole[part]
            total += size if whole else int(np.count_nonzero(self.keys.take(keys[start : start + size])))
            start += size
        return total

    def remember(self, frequencies: Mapping[int, int]) -> None:
        if len(self.frequencies) + len(frequencies) > MOST_FREQUENCIES:
            self.frequencies.clear()
        self.frequencies.update(frequencies)


def view_of(snapshot: Snapshot, lists: Mask | None, formula: Formula) -> View:
    """The view of those who hold these access lists."""
    if lists is None:
        documents = np.ones(snapshot.access.size, dtype=np.bool_)
        keys, passages, words = snapshot.live, snapshot.passages, snapshot.words
    else:
        documents = lists[snapshot.access]
        keys = documents[snapshot.document] & snapshot.live
        passages = int(np.count_nonzero(keys))
        words = int(snapshot.lengths[keys].sum(dtype=np.int64))
    mean = words / passages if passages else 0.0
    return View(
        snapshot,
        documents,
        keys,
        passages,
        mean,
        wholeness(snapshot, keys),
        formula.doubled_saturations(mean or 1.0, snapshot.longest),
    )


def wholeness(snapshot: Snapshot, keys: Mask) -> tuple[bool, ...]:
    """For each part of the index whether all passages whose postings it holds are among the keys."""
    segments = [
        int(np.count_nonzero(keys[part.first_key : part.end_key])) == part.passages
        for part in snapshot.segments
    ]
    fresh = [bool(keys[part.first_key : part.end_key].all()) for part in snapshot.fresh]
    return (*segments, *fresh)
