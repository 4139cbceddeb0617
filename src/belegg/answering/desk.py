"""The library as one asker sees it, for one question. Whatever the agent reads goes through its scope."""

from __future__ import annotations

from dataclasses import dataclass

from belegg.records import Pack, Scope
from belegg.seams import Store
from belegg.search.search import Search


@dataclass(frozen=True, slots=True)
class Desk:
    """
    What a question is asked of: who asks and within what, the search with its settings, the store, and the
    packs in scope (those that are on and hold something that the asker may read).

    Nothing that holds a desk writes. A tool may narrow the scope and never widen it.
    """

    scope: Scope
    search: Search
    store: Store
    packs: tuple[Pack, ...] = ()


def desk_of(scope: Scope, search: Search, store: Store) -> Desk:
    """A desk with the packs that the asker may know of."""
    with store.reading(scope) as reader:
        return Desk(scope, search, store, tuple(reader.packs()))
