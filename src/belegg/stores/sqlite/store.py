"""The store: what `seams.Store` promises, and what only a file has to offer (backup, compact, health)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

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
from belegg.stores.sqlite import enriching, fetched, measuring, owners_vectors, stored, turns
from belegg.stores.sqlite import packs as defined
from belegg.stores.sqlite.backing_up import back_up
from belegg.stores.sqlite.erasing import erase, purge
from belegg.stores.sqlite.file import LibraryFile, Step
from belegg.stores.sqlite.formula import Formula
from belegg.stores.sqlite.health import Checked, checks
from belegg.stores.sqlite.indexing import Index
from belegg.stores.sqlite.lock import EMBED, ENRICH, INGEST, Patience, holding, nobody, only_one
from belegg.stores.sqlite.merging import merge_all, merge_what_is_due
from belegg.stores.sqlite.reader import SqliteReader
from belegg.stores.sqlite.rebuilding import rebuild
from belegg.stores.sqlite.settling import settle
from belegg.stores.sqlite.sizes import Sizes
from belegg.stores.sqlite.writer import SqliteWriter

WAIT_S = 60.0
DOCUMENTS_AT_ONCE = 50


def nothing(step: str) -> None:
    """What happens at a step when nobody watches."""


class SqliteStore:
    """
    A library in one SQLite file; made when it is not there. Raises StoreError.

    Safe to share between threads. `wait_s`: how long a writer waits for another one; `tell` is given a
    sentence that names the other one when that takes longer than a second. `step` is called with the name of
    each step of a write, for tests that end the process there. A `formula`'s field weights stand in the
    index: open a library with those that it was made with.
    """

    def __init__(
        self,
        path: Path,
        *,
        wait_s: float = WAIT_S,
        tell: Callable[[str], None] = nobody,
        formula: Formula | None = None,
        sizes: Sizes | None = None,
        step: Step = nothing,
    ) -> None:
        self._file = LibraryFile(path, Patience(wait_s, tell), formula or Formula(), sizes or Sizes(), step)

    # ------------------------------------------------------------ reading

    def reading(self, scope: Scope) -> AbstractContextManager[SqliteReader]:
        return self._file.reading(scope)

    def known(self, root: str, *, removed: bool = False) -> Mapping[str, Known]:
        rows = self._file.rows(
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
        return dict(self._file.rows("SELECT name, location FROM roots ORDER BY name"))

    def settings(self) -> Mapping[str, str]:
        return dict(self._file.rows("SELECT name, value FROM settings ORDER BY name"))

    def packs(self) -> Mapping[str, Pack]:
        return {row[0]: defined.pack_of(*row) for row in self._file.rows(defined.ALL)}

    def groups(self) -> frozenset[str]:
        """Every group that an access list names, or named. Owner's view."""
        lists = stored.lists_of([text for (text,) in self._file.rows("SELECT groups FROM access_lists")])
        return frozenset[str]().union(*lists)

    def golden_sets(self) -> Mapping[str, str]:
        return dict(self._file.rows(measuring.ALL_SETS))

    def probes(self) -> Sequence[str]:
        return [row[0] for row in self._file.rows(measuring.ALL_PROBES)]

    def runs(self) -> Sequence[KeptRun]:
        return [KeptRun(*row) for row in self._file.rows(measuring.ALL_RUNS)]

    def touched(self) -> Sequence[tuple[str, Touched]]:
        return [turns.touched_of(*row) for row in self._file.rows(turns.ALL_TOUCHED)]

    def gaps(self) -> Sequence[KeptGap]:
        return [KeptGap(*row) for row in self._file.rows(turns.ALL_GAPS)]

    def fetched(self) -> Sequence[FetchedHead]:
        return [FetchedHead(*row) for row in self._file.rows(fetched.ALL)]

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
        return owners_vectors.vector_models(self._file)

    def without_vectors(
        self, model: str, limit: int, after: PassageKey | None = None
    ) -> Sequence[Unembedded]:
        return owners_vectors.without_vectors(self._file, model, limit, after)

    def refused_passages(self, model: str) -> Sequence[RefusedPassage]:
        return owners_vectors.refused_passages(self._file, model)

    def known_vectors(self, model: str, hashes: Sequence[bytes]) -> Mapping[bytes, bytes]:
        return owners_vectors.known_vectors(self._file, model, hashes)

    def said(self, document: DocumentId, content: bytes, hashes: Sequence[bytes]) -> Mapping[bytes, str]:
        return enriching.said(self._file, document, content, hashes)

    def enriched(
        self, documents: Sequence[DocumentId] | None = None
    ) -> Mapping[DocumentId, EnrichedDocument]:
        return enriching.enriched(self._file, documents)

    # ------------------------------------------------------------ writing

    @contextmanager
    def writing(self, purpose: str) -> Iterator[SqliteWriter]:
        with self._file.transaction(purpose) as (connection, state):
            index = self._file.index(connection, state)
            writer = SqliteWriter(connection, state, index, self._file.step, self._file.sizes)
            yield writer
            writer.finish(self._file.sizes.most_fresh)
        merge_what_is_due(self._file)

    @contextmanager
    def narrowing(self, purpose: str) -> Iterator[SqliteWriter]:
        with self._file.between() as (connection, state):
            index = Index(connection, state.side, self._file.formula, self._file.sizes.inverted)
            writer = SqliteWriter(connection, state, index, self._file.step, self._file.sizes)
            yield writer
            writer.finish(most_fresh=state.next_key)  # folds nothing

    @contextmanager
    def keeping(self, purpose: str) -> Iterator[turns.TurnKeeper]:
        with self._file.between() as (connection, _):
            yield turns.TurnKeeper(connection)

    @contextmanager
    def ingesting(self, purpose: str) -> Iterator[None]:
        """
        Hold other ingests off, which would read the same files. Waits as a writer does; at the end the file
        is settled.
        """
        with only_one(self._file.path, INGEST, purpose, self._file.patience):
            yield
            settle(self._file)

    @contextmanager
    def embedding(self, purpose: str) -> Iterator[None]:
        """
        Hold others off who would embed the same passages. Waits as a writer does; at the end the file is
        settled.
        """
        with only_one(self._file.path, EMBED, purpose, self._file.patience):
            yield
            settle(self._file)

    @contextmanager
    def enriching(self, purpose: str) -> Iterator[None]:
        """
        Hold others off who would ask a model the same. Waits as a writer does; at the end the file is
        settled.
        """
        with only_one(self._file.path, ENRICH, purpose, self._file.patience):
            yield
            settle(self._file)

    def settle(self) -> bool:
        """
        Bring all that is committed into the one file, when nobody writes or reads an earlier state; else
        False, without waiting.
        """
        return settle(self._file)

    def ingesting_process(self) -> int | None:
        """The number of the process that ingests now; None when nobody does. 0 when it does not say."""
        return holding(self._file.path, INGEST)

    def forget(self, document: DocumentId, without: Without | None = None) -> Forgotten:
        """
        The document is gone with the first transaction; the rest takes its traces out of the file, which is
        written anew: that needs as much free disk as the library is large.
        """
        forgotten = erase(self._file, document, without)
        purge(self._file, "forget")
        return forgotten

    def replace_terms(self, analyse: Analyse, name: str = "", packs: Sequence[str] | None = None) -> int:
        passages = rebuild(self._file, analyse, name, packs)
        merge_what_is_due(self._file)
        return passages

    # ------------------------------------------------------------ keeping

    def backup(self, target: Path, *, replace: bool = False) -> int:
        """
        Copy one committed state to another file while the library is in use, verify the copy, return its
        bytes. Raises BadInput when the file exists and is not to be replaced, StoreError.
        """
        return back_up(self._file, target, replace)

    def compact(self) -> tuple[int, int]:
        """
        Bring the whole index into one segment, drop what nobody needs, give unused space back to the disk.

        Returns the bytes of the file and its WAL before and after. Needs as much free disk as they take.
        """
        before = self._file.size_bytes()
        merge_all(self._file)
        purge(self._file, "compact")
        return before, self._file.size_bytes()

    def health(self) -> tuple[Checked, ...]:
        """Whether the file is whole, the index says what the documents say, and nothing is left over."""
        return checks(self._file)

    def close(self) -> None:
        self._file.close()
