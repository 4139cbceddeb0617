"""
Embedding what a library holds, behind its word index: in the order of its passages, resumable at any moment.

    passages without vectors ─ windows ▶ texts ─ known by their hash? ▶ the rest ─ processes ▶ vectors ─ store
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from hashlib import blake2b
from types import MappingProxyType
from typing import Protocol

from belegg.errors import BeleggError
from belegg.library.progress import Pace, Progress, Watcher
from belegg.records import (
    HASH_BYTES,
    OWNER,
    EmbeddedPassage,
    PassageKey,
    Scope,
    VectorForm,
    VectorModel,
)
from belegg.seams import Embedder, Store, Writer
from belegg.text.windows import windows

PASSAGES_A_PAGE = 64
WINDOWS_A_LOT = 12  # some two seconds of work for one core, which is how long Ctrl-C waits at most
LOTS_WAITING = 2  # for each process: one that it works on, one that is ready
SAVE_EVERY_S = 3.0
NO_SETTINGS: Mapping[str, str] = MappingProxyType({})


class Workers(Protocol):
    """Whatever embeds, `count` lots at a time."""

    count: int

    def passages(self, texts: Sequence[str]) -> Future[list[bytes]]:
        """The texts' vectors, some time later. The future raises ModelError."""


@dataclass(frozen=True, slots=True)
class EmbeddingRun:
    """
    What one run did: passages that got vectors, in how many windows, of which `reused` were known by what
    they say. `of` passages have vectors now, `passages_in_all` there are. `serves`: searches use the model.
    """

    model: str
    dimension: int
    passages: int
    windows: int
    reused: int
    of: int
    passages_in_all: int
    serves: bool
    seconds: float

    @property
    def whole(self) -> bool:
        return self.of == self.passages_in_all


@dataclass(frozen=True, slots=True)
class Lot:
    """Passages whose windows are embedded together; `coming` are the vectors of `asked`, None for none."""

    rows: list[tuple[PassageKey, list[bytes]]]
    known: dict[bytes, bytes]
    asked: list[bytes]
    coming: Future[list[bytes]] | None

    @property
    def size(self) -> int:
        return sum(len(hashes) for _, hashes in self.rows)

    def passages(self) -> list[EmbeddedPassage]:
        """The passages with their vectors, waited for. Raises ModelError."""
        made = self.coming.result() if self.coming is not None else []
        vectors = self.known | dict(zip(self.asked, made, strict=True))
        return [EmbeddedPassage(key, hashes, [vectors[one] for one in hashes]) for key, hashes in self.rows]


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
) -> EmbeddingRun:
    """
    Give every passage that has none vectors of this model, then let the model serve.

    `mean` gives what the model's vectors have in common, when they are begun in the `form`. `at_first` and
    `when_whole` are settings of the library that are remembered with the first step and with the last one.
    What is stored stays when the run is stopped or fails; the next one goes on from there. Raises
    ModelError, StoreError, ModelDiffers for vectors of the model in another form.
    """
    started = time.monotonic()
    there = {model.id: model.store for model in store.vector_models()}
    if form not in (None, there.get(embedder.id)) or embedder.id not in there:
        in_common = mean()
        with store.writing("embed") as writer:
            writer.begin_vectors(embedder.id, embedder.dimension, form or "int8", in_common)
            _remember(at_first, writer)
    before = _model(store, embedder.id)
    total = _passages(store)
    pace = Pace(total - before.passages)
    watch(Progress("embed", before.passages, total))
    embedded = embedded_windows = reused = 0
    for lots in _saved_together(_lots(store, embedder, workers)):
        rows = [row for lot in lots for row in lot.passages()]
        with store.writing("embed") as writer:
            embedded += writer.add_vectors(embedder.id, rows)
        embedded_windows += sum(lot.size for lot in lots)
        reused += sum(lot.size - len(lot.asked) for lot in lots)
        pace.advance(len(rows))
        watch(Progress("embed", before.passages + pace.done, total, pace.left_s()))
    now, in_all = _model(store, embedder.id), _passages(store)
    if now.passages == in_all and (when_whole or not now.serving):
        with store.writing("embed") as writer:
            writer.serve_vectors(embedder.id, keep_others=keep_others)
            _remember(when_whole, writer)
        now = _model(store, embedder.id)
    seconds = time.monotonic() - started
    return EmbeddingRun(
        embedder.id,
        embedder.dimension,
        embedded,
        embedded_windows,
        reused,
        now.passages,
        in_all,
        now.serving,
        seconds,
    )


def hash_of(model: str, text: str) -> bytes:
    """What names an embedded text: the same for the same words by the same model, wherever they stand."""
    return blake2b(f"{model}\0{text}".encode(), digest_size=HASH_BYTES).digest()


def _remember(settings: Mapping[str, str], writer: Writer) -> None:
    for name, value in settings.items():
        writer.set_setting(name, value)


def _model(store: Store, id: str) -> VectorModel:
    return next(model for model in store.vector_models() if model.id == id)


def _passages(store: Store) -> int:
    with store.reading(Scope(OWNER)) as reader:
        return reader.collection().passages


def _lots(store: Store, embedder: Embedder, workers: Workers) -> Iterator[Lot]:
    """Every lot that there is to embed, in order, each asked for before it is waited for."""
    waiting: deque[Lot] = deque()
    for lot in _asked(store, embedder, workers):
        waiting.append(lot)
        if len(waiting) > LOTS_WAITING * workers.count:
            yield waiting.popleft()
    yield from waiting


def _asked(store: Store, embedder: Embedder, workers: Workers) -> Iterator[Lot]:
    last: PassageKey | None = None
    while page := store.without_vectors(embedder.id, PASSAGES_A_PAGE, after=last):
        last = page[-1].key
        cut = [(one.key, windows(one.document.title, one.passage, embedder.token_counts)) for one in page]
        texts = {hash_of(embedder.id, text): text for _, of_passage in cut for text in of_passage}
        known = dict(store.known_vectors(embedder.id, list(texts)))
        rows: list[tuple[PassageKey, list[bytes]]] = []
        asked: dict[bytes, None] = {}
        for key, of_passage in cut:
            hashes = [hash_of(embedder.id, text) for text in of_passage]
            rows.append((key, hashes))
            asked.update(dict.fromkeys(one for one in hashes if one not in known))
            if len(asked) >= WINDOWS_A_LOT:
                yield _lot(rows, known, list(asked), texts, workers)
                rows, asked = [], {}
        if rows:
            yield _lot(rows, known, list(asked), texts, workers)


def _lot(
    rows: list[tuple[PassageKey, list[bytes]]],
    known: dict[bytes, bytes],
    asked: list[bytes],
    texts: dict[bytes, str],
    workers: Workers,
) -> Lot:
    coming = workers.passages([texts[one] for one in asked]) if asked else None
    return Lot(rows, known, asked, coming)


def _saved_together(lots: Iterator[Lot]) -> Iterator[list[Lot]]:
    """
    Lots that are ready, gathered for some seconds: a commit for each would cost more than it saves. What was
    gathered when the run is stopped or fails is given first.
    """
    gathered: list[Lot] = []
    begun = time.monotonic()
    try:
        for lot in lots:
            if lot.coming is not None:
                lot.coming.result()
            gathered.append(lot)
            if time.monotonic() - begun >= SAVE_EVERY_S:
                yield gathered
                gathered, begun = [], time.monotonic()
    except (KeyboardInterrupt, BeleggError):
        yield from [gathered] if gathered else []
        raise
    if gathered:
        yield gathered
