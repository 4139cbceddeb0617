"""What all connections of a process share of vectors: read when first needed, continued as more arrive."""

from __future__ import annotations

import threading

import apsw
import numpy as np

from belegg.stores.sqlite import vector_rows
from belegg.stores.sqlite.arrays import Counts, Keys
from belegg.stores.sqlite.snapshot import Column
from belegg.stores.sqlite.vector_codes import Model


class Held:
    """
    The passages of one model in order of arrival. They only grow while no vectors are removed: whoever reads
    an older state takes as many from the start as that state says.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._passages = 0
        self._keys = Column(np.zeros(0, dtype=np.int64))
        self._counts = Column(np.zeros(0, dtype=np.uint16))

    def keys(self, connection: apsw.Connection, model: Model) -> Keys:
        """The key of each passage, as many as the model has in the connection's transaction."""
        with self._lock:
            if self._passages < model.passages:
                self._continue(connection, model)
            return self._keys.buffer[: model.passages]

    def counts(self, connection: apsw.Connection, model: Model) -> Counts:
        """The number of windows of each passage."""
        self.keys(connection, model)
        return self._counts.buffer[: model.passages]

    def _continue(self, connection: apsw.Connection, model: Model) -> None:
        for first, keys, counts in vector_rows.arrivals(connection, model, self._passages):
            new = slice(self._passages - first, None)
            end = first + keys.size
            self._keys.reach(end)
            self._counts.reach(end)
            self._keys.buffer[self._passages : end] = keys[new]
            self._counts.buffer[self._passages : end] = counts[new]
            self._passages = end


class VectorMemory:
    """What is held of each model, by its number."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: dict[int, Held] = {}

    def of(self, model: Model) -> Held:
        with self._lock:
            return self._held.setdefault(model.number, Held())
