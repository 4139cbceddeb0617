"""
A new index from newly analysed passages, built on the idle side and put to use in one transaction.

The old one serves until then. Killed before, the idle side holds leftovers that the next attempt removes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

import apsw

from belegg.errors import StoreUnhealthy
from belegg.records import DocumentId, Terms
from belegg.stores.sqlite import statements
from belegg.stores.sqlite.file import LibraryFile
from belegg.stores.sqlite.indexing import Index
from belegg.stores.sqlite.lock import WRITER, only_one
from belegg.stores.sqlite.sides import clear_side
from belegg.stores.sqlite.snapshot import State

DOCUMENTS_AT_ONCE = 100

Analysed = tuple[DocumentId, Sequence[Terms]]


def rebuild(file: LibraryFile, analysed: Iterable[Analysed]) -> int:
    """Build and use the new index; returns its passages. Raises StoreUnhealthy when a document is missing."""
    with only_one(file.path, WRITER, "reanalyse", file.patience):
        with file.committing() as (connection, state):
            clear_side(connection, 1 - state.side)
        index = Index(connection, 1 - state.side, file.formula, file.sizes.inverted)
        passages = 0
        documents = iter(analysed)
        while batch := list(islice(documents, DOCUMENTS_AT_ONCE)):
            with file.committing() as (connection, _):
                passages += sum(add(connection, index, document, terms) for document, terms in batch)
                file.step("documents analysed")
        for first_key in range(1, state.next_key, index.inverted):
            with file.committing() as (connection, _):
                index.fold(first_key, min(first_key + index.inverted, state.next_key))
                file.step("postings rebuilt")
        with file.committing() as (connection, _):
            put_to_use(connection, state)
            file.step("index swapped")
        with file.committing() as (connection, _):
            clear_side(connection, state.side)
    return passages


def add(connection: apsw.Connection, index: Index, document: DocumentId, terms: Sequence[Terms]) -> int:
    """Add a document's passages to the new index; 0 when it is not searched any more."""
    sql = "SELECT number, first_key, passages, language FROM documents WHERE id = ? AND current"
    row = statements.row(connection, sql, (document,))
    if row is None:
        return 0
    number, first_key, passages, language = row
    if passages != len(terms):
        raise StoreUnhealthy(f"document `{document}` has {passages} passages, {len(terms)} were analysed")
    spoken = statements.rows(
        connection,
        "SELECT coalesce(language, ?) FROM passages WHERE key >= ? AND key < ? ORDER BY key",
        (language, first_key, first_key + passages),
    )
    index.add(number, first_key, terms, [row[0] for row in spoken])
    return len(terms)


def put_to_use(connection: apsw.Connection, old: State) -> None:
    missing = statements.row(
        connection,
        "SELECT id FROM documents WHERE current AND number NOT IN "
        f"(SELECT document FROM extents_{1 - old.side}) LIMIT 1",
    )
    if missing:
        raise StoreUnhealthy(f"the new index lacks document `{missing[0]}`; the old one was kept")
    connection.execute(
        "UPDATE state SET generation = generation + 1, layout = layout + 1, edition = edition + 1, "
        "folded_key = next_key"
    )
