"""Vectors for the tests of stores: of few dimensions, by hand or by chance."""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Sequence
from hashlib import blake2b

from belegg.records import EmbeddedPassage, Passage, PassageKey, Scope, VectorForm
from belegg.seams import Store
from stores.stocked import EVERYTHING

MODEL, DIMENSION = "test/one", 4


def vector(*numbers: float) -> bytes:
    """At unit length."""
    length = math.sqrt(sum(x * x for x in numbers))
    return array("f", [x / length for x in numbers]).tobytes()


def by_chance(chance: random.Random, dimension: int = DIMENSION) -> bytes:
    return vector(*(chance.gauss(0, 1) for _ in range(dimension)))


def hashed(*parts: object) -> bytes:
    return blake2b(repr(parts).encode(), digest_size=16).digest()


def row(key: PassageKey, *vectors: bytes, of: str = "") -> EmbeddedPassage:
    return EmbeddedPassage(key, [hashed(of or key, n) for n in range(len(vectors))], vectors)


def begin(store: Store, model: str = MODEL, dimension: int = DIMENSION, form: VectorForm = "float32") -> None:
    with store.writing("test") as writer:
        writer.begin_vectors(model, dimension, form, bytes(4 * dimension))


def add(store: Store, *rows: EmbeddedPassage, model: str = MODEL) -> int:
    with store.writing("test") as writer:
        return writer.add_vectors(model, rows)


def keys(store: Store, scope: Scope = EVERYTHING) -> dict[str, PassageKey]:
    """The key of each passage in scope by its text."""
    with store.reading(scope) as reader:
        every = [key for head in reader.heads() for key in reader.keys_of(head.id)]
        return {p.text: key for key, p in zip(every, reader.passages(every), strict=True)}


def nearest(store: Store, asked: bytes, scope: Scope = EVERYTHING, limit: int = 10) -> list[str]:
    """Texts of the passages that are nearest, best first."""
    with store.reading(scope) as reader:
        found: Sequence[Passage] = reader.passages([c.key for c in reader.by_vector(asked, limit)])
    return [passage.text for passage in found]
