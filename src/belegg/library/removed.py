"""Documents whose source is gone: not found by a search, still read by name and checked against."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from operator import attrgetter

from belegg.records import DocumentHead, DocumentText
from belegg.seams import Reader
from belegg.text.words import word_texts

MOST_LOOKED_THROUGH = 200  # documents, for a quotation that nothing else holds
TELLING = 5  # of its longest words, that a text must hold before it is checked


class Gone:
    """The removed documents that a reader may read, the last removed first, looked through for quotations."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._asked = False

    @cached_property
    def _heads(self) -> list[DocumentHead]:
        return sorted(self._reader.removed(), key=attrgetter("removed_at"), reverse=True)

    def holding(self, quotation: str) -> Iterator[DocumentText]:
        """The texts that hold the longest words of a quotation, every version, the newest first."""
        self._asked = True
        wanted = sorted(word_texts(quotation), key=len)[-TELLING:]
        for head in self._heads[:MOST_LOOKED_THROUGH]:
            for number in range(head.version, 0, -1):
                text = self._reader.text(head.id, number)
                if text is not None and wanted:
                    folded = text.text.casefold()
                    if all(word in folded for word in wanted):
                        yield text

    def told(self) -> list[str]:
        """That not all of them were looked through, where that was so."""
        if not self._asked or len(self._heads) <= MOST_LOOKED_THROUGH:
            return []
        return [
            f"of {len(self._heads):,} removed documents the {MOST_LOOKED_THROUGH} removed last were looked "
            "through; name a document beside a quotation to have it checked there"
        ]


def removed_told(head: DocumentHead) -> str:
    """`was removed on 2026-11-30`."""
    return f"was removed on {head.removed_at[:10]}" if head.removed_at else "was removed"
