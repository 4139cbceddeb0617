"""Passages' words as hashes, in order: what the final ranking reads of its candidates."""

from __future__ import annotations

import apsw
import numpy as np

from belegg.errors import StoreUnhealthy
from belegg.stores.sqlite import statements
from belegg.stores.sqlite.arrays import Keys
from belegg.stores.sqlite.forward import decode
from belegg.stores.sqlite.vocabulary import HASH_BYTES, Hashes


def sequences_of(connection: apsw.Connection, side: int, keys: Keys, hashes: Hashes) -> list[bytes]:
    """For each key title, 0, heading, 0, body as little-endian uint32; all read in one statement."""
    if not keys.size:
        return []
    rows = statements.rows(
        connection,
        f"SELECT substr(f.terms, 1, 2 * f.words) FROM carray(?) AS k CROSS JOIN forward_{side} AS f "
        "ON f.key = k.value",
        (apsw.carray(keys),),
    )
    if len(rows) != keys.size:
        raise StoreUnhealthy("a passage has no forward array; `belegg reanalyse` builds the index anew")
    decoded = decode([row[0] for row in rows])
    words = hashes.take(decoded.ids).astype("<u4").tobytes()
    ends = (np.cumsum(decoded.counts) * HASH_BYTES).tolist()
    return [words[start:end] for start, end in zip([0, *ends], ends, strict=False)]
