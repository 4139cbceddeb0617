"""The library as one asker sees it, for one question. Whatever the agent reads goes through its scope."""

from __future__ import annotations

from dataclasses import dataclass

from belegg.records import Pack, Scope
from belegg.records.searching import ANONYMOUS
from belegg.seams import Store
from belegg.seams.figures import CompanyTables, Statistics
from belegg.search.search import Search


@dataclass(frozen=True, slots=True)
class Desk:
    """
    What a question is asked of: who asks and within what, the search with its settings, the store, and the
    packs in scope (those that are on and hold something that the asker may read); official statistics and
    the company's own tables, None where there are none.

    Nothing that holds a desk writes, but that figures which it fetches are kept for its question. A tool may
    narrow the scope and never widen it.
    """

    scope: Scope
    search: Search
    store: Store
    packs: tuple[Pack, ...] = ()
    statistics: Statistics | None = None
    tables: CompanyTables | None = None

    @property
    def gives_statistics(self) -> bool:
        """
        Whether official statistics can be asked: the pack is on, and a source is. What is fetched is kept for
        who asks, so that who has not signed in fetches nothing.
        """
        who = self.scope.principal
        is_nobody = who.groups is not None and who.id == ANONYMOUS
        return self.statistics is not None and not is_nobody and bool(self.statistics.sources)

    @property
    def gives_tables(self) -> bool:
        """Whether there is a company table that the asker may ask."""
        return self.tables is not None and self.tables.may_ask(self.scope)

    @property
    def gives_figures(self) -> bool:
        return self.gives_statistics or self.gives_tables


def desk_of(
    scope: Scope,
    search: Search,
    store: Store,
    statistics: Statistics | None = None,
    tables: CompanyTables | None = None,
) -> Desk:
    """A desk with the packs that the asker may know of."""
    with store.reading(scope) as reader:
        return Desk(scope, search, store, tuple(reader.packs()), statistics, tables)
