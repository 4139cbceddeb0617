"""The peers of the engine's benchmark: SQLite FTS5 and tantivy, fed with the same terms as Belegg."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import apsw
import tantivy

from belegg.records import Terms

TITLE, HEADING, BODY = 5, 3, 1  # S1's weights
BATCH = 5_000


class Fts5:
    """FTS5, contentless, detail=full, its own bm25 with weights; `ORDER BY bm25()` is its fastest form."""

    name = "FTS5"
    SCHEMA = (
        "CREATE VIRTUAL TABLE p USING fts5(title, heading, body, content='', contentless_delete=1, "
        "tokenize = \"unicode61 remove_diacritics 0 tokenchars ':=~'\")"
    )
    SEARCH = (
        f"SELECT rowid, bm25(p, {TITLE}, {HEADING}, {BODY}) AS s FROM p WHERE p MATCH ? ORDER BY s LIMIT ?"
    )

    def __init__(self, path: Path) -> None:
        self.path = path
        new = not path.exists()
        self.connection = apsw.Connection(str(path))
        self.connection.pragma("journal_mode", "wal")
        self.connection.pragma("synchronous", "full")
        if new:
            self.connection.execute(self.SCHEMA)

    def add(self, passages: Iterable[tuple[int, Terms]]) -> None:
        with self.connection:
            self.connection.executemany(
                "INSERT INTO p (rowid, title, heading, body) VALUES (?, ?, ?, ?)",
                ((key, " ".join(t.title), " ".join(t.heading), " ".join(t.body)) for key, t in passages),
            )

    def replace(self, old: Sequence[int], new: Iterable[tuple[int, Terms]]) -> None:
        with self.connection:
            self.remove(old)
            self.add(new)

    def remove(self, keys: Sequence[int]) -> None:
        self.connection.executemany("DELETE FROM p WHERE rowid = ?", [(key,) for key in keys])

    def merge(self) -> None:
        self.connection.execute("INSERT INTO p (p) VALUES ('optimize')")
        self.connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        self.connection.execute("VACUUM")

    def search(self, terms: Sequence[str], limit: int) -> list[tuple[int, float]]:
        query = " OR ".join(f'"{term}"' for term in terms)
        return [(key, -score) for key, score in self.connection.execute(self.SEARCH, (query, limit))]

    def index_bytes(self) -> int:
        return self.path.stat().st_size


class Tantivy:
    """One field with title and heading repeated, ids by fast field."""

    name = "tantivy"

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("terms", stored=False, tokenizer_name="whitespace", index_option="freq")
        builder.add_unsigned_field("key", stored=False, indexed=True, fast=True)
        self.schema = builder.build()
        self.index = tantivy.Index(self.schema, path=str(path))
        self.writer: Any = None
        self.searcher = self.index.searcher()

    def add(self, passages: Iterable[tuple[int, Terms]]) -> None:
        writer = self._writer()
        for key, t in passages:
            document = tantivy.Document(terms=" ".join((*(t.title * TITLE), *(t.heading * HEADING), *t.body)))
            document.add_unsigned("key", key)
            writer.add_document(document)
        self._commit()

    def replace(self, old: Sequence[int], new: Iterable[tuple[int, Terms]]) -> None:
        writer = self._writer()
        for key in old:
            writer.delete_documents_by_query(tantivy.Query.term_query(self.schema, "key", key))
        self.add(new)

    def remove(self, keys: Sequence[int]) -> None:
        writer = self._writer()
        for key in keys:
            writer.delete_documents_by_query(tantivy.Query.term_query(self.schema, "key", key))
        self._commit()

    def merge(self) -> None:
        self._writer().wait_merging_threads()
        self.writer = None

    def search(self, terms: Sequence[str], limit: int) -> list[tuple[int, float]]:
        should = [
            (tantivy.Occur.Should, tantivy.Query.term_query(self.schema, "terms", term, "freq"))
            for term in terms
        ]
        result = self.searcher.search(tantivy.Query.boolean_query(should), limit, count=False)
        keys: Any = self.searcher.fast_field_values("key", [address for _, address in result.hits])
        return list(zip(keys, (score for score, _ in result.hits), strict=True))

    def index_bytes(self) -> int:
        return sum(file.stat().st_size for file in self.path.iterdir())

    def _writer(self) -> Any:
        if self.writer is None:
            self.writer = self.index.writer(heap_size=200_000_000, num_threads=1)
        return self.writer

    def _commit(self) -> None:
        self.writer.commit()
        self.index.reload()
        self.searcher = self.index.searcher()


def remove(path: Path) -> None:
    """Delete a peer's file or folder with what lies beside it."""
    for file in path.parent.glob(path.name + "*"):
        if file.is_dir():
            shutil.rmtree(file)
        else:
            file.unlink()


def batches(passages: Iterator[tuple[int, Terms]], size: int = BATCH) -> Iterator[list[tuple[int, Terms]]]:
    batch: list[tuple[int, Terms]] = []
    for passage in passages:
        batch.append(passage)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
