"""The protocol of keeping stored runs and what was fetched for them, which touches no index."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from belegg.records import DocumentId
from belegg.records.fetched import Fetched
from belegg.records.turns import Turn


class Keeper(Protocol):
    """One transaction about stored runs, and what was fetched for their questions, alone."""

    def not_held(self, documents: Iterable[DocumentId]) -> frozenset[DocumentId]:
        """Those of the documents that the store holds in no version: nothing of them may be kept."""

    def keep(self, turn: Turn) -> int:
        """
        Keep a run as the next turn of its conversation, and open the gap that it names; its number in the
        conversation. Raises UnknownRun when the conversation is another asker's.
        """

    def remove(self, ids: Sequence[str]) -> int:
        """
        Let runs go, gaps that no run is left of, and what was fetched that these alone were shown; how many
        runs went.
        """

    def keep_newest(self, most: int) -> int:
        """
        Let all but the newest runs go as `remove` does, those aside that are the last of an open gap; how
        many went.
        """

    def close_gap(self, number: int, at: str) -> bool:
        """Close a gap until its question is left open again; False when there is none of this number."""

    def keep_fetched(self, fetched: Fetched) -> None:
        """
        Keep what was fetched for a question. Its id is no document's; what is kept under it already stays as
        it is. Pages are kept without their layout.
        """

    def sweep_fetched(self, before: str) -> int:
        """Let go what was fetched before a time (ISO 8601, UTC) and no stored run was shown; how many."""

    def narrow_fetched(self, source_prefix: str, access: frozenset[str]) -> int:
        """
        Who may read what was fetched from sources that begin with this, its asker and the owner alone among
        them, from now on; of how many that changed.
        """


Without = Callable[[str], tuple[str, int] | None]
"""
Takes a document out of a stored run's record: the record without it, and how many quotations went. None: the
record cannot be read, and the run is to go whole.
"""
