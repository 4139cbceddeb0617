"""
A new index from newly analysed passages, built on the idle side and put to use in one transaction.

The old one serves until then. Killed before, the idle side keeps what was analysed under the index's name;
the next attempt of that name goes on with it, any other one begins anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from belegg.errors import StoreUnhealthy
from belegg.records import DocumentId, Terms
from belegg.seams import Analyse
from belegg.stores.engine import sides, statements
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.database import Database
from belegg.stores.engine.indexing import Index
from belegg.stores.engine.roles import WRITER
from belegg.stores.engine.snapshot import State

Analysed = tuple[DocumentId, Sequence[Terms]]


def rebuild(database: Database, analyse: Analyse, name: str, packs: Collection[str] | None) -> int:
    """
    Build and use the new index; returns how many passages were analysed for it now.

    Raises StoreUnhealthy when a document is missing.
    """
    with database.only_one(WRITER, "reanalyse"):
        state = prepare(database, name, packs)
        with database.connection() as (connection, _):
            wanted = [DocumentId(each) for each in sides.lacking(connection, 1 - state.side)]
        index = Index(
            database.writing_connection(), 1 - state.side, database.formula, database.sizes.inverted
        )
        passages = 0
        for batch in batches(analyse(wanted), database.sizes.analysed):
            with database.committing() as (connection, _):
                passages += sum(add(connection, index, document, terms) for document, terms in batch)
                index.write_terms()
                database.step("documents analysed")
        for first_key, end_key in key_ranges(database, state):
            with database.committing() as (connection, _):
                index.fold(first_key, end_key)
                database.step("postings rebuilt")
        with database.committing() as (connection, _):
            put_to_use(connection, state)
            database.step("index swapped")
        with database.committing() as (connection, _):
            sides.clear_side(connection, state.side)
    return passages


def prepare(database: Database, name: str, packs: Collection[str] | None) -> State:
    """
    Bring the idle side to where analysis begins: what an index of that name holds already, else nothing, or
    what serves of all documents outside of `packs`.
    """
    with database.committing() as (connection, state):
        idle = 1 - state.side
        if name and sides.begun(connection) == name:
            sides.drop_changed(connection, idle)
            return state
        sides.clear_side(connection, idle)
        if packs is None:
            sides.begin(connection, name)
            return state
        sides.copy_words(connection, state.side)
    for first_key, end_key in key_ranges(database, state):
        with database.committing() as (connection, _):
            sides.copy_passages(connection, state.side, first_key, end_key, packs)
            database.step("passages copied")
    with database.committing() as (connection, _):
        sides.begin(connection, name)
    return state


def key_ranges(database: Database, state: State) -> Iterator[tuple[int, int]]:
    """Ranges of keys that one transaction can deal with."""
    for first_key in range(1, state.next_key, database.sizes.inverted):
        yield first_key, min(first_key + database.sizes.inverted, state.next_key)


def batches(analysed: Iterable[Analysed], least: int) -> Iterator[list[Analysed]]:
    """Documents of at least so many passages together."""
    batch: list[Analysed] = []
    passages = 0
    for document, terms in analysed:
        batch.append((document, terms))
        passages += len(terms)
        if passages >= least:
            yield batch
            batch, passages = [], 0
    if batch:
        yield batch


def add(connection: Connection, index: Index, document: DocumentId, terms: Sequence[Terms]) -> int:
    """Add a document's passages to the new index; 0 when it is not searched any more."""
    sql = "SELECT number, first_key, passages, language FROM documents WHERE id = ? AND current = 1"
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


def put_to_use(connection: Connection, old: State) -> None:
    missing = statements.row(
        connection,
        "SELECT id FROM documents WHERE current = 1 AND number NOT IN "
        f"(SELECT document FROM extents_{1 - old.side}) LIMIT 1",
    )
    if missing:
        raise StoreUnhealthy(f"the new index lacks document `{missing[0]}`; the old one was kept")
    connection.execute(
        "UPDATE state SET generation = generation + 1, layout = layout + 1, edition = edition + 1, "
        "folded_key = next_key"
    )
