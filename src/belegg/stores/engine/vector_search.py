"""
The best passages by cosine, within what the asker may read.

First every window in scope is scored quickly, by 32-bit products with its codes or, of a large library, by
its signs; what is not in scope takes no part. Then the passages that may be among the
best are scored exactly from their rows (`vector_codes`), so that a score is the same however it was found.
From codes the result is exact: all are taken that the rounding of the products could hide. From signs it is
not: the likeliest are taken (`vector_signs`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from belegg.errors import VectorsDamaged
from belegg.stores.engine import vector_rows, vector_signs
from belegg.stores.engine.arrays import Counts, Floats, Keys, Mask
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.sizes import Sizes
from belegg.stores.engine.vector_codes import (
    MADE_ANEW,
    NO_COSINE,
    Model,
    Vectors,
    best_of_each,
    cosines,
    query_of,
    unit,
)
from belegg.stores.engine.vector_memory import Held, Part, windows_of

ROWS_AT_ONCE = 256  # their 32-bit copies stay in the processor's cache
SPARSE = 3  # read windows one by one where less than a third is in scope


def scores_of(connection: Connection, model: Model, held: Held, vector: bytes, keys: Keys) -> Floats:
    """
    The cosine of each passage's best window; NO_COSINE for one that never had vectors. Raises VectorsDamaged.
    """
    query = query_of(vector, model)
    counts, codes = vector_rows.stored_codes(connection, model, keys)
    refuse_lost(connection, model, held, keys[counts == 0])
    best: Floats = best_of_each(cosines(codes, query), counts, NO_COSINE)
    return best


def vectors_of(connection: Connection, model: Model, held: Held, keys: Keys) -> list[list[bytes]]:
    """The vectors of each passage; none of one that never had any. Raises VectorsDamaged."""
    found = vector_rows.vectors_of(connection, model, keys)
    without = [place for place, vectors in enumerate(found) if not vectors]
    refuse_lost(connection, model, held, keys[without])
    return found


def refuse_lost(connection: Connection, model: Model, held: Held, without: Keys) -> None:
    """Raises VectorsDamaged when a passage that is found without vectors had some."""
    if without.size:
        had = held.keys(connection, model)[held.counts(connection, model) > 0]
        if np.isin(without, had).any():
            raise VectorsDamaged(f"vectors are missing that were there; {MADE_ANEW}")


def best(
    connection: Connection,
    model: Model,
    held: Held,
    vector: bytes,
    limit: int,
    allowed: Mask,
    sizes: Sizes,
) -> tuple[Keys, Floats]:
    """
    The `limit` best passages and their scores, best first; of equals the smaller key first. `allowed`: of the
    passages in order of arrival, which are in scope.
    """
    query = unit([vector], model)[0]
    keys, counts = held.keys(connection, model), held.counts(connection, model)
    exact, parts = held.parts(connection, model)
    if exact:
        places = nearly_best(products(parts, counts, allowed, query), limit, model)
    else:
        mean = vector_rows.mean_of(connection, model)
        places = vector_signs.likely(parts, keys, counts, allowed, query, mean, limit, sizes)
    found = np.sort(keys[places].astype(np.int64))
    scores = scores_of(connection, model, held, vector, found)
    order = np.lexsort((found, -scores))[: max(0, limit)]
    return found[order], scores[order]


# ---------------------------------------------------------------- by codes


def products(parts: Sequence[Part], counts: Counts, allowed: Mask, query: Vectors) -> Vectors:
    """By place, about the cosine of the best window; NO_COSINE for what is not allowed."""
    best = np.full(allowed.size, NO_COSINE, dtype=np.float32)
    for part in parts:
        here = allowed[part.first : part.first + part.passages]
        windows = counts[part.first : part.first + here.size]
        places = np.flatnonzero(here)
        if places.size * SPARSE < here.size:
            found = product_of(part, query, windows_of(windows, places))
            best[part.first + places] = best_of_each(found, windows[places], NO_COSINE)
        else:
            found = product_of(part, query, slice(0, int(windows.sum(dtype=np.int64))))
            of_each = best_of_each(found, windows, NO_COSINE)
            best[part.first : part.first + here.size] = np.where(here, of_each, np.float32(NO_COSINE))
    return best


def product_of(part: Part, query: Vectors, wanted: Keys | slice) -> Vectors:
    """About the cosine of some windows of a part."""
    size = wanted.stop if isinstance(wanted, slice) else wanted.size
    found = np.empty(size, dtype=np.float32)
    buffer = np.empty((ROWS_AT_ONCE, query.size), dtype=np.float32)
    whole = isinstance(wanted, slice) and part.data.dtype == np.float32
    step = max(1, size) if whole else ROWS_AT_ONCE
    for start in range(0, size, step):
        end = min(start + step, size)
        rows = part.data[start:end] if isinstance(wanted, slice) else part.data[wanted[start:end]]
        if rows.dtype != np.float32:
            np.copyto(buffer[: end - start], rows)
            rows = buffer[: end - start]
        np.dot(rows, query, out=found[start:end])
    found *= part.shrinking[wanted]
    return found


def nearly_best(best: Vectors, limit: int, model: Model) -> Keys:
    """The places that may be among the best when their scores are taken exactly."""
    if not 0 < limit < best.size:
        return np.flatnonzero(best > NO_COSINE) if limit > 0 else np.zeros(0, dtype=np.int64)
    least = np.partition(best, best.size - limit)[best.size - limit]
    # A sum of d rounded products of numbers whose squares sum to 1 is off by less than d · 2^-24 (Higham,
    # Accuracy and Stability, 3.1), the length and its product by some more; twice: two are compared.
    slack = 2 * (model.dimension + 8) * 2.0**-24
    return np.flatnonzero((best > NO_COSINE) & (best >= least - slack))
