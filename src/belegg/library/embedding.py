"""
Embedding what a library holds, behind its word index: in the order of its passages, resumable at any moment.

    passages without vectors ─ lots ▶ vectors, and what the model refused ─ gathered ─ store
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from belegg.errors import BeleggError
from belegg.library.lots import Finished, Lot, Workers, finished, lots
from belegg.library.progress import Pace, Progress, Watcher
from belegg.records import OWNER, PassageKey, RefusedPassage, Scope, VectorForm, VectorModel
from belegg.seams import Embedder, Store, Writer

SAVE_EVERY_S = 3.0
NO_SETTINGS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class EmbeddingRun:
    """
    What one run did: passages that got vectors, in how many windows, of which `reused` were known by what
    they say. `of` passages have vectors now, `passages_in_all` there are. `refused` are those whose text the
    model would not take, in this run or before. `serves`: searches use the model.
    """

    model: str
    dimension: int
    passages: int
    windows: int
    reused: int
    of: int
    passages_in_all: int
    refused: tuple[RefusedPassage, ...]
    serves: bool
    seconds: float

    @property
    def whole(self) -> bool:
        """Whether every passage has vectors, or was refused."""
        return self.of + len(self.refused) == self.passages_in_all


def embed(
    store: Store,
    embedder: Embedder,
    workers: Workers,
    watch: Watcher,
    *,
    mean: Callable[[], bytes],
    form: VectorForm | None = None,
    keep_others: bool = False,
    at_first: Mapping[str, str] = NO_SETTINGS,
    when_whole: Mapping[str, str] = NO_SETTINGS,
    ask_again: bool = True,
) -> EmbeddingRun:
    """
    Give every passage that has none vectors of this model, then let the model serve. A passage whose text
    the model refuses is set aside, and asked for anew when it is to `ask_again`.

    `mean` gives what the model's vectors have in common, when they are begun in the `form`. `at_first` and
    `when_whole` are settings of the library that are remembered with the first step and with the last one.
    What is stored stays when the run is stopped or fails; the next one goes on from there. Raises
    ModelError, StoreError, ModelDiffers for vectors of the model in another form.
    """
    started = time.monotonic()
    _begin(store, embedder, mean, form, at_first)
    before = _model(store, embedder.id)
    total = _passages(store)
    left = frozenset[PassageKey]() if ask_again else _refused(store, embedder.id)
    begun_with = before.passages + len(left)
    pace = Pace(total - begun_with)
    watch(Progress("embed", begun_with, total))
    embedded = embedded_windows = reused = 0
    for some in _saved_together(lots(store, embedder, workers, left), workers):
        with store.writing("embed") as writer:
            embedded += writer.add_vectors(embedder.id, [row for one in some for row in one.rows])
            writer.refuse_vectors(embedder.id, {key: why for one in some for key, why in one.refused.items()})
        embedded_windows += sum(one.windows for one in some)
        reused += sum(one.reused for one in some)
        pace.advance(sum(one.passages for one in some))
        watch(Progress("embed", begun_with + pace.done, total, pace.left_s()))
    _serve(store, embedder.id, keep_others, when_whole)
    now, in_all = _model(store, embedder.id), _passages(store)
    refused = tuple(store.refused_passages(embedder.id))
    seconds = time.monotonic() - started
    return EmbeddingRun(
        embedder.id,
        embedder.dimension,
        embedded,
        embedded_windows,
        reused,
        now.passages,
        in_all,
        refused,
        now.serving,
        seconds,
    )


def _serve(store: Store, id: str, keep_others: bool, when_whole: Mapping[str, str]) -> None:
    """Let the model serve once nothing is left to embed."""
    now, in_all = _model(store, id), _passages(store)
    is_done = now.passages + len(store.refused_passages(id)) == in_all
    # One that took nothing at all must not take the place of one whose vectors are there.
    if is_done and (now.passages or not in_all) and (when_whole or not now.serving):
        with store.writing("embed") as writer:
            writer.serve_vectors(id, keep_others=keep_others)
            _remember(when_whole, writer)


def _begin(
    store: Store,
    embedder: Embedder,
    mean: Callable[[], bytes],
    form: VectorForm | None,
    at_first: Mapping[str, str],
) -> None:
    """Make room for the model's vectors, unless there is in this form."""
    there = {model.id: model.store for model in store.vector_models()}
    if form not in (None, there.get(embedder.id)) or embedder.id not in there:
        in_common = mean()
        with store.writing("embed") as writer:
            writer.begin_vectors(embedder.id, embedder.dimension, form or "int8", in_common)
            _remember(at_first, writer)


def _remember(settings: Mapping[str, str], writer: Writer) -> None:
    for name, value in settings.items():
        writer.set_setting(name, value)


def _model(store: Store, id: str) -> VectorModel:
    return next(model for model in store.vector_models() if model.id == id)


def _refused(store: Store, id: str) -> frozenset[PassageKey]:
    return frozenset(one.key for one in store.refused_passages(id))


def _passages(store: Store) -> int:
    with store.reading(Scope(OWNER)) as reader:
        return reader.collection().passages


def _saved_together(asked: Iterator[Lot], workers: Workers) -> Iterator[list[Finished]]:
    """
    What came of lots, gathered for some seconds: a commit for each would cost more than it saves. What was
    gathered when the run is stopped or fails is given first.
    """
    gathered: list[Finished] = []
    begun = time.monotonic()
    try:
        for lot in asked:
            gathered.append(finished(lot, workers))
            if time.monotonic() - begun >= SAVE_EVERY_S:
                yield gathered
                gathered, begun = [], time.monotonic()
    except (KeyboardInterrupt, BeleggError):
        yield from [gathered] if gathered else []
        raise
    if gathered:
        yield gathered
