"""The Library that a user holds: a file or a database, and everything that can be done with it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Self

from belegg.errors import BadInput, UnknownPack
from belegg.library.address import Address, address_of
from belegg.library.asking import Answers
from belegg.library.enriches import Enriches
from belegg.library.evaluating import MeasuresItself
from belegg.library.fetching_figures import FetchesFigures
from belegg.library.given import given_path
from belegg.library.keeping_access import KeepsAccess
from belegg.library.learning_words import LearnsWords
from belegg.library.opening import in_database, store_at
from belegg.library.progress import Teller, Watcher, nobody, told_to_nobody
from belegg.library.reading_documents import ReadsDocuments
from belegg.library.tables.asks import AsksTables
from belegg.library.turns.looking_back import LooksBack
from belegg.library.unfinished import Unfinished, notes_of, unfinished
from belegg.records import (
    OWNER,
    Discovered,
    DocumentHead,
    DocumentId,
    Found,
    Mode,
    Principal,
    Ranking,
    Report,
    Scope,
    Span,
)
from belegg.search.called import document_called
from belegg.search.given_dates import day, partial_date

if TYPE_CHECKING:
    from belegg.evaluation.questions import QuestionsRun
    from belegg.library.check import CheckedDraft
    from belegg.library.findings import Finding
    from belegg.library.ingest import Ingested
    from belegg.library.marking import Marked, MarkedPage
    from belegg.library.reanalyse import Reanalysed
    from belegg.reading.content import Profile
    from belegg.reading.fenced.limits import Limits
    from belegg.records.packs import Related
    from belegg.search.explain import Explained
    from belegg.stores.engine.store import EngineStore

WAIT_S = 60.0
BOTH_NORWEGIANS = ("nb", "nn")


class Library(
    MeasuresItself,
    LearnsWords,
    KeepsAccess,
    ReadsDocuments,
    FetchesFigures,
    AsksTables,
    LooksBack,
    Enriches,
    Answers,
):
    """
    A library in one file, or in a database of PostgreSQL. Whatever reads takes a Scope: who asks, and within
    what.

    `address` is what messages and hints call it: the file's path, or the database's address without its
    password. `path` is the place beside which its settings stand, its people and what they brought in: of a
    file that file, of a database a name in a folder (`library.address`).

    What is heavy to import is imported by the method that needs it: a search should not wait for the readers.
    """

    def __init__(self, where: Address | Path, store: EngineStore, watch: Watcher = nobody) -> None:
        super().__init__(store, watch)
        self.where = address_of(where)
        self.address = self.where.told
        self.path = self.where.place

    @classmethod
    def open(
        cls,
        path: Address | Path | str,
        create: bool = False,
        watch: Watcher = nobody,
        *,
        wait_s: float = WAIT_S,
        tell: Teller = told_to_nobody,
    ) -> Self:
        """
        Open a library, or make one with `create`: a file by its path, or a database by its address as text,
        `postgresql://USER@HOST/DATABASE`. `watch` is told how long runs get on. What writes waits `wait_s`
        for another writer; `tell` is given a sentence that names it.

        Raises StoreError, BadInput when there is none, BadSetting, MissingExtra for a database without
        `belegg[postgres]`.
        """
        where = address_of(path)
        library = cls(where, store_at(where, create, wait_s, tell), watch)
        library._follow_tables()
        return library

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close_catalogue()
        self.store.close()

    # ------------------------------------------------------------ asking

    def scope(
        self,
        principal: Principal,
        *,
        packs: Sequence[str] = (),
        documents: Sequence[str] = (),
        languages: Sequence[str] = (),
        organisations: Sequence[str] = (),
        since: str | None = None,
        until: str | None = None,
        as_of: str | None = None,
    ) -> Scope:
        """
        A scope from what people write: documents by id, path or name; dates as `2024`, `2024-05`,
        `2024-05-12`; `as_of` a whole day: only what was valid then; language `no` for both Norwegians. Raises
        UnknownDocument, UnknownPack, BadQuery.
        """
        dates = (partial_date(since), partial_date(until), day(as_of))
        with self.store.reading(Scope(principal)) as reader:
            ids = tuple(document_called(reader, name).id for name in documents)
        for pack in packs:
            with self.store.reading(Scope(principal, packs=(pack,))) as reader:
                if not reader.pack_sizes():
                    raise UnknownPack(
                        f"no pack `{pack}`; `belegg pack show` lists those in which you may read something"
                    )
            if pack in self.store.packs() and not self.store.packs()[pack].on:
                raise BadInput(
                    f"pack `{pack}` is switched off and not searched; `belegg pack on {pack}` changes that"
                )
        spoken = [code for name in languages for code in (BOTH_NORWEGIANS if name == "no" else (name,))]
        return Scope(principal, tuple(packs), ids, tuple(spoken), tuple(organisations), *dates)

    def search(
        self,
        query: str,
        scope: Scope,
        limit: int = 8,
        *,
        mode: Mode | None = None,
        fusion: str | None = None,
        ranking: Ranking | None = None,
        per_document: int | None = None,
    ) -> Found:
        """
        The best passages for any text. On each ten stand two of one document at most, of an act four; with
        `per_document` that many of one document are hits at all. A scope that names documents has both aside.
        `mode` None is `hybrid` where the passages have vectors, else `keyword`; `fusion` None is the measured
        one (`sum:0.15`, `scaled:8`, `rrf:20:1:2`: k, weights of words and vectors). `ranking`, that of the
        words, None is that of the pack, when the scope names one pack alone, else the default.

        Finding nothing is a result. Raises AnalyserDiffers, BadSetting.
        """
        settings = self._settings(mode, fusion, ranking or self._ranking_in(scope), per_document)
        found = self._search(settings)(query, scope, limit)
        missing = notes_of(self.unfinished(), self.address, scope.principal, not found.hits)
        off = () if found.hits else self._off_notes(scope.principal)
        replaced = self._succession(scope, [hit.document for hit in found.hits])
        return replace(found, notes=(*found.notes, *self.analyser.notes, *replaced, *missing, *off))

    def check(self, draft: str, scope: Scope) -> CheckedDraft:
        """Every quotation in a draft, checked word for word against the documents in scope."""
        from belegg.library.check import MOST_DOCUMENTS, check_draft

        search = self._search(self._settings("keyword", None))
        with self.store.reading(scope) as reader:
            return check_draft(reader, lambda query: search(query, scope, 2 * MOST_DOCUMENTS).hits, draft)

    def marked_pages(
        self, name: str, span: Span, scope: Scope, *, version: int | None = None
    ) -> list[MarkedPage]:
        """The pages that hold a span of a document's text, with the boxes of its words on each."""
        from belegg.library.marking import marked_pages

        with self.store.reading(scope) as reader:
            return marked_pages(reader, name, span, version)

    def mark(self, name: str, quotation: str, scope: Scope, *, page: int | None = None) -> Marked:
        """A quotation checked against one document, with the places of its words on the pages."""
        from belegg.library.marking import marked_quotation

        with self.store.reading(scope) as reader:
            return marked_quotation(reader, name, quotation, page)

    def pictures(
        self, marked: Marked, scope: Scope, *, passwords: Sequence[str] = ()
    ) -> list[tuple[int, bytes]]:
        """
        A PNG of each page of a marked quotation, by page number. `passwords` are tried on a locked PDF.

        Raises BadInput when the original was not kept or is no PDF, and ReadingError.
        """
        from belegg.library.marking import pictures
        from belegg.reading.fenced.fence import Fence

        original = self.original(marked.document.id, scope)
        with Fence(passwords=tuple(passwords)) as fence:
            return pictures(marked, original, fence)

    def original(self, name: str, scope: Scope) -> bytes:
        """The bytes that were ingested, also of a file that is gone. Raises BadInput where none were kept."""
        with self.store.reading(scope) as reader:
            head = document_called(reader, name, removed=True)
            data = reader.original(head.id)
        if data is None:
            raise BadInput(f"the original of `{head.source}` was not kept (`--no-originals`)")
        return data

    def explain(
        self,
        query: str,
        scope: Scope,
        document: str | None = None,
        *,
        mode: Mode | None = None,
        fusion: str | None = None,
    ) -> Explained:
        """Why the hits stand where they stand; with a document, where it was lost or why it is one."""
        from belegg.search.explain import explain

        wanted = None if document is None else self.document(document, Scope(scope.principal)).id
        settings = self._settings(mode, fusion, self._ranking_in(scope))
        return explain(query, scope, self.store, self.analyser, settings, wanted, models=self._models())

    def discover_terms(self, query: str, scope: Scope) -> Discovered:
        """Words that stand in what the query finds and seldom elsewhere, for the next search (PAC-4)."""
        from belegg.search.discover import discover
        from belegg.search.settings import SearchSettings

        return discover(query, scope, self.store, self.analyser, SearchSettings())

    def related_terms(self, word: str, scope: Scope) -> Related:
        """What the dictionaries of the packs in scope say of a word or a question (PAC-3). Never quoted."""
        from belegg.search.related import related

        return related(word, scope, self.store, self.analyser)

    def has_dictionary(self, scope: Scope) -> bool:
        """Whether `related_terms` can say anything in this scope: a pack in it has a dictionary."""
        from belegg.search.related import has_dictionary

        return has_dictionary(scope, self.store)

    # ------------------------------------------------------------ looking

    def removed(self, scope: Scope) -> list[DocumentHead]:
        """
        The documents in scope whose files are gone, by source. Nothing finds them; they are read by name, and
        quotations are checked against them, until they are forgotten.
        """
        with self.store.reading(scope) as reader:
            return list(reader.removed())

    def documents(self, scope: Scope) -> list[DocumentHead]:
        """Every document in scope, by source."""
        with self.store.reading(scope) as reader:
            return list(reader.heads())

    def document(self, name: str, scope: Scope, *, removed: bool = False) -> DocumentHead:
        """
        The document of this id, path or name, with `removed` also one whose file is gone. Raises
        UnknownDocument, and BadInput when several fit.
        """
        with self.store.reading(scope) as reader:
            return document_called(reader, name, removed=removed)

    def reports(self, scope: Scope, name: str | None = None) -> list[tuple[DocumentId, Report]]:
        """How each source in scope was read, the failed ones first; or the one source of this name."""
        from belegg.search.called import report_called

        with self.store.reading(scope) as reader:
            return list(reader.reports()) if name is None else [report_called(reader, name)]

    def failures(self) -> dict[str, str]:
        """The sources that could not be read when they were last tried, with the reasons. Owner's view."""
        with self.store.reading(Scope(OWNER)) as reader:
            reports = takewhile(lambda report: report.failed is not None, (r for _, r in reader.reports()))
            return {report.source: report.failed or "" for report in reports}

    def unfinished(self) -> list[Unfinished]:
        """Runs of `ingest` that have not come to their end, running or stopped. Owner's view."""
        return unfinished(self.store.settings(), self.store.ingesting_process())

    def health(self) -> list[Finding]:
        """What is well, what deserves a look, what is wrong, each with what to do."""
        from belegg.library.health import health

        return health(self)

    def evaluate(self, questions: Path | str, scope: Scope) -> QuestionsRun:
        """Ask the questions of a file whose answers are known. Raises BadInput."""
        from belegg.library.evaluate import evaluate_questions

        return evaluate_questions(self, given_path(questions), scope)

    # ------------------------------------------------------------ keeping

    def ingest(
        self,
        path: Path | str,
        *,
        pack: str | None = None,
        profile: Profile | None = None,
        access: Path | str | None = None,
        language: str | None = None,
        originals: bool = True,
        allow_removals: bool = False,
        hold_removals: bool = False,
        workers: int | None = None,
        limits: Limits | None = None,
        passwords: Sequence[str] = (),
    ) -> Ingested:
        """
        Bring a folder or a file into the library, or bring it up to date. A `pack.toml` in the folder says
        which pack it is, and defines that.

        `access` is a file of rules (path's beginning, tab, groups). Many documents whose files are gone are
        refused, let go (`allow_removals`) or left in (`hold_removals`). `workers` files are read at once
        (None: one for each core, at most four), each within `limits`. `passwords` are tried on locked
        PDFs, in order; they are not kept. `language` (ISO 639-1) is also that of pictures of text.

        Raises BadInput, AnalyserDiffers, StoreError, StoreBusy when another ingest does not end in time: both
        would read the same files. A file that cannot be read raises nothing, it stands in the outcome.
        """
        from belegg.library.ingest import Wanted, ingest
        from belegg.library.settings import Reading
        from belegg.reading.fenced.limits import Limits
        from belegg.sources.access import AccessRules

        folder = given_path(path)
        pack, told = self._pack_in(folder, pack)
        rules = AccessRules.read(given_path(access)) if access is not None else None
        reading = Reading(profile, language, originals)
        wanted = Wanted(
            pack,
            reading,
            rules,
            allow_removals,
            self.path,
            workers=workers,
            limits=limits or Limits(),
            hold_removals=hold_removals,
            passwords=tuple(passwords),
        )
        with self.store.ingesting(f"ingest {path}"):
            outcome = ingest(self.store, self.analyser, folder, wanted, self._watch)
            told = (*told, *self._said_again())
        return self._looked_after(replace(outcome, notes=(*told, *outcome.notes)))

    def take_out(self, root: str, sources: Collection[str]) -> Ingested:
        """
        Take sources of a root out of the search whose files are gone, as a run over its folder would; where
        that run would ask first (many are gone, or no file shows), nothing goes and a note says so.

        Raises BadInput when the folder is not there, StoreError, StoreBusy.
        """
        from belegg.library.ingest import Wanted, take_out
        from belegg.library.roots import pack_of

        folder = Path(self.store.roots()[root])
        wanted = Wanted(pack_of(root, self.store.settings()), library=self.path)
        with self.store.ingesting(f"ingest {folder}"):
            outcome = take_out(self.store, self.analyser, folder, wanted, sources)
        return self._looked_after(outcome)

    def reanalyse(self) -> Reanalysed:
        """Build the index again from the stored text with the analyser that is installed."""
        from belegg.library.reanalyse import reanalyse

        return reanalyse(self.store, self._installed, self._watch)

    def backup(self, target: Path | str) -> int:
        """
        Copy the library while it is in use, verify the copy, return its size in bytes. Raises BadInput, also
        for a library in PostgreSQL, which that server's own tools copy.
        """
        from belegg.stores.sqlite import SqliteStore

        if not isinstance(self.store, SqliteStore):
            raise BadInput(in_database(self.where))
        return self.store.backup(given_path(target))

    def compact(self) -> tuple[int, int]:
        """Fold the index together and give unused space back; sizes in bytes before and after."""
        return self.store.compact()
