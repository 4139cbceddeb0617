"""Stores with something in them, and what the tests of their promises ask of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from belegg.records import (
    OWNER,
    Alternative,
    Concept,
    Document,
    DocumentHead,
    DocumentId,
    Principal,
    Report,
    Scope,
    Terms,
    document_id,
)
from belegg.seams import Analyse, Incoming, Reader, Store
from belegg.testing import term
from belegg.testing.builders import terms_of

EVERYTHING = Scope(OWNER)
STAFF = Scope(Principal("staff", frozenset({"staff"})))
NOBODY = Scope(Principal("nobody", frozenset()))


def put(store: Store, *documents: Incoming) -> list[DocumentHead]:
    with store.writing("test") as writer:
        return [writer.add(document) for document in documents]


def asked(words: str, language: str | None = "en") -> list[Concept]:
    """One concept for each word, of one term."""
    return [Concept(w, (Alternative((term(w, language),), 1.0),), n) for n, w in enumerate(words.split())]


def found(store: Store, words: str, scope: Scope = EVERYTHING, limit: int = 10) -> list[str]:
    """Ids of the passages that a search for these words returns, best first."""
    with store.reading(scope) as reader:
        keys = [candidate.key for candidate in reader.by_words(asked(words), limit)]
        return [passage.id for passage in reader.passages(keys)]


def analysing(store: Store, language: str, ending: str = "") -> Analyse:
    """Analyses stored passages by splitting them, each word with an ending, as words of a language."""

    def analyse(wanted: Sequence[DocumentId]) -> Iterator[tuple[DocumentId, list[Terms]]]:
        for head, passages in store.stored_passages(wanted):
            texts = [" ".join(word + ending for word in p.text.split()) for p in passages]
            yield head.id, [terms_of("", "", text, language) for text in texts]

    return analyse


def named(source: str, ordinal: int = 0, pack: str = "documents") -> str:
    return f"{document_id(pack, source)}-{ordinal}"


def sources(reader: Reader) -> list[str]:
    return [head.source for head in reader.heads()]


def failing(source: str, access: Sequence[str] = ("all",)) -> tuple[Document, Report]:
    document = Document(
        document_id("documents", source), source, "documents", "", "", access=frozenset(access)
    )
    return document, Report(source, "test", failed="it is a picture")
