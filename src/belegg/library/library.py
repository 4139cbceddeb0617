"""The Library that a user holds: one SQLite file, and everything that can be done with it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from belegg.errors import AnalyserDiffers, BadInput, BadQuery, UnknownPack
from belegg.library.lookup import document_called
from belegg.library.progress import Watcher, nobody
from belegg.library.settings import ANALYSER
from belegg.records import (
    OWNER,
    Answer,
    DocumentHead,
    DocumentId,
    Forgotten,
    Found,
    Principal,
    Ranking,
    Report,
    Scope,
)

if TYPE_CHECKING:
    from belegg.library.check import CheckedClaim
    from belegg.library.excerpt import Excerpt
    from belegg.library.health import Finding
    from belegg.library.ingest import Ingested
    from belegg.search.search import Search
    from belegg.stores.sqlite import SqliteStore
    from belegg.text.analysis import Analyser

DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")
BOTH_NORWEGIANS = ("nb", "nn")


class Library:
    """
    A library in one file. Whatever reads takes a Scope: who asks, and within what.

    What is heavy to import is imported by the method that needs it: a search should not wait for the readers.
    """

    def __init__(self, path: Path, store: SqliteStore) -> None:
        self.path = path
        self.store = store

    @classmethod
    def open(cls, path: Path | str, create: bool = False) -> Self:
        """Open a library's file, or make one with `create`. Raises StoreError, and BadInput when there is none."""
        from belegg.stores.sqlite import SqliteStore

        file = Path(path)
        if not create and not file.exists():
            raise BadInput(
                f"there is no library `{file}`; make one with `belegg ingest FOLDER --library {file}`"
            )
        return cls(file, SqliteStore(file))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
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
    ) -> Scope:
        """
        A scope from what people write: documents by id, path or name, dates as `2024`, `2024-05`, `2024-05-12`.

        Language `no` stands for both Norwegians. Raises UnknownDocument, UnknownPack, BadQuery.
        """
        for date in (since, until):
            if date is not None and not DATE.fullmatch(date):
                raise BadQuery(f"`{date}` is no date; write `2024`, `2024-05` or `2024-05-12`")
        with self.store.reading(Scope(principal)) as reader:
            ids = tuple(document_called(reader, name).id for name in documents)
            if packs:
                held = {head.pack for head in reader.heads()}
                unknown = [pack for pack in packs if pack not in held]
                if unknown:
                    raise UnknownPack(
                        f"no pack `{unknown[0]}`; `belegg documents` shows each document's pack"
                    )
        spoken = [code for name in languages for code in (BOTH_NORWEGIANS if name == "no" else (name,))]
        return Scope(principal, tuple(packs), ids, tuple(spoken), tuple(organisations), since, until)

    def search(self, query: str, scope: Scope, limit: int = 8, ranking: Ranking = "default") -> Found:
        """The best passages for any text. Raises BadQuery when it holds no word, AnalyserDiffers."""
        return self._search(ranking)(query, scope, limit)

    def ask(self, question: str, scope: Scope) -> Answer:
        """An answer in checked quotations, or an abstention with its reason. No model is called."""
        from belegg.answering.extract import answer

        return answer(question, scope, self._search("default"), self.store)

    def check(self, draft: str, scope: Scope) -> list[CheckedClaim]:
        """Every quotation in a draft, checked word for word against the documents in scope."""
        from belegg.library.check import MOST_DOCUMENTS, check_claim
        from belegg.text.drafts import find_claims

        search = self._search("default")
        with self.store.reading(scope) as reader:
            return [
                check_claim(reader, lambda query: search(query, scope, 2 * MOST_DOCUMENTS).hits, claim)
                for claim in find_claims(draft)
            ]

    def read(
        self,
        name: str,
        scope: Scope,
        *,
        section: str | None = None,
        pages: str | None = None,
        version: int | None = None,
    ) -> Excerpt:
        """A document by id, path, name or passage id: whole, one section, some pages, an earlier version."""
        from belegg.library.excerpt import excerpt

        with self.store.reading(scope) as reader:
            return excerpt(reader, name, section, pages, version)

    def original(self, name: str, scope: Scope) -> bytes:
        """The bytes that were ingested. Raises BadInput when they were not kept."""
        with self.store.reading(scope) as reader:
            head = document_called(reader, name)
            data = reader.original(head.id)
        if data is None:
            raise BadInput(f"the original of `{head.source}` was not kept (`--no-originals`)")
        return data

    def explain(self, query: str, scope: Scope, document: str | None = None) -> Explained:
        """Why passages stand where they stand, or where a document was lost on the way."""

    # ------------------------------------------------------------ looking

    def documents(self, scope: Scope) -> list[DocumentHead]:
        """Every document in scope, by source."""
        with self.store.reading(scope) as reader:
            return list(reader.heads())

    def reports(self, scope: Scope) -> list[tuple[DocumentId, Report]]:
        """How each source in scope was read, the failed ones first."""
        with self.store.reading(scope) as reader:
            return list(reader.reports())
