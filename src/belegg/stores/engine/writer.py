"""One writing transaction: what `seams.Writer` promises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from belegg.errors import UnknownDocument
from belegg.records import (
    Document,
    DocumentHead,
    DocumentId,
    EmbeddedPassage,
    Fact,
    Pack,
    Passage,
    PassageKey,
    Report,
    Terms,
    VectorForm,
)
from belegg.records.enriching import Enrichment
from belegg.seams import Incoming
from belegg.stores.engine import (
    enriching,
    measuring,
    packs,
    rewordings,
    statements,
    stored,
    vector_refusals,
    vector_rows,
)
from belegg.stores.engine.access import list_id
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.database import Step
from belegg.stores.engine.indexing import Index
from belegg.stores.engine.sizes import Sizes
from belegg.stores.engine.snapshot import State


class StoredDocument(NamedTuple):
    """The row of a document as the writer needs it."""

    number: int
    version: int
    current: int
    first_key: int
    passages: int
    original: str | None


class EngineWriter:
    """Writes inside one open transaction; of no use after it."""

    def __init__(self, connection: Connection, state: State, index: Index, step: Step, sizes: Sizes) -> None:
        self._connection = connection
        self._index = index
        self._step = step
        self._sizes = sizes
        self._generation = state.generation + 1
        self._layout = state.layout
        self._next_key = state.next_key
        self._folded_key = state.folded_key
        self._lists: dict[frozenset[str], int] = {}

    @property
    def connection(self) -> Connection:
        """What is written by it is stored with the rest, or not at all."""
        return self._connection

    # ------------------------------------------------------------ documents

    def add(self, incoming: Incoming) -> DocumentHead:
        document = incoming.document
        earlier = self._find(document.id)
        if earlier and earlier.current:
            self._take_out(earlier)
        self._bring_back(earlier)
        version = self._version_of(earlier, document.text.encode())
        number = self._describe(document, earlier, version, incoming)
        self._step("document described")
        self._keep_original(number, incoming, earlier)
        again = earlier is not None and version == earlier.version
        head = self._keep_version(number, version, incoming, again)
        self._keep_source(number, document, incoming.report, incoming.sha256, (
            incoming.size_bytes, incoming.modified_ns,
        ))  # fmt: skip
        self._step("version stored")
        self._keep_passages(number, incoming.passages, incoming.terms, document.language)
        return head

    def failed(
        self, document: Document, report: Report, sha256: str, size_bytes: int, modified_ns: int
    ) -> None:
        earlier = self._find(document.id)
        self._bring_back(earlier)
        number = earlier.number if earlier else self._describe(document, None, 0, None)
        self._keep_source(number, document, report, sha256, (size_bytes, modified_ns))

    def touched(self, source: str, size_bytes: int, modified_ns: int) -> None:
        self._connection.execute(
            "UPDATE sources SET size_bytes = ?, modified_ns = ? WHERE source = ?",
            (size_bytes, modified_ns, source),
        )

    def set_access(self, document: DocumentId, access: frozenset[str]) -> None:
        found, groups = self._found(document), list_id(self._connection, access)
        self._connection.execute(
            "UPDATE documents SET access = ?, generation = ? WHERE number = ?",
            (groups, self._generation, found.number),
        )
        self._connection.execute(
            "UPDATE versions SET access = ? WHERE document = ? AND version = ?",
            (groups, found.number, found.version),
        )

    def retire(self, document: DocumentId) -> None:
        earlier = self._found(document)
        if earlier.current:
            self._take_out(earlier)
        self._connection.execute(
            "UPDATE documents SET current = 0, passages = 0, generation = ? WHERE number = ?",
            (self._generation, earlier.number),
        )
        self._connection.execute("UPDATE sources SET listed = 0 WHERE document = ?", (earlier.number,))
        enriching.forget(self._connection, earlier.number)
        self._connection.execute(
            "INSERT INTO removed VALUES (?, ?) ON CONFLICT DO NOTHING", (earlier.number, now())
        )
        self._step("document retired")

    # ------------------------------------------------------------ the library's own memory

    def set_root(self, name: str, location: str) -> None:
        self._connection.execute(statements.put("roots", ("name",), ("location",)), (name, location))

    def set_setting(self, name: str, value: str) -> None:
        self._connection.execute(statements.put("settings", ("name",), ("value",)), (name, value))

    def set_pack(self, pack: Pack) -> None:
        packs.set_pack(self._connection, pack)

    def remember_rewording(self, document: DocumentId, asked: str, found_with: str) -> None:
        rewordings.remember(self._connection, self._found(document).number, asked, found_with)

    def remove_pack(self, name: str) -> None:
        self._connection.execute("DELETE FROM packs WHERE name = ?", (name,))

    def set_golden_set(self, name: str, questions: str) -> None:
        measuring.keep_set(self._connection, name, questions)

    def remove_golden_set(self, name: str) -> None:
        measuring.remove_set(self._connection, name)

    def add_probe(self, record: str) -> None:
        measuring.keep_probe(self._connection, record)

    def add_run(self, golden_set: str, record: str) -> int:
        return measuring.keep_run(self._connection, golden_set, record)

    def set_run(self, number: int, record: str) -> None:
        measuring.set_run(self._connection, number, record)

    def remove_run(self, number: int) -> None:
        measuring.remove_run(self._connection, number)

    # ------------------------------------------------------------ what a model wrote

    def enrich(self, document: DocumentId, enrichment: Enrichment) -> None:
        found = self._found(document)
        if not found.current or len(enrichment.passages) != found.passages:
            raise UnknownDocument(document)
        self._take_out(found)
        keys = (self._next_key, self._generation)
        enriching.describe(self._connection, found.number, found.version, enrichment, keys)
        self._connection.execute("DELETE FROM organisations WHERE document = ?", (found.number,))
        self._name(found.number, enrichment.names, enrichment.facts)
        self._step("document described")
        self._keep_passages(found.number, enrichment.passages, enrichment.terms, enrichment.language)

    def keep_said(self, document: DocumentId, content: bytes, said: Mapping[bytes, str]) -> None:
        enriching.keep_said(self._connection, self._found(document).number, content, said)

    def drop_said(self) -> None:
        enriching.drop_said(self._connection)

    # ------------------------------------------------------------ vectors

    def begin_vectors(self, model: str, dimension: int, store: VectorForm, mean: bytes) -> None:
        vector_rows.begin(self._connection, model, dimension, store, mean)

    def add_vectors(self, model: str, rows: Sequence[EmbeddedPassage]) -> int:
        added = vector_rows.add(self._connection, model, rows, self._sizes.chunk_windows)
        self._step("vectors stored")
        return added

    def refuse_vectors(self, model: str, why: Mapping[PassageKey, str]) -> None:
        vector_refusals.refuse(self._connection, model, why)

    def serve_vectors(self, model: str, *, keep_others: bool = False) -> None:
        vector_rows.serve(self._connection, model, keep_others)
        self._step("vectors served")

    def drop_vectors(self, model: str) -> None:
        vector_rows.drop(self._connection, vector_rows.model_of(self._connection, model))
        self._step("vectors dropped")

    # ------------------------------------------------------------ the end

    def finish(self, most_fresh: int) -> None:
        """The last statements of the transaction; folds when there are more fresh passages than these."""
        if self._next_key - self._folded_key > most_fresh:
            self._fold()
        self._index.write_terms()
        self._connection.execute(
            "UPDATE state SET generation = ?, layout = ?, next_key = ?, folded_key = ?",
            (self._generation, self._layout, self._next_key, self._folded_key),
        )

    # ------------------------------------------------------------ rows

    def _find(self, document: DocumentId) -> StoredDocument | None:
        row = statements.row(
            self._connection,
            "SELECT number, version, current, first_key, passages, original FROM documents WHERE id = ?",
            (document,),
        )
        return StoredDocument(*row) if row else None

    def _found(self, document: DocumentId) -> StoredDocument:
        found = self._find(document)
        if found is None:
            raise UnknownDocument(document)
        return found

    def _bring_back(self, earlier: StoredDocument | None) -> None:
        """The source is there, whether it was removed before or not."""
        if earlier and not earlier.current:
            self._connection.execute("DELETE FROM removed WHERE document = ?", (earlier.number,))

    def _take_out(self, earlier: StoredDocument) -> None:
        """Remove a document's passages, names and forward arrays; its versions stay."""
        self._index.remove(earlier.number, earlier.first_key, earlier.passages)
        self._connection.execute(
            "DELETE FROM passages WHERE key >= ? AND key < ?",
            (earlier.first_key, earlier.first_key + earlier.passages),
        )
        self._connection.execute("DELETE FROM names WHERE document = ?", (earlier.number,))
        self._step("earlier passages removed")

    def _describe(
        self, document: Document, earlier: StoredDocument | None, version: int, incoming: Incoming | None
    ) -> int:
        """Write the row of `documents` with names and organisations; returns its number."""
        values = (
            document.pack,
            document.language,
            stored.date_of(document),
            self._list_id(document.access),
            version,
            int(incoming is not None),
            self._next_key,
            len(incoming.passages) if incoming else 0,
            incoming.sha256 if incoming and incoming.original is not None else None,
            self._generation,
        )
        row = statements.row(self._connection, stored.PUT_DOCUMENT, (document.id, *values))
        number = int(row[0])
        if earlier:
            self._connection.execute("DELETE FROM organisations WHERE document = ?", (number,))
            enriching.forget(self._connection, number)
        self._name(number, incoming.names if incoming else (), document.facts)
        return number

    def _list_id(self, groups: frozenset[str]) -> int:
        """The number of an access list; many documents of a transaction have the same."""
        if groups not in self._lists:
            self._lists[groups] = list_id(self._connection, groups)
        return self._lists[groups]

    def _name(self, number: int, names: Sequence[str], facts: Sequence[Fact]) -> None:
        """By what a document is called, and who published it."""
        self._connection.executemany(
            "INSERT INTO names VALUES (?, ?) ON CONFLICT DO NOTHING", [(n, number) for n in names]
        )
        organisations = [(f.value.casefold(), number) for f in facts if f.name == "organisation"]
        self._connection.executemany(
            "INSERT INTO organisations VALUES (?, ?) ON CONFLICT DO NOTHING", organisations
        )

    def _keep_source(
        self, number: int, document: Document, report: Report, sha256: str, size_and_time: tuple[int, int]
    ) -> None:
        self._connection.execute(
            stored.PUT_SOURCE,
            (
                number,
                document.source,
                sha256,
                report.reader,
                int(report.failed is not None),
                1,
                *size_and_time,
                stored.report_json(report),
            ),
        )

    def _version_of(self, earlier: StoredDocument | None, text: bytes) -> int:
        """The next version, or the newest one when it holds the same text."""
        if earlier is None:
            return 1
        newest = statements.row(
            self._connection,
            "SELECT text_bytes, text FROM versions WHERE document = ? AND version = ?",
            (earlier.number, earlier.version),
        )
        same = newest is not None and newest[0] == len(text) and stored.unpack(*newest) == text
        return earlier.version if same else earlier.version + 1

    def _keep_version(self, number: int, version: int, incoming: Incoming, again: bool) -> DocumentHead:
        """`again`: the version is there already."""
        document, text = incoming.document, incoming.document.text.encode()
        head = DocumentHead(
            id=document.id,
            source=document.source,
            pack=document.pack,
            title=document.title,
            language=document.language,
            version=version,
            sha256=incoming.sha256,
            ingested_at=now(),
            passages=len(incoming.passages),
            pages=document.page_count,
            access=document.access,
            facts=document.facts,
        )
        self._connection.execute(
            stored.PUT_VERSION,
            (
                number,
                version,
                self._list_id(head.access),
                head.title,
                head.language,
                head.sha256,
                head.ingested_at,
                head.passages,
                head.pages,
                stored.facts_json(head.facts),
                stored.pages_json(document.pages),
                stored.to_json(document.furniture),
                len(text),
                stored.pack(text),
            ),
        )
        self._keep_layouts(number, version, document, again)
        return head

    def _keep_layouts(self, number: int, version: int, document: Document, again: bool) -> None:
        """Those of a version that is stored again take the place of its earlier ones."""
        if again:
            self._connection.execute(
                "DELETE FROM page_layouts WHERE document = ? AND version = ?", (number, version)
            )
        self._connection.executemany(
            "INSERT INTO page_layouts VALUES (?, ?, ?, ?, ?)",
            [
                (number, version, page.number, len(page.layout), stored.pack(page.layout))
                for page in document.pages
                if page.layout
            ],
        )

    def _keep_original(self, number: int, incoming: Incoming, earlier: StoredDocument | None) -> None:
        """Keep the bytes once however many documents have them; let go of those that nobody has any more."""
        if incoming.original is not None:
            self._connection.execute(
                "INSERT INTO originals VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (incoming.sha256, len(incoming.original), stored.pack(incoming.original)),
            )
        if earlier and earlier.original and earlier.original != incoming.sha256:
            drop_unused_original(self._connection, earlier.original)

    def _keep_passages(
        self, number: int, passages: Sequence[Passage], terms: Sequence[Terms], language: str | None
    ) -> None:
        first_key = self._next_key
        rows = [stored.passage_row(key, number, p) for key, p in enumerate(passages, first_key)]
        placeholders = ", ".join("?" * stored.PASSAGE_VALUES)
        self._connection.executemany(f"INSERT INTO passages VALUES ({placeholders})", rows)
        self._next_key += len(rows)
        languages = [passage.language or language for passage in passages]
        self._index.add(number, first_key, terms, languages)
        self._step("passages stored")
        if self._next_key - self._folded_key >= self._index.inverted:
            self._fold()

    def _fold(self) -> None:
        self._index.fold(self._folded_key, self._next_key)
        self._folded_key = self._next_key
        self._layout += 1
        self._step("postings folded")


def now() -> str:
    """The time in UTC, as it is stored."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def drop_unused_original(connection: Connection, sha256: str) -> None:
    connection.execute(
        "DELETE FROM originals WHERE sha256 = ? AND NOT EXISTS (SELECT 1 FROM documents WHERE original = ?)",
        (sha256, sha256),
    )
