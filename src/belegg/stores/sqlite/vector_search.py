"""The best passages by cosine, within what the asker may read."""

from __future__ import annotations

import apsw
import numpy as np

from belegg.stores.sqlite import vector_rows
from belegg.stores.sqlite.arrays import Floats, Keys, Mask
from belegg.stores.sqlite.vector_codes import NO_COSINE, Model, best_of_each, cosines, query_of
from belegg.stores.sqlite.vector_memory import Held


def scores_of(connection: apsw.Connection, model: Model, vector: bytes, keys: Keys) -> Floats:
    """The cosine of each passage's best window; NO_COSINE for one without vectors."""
    query = query_of(vector, model)
    counts, codes = vector_rows.stored_codes(connection, model, keys)
    return best_of_each(cosines(codes, query), counts, NO_COSINE)


def best(
    connection: apsw.Connection, model: Model, held: Held, vector: bytes, limit: int, scope: Mask
) -> tuple[Keys, Floats]:
    """The `limit` best passages in scope and their scores, best first; of equals the smaller key first."""
    keys = held.keys(connection, model)
    keys = keys[scope[keys]]
    scores = scores_of(connection, model, vector, keys)
    keys, scores = keys[scores > NO_COSINE], scores[scores > NO_COSINE]
    order = np.lexsort((keys, -scores))[: max(0, limit)]
    return keys[order], scores[order]
