"""
The tables of vectors, written and read inside somebody's transaction.

A passage's vectors are one row, under its key. `vector_chunks` lists the passages of a model in order of
arrival, with their signs: what a process knows of a model is continued from there. Passages that are gone
stay in both until `compact`, where a document that is read anew finds what it has in common with itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from belegg.errors import ModelDiffers, VectorsDamaged
from belegg.records import HASH_BYTES, EmbeddedPassage, VectorForm
from belegg.stores.engine import statements
from belegg.stores.engine.arrays import AnyArray, Counts, Keys
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.vector_codes import (
    MADE_ANEW,
    Model,
    Signs,
    Vectors,
    as_vectors,
    coded,
    codes_of,
    numbers,
    signs_of,
    unit,
)

KEY_BITS = 40
HEAD_BYTES = 8
MOST_WINDOWS = 65_535
MODEL_COLUMNS = "number, id, dimension, store, serving, passages, windows"


class Chunk(NamedTuple):
    """Passages in order of arrival: where they begin, their keys, windows, and signs of their windows."""

    first: int
    keys: Keys
    counts: Counts
    signs: Signs


def models(connection: Connection) -> list[Model]:
    """The serving one first, then as they were begun."""
    sql = f"SELECT {MODEL_COLUMNS} FROM vector_models ORDER BY serving DESC, number"
    return [Model(*row) for row in statements.rows(connection, sql)]


def serving_model(connection: Connection) -> Model | None:
    return next((model for model in models(connection) if model.serving), None)


def model_of(connection: Connection, name: str) -> Model:
    """Raises ModelDiffers when there is none of this name."""
    sql = f"SELECT {MODEL_COLUMNS} FROM vector_models WHERE id = ?"
    row = statements.row(connection, sql, (name,))
    if row is None:
        raise ModelDiffers(f"there are no vectors of `{name}` here; `belegg embed` makes them")
    return Model(*row)


def mean_of(connection: Connection, model: Model) -> Vectors:
    row = statements.row(connection, "SELECT mean FROM vector_models WHERE number = ?", (model.number,))
    mean: Vectors = numbers([row[0]], model)[0]
    return mean


def all_ids(model: Model) -> tuple[int, int]:
    """The first id of a model's rows, and the first one after them."""
    return model.number << KEY_BITS, (model.number + 1) << KEY_BITS


# ---------------------------------------------------------------- models


def begin(connection: Connection, name: str, dimension: int, store: VectorForm, mean: bytes) -> None:
    asked = Model(0, name, dimension, store, 0, 0, 0)
    numbers([mean], asked)
    known = next((model for model in models(connection) if model.id == name), None)
    if known is None:
        connection.execute(
            "INSERT INTO vector_models (id, dimension, store, mean, serving, passages, windows) "
            "VALUES (?, ?, ?, ?, 0, 0, 0)",
            (name, dimension, store, mean),
        )
    elif (known.dimension, known.store) != (dimension, store):
        raise ModelDiffers(
            f"the vectors of `{name}` have {known.dimension} numbers as {known.store}, not {dimension} as "
            f"{store}; `belegg embed --drop` removes them first"
        )
    if serving_model(connection) is None:
        connection.execute("UPDATE vector_models SET serving = 1 WHERE id = ?", (name,))


def serve(connection: Connection, name: str, keep_others: bool) -> None:
    served = model_of(connection, name)
    connection.execute(
        "UPDATE vector_models SET serving = CASE WHEN number = ? THEN 1 ELSE 0 END", (served.number,)
    )
    if not keep_others:
        for model in models(connection)[1:]:
            drop(connection, model)


def drop(connection: Connection, model: Model) -> None:
    """Its number may be given again: no process may go on with what it knew of it."""
    ids = all_ids(model)
    connection.execute("DELETE FROM vector_hashes WHERE id >= ? AND id < ?", ids)
    for table in ("vectors", "vector_chunks", "vectors_refused"):
        connection.execute(f"DELETE FROM {table} WHERE id >= ? AND id < ?", ids)
    connection.execute("DELETE FROM vector_models WHERE number = ?", (model.number,))
    connection.execute("UPDATE state SET removals = removals + 1")


# ---------------------------------------------------------------- adding


