"""Libraries in a file, with a word in each document, for the tests of that file."""

from __future__ import annotations

from pathlib import Path

from belegg.records import OWNER, Alternative, Concept, Scope
from belegg.stores.sqlite import SqliteStore
from belegg.testing import incoming

EVERYTHING = Scope(OWNER)
WORD = [Concept("word", (Alternative(("en:word",), 1.0),))]


def add(store: SqliteStore, *sources: str, text: str = "word") -> None:
    with store.writing("test") as writer:
        for source in sources:
            writer.add(incoming(source, text))


def made(path: Path) -> Path:
    """A closed library of one document."""
    store = SqliteStore(path)
    add(store, "r/a")
    store.close()
    return path


def found(store: SqliteStore) -> int:
    with store.reading(EVERYTHING) as reader:
        return len(reader.by_words(WORD, 1_000))
