"""
A deterministic embedder for tests: every word has a direction of its own, a text the sum of its words'.

Texts that share words are near, others are at a right angle but for chance (a standard deviation of
1/sqrt(dimension)). `means` lets two words be one thing, as `{"sacked": "dismissed"}`: nearness without a
common word, which is what vectors are for.
"""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Mapping, Sequence

from belegg.errors import ModelError


class FakeEmbedder:
    """
    `seams.Embedder` without a model: the same vectors on every machine, others for another `id`.

    A word is one token. `passages` and `queries` agree on the vector of a text. `failing` may be set at any
    time to what the next calls raise (`ModelTimeout("…")`); `fails_after` is the number of texts that are
    embedded before that happens. `embedded` lists the texts that got a vector, in order.
    """

    def __init__(
        self,
        id: str = "fake/words@1",
        dimension: int = 128,
        max_tokens: int = 510,
        *,
        means: Mapping[str, str] | None = None,
        failing: ModelError | None = None,
        fails_after: int = 0,
    ) -> None:
        self.id = id
        self.dimension = dimension
        self.max_tokens = max_tokens
        self.means = means or {}
        self.failing = failing
        self.fails_after = fails_after
        self.embedded: list[str] = []

    def token_counts(self, words: Sequence[str]) -> Sequence[int]:
        """One for each word."""
        return [1] * len(words)

    def passages(self, texts: Sequence[str]) -> Sequence[bytes]:
        """Raises `failing`, and ModelError for an empty text."""
        return [self._embed(text) for text in texts]

    def queries(self, texts: Sequence[str]) -> Sequence[bytes]:
        """As `passages`."""
        return [self._embed(text) for text in texts]

    def _embed(self, text: str) -> bytes:
        if self.failing is not None and len(self.embedded) >= self.fails_after:
            raise self.failing
        words = words_of(text)
        if not words:
            raise ModelError(f"the text `{text}` is empty; leave it out")
        self.embedded.append(text)
        directions = [self._direction(self.means.get(word, word)) for word in words]
        return unit([sum(values) for values in zip(*directions, strict=True)])

    def _direction(self, word: str) -> list[float]:
        chance = random.Random(f"{self.id}\n{word}")
        return [chance.gauss(0, 1) for _ in range(self.dimension)]


def words_of(text: str) -> list[str]:
    """The words, case-folded, without punctuation at their ends; a text of punctuation alone is one word."""
    pieces = text.casefold().split()
    words = [stripped for piece in pieces if (stripped := piece.strip(".,:;!?()[]\"'«»“”–-"))]
    return words or pieces


def unit(values: Sequence[float]) -> bytes:
    """Little-endian float32 of length 1. The values must not all be 0."""
    length = math.sqrt(math.fsum(value * value for value in values))
    return struct.pack(f"<{len(values)}f", *(value / length for value in values))
