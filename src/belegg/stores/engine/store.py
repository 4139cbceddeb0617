"""The store: what `seams.Store` promises, and what rows of a database have to offer (compact, health)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager

from belegg.records import (
    OWNER,
    DocumentHead,
    DocumentId,
    Forgotten,
    Pack,
    Passage,
    PassageKey,
    RefusedPassage,
    Scope,
    Unembedded,
    VectorModel,
)
from belegg.records.enriching import EnrichedDocument
from belegg.records.fetched import FetchedHead
from belegg.records.measuring import KeptRun
from belegg.records.runs import Touched
from belegg.records.turns import KeptGap
from belegg.seams import Analyse, Known, Without
from belegg.stores.engine import enriching, fetched, measuring, owners_vectors, stored, turns
from belegg.stores.engine import packs as defined
from belegg.stores.engine.checked import Checked
from belegg.stores.engine.copying import Copied, Watch, copied_of, copy, size_of
from belegg.stores.engine.database import Database
from belegg.stores.engine.digests import Digest
from belegg.stores.engine.erasing import erase, purge
from belegg.stores.engine.health import checks
from belegg.stores.engine.indexing import Index
from belegg.stores.engine.merging import merge_all, merge_what_is_due
from belegg.stores.engine.reader import EngineReader
from belegg.stores.engine.rebuilding import rebuild
from belegg.stores.engine.roles import EMBED, ENRICH, INGEST
from belegg.stores.engine.writer import EngineWriter

DOCUMENTS_AT_ONCE = 50


def done() -> None:
    """Nothing is left to do."""


class EngineStore:
    """
    A library as rows of one database. Raises StoreError. Safe to share between threads.

    Who makes one says which database (`stores.sqlite`, `stores.postgres`).
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    # ------------------------------------------------------------ reading

    def reading(self, scope: Scope) -> AbstractContextManager[EngineReader]:
        return self._database.reading(scope)

    def known(self, root: str, *, removed: bool = False) -> Mapping[str, Known]:
        rows = self._database.rows(
            "SELECT s.source, d.id, s.sha256, a.groups, s.reader, s.failed, s.size_bytes, s.modified_ns "
            "FROM sources AS s CROSS JOIN documents AS d ON d.number = s.document "
            "CROSS JOIN access_lists AS a ON a.id = d.access "
            "WHERE s.listed = ? AND s.source >= ? AND s.source < ? ORDER BY s.source",
            (int(not removed), root + "/", root + "0"),  # 0 comes after /
        )
        return {
            source: Known(
                source,
                DocumentId(document),
                sha256,
                stored.groups_of(groups),
                reader,
                bool(failed),
                size,
                time,
            )
            for source, document, sha256, groups, reader, failed, size, time in rows
        }

    def roots(self) -> Mapping[str, str]:
        return dict(self._database.rows("SELECT name, location FROM roots ORDER BY name"))

    def settings(self) -> Mapping[str, str]:
        return dict(self._database.rows("SELECT name, value FROM settings ORDER BY name"))

    def packs(self) -> Mapping[str, Pack]:
        return {row[0]: defined.pack_of(*row) for row in self._database.rows(defined.ALL)}

    def groups(self) -> frozenset[str]:
        """Every group that an access list names, or named. Owner's view."""
        lists = stored.lists_of([text for (text,) in self._database.rows("SELECT groups FROM access_lists")])
        return frozenset[str]().union(*lists)

    def golden_sets(self) -> Mapping[str, str]:
        return dict(self._database.rows(measuring.ALL_SETS))

    def probes(self) -> Sequence[str]:
        return [row[0] for row in self._database.rows(measuring.ALL_PROBES)]

    def runs(self) -> Sequence[KeptRun]:
        return [KeptRun(*row) for row in self._database.rows(measuring.ALL_RUNS)]

    def touched(self) -> Sequence[tuple[str, Touched]]:
        return [turns.touched_of(*row) for row in self._database.rows(turns.ALL_TOUCHED)]

    def gaps(self) -> Sequence[KeptGap]:
        return [KeptGap(*row) for row in self._database.rows(turns.ALL_GAPS)]

    def fetched(self) -> Sequence[FetchedHead]:
        return [FetchedHead(*row) for row in self._database.rows(fetched.ALL)]

    def stored_passages(
        self, documents: Sequence[DocumentId]
    ) -> Iterator[tuple[DocumentHead, Sequence[Passage]]]:
        """Reads some documents at a time: a long transaction would keep the WAL from being emptied."""
        for start in range(0, len(documents), DOCUMENTS_AT_ONCE):
            with self.reading(Scope(OWNER)) as reader:
                some = documents[start : start + DOCUMENTS_AT_ONCE]
                batch = [(reader.head(d), reader.passages_of(d)) for d in some]
            yield from ((head, passages) for head, passages in batch if head is not None)

    def vector_models(self) -> Sequence[VectorModel]:
        return owners_vectors.vector_models(self._database)

    def without_vectors(
        self, model: str, limit: int, after: PassageKey | None = None
    ) -> Sequence[Unembedded]:
        return owners_vectors.without_vectors(self._database, model, limit, after)

    def refused_passages(self, model: str) -> Sequence[RefusedPassage]:
        return owners_vectors.refused_passages(self._database, model)

    def known_vectors(self, model: str, hashes: Sequence[bytes]) -> Mapping[bytes, bytes]:
        return owners_vectors.known_vectors(self._database, model, hashes)

    def said(self, document: DocumentId, content: bytes, hashes: Sequence[bytes]) -> Mapping[bytes, str]:
        return enriching.said(self._database, document, content, hashes)

    def enriched(
        self, documents: Sequence[DocumentId] | None = None
    ) -> Mapping[DocumentId, EnrichedDocument]:
        return enriching.enriched(self._database, documents)

    # ------------------------------------------------------------ writing

    @contextmanager
    def writing(self, purpose: str) -> Iterator[EngineWriter]:
        with self._database.transaction(purpose) as (connection, state):
            index = self._database.index(connection, state)
            writer = EngineWriter(connection, state, index, self._database.step, self._database.sizes)
            yield writer
            writer.finish(self._database.sizes.most_fresh)
        merge_what_is_due(self._database)

    @contextmanager
    def narrowing(self, purpose: str) -> Iterator[EngineWriter]:
        with self._database.between() as (connection, state):
            index = Index(connection, state.side, self._database.formula, self._database.sizes.inverted)
            writer = EngineWriter(connection, state, index, self._database.step, self._database.sizes)
            yield writer
            writer.finish(most_fresh=state.next_key)  # folds nothing

    @contextmanager
    def keeping(self, purpose: str) -> Iterator[turns.TurnKeeper]:
        with self._database.between() as (connection, _):
            yield turns.TurnKeeper(connection)

    @contextmanager
    def ingesting(self, purpose: str) -> Iterator[None]:
        """
        Hold other ingests off, which would read the same files. Waits as a writer does; at the end the
        library is settled.
        """
        with self._database.only_one(INGEST, purpose):
            yield
            self._database.settle()

    @contextmanager
    def embedding(self, purpose: str) -> Iterator[None]:
        """
        Hold others off who would embed the same passages. Waits as a writer does; at the end the library
        is settled.
        """
        with self._database.only_one(EMBED, purpose):
            yield
            self._database.settle()

    @contextmanager
    def enriching(self, purpose: str) -> Iterator[None]:
        """
        Hold others off who would ask a model the same. Waits as a writer does; at the end the library
        is settled.
        """
        with self._database.only_one(ENRICH, purpose):
            yield
            self._database.settle()

    def settle(self) -> bool:
        """
        Bring all that is committed into the one file, when nobody writes or reads an earlier state; else
        False, without waiting.
        """
        return self._database.settle()

    def ingesting_process(self) -> int | None:
        """The number of the process that ingests now; None when nobody does. 0 when it does not say."""
        return self._database.holding(INGEST)

    def forget(self, document: DocumentId, without: Without | None = None) -> Forgotten:
        """
        The document is gone with the first transaction; the rest takes its traces out of the file, which is
        written anew: that needs as much free disk as the library is large.
        """
        forgotten = erase(self._database, document, without)
        purge(self._database, "forget")
        return forgotten

    def replace_terms(self, analyse: Analyse, name: str = "", packs: Sequence[str] | None = None) -> int:
        passages = rebuild(self._database, analyse, name, packs)
        merge_what_is_due(self._database)
        return passages

    def take_over(
        self, source: EngineStore, name: str, watch: Watch, beside: Callable[[], None] = done
    ) -> Copied:
        """
        Bring everything that another store holds, called `name`, into this one, which is empty or was opened
        as `unfinished`; what was ended goes on where it stopped. `watch` hears of every batch, and `beside`
        is called before this one becomes a library. Raises BadInput for a store that holds one, StoreError.
        """
        return copy(source._database, self._database, name, watch, beside)

    def unfinished_copy(self) -> str | None:
        """Of which library this is a copy that has not come to its end; None when it is none."""
        return copied_of(self._database)

    def size(self) -> Digest:
        """How many rows a copy of it has, and about how many bytes."""
        return size_of(self._database)

    # ------------------------------------------------------------ keeping

    def compact(self) -> tuple[int, int]:
        """
        Bring the whole index into one segment, drop what nobody needs, give unused space back to the disk.

        Returns the bytes of the file and its WAL before and after. Needs as much free disk as they take.
        """
        before = self._database.size_bytes()
        merge_all(self._database)
        purge(self._database, "compact")
        return before, self._database.size_bytes()

    def health(self) -> tuple[Checked, ...]:
        """Whether the file is whole, the index says what the documents say, and nothing is left over."""
        return checks(self._database)

    def advice(self) -> tuple[Checked, ...]:
        """What whoever looks after the database should know, though results are right as they are."""
        return tuple(self._database.advice())

    def close(self) -> None:
        self._database.close()
