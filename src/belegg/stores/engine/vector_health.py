"""Whether the vectors of a library are whole: rows, hashes and chunks say the same, in sizes that fit."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from belegg.records import HASH_BYTES
from belegg.stores.engine import statements, vector_rows
from belegg.stores.engine.arrays import Mask
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.snapshot import Snapshot
from belegg.stores.engine.vector_codes import Model, Vectors, codes_of, signs_of
from belegg.stores.engine.vector_rows import Chunk, all_ids
from belegg.text.counted import counted

KEYS_NOBODY_HAS = (
    "SELECT count(*) FROM vectors WHERE (id >> 40) NOT IN (SELECT number FROM vector_models) "
    "OR id & 1099511627775 >= (SELECT next_key FROM state) OR id & 1099511627775 < 1"
)
REFUSALS_NOBODY_HAS = (
    "SELECT count(*) FROM vectors_refused WHERE (id >> 40) NOT IN (SELECT number FROM vector_models) "
    "OR id & 1099511627775 >= (SELECT next_key FROM state) OR id & 1099511627775 < 1"
)
CHUNKS_NOBODY_HAS = (
    "SELECT count(*) FROM vector_chunks WHERE (id >> 40) NOT IN (SELECT number FROM vector_models)"
)


def faults(connection: Connection, snapshot: Snapshot) -> Iterator[str]:
    """What is wrong, in words."""
    for what, sql in (
        ("vectors of nothing", KEYS_NOBODY_HAS),
        ("refusals of nothing", REFUSALS_NOBODY_HAS),
        ("lists of nothing", CHUNKS_NOBODY_HAS),
    ):
        number = statements.row(connection, sql)[0]
        if number:
            yield f"{number} {what} that is in the library"
    for model in vector_rows.models(connection):
        told = list(of_model(connection, model))
        if told:
            yield f"of `{model.id}` {', '.join(told)}"


def of_model(connection: Connection, model: Model) -> Iterator[str]:
    mean = vector_rows.mean_of(connection, model)
    passages = windows = wrong = 0
    seen: set[int] = set()
    for chunk in vector_rows.chunks(connection, model, 0):
        if chunk.first != passages:
            yield "the list of passages has a hole"
            return
        passages += chunk.keys.size
        windows += int(chunk.counts.sum())
        seen.update(chunk.keys.tolist())
        wrong += int(np.count_nonzero(~rows_fit(connection, model, chunk, mean)))
    if wrong:
        yield f"{counted(wrong, 'passage')} with damaged vectors"
    if (passages, windows) != (model.passages, model.windows) or len(seen) != passages:
        yield "the list of passages is not that of its model"
    rows, hashes = statements.row(
        connection, "SELECT count(*), coalesce(sum(length(hashes)), 0) FROM vectors WHERE id >= ? AND id < ?",
        all_ids(model),
    )  # fmt: skip
    if rows != passages:
        yield f"{abs(rows - passages)} vectors too {'many' if rows > passages else 'few'}"
    if hashes != HASH_BYTES * windows:
        yield "hashes that do not go with its vectors"


def rows_fit(connection: Connection, model: Model, chunk: Chunk, mean: Vectors) -> Mask:
    """Of each passage of a chunk, whether its row holds what the chunk says: windows, and their signs."""
    ids = chunk.keys | all_ids(model)[0]
    found = statements.rows(
        connection,
        "SELECT v.id, v.hashes, v.data FROM carray(?) AS k CROSS JOIN vectors AS v ON v.id = k.value",
        (connection.array(ids),),
    )
    held = {row[0]: row[1:] for row in found}
    rows = [held.get(each, (None, None)) for each in ids.tolist()]
    fits: Mask = np.zeros(len(rows), dtype=np.bool_)
    for place, ((hashes, data), count) in enumerate(zip(rows, chunk.counts.tolist(), strict=True)):
        sizes = (HASH_BYTES * count, model.window_bytes * count)
        fits[place] = hashes is not None and (len(hashes), len(data)) == sizes
    owner = np.repeat(np.arange(len(rows)), chunk.counts)
    there = fits[owner]
    codes = codes_of([data for (_, data), fit in zip(rows, fits, strict=True) if fit], model)
    usable: Mask = np.logical_and(np.isfinite(codes).all(axis=1), codes.any(axis=1))
    differ = signs_of(codes[usable], mean, model.words) != chunk.signs[:, there][:, usable]
    usable[np.flatnonzero(usable)[differ.any(axis=0)]] = False
    fits[owner[there][~usable]] = False
    return fits


def standing(connection: Connection, snapshot: Snapshot) -> str:
    """Which models there are, and how far each came."""
    told = []
    for model in vector_rows.models(connection):
        found = [each.keys for each in vector_rows.arrivals(connection, model, 0)]
        held = sum(int(np.count_nonzero(snapshot.live[keys])) for keys in found)
        role = "serves" if model.serving else "is kept aside"
        told.append(
            f"`{model.id}` {role}, {held:,} of {counted(snapshot.passages, 'passage')} have its vectors"
        )
    return "; ".join(told) or "no passage has vectors"
