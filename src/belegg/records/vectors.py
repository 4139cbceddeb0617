"""What a library keeps of embedding models: which ones, and what they make of passages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from belegg.records.documents import DocumentHead, Passage, PassageKey

VectorForm = Literal["int8", "float32"]
"""How numbers of a vector are kept: a byte each, or as they are."""

HASH_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class VectorModel:
    """
    A model whose vectors a library holds. `passages` of the current ones have them, in `windows` vectors.

    One model serves: searches use its vectors. Others are being built beside it, or were kept.
    """

    id: str
    dimension: int
    store: VectorForm
    serving: bool
    passages: int
    windows: int


@dataclass(frozen=True, slots=True)
class Embedded:
    """
    The serving model (None and dimension 0 when there is none), how many of the passages in scope have
    vectors of it, and how many it refused.
    """

    model: str | None
    dimension: int
    passages: int
    of: int
    refused: int = 0

    @property
    def waiting(self) -> int:
        """Passages in scope that were neither embedded nor refused yet."""
        return self.of - self.passages - self.refused

    @property
    def whole(self) -> bool:
        """Whether there is a model and every passage in scope has vectors of it, or was refused by it."""
        return self.model is not None and not self.waiting


@dataclass(frozen=True, slots=True)
class EmbeddedPassage:
    """
    All windows of a passage: for each a hash of what was embedded, 16 bytes, and its vector, little-endian
    float32.
    """

    key: PassageKey
    hashes: Sequence[bytes]
    vectors: Sequence[bytes]


@dataclass(frozen=True, slots=True)
class Unembedded:
    """A passage that has no vectors of some model yet, with its document's head."""

    key: PassageKey
    document: DocumentHead
    passage: Passage


@dataclass(frozen=True, slots=True)
class RefusedPassage:
    """A passage whose text a model would not take, with its document's head, and what the model said."""

    key: PassageKey
    document: DocumentHead
    passage: Passage
    why: str
