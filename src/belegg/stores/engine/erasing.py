"""
Forgetting a document so that the library holds no trace of it.

The first transaction removes it: nobody finds it any more. Then the segments that hold its postings are
written anew without them, words that only it had leave the vocabulary, the vectors of all passages that are
gone are removed, and the database is written anew, for it may leave copies of moved rows in the free space of
its pages. `state.traces` says until when this is not done; `belegg compact` finishes what was interrupted.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from belegg.errors import UnknownDocument
from belegg.records import DocumentId, Forgotten
from belegg.seams import Without
from belegg.stores.engine import statements, turns, vector_erasing
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.database import Database
from belegg.stores.engine.fetched import drop
from belegg.stores.engine.forward import invert
from belegg.stores.engine.merging import drop_dead, fold_all
from belegg.stores.engine.segments import Segments
from belegg.stores.engine.sides import clear_side
from belegg.stores.engine.snapshot import State
from belegg.stores.engine.vocabulary import Vocabulary
from belegg.stores.engine.writer import drop_unused_original

BY_DOCUMENT = (
    "names", "organisations", "sources", "versions", "page_layouts", "rewordings", "removed",
    "enriched_documents", "model_said",
)  # fmt: skip


def erase(database: Database, document: DocumentId, without: Without | None = None) -> Forgotten:
    """
    Remove a document's rows in one transaction, and take it out of stored runs. Raises UnknownDocument.
    """
    with database.transaction(f"forget {document}") as (connection, state):
        connection.overwrite()
        sql = "SELECT number, current, first_key, passages, original FROM documents WHERE id = ?"
        row = statements.row(connection, sql, (document,))
        if row is None:
            return erased_fetched(database, connection, document, without)
        number, current, first_key, passages, original = row
        keys = (first_key, first_key + passages) if current else (0, 0)
        forgotten = counted(database, connection, state, document, number, keys, original)
        quotations = turns.take_out(connection, document, without)
        for table in BY_DOCUMENT:
            connection.execute(f"DELETE FROM {table} WHERE document = ?", (number,))
        connection.execute(f"DELETE FROM extents_{state.side} WHERE document = ?", (number,))
        for table in ("passages", f"forward_{state.side}"):
            connection.execute(f"DELETE FROM {table} WHERE key >= ? AND key < ?", keys)
        connection.execute("DELETE FROM documents WHERE number = ?", (number,))
        drop_unused_original(connection, original)
        connection.execute(
            "UPDATE state SET generation = generation + 1, removals = removals + 1, traces = 1"
        )
        database.step("document erased")
    return replace(forgotten, quotations=quotations)


def erased_fetched(
    database: Database, connection: Connection, document: DocumentId, without: Without | None
) -> Forgotten:
    """The same of what was fetched for a question, which no index knows. Raises UnknownDocument."""
    row = statements.row(connection, "SELECT number, passages FROM fetched WHERE id = ?", (document,))
    if row is None:
        raise UnknownDocument(document)
    quotations = turns.take_out(connection, document, without)
    drop(connection, [row[:1]])
    connection.execute("UPDATE state SET generation = generation + 1, traces = 1")
    database.step("document erased")
    return Forgotten(document, 1, row[1], 0, 0, quotations)


def counted(
    database: Database,
    connection: Connection,
    state: State,
    document: DocumentId,
    number: int,
    keys: tuple[int, int],
    original: str | None,
) -> Forgotten:
    """What is about to be removed."""
    versions = statements.row(connection, "SELECT count(*) FROM versions WHERE document = ?", (number,))
    size = statements.row(connection, "SELECT size_bytes FROM originals WHERE sha256 = ?", (original,))
    rows = Segments(connection, state.side).forward_rows(*keys)
    postings = invert(rows, database.formula).postings.ids.size if rows else 0
    return Forgotten(document, versions[0], keys[1] - keys[0], postings, size[0] if size else 0, 0)


def purge(database: Database, purpose: str) -> None:
    """Take out of the file whatever no document holds any more. Raises StoreBusy while readers hold it."""
    fold_all(database, purpose)
    drop_dead(database, purpose)
    with database.transaction(purpose) as (connection, state):
        connection.overwrite()
        live = database.follow(connection, state).live
        vector_erasing.drop_dead(connection, live, database.sizes.chunk_windows)
        clear_side(connection, 1 - state.side)
        drop_unused_words(connection, state.side)
        # No process may go on with what it knew of terms and their numbers.
        connection.execute("UPDATE state SET generation = generation + 1, removals = removals + 1")
        connection.execute(
            "DELETE FROM access_lists WHERE id NOT IN (SELECT access FROM documents) "
            "AND id NOT IN (SELECT access FROM versions)"
        )
        database.step("words dropped")
    database.rewrite(purpose)
    with database.transaction(purpose) as (connection, _):
        connection.execute("UPDATE state SET traces = 0")


def drop_unused_words(connection: Connection, side: int) -> None:
    """Remove terms that stand in no segment; everything must be folded."""
    vocabulary = Vocabulary(connection, side)
    used = np.zeros(vocabulary.last_id() + 1, dtype=np.bool_)
    used[Segments(connection, side).used_ids()] = True
    vocabulary.keep_only(used)
