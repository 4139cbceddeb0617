"""The protocol of keeping stored runs, which touches no document and no index."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from belegg.records import DocumentId
from belegg.records.turns import Turn


class Keeper(Protocol):
    """One transaction about stored runs alone."""

    def not_held(self, documents: Iterable[DocumentId]) -> frozenset[DocumentId]:
        """Those of the documents that are not in the store, in no version: nothing of them may be kept."""

    def keep(self, turn: Turn) -> int:
        """
        Keep a run as the next turn of its conversation, and open the gap that it names; its number in the
        conversation. Raises UnknownRun when the conversation is another asker's.
        """

    def remove(self, ids: Sequence[str]) -> int:
        """Let runs go, and gaps that no run is left of; how many runs went."""

    def keep_newest(self, most: int) -> int:
        """
        Let all but the newest runs go, those aside that are the last of an open gap; how many went.
        """

    def close_gap(self, number: int, at: str) -> bool:
        """Close a gap until its question is left open again; False when there is none of this number."""


Without = Callable[[str], tuple[str, int] | None]
"""
Takes a document out of a stored run's record: the record without it, and how many quotations went. None: the
record cannot be read, and the run is to go whole.
"""