def add(connection: Connection, name: str, rows: Sequence[EmbeddedPassage], chunk_windows: int) -> int:
    """What `seams.Writer.add_vectors` promises."""
    model = model_of(connection, name)
    for row in rows:
        if len(row.hashes) != len(row.vectors) or any(len(each) != HASH_BYTES for each in row.hashes):
            raise ValueError("every window has one hash of 16 bytes and one vector")
        if len(row.vectors) > MOST_WINDOWS:
            raise ValueError(f"a passage has at most {MOST_WINDOWS} windows")
    codes = coded(unit([vector for row in rows for vector in row.vectors], model), model.store)
    ends = np.cumsum([len(row.vectors) for row in rows]).tolist()
    wanted = missing(connection, model, [row.key for row in rows])
    new = [
        (row, codes[end - len(row.vectors) : end])
        for row, end in zip(rows, ends, strict=True)
        if wanted.pop(row.key, False)
    ]
    if not new:
        return 0
    first_id = all_ids(model)[0]
    connection.executemany(
        "INSERT INTO vectors VALUES (?, ?, ?)",
        [(first_id | row.key, b"".join(row.hashes), part.tobytes()) for row, part in new],
    )
    connection.executemany(
        "INSERT INTO vector_hashes VALUES (?, ?) ON CONFLICT DO NOTHING",
        [(head_of(each), first_id | row.key) for row, _ in new for each in row.hashes],
    )
    connection.executemany(
        "DELETE FROM vectors_refused WHERE id = ?", [(first_id | row.key,) for row, _ in new]
    )
    counts = np.array([len(row.vectors) for row, _ in new], dtype=np.int64)
    keys = np.array([row.key for row, _ in new], dtype=np.int64)
    signs = signs_of(np.concatenate([part for _, part in new]), mean_of(connection, model), model.words)
    append(connection, model, Chunk(model.passages, keys, counts, signs), chunk_windows)
    connection.execute(
        "UPDATE vector_models SET passages = passages + ?, windows = windows + ? WHERE number = ?",
        (len(new), int(counts.sum()), model.number),
    )
    return len(new)


def missing(connection: Connection, model: Model, wanted: Iterable[int]) -> dict[int, bool]:
    """The keys of those passages that are there and have no vectors of the model."""
    keys = np.array(sorted(set(wanted)), dtype=np.int64)
    if not keys.size:
        return {}
    found = statements.rows(
        connection,
        "SELECT p.key FROM carray(?) AS k CROSS JOIN passages AS p ON p.key = k.value "
        "WHERE NOT EXISTS (SELECT 1 FROM vectors WHERE id = ? | p.key)",
        (connection.array(keys), all_ids(model)[0]),
    )
    return {row[0]: True for row in found}


def head_of(made: bytes) -> int:
    return int.from_bytes(made[:HEAD_BYTES], "little", signed=True)


def append(connection: Connection, model: Model, added: Chunk, chunk_windows: int) -> None:
    """Continue the last chunk, and begin others when it is full."""
    last = next(chunks(connection, model, max(0, model.passages - 1)), None)
    if last is not None and int(last.counts.sum()) < chunk_windows:
        added = joined(last, added)
    for chunk in cut(added, chunk_windows):
        write_chunk(connection, model, chunk)


def joined(earlier: Chunk, later: Chunk) -> Chunk:
    return Chunk(
        earlier.first,
        np.concatenate((earlier.keys, later.keys)),
        np.concatenate((earlier.counts, later.counts)),
        np.concatenate((earlier.signs, later.signs), axis=1),
    )


def cut(chunk: Chunk, windows: int) -> Iterator[Chunk]:
    """Chunks that reach this many windows with their last passage; the last one may be smaller."""
    ends = np.cumsum(chunk.counts)
    start = window = 0
    while start < chunk.keys.size:
        end = int(np.searchsorted(ends, window + windows)) + 1
        end = min(end, chunk.keys.size)
        last = int(ends[end - 1])
        yield Chunk(
            chunk.first + start, chunk.keys[start:end], chunk.counts[start:end], chunk.signs[:, window:last]
        )
        start, window = end, last


def write_chunk(connection: Connection, model: Model, chunk: Chunk) -> None:
    connection.execute(
        statements.put("vector_chunks", ("id",), ("keys", "counts", "signs")),
        (
            all_ids(model)[0] | chunk.first,
            chunk.keys.tobytes(),
            chunk.counts.astype(np.uint16).tobytes(),
            chunk.signs.tobytes(),
        ),
    )


