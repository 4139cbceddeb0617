"""The protocols of what a model wrote: kept, put to use, and taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from belegg.records import DocumentId
from belegg.records.enriching import EnrichedDocument, Enrichment


class EnrichingWriter(Protocol):
    """The part of a Writer that is about enrichment."""

    def enrich(self, document: DocumentId, enrichment: Enrichment) -> None:
        """
        Describe and index the newest version of a current document anew, without a new version of it. Another
        `add` of the document takes it back. Raises UnknownDocument.
        """

    def keep_said(self, document: DocumentId, content: bytes, said: Mapping[bytes, str]) -> None:
        """
        Keep what a model said, by the hash of what it was asked, with that of the document's text
        (`content`). It stays through new versions, until `drop_said` or until the document is forgotten.
        Raises UnknownDocument.
        """

    def drop_said(self) -> None:
        """Let go of everything that a model said."""


class EnrichingStore(Protocol):
    """The part of a Store that is about enrichment."""

    def said(self, document: DocumentId, content: bytes, hashes: Sequence[bytes]) -> Mapping[bytes, str]:
        """
        What a model said, by hash, those that are known: about this document, or about another one when its
        whole text was the same (`content`): what it was asked together with may stand in what it said.
        Owner's view.
        """

    def enriched(
        self, documents: Sequence[DocumentId] | None = None
    ) -> Mapping[DocumentId, EnrichedDocument]:
        """The current documents that are enriched, or those of these. Owner's view."""
