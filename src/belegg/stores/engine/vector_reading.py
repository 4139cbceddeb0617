"""What a reader tells by vectors: of the serving model, in its scope, in its transaction."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from belegg.records import Candidate, Embedded
from belegg.stores.engine import vector_refusals, vector_rows, vector_search
from belegg.stores.engine.arrays import Keys, Mask
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.sizes import Sizes
from belegg.stores.engine.vector_codes import NO_COSINE, Model
from belegg.stores.engine.vector_memory import VectorMemory
from belegg.stores.engine.view import InScope

KEYS_AT_ONCE = 65_536  # what is freed at once in large pieces, the process keeps


class VectorReading:
    """The reads of `seams.Reader` that need vectors. Keys must be in scope."""

    def __init__(self, connection: Connection, scope: InScope, memory: VectorMemory, sizes: Sizes) -> None:
        self._connection = connection
        self._scope = scope
        self._memory = memory
        self._sizes = sizes
        self._serving: list[Model | None] = []  # one, once it was asked for

    def embedded(self) -> Embedded:
        model, of = self._model(), int(np.count_nonzero(self._scope.keys))
        if model is None:
            return Embedded(None, 0, 0, of)
        held = int(np.count_nonzero(self._allowed(model)))
        refused = self._scope.keys[vector_refusals.refused_keys(self._connection, model)]
        return Embedded(model.id, model.dimension, held, of, int(np.count_nonzero(refused)))

    def by_vector(self, vector: bytes, limit: int) -> list[Candidate]:
        model = self._model()
        if model is None:
            return []
        held, allowed = self._memory.of(model), self._allowed(model)
        keys, scores = vector_search.best(self._connection, model, held, vector, limit, allowed, self._sizes)
        return list(map(Candidate, keys.tolist(), scores.tolist()))

    def cosines(self, vector: bytes, keys: Keys) -> list[float | None]:
        model = self._model()
        if model is None:
            return [None] * keys.size
        held = self._memory.of(model)
        scores = vector_search.scores_of(self._connection, model, held, vector, keys).tolist()
        return [None if score == NO_COSINE else score for score in scores]

    def vectors_of(self, keys: Keys) -> Sequence[Sequence[bytes]]:
        model = self._model()
        if model is None:
            return [()] * keys.size
        return vector_search.vectors_of(self._connection, model, self._memory.of(model), keys)

    def _model(self) -> Model | None:
        if not self._serving:
            self._serving.append(vector_rows.serving_model(self._connection))
        return self._serving[0]

    def _allowed(self, model: Model) -> Mask:
        """Of the model's passages in order of arrival, which are in scope."""
        if model.number not in self._scope.embedded:
            keys = self._memory.of(model).keys(self._connection, model)
            allowed = np.empty(keys.size, dtype=np.bool_)
            for start in range(0, keys.size, KEYS_AT_ONCE):
                here = slice(start, start + KEYS_AT_ONCE)
                allowed[here] = self._scope.keys[keys[here]]
            self._scope.embedded[model.number] = allowed
        return self._scope.embedded[model.number]