# ---------------------------------------------------------------- reading


class Arrived(NamedTuple):
    """Passages in order of arrival and how many windows each has."""

    first: int
    keys: Keys
    counts: Counts


def arrivals(connection: Connection, model: Model, place: int) -> Iterator[Arrived]:
    """The passages of each chunk from the one that holds a place on."""
    for row in chunk_rows(connection, model, place, ""):
        yield arrived(model, row)


def chunks(connection: Connection, model: Model, place: int) -> Iterator[Chunk]:
    """Each chunk from the one that holds a place on."""
    for row in chunk_rows(connection, model, place, ", signs"):
        known = arrived(model, row)
        windows = int(known.counts.sum())
        if len(row[4]) != 8 * model.words * windows:
            raise VectorsDamaged(f"the signs of vectors have the wrong size; {MADE_ANEW}")
        yield Chunk(*known, np.frombuffer(row[4], "<u8").reshape(model.words, windows))


def chunk_rows(connection: Connection, model: Model, place: int, columns: str) -> Iterator[Any]:
    first, end = all_ids(model)
    yield from connection.execute(
        f"SELECT id, keys, counts, next_key{columns} FROM state, vector_chunks "
        "WHERE id < ?3 AND id >= coalesce("
        "(SELECT max(id) FROM vector_chunks WHERE id >= ?1 AND id <= ?2), ?1) ORDER BY id",
        (first, first | place, end),
    )


def arrived(model: Model, row: Sequence[Any]) -> Arrived:
    keys, counts, next_key = row[1:4]
    fits = len(keys) == 4 * len(counts) and len(keys) % 8 == 0
    found = np.frombuffer(keys if fits else b"", "<i8")
    if not fits or not ((found > 0) & (found < next_key)).all():
        raise VectorsDamaged(f"the list of passages with vectors is damaged; {MADE_ANEW}")
    return Arrived(row[0] - all_ids(model)[0], found, np.frombuffer(counts, "<u2").astype(np.int64))


def stored_codes(connection: Connection, model: Model, keys: Keys) -> tuple[Counts, AnyArray]:
    """How many windows each passage has (0 without vectors), and their codes, one after another."""
    ids = keys | all_ids(model)[0]
    sql = "SELECT v.id, v.data FROM carray(?) AS k CROSS JOIN vectors AS v ON v.id = k.value"
    held = dict(statements.rows(connection, sql, (connection.array(ids),))) if keys.size else {}
    data = [held.get(each, b"") for each in ids.tolist()]
    counts = np.fromiter((len(each) // model.window_bytes for each in data), np.int64, len(data))
    return counts, codes_of(data, model)


def vectors_of(connection: Connection, model: Model, keys: Keys) -> list[list[bytes]]:
    """The vectors of each passage."""
    counts, codes = stored_codes(connection, model, keys)
    made = [vector.tobytes() for vector in as_vectors(codes)]
    ends = np.cumsum(counts).tolist()
    return [made[end - count : end] for end, count in zip(ends, counts.tolist(), strict=True)]


def known(connection: Connection, model: Model, hashes: Sequence[bytes]) -> dict[bytes, bytes]:
    """The vectors of windows that hold one of the hashes, by hash."""
    wanted = set(hashes)
    heads = np.array(sorted({head_of(each) for each in wanted}), dtype=np.int64)
    rows = (
        statements.rows(
            connection,
            "SELECT DISTINCT v.hashes, v.data FROM carray(?1) AS k "
            "CROSS JOIN vector_hashes AS h ON h.head = k.value AND h.id >= ?2 AND h.id < ?3 "
            "CROSS JOIN vectors AS v ON v.id = h.id",
            (connection.array(heads), *all_ids(model)),
        )
        if heads.size
        else []
    )
    found: dict[bytes, bytes] = {}
    for joined_hashes, data in rows:
        vectors = as_vectors(codes_of([data], model))
        for place, vector in enumerate(vectors):
            made = joined_hashes[place * HASH_BYTES : (place + 1) * HASH_BYTES]
            if made in wanted:
                found[made] = vector.tobytes()
    return found
