"""Who holds a library: what one holder at a time may do, and how long the others wait."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

SAY_AFTER_S = 1.0

WRITER, MERGER, INGEST, EMBED, ENRICH = "writer", "merger", "ingest", "embed", "enrich"
ROLES = (WRITER, MERGER, INGEST, EMBED, ENRICH)
"""
The writer commits; merges of the index are apart, between whose steps others may write; and so are ingesting,
embedding and enriching, which write in many transactions.
"""


def nobody(sentence: str) -> None:
    """Hears nothing."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for another writer, and who is told (once, after a while) for whom one waits."""

    limit_s: float
    tell: Callable[[str], None] = nobody
    tell_after_s: float = SAY_AFTER_S


AT_ONCE = Patience(0.0)
