"""What searches in other words taught: the words asked in vain, and those that found it."""

from __future__ import annotations

from dataclasses import dataclass

from belegg.records.documents import DocumentId

MOST_REWORDINGS = 200
"""
As many are kept of a document; of more, those that helped least are let go. A bound over several documents
would let hidden ones push out what others see.
"""


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
