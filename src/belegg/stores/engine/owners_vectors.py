"""What the owner is told of vectors: which models there are, and which passages are left to be embedded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from belegg.records import OWNER, PassageKey, RefusedPassage, Unembedded, VectorModel
from belegg.stores.engine import statements, stored, vector_refusals, vector_rows
from belegg.stores.engine.arrays import Keys
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.database import Database


def vector_models(database: Database) -> Sequence[VectorModel]:
    found = []
    with database.newest_state(OWNER) as (connection, _, snapshot):
        memory = database.vectors_of(snapshot.state)
        for model in vector_rows.models(connection):
            held = memory.of(model)
            living = snapshot.live[held.keys(connection, model)]
            windows = int(held.counts(connection, model)[living].sum(dtype=np.int64))
            passages = int(np.count_nonzero(living))
            found.append(
                VectorModel(model.id, model.dimension, model.store, bool(model.serving), passages, windows)
            )
    return found


def without_vectors(
    database: Database, name: str, limit: int, after: PassageKey | None
) -> Sequence[Unembedded]:
    with database.newest_state(OWNER) as (connection, _, snapshot):
        model = vector_rows.model_of(connection, name)
        missing = snapshot.live.copy()
        missing[database.vectors_of(snapshot.state).of(model).keys(connection, model)] = False
        missing[: (after or 0) + 1] = False
        return described(connection, np.flatnonzero(missing)[: max(0, limit)])


def refused_passages(database: Database, name: str) -> Sequence[RefusedPassage]:
    with database.newest_state(OWNER) as (connection, _, snapshot):
        why = vector_refusals.refused(connection, vector_rows.model_of(connection, name))
        keys = np.fromiter(why, dtype=np.int64)
        found = described(connection, keys[snapshot.live[keys]])
        return [RefusedPassage(one.key, one.document, one.passage, why[one.key]) for one in found]


def described(connection: Connection, keys: Keys) -> list[Unembedded]:
    """Passages with the heads of their documents."""
    if not keys.size:
        return []
    rows = statements.rows(
        connection,
        f"SELECT p.document, {stored.PASSAGE_COLUMNS} FROM carray(?) AS k CROSS JOIN passages AS p "
        "ON p.key = k.value CROSS JOIN documents AS d ON d.number = p.document ORDER BY p.key",
        (connection.array(keys),),
    )
    documents = np.array(sorted({row[0] for row in rows}), dtype=np.int64)
    found = statements.rows(
        connection,
        f"SELECT d.number, {stored.HEAD_COLUMNS} FROM {stored.HEAD_TABLES} "
        "WHERE v.version = d.version AND d.number IN (SELECT value FROM carray(?))",
        (connection.array(documents),),
    )
    heads = {row[0]: stored.head_of(row[1:]) for row in found}
    return [Unembedded(PassageKey(row[1]), heads[row[0]], stored.passage_of(row[1:])) for row in rows]


def known_vectors(database: Database, name: str, hashes: Sequence[bytes]) -> Mapping[bytes, bytes]:
    with database.newest_state(OWNER) as (connection, _, _):
        return vector_rows.known(connection, vector_rows.model_of(connection, name), hashes)
