"""Taking the vectors of passages that are gone out of the file."""

from __future__ import annotations

import numpy as np

from belegg.records import HASH_BYTES
from belegg.stores.engine import statements, vector_refusals, vector_rows
from belegg.stores.engine.arrays import Keys, Mask
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.vector_codes import Model
from belegg.stores.engine.vector_rows import Chunk, all_ids, cut, head_of, joined, write_chunk

ROWS_AT_ONCE = 4_096


def drop_dead(connection: Connection, live: Mask, chunk_windows: int) -> None:
    """
    Remove the vectors, or refusals, of passages that are not current. `state.removals` must grow in the same
    transaction.

    No row says of which document a passage was that is gone: whoever forgets a document removes them all.
    """
    vector_refusals.drop_dead(connection, live)
    for model in vector_rows.models(connection):
        found = [each.keys for each in vector_rows.arrivals(connection, model, 0)]
        gone = [keys[~live[keys]] for keys in found]
        if any(keys.size for keys in gone):
            remove_rows(connection, model, np.concatenate(gone))
            renew_chunks(connection, model, live, chunk_windows)


def remove_rows(connection: Connection, model: Model, keys: Keys) -> None:
    ids = np.sort(keys) | all_ids(model)[0]
    for start in range(0, ids.size, ROWS_AT_ONCE):
        part = connection.array(ids[start : start + ROWS_AT_ONCE])
        rows = statements.rows(
            connection, "SELECT id, hashes FROM vectors WHERE id IN (SELECT value FROM carray(?))", (part,)
        )
        heads = [
            (head_of(hashes[at : at + HASH_BYTES]), row)
            for row, hashes in rows
            for at in range(0, len(hashes), HASH_BYTES)
        ]
        connection.executemany("DELETE FROM vector_hashes WHERE head = ? AND id = ?", heads)
        connection.execute("DELETE FROM vectors WHERE id IN (SELECT value FROM carray(?))", (part,))


def renew_chunks(connection: Connection, model: Model, live: Mask, chunk_windows: int) -> None:
    """Write all chunks anew without what is gone; places are counted anew."""
    old = list(vector_rows.chunks(connection, model, 0))
    connection.execute("DELETE FROM vector_chunks WHERE id >= ? AND id < ?", all_ids(model))
    left = Chunk(0, *(np.zeros(0, dtype=np.int64),) * 2, np.zeros((model.words, 0), dtype=np.uint64))
    passages = windows = 0
    for chunk in old:
        keep = live[chunk.keys]
        kept = chunk.counts[keep]
        signs = chunk.signs[:, np.repeat(keep, chunk.counts)]
        passages, windows = passages + kept.size, windows + int(kept.sum())
        parts = list(cut(joined(left, Chunk(0, chunk.keys[keep], kept, signs)), chunk_windows))
        for full in parts[:-1]:
            write_chunk(connection, model, full)
        left = parts[-1] if parts else left
    if left.keys.size:
        write_chunk(connection, model, left)
    connection.execute(
        "UPDATE vector_models SET passages = ?, windows = ? WHERE number = ?",
        (passages, windows, model.number),
    )
