"""Fetching the catalogues of sources: every table that each lists, in each language that it offers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from belegg.errors import SourceError
from belegg.library.progress import Progress, Watcher
from belegg.library.statistics.catalogue import Catalogue, Replaced
from belegg.records.statistics import TableRef
from belegg.seams.figures import StatisticsSource

TOLD_EVERY = 100
"""Tables between two words of progress."""


@dataclass(frozen=True, slots=True)
class Synced:
    """What came of fetching one source's catalogue; `failed` says why it did not: what was there stays."""

    source: str
    name: str
    replaced: Replaced | None
    failed: str = ""


def synced(source: StatisticsSource, catalogue: Catalogue, now: Callable[[], str], watch: Watcher) -> Synced:
    """
    The catalogue of a source in place of the one that is there. Listed whole before a row is stored, so that
    a source that stops in the middle, or lists nothing, changes nothing. Raises StoreError.
    """
    try:
        tables = list(_listed(source, watch))
    except SourceError as error:
        return Synced(source.id, source.name, None, str(error))
    if not tables:
        return Synced(source.id, source.name, None, f"{source.name} lists no table; what was there stays")

    def stored(done: int) -> None:
        if done % TOLD_EVERY == 0 or done == len(tables):
            watch(Progress(f"{source.id}: tables stored", done, len(tables)))

    return Synced(source.id, source.name, catalogue.replace(source.id, tables, now(), stored))


def _listed(source: StatisticsSource, watch: Watcher) -> Iterator[TableRef]:
    found = 0
    for language in source.languages:
        for ref in source.catalogue(language):
            found += 1
            if found % TOLD_EVERY == 0:
                watch(Progress(f"{source.id}: tables listed", found, found + 1))
            yield ref
