"""
A vector's numbers as they are kept, and the cosine between a question's vector and them, exactly.

int8: each number is the nearest of 127 steps to the vector's greatest. float32: as given, compared in steps
of 2^-26. Either way a vector is whole numbers, and so is the question's (2^-26): by Cauchy and Schwarz no sum
of products passes 2^53, so 64-bit floats add them without rounding, in whatever order a library of linear
algebra chooses. One passage has one score, whatever is compared beside it and on whatever machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from belegg.errors import ModelDiffers, ModelMalformed, VectorsDamaged
from belegg.records import VectorForm
from belegg.stores.engine.arrays import AnyArray, Counts, Floats

MADE_ANEW = "`belegg embed --drop`, then `belegg embed`, makes them anew"

Lengths = TypeVar("Lengths", Floats, npt.NDArray[np.float32])
Vectors = npt.NDArray[np.float32]
Signs = npt.NDArray[np.uint64]
"""By word of 64 numbers, then by window: the bits of the numbers above the mean, the first number lowest."""

GREATEST_CODE = 127
FINE = 1 << 26
NEARLY_ONE = 1e-3  # a squared length this near to 1 is left as it is
AT_ONCE = 512  # windows compared together: their 64-bit copies stay in the cache
WORD_BITS = 64
NO_COSINE = -2.0  # of a passage without windows


class Model(NamedTuple):
    """A row of `vector_models` without the mean."""

    number: int
    id: str
    dimension: int
    store: VectorForm
    serving: int
    passages: int
    windows: int

    @property
    def window_bytes(self) -> int:
        return self.dimension * (1 if self.store == "int8" else 4)

    @property
    def words(self) -> int:
        """How many 64-bit words the signs of a vector take."""
        return -(-self.dimension // WORD_BITS)


def numbers(vectors: Sequence[bytes], model: Model) -> Vectors:
    """Vectors as rows. Raises ModelDiffers for another length, ModelMalformed for what is no number."""
    size = 4 * model.dimension
    other = next((len(vector) for vector in vectors if len(vector) != size), None)
    if other is not None:
        raise ModelDiffers(
            f"a vector of {other} bytes does not go with `{model.id}`, whose vectors have {size}"
        )
    found = np.frombuffer(b"".join(vectors), "<f4").reshape(len(vectors), model.dimension)
    if not np.isfinite(found).all():
        raise ModelMalformed(f"a vector of `{model.id}` holds what is no number")
    return found


def unit(vectors: Sequence[bytes], model: Model) -> Vectors:
    """Vectors at unit length, as rows. Raises ModelDiffers, ModelMalformed (also for one of zeros)."""
    found = numbers(vectors, model)
    squared = np.square(found, dtype=np.float64).sum(axis=1)
    if not squared.all():
        raise ModelMalformed(f"a vector of `{model.id}` holds only zeros")
    off = np.abs(squared - 1) >= NEARLY_ONE
    if off.any():
        found = found.copy()
        found[off] = found[off] / np.sqrt(squared[off])[:, None]
    return found


def coded(vectors: Vectors, store: VectorForm) -> AnyArray:
    """Vectors at unit length as they are kept."""
    if store == "float32":
        return vectors
    wide = vectors.astype(np.float64)
    steps = np.abs(wide).max(axis=1, keepdims=True) / GREATEST_CODE
    codes: AnyArray = np.rint(wide / steps).astype(np.int8)
    return codes


def codes_of(data: Sequence[bytes], model: Model) -> AnyArray:
    """The windows of some passages as they are kept, one after another. Raises VectorsDamaged."""
    joined = b"".join(data)
    if len(joined) % model.window_bytes:
        raise VectorsDamaged(f"a stored vector has the wrong size; {MADE_ANEW}")
    kind = np.int8 if model.store == "int8" else np.dtype("<f4")
    return np.frombuffer(joined, kind).reshape(-1, model.dimension)


def whole(codes: AnyArray) -> Floats:
    """Codes as whole numbers."""
    wide: Floats = codes.astype(np.float64)
    return wide if codes.dtype == np.int8 else np.rint(wide * FINE)


def query_of(vector: bytes, model: Model) -> Floats:
    """A question's vector as whole numbers. Raises ModelDiffers, ModelMalformed."""
    query: Floats = whole(unit([vector], model))[0]
    return query


def sound(lengths: Lengths) -> Lengths:
    """The lengths of windows as they are: what is 0 or no number has no cosine. Raises VectorsDamaged."""
    if not (np.isfinite(lengths) & (lengths > 0)).all():
        raise VectorsDamaged(f"a stored vector holds only zeros, or what is no number; {MADE_ANEW}")
    return lengths


def lengths_of(codes: AnyArray) -> Vectors:
    """The length of each window's codes, about. Raises VectorsDamaged."""
    found = np.empty(len(codes), dtype=np.float32)
    for start in range(0, len(codes), AT_ONCE):
        part = codes[start : start + AT_ONCE].astype(np.float32)
        found[start : start + AT_ONCE] = np.sqrt(np.einsum("ij,ij->i", part, part))
    return sound(found)


def cosines(codes: AnyArray, query: Floats) -> Floats:
    """Of each window. Raises VectorsDamaged."""
    length = np.sqrt(query @ query)
    found = np.empty(len(codes))
    for start in range(0, len(codes), AT_ONCE):
        part = whole(codes[start : start + AT_ONCE])
        lengths = sound(np.sqrt(np.einsum("ij,ij->i", part, part)))
        found[start : start + AT_ONCE] = (part @ query) / (lengths * length)
    return found


def best_of_each(values: AnyArray, counts: Counts, none: float, of: np.ufunc = np.maximum) -> AnyArray:
    """The greatest (or the least, `np.minimum`) of each consecutive group; `none` for an empty one."""
    if values.size == counts.size and counts.all():
        return values
    best = np.full(counts.size, none, dtype=values.dtype)
    held = counts > 0
    if values.size:
        ends = np.cumsum(counts, dtype=np.int64)
        best[held] = of.reduceat(values, (ends - counts)[held])
    return best


def as_vectors(codes: AnyArray) -> Vectors:
    """Windows as vectors of unit length. Raises VectorsDamaged."""
    wide = codes.astype(np.float64)
    lengths = sound(np.sqrt(np.square(wide).sum(axis=1)))
    if codes.dtype == np.float32:
        return codes
    vectors: Vectors = (wide / lengths[:, None]).astype(np.float32)
    return vectors


def signs_of(codes: AnyArray, mean: Vectors, words: int) -> Signs:
    """Which numbers of each window, as it is kept, stand above the mean."""
    above = np.zeros((len(codes), words * WORD_BITS), dtype=np.bool_)
    above[:, : codes.shape[1]] = as_vectors(codes) > mean
    packed = np.packbits(above, axis=1, bitorder="little").view("<u8")
    return np.ascontiguousarray(packed.T)
