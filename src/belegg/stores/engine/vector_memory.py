"""
What all connections of a process share of vectors: read when first needed, continued as more arrive.

Of a model with few windows the codes themselves are held, of one with many their signs. Both lie in parts of
some megabytes, each with whole passages in order of arrival.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from belegg.errors import VectorsDamaged
from belegg.stores.engine import vector_rows
from belegg.stores.engine.arrays import AnyArray, Counts, Keys, ranges
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.sizes import Sizes
from belegg.stores.engine.snapshot import longer
from belegg.stores.engine.vector_codes import MADE_ANEW, Model, Vectors, lengths_of


@dataclass(slots=True)
class Part:
    """
    Passages from the place `first` on, and their windows. `data`: codes, a row each, or signs, a column each.
    `shrinking`: 1 through the length of each window's codes; empty for signs. Nothing that lies before
    `passages` and `windows` ever changes.
    """

    first: int
    data: AnyArray
    shrinking: Vectors
    passages: int = 0
    windows: int = 0

    @property
    def room(self) -> int:
        """For how many windows there is still room."""
        return int(self.data.shape[0 if self.shrinking.size else 1]) - self.windows

    def add(self, data: AnyArray, passages: int) -> None:
        """Passages whose windows find room."""
        windows = data.shape[0 if self.shrinking.size else 1]
        new = slice(self.windows, self.windows + windows)
        if self.shrinking.size:
            self.data[new] = data
            self.shrinking[new] = 1 / lengths_of(data)
        else:
            self.data[:, new] = data
        self.passages += passages
        self.windows += windows


class Held:
    """
    The passages of one model in order of arrival. They only grow while no vectors are removed: whoever reads
    an older state takes as many from the start as that state says.
    """

    def __init__(self, sizes: Sizes) -> None:
        self._sizes = sizes
        self._lock = threading.Lock()
        self._passages = 0
        self._keys: AnyArray = np.zeros(0, dtype=np.uint32)
        self._counts: AnyArray = np.zeros(0, dtype=np.uint16)
        self._exact = True
        self._parts: list[Part] = []

    def keys(self, connection: Connection, model: Model) -> AnyArray:
        """The key of each passage, as many as the model has in the connection's transaction."""
        with self._lock:
            if self._keys.size < model.passages:
                size = max(model.passages, self._keys.size * 5 // 4)
                self._keys, self._counts = longer(self._keys, size), longer(self._counts, size)
            for first, keys, counts in self._unknown(connection, model):
                end = first + keys.size
                if end > model.passages:
                    raise VectorsDamaged(f"there are more vectors than their model says; {MADE_ANEW}")
                self._keys[first:end] = keys
                self._counts[first:end] = counts
                self._passages = end
            return self._keys[: model.passages]

    def counts(self, connection: Connection, model: Model) -> AnyArray:
        """The number of windows of each passage."""
        self.keys(connection, model)
        return self._counts[: model.passages]

    def _unknown(self, connection: Connection, model: Model) -> Iterator[tuple[int, Keys, Counts]]:
        if self._passages < model.passages:
            for first, keys, counts in vector_rows.arrivals(connection, model, self._passages):
                begin = max(first, self._passages)
                yield begin, keys[begin - first :], counts[begin - first :]

    def parts(self, connection: Connection, model: Model) -> tuple[bool, Sequence[Part]]:
        """
        Whether the parts hold codes (else signs), and the parts with all windows of the connection's
        transaction; perhaps with more.
        """
        exact = model.windows <= self._sizes.exact_windows
        with self._lock:
            if self._exact != exact:
                self._exact, self._parts = exact, []
            parts = self._parts
            place = parts[-1].first + parts[-1].passages if parts else 0
            if place < model.passages:
                for chunk in vector_rows.chunks(connection, model, place):
                    begin = max(0, place - chunk.first)
                    counts = chunk.counts[begin:]
                    window = int(chunk.counts[:begin].sum())
                    if exact:
                        data = codes_of(connection, model, chunk.keys[begin:], counts)
                    else:
                        data = chunk.signs[:, window:]
                    extend(parts, model, data, counts, self._sizes.part_bytes)
            return exact, tuple(parts)


def codes_of(connection: Connection, model: Model, keys: Keys, counts: Counts) -> AnyArray:
    stored, codes = vector_rows.stored_codes(connection, model, keys)
    if not np.array_equal(stored, counts):
        raise VectorsDamaged(f"vectors are missing that were there; {MADE_ANEW}")
    return codes


def extend(parts: list[Part], model: Model, data: AnyArray, counts: Counts, part_bytes: int) -> None:
    """Put the windows of some passages, as codes or signs, at the end; no passage in two parts."""
    ends = np.cumsum(counts)
    exact = data.dtype != np.uint64
    passage = window = 0
    while passage < counts.size:
        room = parts[-1].room if parts else -1
        fitting = int(np.searchsorted(ends, window + room, side="right"))
        if fitting <= passage:
            place = parts[-1].first + parts[-1].passages if parts else 0
            parts.append(new_part(place, model, exact, int(counts[passage]), part_bytes))
            continue
        last = parts[-1]
        end = int(ends[fitting - 1])
        last.add(data[window:end] if exact else data[:, window:end], fitting - passage)
        passage, window = fitting, end


def new_part(first: int, model: Model, exact: bool, least: int, part_bytes: int) -> Part:
    """An empty part with room for at least so many windows."""
    if exact:
        kind = np.int8 if model.store == "int8" else np.float32
        windows = max(least, 1, part_bytes // model.window_bytes)
        return Part(first, np.empty((windows, model.dimension), kind), np.empty(windows, np.float32))
    windows = max(least, 1, part_bytes // (8 * model.words))
    return Part(first, np.empty((model.words, windows), np.uint64), np.empty(0, np.float32))


def windows_of(counts: Counts, places: Keys) -> Keys:
    """Where the windows of some passages of a part lie."""
    if counts.max(initial=1) == 1 == counts.min(initial=1):
        return places
    ends = np.cumsum(counts, dtype=np.int64)
    return ranges((ends - counts)[places], counts[places].astype(np.int64))


class VectorMemory:
    """What is held of each model, by its number."""

    def __init__(self, sizes: Sizes) -> None:
        self._sizes = sizes
        self._lock = threading.Lock()
        self._held: dict[int, Held] = {}

    def of(self, model: Model) -> Held:
        with self._lock:
            return self._held.setdefault(model.number, Held(self._sizes))
