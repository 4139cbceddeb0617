"""Passages' words as hashes, in order: what the final ranking reads of its candidates."""

from __future__ import annotations

import numpy as np

from belegg.errors import StoreUnhealthy
from belegg.stores.engine import statements
from belegg.stores.engine.arrays import Keys
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.forward import decode
from belegg.stores.engine.vocabulary import HASH_BYTES, Hashes


def sequences_of(connection: Connection, side: int, keys: Keys, hashes: Hashes) -> list[bytes]:
    """For each key title, 0, heading, 0, body as little-endian uint32; all read in one statement."""
    if not keys.size:
        return []
    rows = statements.rows(
        connection,
        f"SELECT f.key, substr(f.terms, 1, 2 * f.words) FROM carray(?) AS k CROSS JOIN forward_{side} AS f "
        "ON f.key = k.value",
        (connection.array(keys),),
    )
    held = dict(rows)
    if not held.keys() >= set(keys.tolist()):
        raise StoreUnhealthy("a passage has no forward array; `belegg reanalyse` builds the index anew")
    decoded = decode([held[key] for key in keys.tolist()])
    words = hashes.take(decoded.ids).astype("<u4").tobytes()
    ends = (np.cumsum(decoded.counts) * HASH_BYTES).tolist()
    return [words[start:end] for start, end in zip([0, *ends], ends, strict=False)]
