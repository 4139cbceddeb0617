"""A long document cannot fill the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from belegg.records import DocumentId


def cap_per_document(documents: Sequence[DocumentId], at_most: int) -> list[int]:
    """The places (from 0) of the first `at_most` passages of each document, in the order given."""
    seen: Counter[DocumentId] = Counter()
    kept = []
    for place, document in enumerate(documents):
        seen[document] += 1
        if seen[document] <= at_most:
            kept.append(place)
    return kept


def rows_to_fetch(limit: int) -> int:
    """Twelve times the limit, up to 400 (never fewer than asked for), so that the cap leaves full pages."""
    return max(limit, min(12 * limit, 400))
