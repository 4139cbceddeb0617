"""A shelf of documents, filled by hand, and searches in it: for tests that are small true stories."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any

from belegg.records import (
    OWNER,
    Document,
    EmbeddedPassage,
    Fact,
    Found,
    Pack,
    Passage,
    Principal,
    Report,
    Scope,
    Span,
    document_id,
    passage_id,
)
from belegg.seams import Embedder, Incoming, Store
from belegg.search.models import NO_MODELS, Models
from belegg.search.search import Search
from belegg.search.settings import SearchSettings
from belegg.testing import MemoryStore
from belegg.text.analysis import Analyser
from belegg.text.names import document_names
from belegg.text.passage_terms import passage_terms

ANALYSER = Analyser()


class Shelf:
    """A store and what is put into it. Each passage is a text, or (section, headings, text)."""

    def __init__(self, store: Store | None = None) -> None:
        self.store = store or MemoryStore()
        self.models = NO_MODELS

    def put(
        self,
        name: str,
        *passages: str | tuple[str | None, tuple[str, ...], str],
        title: str = "",
        language: str | None = "en",
        access: Iterable[str] = ("all",),
        facts: Iterable[tuple[str, str]] = (),
        pack: str = "documents",
    ) -> None:
        parts = [(None, (), p) if isinstance(p, str) else p for p in passages]
        document = Document(
            id=document_id(pack, name),
            source=name,
            pack=pack,
            title=title,
            text="\n\n".join(text for _, _, text in parts),
            language=language,
            access=frozenset(access),
            facts=tuple(Fact(n, v, "test") for n, v in facts),
        )
        made, start = [], 0
        for ordinal, (section, path, text) in enumerate(parts):
            span = Span(start, start + len(text))
            made.append(
                Passage(
                    passage_id(document.id, ordinal),
                    document.id,
                    ordinal,
                    span,
                    text,
                    path,
                    section,
                    language=language,
                )
            )
            start = span.end + 2
        self.put_document(document, made)

    def put_document(self, document: Document, passages: Sequence[Passage]) -> None:
        """Store a document and its passages as they are, analysed as its pack says."""
        stemmer = self.store.packs().get(document.pack, Pack(document.pack)).stemmer
        terms = [passage_terms(ANALYSER, document.title, passage, stemmer) for passage in passages]
        report = Report(document.source, "test", passages=len(passages))
        names = document_names(document)
        with self.store.writing("test") as writer:
            writer.add(Incoming(document, passages, terms, names, report, document.source, None, 1, 1))

    def embed(self, embedder: Embedder, most: int | None = None) -> None:
        """
        Give the passages vectors of a model, at most `most` of them; each passage's text is one window. The
        search uses the embedder from then on.
        """
        self.models = Models(embedder=lambda: embedder)
        with self.store.writing("test") as writer:
            writer.begin_vectors(embedder.id, embedder.dimension, "float32", bytes(4 * embedder.dimension))
            writer.serve_vectors(embedder.id)
        lacking = list(self.store.without_vectors(embedder.id, 1_000))[:most]
        vectors = embedder.passages([one.passage.text for one in lacking])
        rows = [
            EmbeddedPassage(one.key, [blake2b(vector, digest_size=16).digest()], [vector])
            for one, vector in zip(lacking, vectors, strict=True)
        ]
        with self.store.writing("test") as writer:
            writer.add_vectors(embedder.id, rows)

    def search(self, query: str, scope: Scope | None = None, limit: int = 8, **settings: Any) -> Found:
        return self.finder(**settings)(query, scope or Scope(OWNER), limit)

    def finder(self, **settings: Any) -> Search:
        """A search of this shelf."""
        return Search(self.store, ANALYSER, SearchSettings(**settings), self.models)

    def inside(self, name: str, pack: str = "documents") -> Scope:
        """The owner's scope, within one document."""
        return Scope(OWNER, documents=(document_id(pack, name),))

    def sources(self, query: str, scope: Scope | None = None, **settings: Any) -> list[str]:
        return [hit.document.source for hit in self.search(query, scope, **settings).hits]


def reader_of(*groups: str) -> Scope:
    """The scope of somebody in these groups."""
    return Scope(Principal("somebody", frozenset(groups)))
