"""Vectors of a `MemoryStore`: kept as bytes, compared one by one, in whole numbers."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from belegg.errors import ModelDiffers, ModelMalformed
from belegg.records import HASH_BYTES, EmbeddedPassage, PassageKey, VectorForm

GREATEST_CODE = 127
FINE = 1 << 26  # a float32 vector is compared in 26 bits: sums of products stay exact in 64-bit floats


@dataclass(frozen=True)
class Model:
    """A model and what it made of passages, also of those that were replaced since."""

    id: str
    dimension: int
    store: VectorForm
    mean: bytes
    passages: Mapping[PassageKey, EmbeddedPassage] = field(default_factory=dict)
    refused: Mapping[PassageKey, str] = field(default_factory=dict)

    def codes(self, vector: bytes) -> list[int]:
        """A vector's numbers as they are kept."""
        return rounded(vector) if self.store == "float32" else quantised(vector)

    def cosine(self, query: Sequence[int], key: PassageKey) -> float | None:
        """That of a passage's best window; None for one without."""
        embedded = self.passages.get(key)
        vectors = embedded.vectors if embedded else ()
        return max((cosine(self.codes(vector), query) for vector in vectors), default=None)

    def checked(self, row: EmbeddedPassage) -> EmbeddedPassage:
        """A passage's vectors as they are kept."""
        if len(row.hashes) != len(row.vectors) or any(len(each) != HASH_BYTES for each in row.hashes):
            raise ValueError("every window has one hash of 16 bytes and one vector")
        kept = [self._kept(unit(vector, self.id, self.dimension)) for vector in row.vectors]
        return EmbeddedPassage(row.key, tuple(row.hashes), tuple(kept))

    def _kept(self, vector: bytes) -> bytes:
        if self.store == "float32":
            return vector
        codes = quantised(vector)
        length = math.sqrt(sum(code * code for code in codes))
        return array("f", [code / length for code in codes]).tobytes()


def numbers(vector: bytes, model: str, dimension: int) -> array[float]:
    if len(vector) != 4 * dimension:
        raise ModelDiffers(
            f"a vector of {len(vector)} bytes does not go with `{model}`, whose vectors have {4 * dimension}"
        )
    found = array("f", vector)
    if not all(map(math.isfinite, found)):
        raise ModelMalformed(f"a vector of `{model}` holds what is no number")
    return found


def unit(vector: bytes, model: str, dimension: int) -> bytes:
    """The vector at unit length. Raises ModelDiffers, ModelMalformed."""
    found = numbers(vector, model, dimension)
    squared = math.fsum(x * x for x in found)
    if not squared:
        raise ModelMalformed(f"a vector of `{model}` holds only zeros")
    if abs(squared - 1) < 1e-3:
        return vector
    length = math.sqrt(squared)
    return array("f", [x / length for x in found]).tobytes()


def rounded(vector: bytes) -> list[int]:
    return [round(x * FINE) for x in array("f", vector)]


def quantised(vector: bytes) -> list[int]:
    found = array("f", vector)
    step = max(map(abs, found)) / GREATEST_CODE
    return [round(x / step) for x in found]


def cosine(one: Sequence[int], other: Sequence[int]) -> float:
    product = sum(x * y for x, y in zip(one, other, strict=True))
    squares = (sum(x * x for x in each) for each in (one, other))
    return product / math.prod(map(math.sqrt, squares))
