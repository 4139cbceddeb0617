"""What was fetched for one question: a document that no other question finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from belegg.records.documents import Document, DocumentId, Passage

FetchedKind = Literal["statistics", "table"]


@dataclass(frozen=True, slots=True)
class Fetched:
    """
    A document of figures, kept for the question that fetched them (`question`, a name drawn for each) and
    for whoever asked it (`asker`, as `records.turns.asker_of` has it). They and the owner may read it by its
    id, quote and check it, as long as `document.access` lets them; it is in no index, no list and no count.

    `fetched_at` (ISO 8601, UTC) is when the question fetched it; when a source said it, the document tells.
    `record` (JSON) says what was asked, of which table, and of what each line was made; `bodies` are the raw
    answers that the lines can be derived from again.
    """

    kind: FetchedKind
    question: str
    asker: str
    fetched_at: str
    document: Document
    passages: tuple[Passage, ...]
    record: str
    bodies: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class FetchedHead:
    """
    One as the owner's list shows it. `size_bytes` counts its text, record and bodies, before they are
    compressed.
    """

    id: DocumentId
    kind: FetchedKind
    source: str
    title: str
    question: str
    asker: str
    fetched_at: str
    size_bytes: int
