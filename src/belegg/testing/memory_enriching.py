"""What a model wrote, in a `MemoryStore`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from belegg.errors import UnknownDocument
from belegg.records import DocumentId, PassageKey
from belegg.records.enriching import EnrichedDocument, Enrichment
from belegg.testing.memory_state import Source, State, indexed

SaidOfOne = Mapping[bytes, tuple[bytes, str]]
"""By the hash of what was asked: the hash of the document's text, and what the model said."""


class EnrichesInMemory:
    """The part of a writer that is about enrichment."""

    sources: dict[DocumentId, Source]
    said: dict[DocumentId, SaidOfOne]
    next_key: int

    def enrich(self, document: DocumentId, enrichment: Enrichment) -> None:
        source = self.sources.get(document)
        if source is None or not source.current or len(source.passages) != len(enrichment.passages):
            raise UnknownDocument(document)
        title, language, facts = enrichment.title, enrichment.language, enrichment.facts
        passages = {}
        for passage, terms in zip(enrichment.passages, enrichment.terms, strict=True):
            passages[PassageKey(self.next_key)] = indexed(passage, terms, enrichment.language)
            self.next_key += 1
        newest = source.versions[-1]
        head = replace(newest.head, title=title, language=language, facts=facts)
        by_rule = EnrichedDocument(document, enrichment.model, enrichment.lines, *enrichment.by_rule)
        self.sources[document] = replace(
            source,
            document=replace(source.document, title=title, language=language, facts=facts),
            versions=(*source.versions[:-1], replace(newest, head=head)),
            names=tuple(enrichment.names),
            passages=passages,
            enriched=by_rule if enrichment.model else None,
        )

    def keep_said(self, document: DocumentId, content: bytes, said: Mapping[bytes, str]) -> None:
        if document not in self.sources:
            raise UnknownDocument(document)
        new = {asked: (content, told) for asked, told in said.items()}
        self.said[document] = {**self.said.get(document, {}), **new}

    def drop_said(self) -> None:
        self.said.clear()


def said_in(
    state: State, document: DocumentId, content: bytes, hashes: Sequence[bytes]
) -> Mapping[bytes, str]:
    """What was said about the document itself goes before what was said about its twins."""
    known = [(owner == document, told) for owner, told in state.said.items()]
    found: dict[bytes, str] = {}
    for own, told in sorted(known, key=lambda each: each[0]):
        found |= {
            asked: text
            for asked, (of, text) in told.items()
            if asked in set(hashes) and (own or of == content)
        }
    return found


def enriched_in(
    state: State, documents: Sequence[DocumentId] | None
) -> Mapping[DocumentId, EnrichedDocument]:
    every = {id: s.enriched for id, s in state.sources.items() if s.enriched is not None and s.current}
    return every if documents is None else {id: every[id] for id in documents if id in every}
