"""What searches in other words taught: the words asked in vain, and those that found it."""

from __future__ import annotations

from dataclasses import dataclass

from belegg.records.documents import DocumentId

MOST_REWORDINGS = 2_000
"""A library keeps as many; of more, those that helped least are let go."""


@dataclass(frozen=True, slots=True)
class Rewording:
    """
    `asked` found nothing of a document in which `found_with` found a passage: a word each, or a run of words
    (`si opp`), lower case. `times` it helped. Whoever may not read the document knows nothing of it.
    """

    document: DocumentId
    asked: str
    found_with: str
    times: int = 1
