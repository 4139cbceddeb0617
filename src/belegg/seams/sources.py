"""What comes into a store, and what it remembers of where that came from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from belegg.records import Document, DocumentId, Passage, Report, Terms


@dataclass(frozen=True, slots=True)
class Known:
    """What a store remembers of a source, to tell new, changed and unchanged files apart."""

    source: str
    document: DocumentId
    sha256: str
    access: frozenset[str]
    reader: str
    failed: bool
    size_bytes: int
    modified_ns: int


@dataclass(frozen=True, slots=True)
class Incoming:
    """A document ready to be stored: as read, cut, analysed, with its names normalised by `text.names`."""

    document: Document
    passages: Sequence[Passage]
    terms: Sequence[Terms]
    names: Sequence[str]
    report: Report
    sha256: str
    original: bytes | None
    size_bytes: int
    modified_ns: int
