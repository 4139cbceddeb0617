"""Passages that a model refused: kept beside its vectors until it takes them, found by words meanwhile."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from belegg.records import PassageKey
from belegg.stores.engine import statements, vector_rows
from belegg.stores.engine.arrays import Keys, Mask
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.vector_codes import Model
from belegg.stores.engine.vector_rows import KEY_BITS, all_ids


def refuse(connection: Connection, name: str, why: Mapping[PassageKey, str]) -> None:
    """What `seams.Writer.refuse_vectors` promises."""
    model = vector_rows.model_of(connection, name)
    first = all_ids(model)[0]
    missing = vector_rows.missing(connection, model, why)
    connection.executemany(
        statements.put("vectors_refused", ("id",), ("why",)),
        [(first | key, told) for key, told in why.items() if key in missing],
    )


def refused(connection: Connection, model: Model) -> dict[int, str]:
    """By key what the model said, also of passages that are gone since."""
    first, end = all_ids(model)
    rows = statements.rows(
        connection, "SELECT id, why FROM vectors_refused WHERE id >= ? AND id < ? ORDER BY id", (first, end)
    )
    return {id ^ first: why for id, why in rows}


def refused_keys(connection: Connection, model: Model) -> Keys:
    return np.fromiter(refused(connection, model), dtype=np.int64)


def drop_dead(connection: Connection, live: Mask) -> None:
    """Let go of those passages that are not current."""
    for model in vector_rows.models(connection):
        keys = refused_keys(connection, model)
        gone = keys[~live[keys]] | (model.number << KEY_BITS)
        if gone.size:
            connection.execute(
                "DELETE FROM vectors_refused WHERE id IN (SELECT value FROM carray(?))",
                (connection.array(gone),),
            )
