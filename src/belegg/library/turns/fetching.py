"""What a Library keeps of figures that questions fetched, each bound to its question and to who asked it."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from belegg.records import OWNER, DocumentId, Scope
from belegg.records.fetched import Fetched, FetchedHead

if TYPE_CHECKING:
    from belegg.seams import Store
    from belegg.stores.engine.store import EngineStore

DAYS: Final = 30
"""How long what was fetched is kept that no stored run was shown."""

NAME_BYTES: Final = 16
NO_QUESTION: Final = ""


class KeepsFetched:
    """An open library that keeps what questions fetched."""

    store: EngineStore

    def keep_fetched(self, fetched: Fetched) -> None:
        """
        Keep what was fetched for a question, as a document that is read by its id alone. What was fetched
        more than `DAYS` days ago and no stored run was shown goes. Raises StoreError, StoreBusy.
        """
        with self.store.keeping("keep what was fetched") as keeper:
            keeper.sweep_fetched(kept_since())
            keeper.keep_fetched(fetched)

    def fetched(self) -> list[FetchedHead]:
        """What is kept of what was fetched, the oldest first. Owner's view."""
        return list(self.store.fetched())

    def sweep_fetched(self) -> int:
        """Let go what was fetched more than `DAYS` days ago and no stored run was shown; how many went."""
        before = kept_since()
        if not any(each.fetched_at < before for each in self.store.fetched()):
            return 0
        with self.store.keeping("sweep what was fetched") as keeper:
            return keeper.sweep_fetched(before)


def kept_since() -> str:
    """The time before which what was fetched is old (ISO 8601, UTC)."""
    return (datetime.now(UTC) - timedelta(days=DAYS)).strftime("%Y-%m-%dT%H:%M:%SZ")


def for_one_question(scope: Scope) -> Scope:
    """The scope of a question that is being answered: with a name drawn for it, unless it has one."""
    return scope if scope.question else replace(scope, question=secrets.token_hex(NAME_BYTES))


def fetched_among(store: Store, documents: Collection[DocumentId]) -> frozenset[DocumentId]:
    """Those of the documents that were fetched for a question: another one does not read them."""
    with store.reading(Scope(OWNER)) as reader:
        every = frozenset(reader.heads_of(documents))
    with store.reading(Scope(OWNER, question=NO_QUESTION)) as reader:
        return every - reader.heads_of(every).keys()
