"""
What one person may see of a snapshot, and what one scope leaves of that.

Frequencies, number and mean length of passages are counted over the passages that the person may read,
never looked up in a total: what is hidden, or was deleted, cannot move them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from belegg.records import OnTheDay
from belegg.stores.engine.arrays import Floats, Keys, Lengths, Mask
from belegg.stores.engine.formula import Formula
from belegg.stores.engine.segments import Segment
from belegg.stores.engine.snapshot import Snapshot

MOST_FREQUENCIES = 50_000


@dataclass(frozen=True, slots=True)
class InScope:
    """
    The passages that a question may find, and the documents that may be read: those of a pack that is off are
    read and not found. `lengths` are HIDDEN elsewhere, `languages` found when asked. `on_the_day`: what the
    scope's day did. `embedded`: of a model's passages in order of arrival, which are in scope, by its number.
    `made`: what `Reader.once` made.
    """

    documents: Mask
    keys: Mask
    lengths: Lengths
    on_the_day: OnTheDay | None = None
    languages: list[str] = field(default_factory=list)
    embedded: dict[int, Mask] = field(default_factory=dict)
    made: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Part:
    """
    A segment, or a part of what is fresh, as a view sees it.

    `whole`: all of its postings are readable, so that a list's size is its frequency. Where they are not,
    each key of a list is looked at once, and `counted` keeps the number, by term id.
    """

    whole: bool
    counted: dict[int, int]


@dataclass(frozen=True, slots=True)
class View:
    """
    What the holders of some access lists may read: `lists` by list id, None for the owner, who reads all.

    `parts` are the segments, then the fresh parts. `saturations` are by length. `frequencies`, `spaces`,
    `packs`, `scopes` and `dated` (the documents' versions with their days, by number) are filled when first
    asked for.
    """

    snapshot: Snapshot
    lists: Mask | None
    documents: Mask
    keys: Mask
    passages: int
    mean_length: float
    parts: tuple[Part, ...]
    saturations: Floats
    frequencies: dict[int, int] = field(default_factory=dict)
    spaces: dict[str, int] = field(default_factory=dict)
    packs: dict[str, bool] = field(default_factory=dict)
    scopes: dict[object, InScope] = field(default_factory=dict)
    dated: dict[int, Any] = field(default_factory=dict)

    def frequency(self, number: int, keys: Keys, sizes: Sequence[tuple[int, int]]) -> int:
        """In how many readable passages a term stands. `sizes`: how many of its keys lie in which part."""
        known = self.frequencies.get(number)
        if known is not None:
            return known
        total = start = 0
        for place, size in sizes:
            part = self.parts[place]
            if not part.whole and number not in part.counted:
                readable = self.keys.take(keys[start : start + size])
                part.counted[number] = int(np.count_nonzero(readable))
            total += size if part.whole else part.counted[number]
            start += size
        return total

    def holds(self, access: int) -> bool:
        """Whether these people may read what stands under an access list."""
        return self.lists is None or bool(self.lists[access])

    def remember(self, frequencies: Mapping[int, int]) -> None:
        if len(self.frequencies) + len(frequencies) > MOST_FREQUENCIES:
            self.frequencies.clear()
            for part in self.parts:
                part.counted.clear()
        self.frequencies.update(frequencies)


def view_of(snapshot: Snapshot, lists: Mask | None, formula: Formula, earlier: View | None) -> View:
    """The view of those who hold these access lists. `earlier`: theirs of the state before, if any."""
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
        lists,
        documents,
        keys,
        passages,
        mean,
        parts_of(snapshot, keys, earlier),
        formula.doubled_saturations(mean or 1.0, snapshot.longest),
    )


def parts_of(snapshot: Snapshot, keys: Mask, earlier: View | None) -> tuple[Part, ...]:
    """The parts of the index. Where nothing became readable or unreadable, what was counted still holds."""
    counted: dict[Segment, dict[int, int]] = {}
    if earlier is not None and earlier.snapshot.state.same_words(snapshot.state):
        counted = {
            segment: part.counted
            for segment, part in zip(earlier.snapshot.segments, earlier.parts, strict=False)
            if np.array_equal(segment.of(earlier.keys), segment.of(keys))
        }
    segments = [
        Part(int(np.count_nonzero(segment.of(keys))) == segment.passages, counted.get(segment, {}))
        for segment in snapshot.segments
    ]
    fresh = [Part(bool(keys[part.first_key : part.end_key].all()), {}) for part in snapshot.fresh]
    return (*segments, *fresh)
