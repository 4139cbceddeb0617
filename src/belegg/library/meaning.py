"""How a Library searches by meaning: its models, opened once, the gate it keeps, what is like a document."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

from belegg.errors import BadSetting
from belegg.library.embeds import Embeds
from belegg.library.lookup import document_called, passage_called
from belegg.records import Mode, Ranking, Scope
from belegg.records.gate import NO_GATE, Gate

if TYPE_CHECKING:
    from belegg.seams import Embedder
    from belegg.search.meaning import OpenEmbedder
    from belegg.search.models import Models
    from belegg.search.rerank import OpenReranker
    from belegg.search.search import Search
    from belegg.search.settings import SearchSettings
    from belegg.search.similar import Similar
    from belegg.text.analysis import Analyser

GATE = "gate"
"""The setting in which `calibrate` leaves its floors (`records.gate.Gate` as JSON)."""

T = TypeVar("T")


class Once(Generic[T]):
    """A model that is opened at the first call and kept; one that could not be opened is tried again."""

    def __init__(self, opened: Callable[[], T]) -> None:
        self._open = opened
        self._lock = Lock()
        self._model: T | None = None

    def __call__(self) -> T:
        with self._lock:
            if self._model is None:
                self._model = self._open()
            return self._model


class SearchesByMeaning(Embeds):
    """An open library that searches with vectors beside words, where its passages have some."""

    _embedder: OpenEmbedder | None = None
    _reranker: OpenReranker | None = None

    if TYPE_CHECKING:

        @property
        def analyser(self) -> Analyser: ...

    def use_models(
        self, *, embedder: OpenEmbedder | None = None, reranker: OpenReranker | None = None
    ) -> None:
        """
        Search with these models, opened at the first question that needs them and kept. None leaves what the
        library's settings name. The embedder must be the one whose vectors the library has.
        """
        self._embedder = Once(embedder) if embedder is not None else self._embedder
        self._reranker = Once(reranker) if reranker is not None else self._reranker

    def gate(self) -> Gate:
        """The floors that `calibrate` found. Raises BadSetting when they cannot be read."""
        kept = self.store.settings().get(GATE)
        return Gate.of_json(kept) if kept else NO_GATE

    def similar(self, name: str, scope: Scope, limit: int = 8) -> Similar:
        """
        The nearest other documents in scope to a document, or passages to a passage (by its id). What is
        given need only be readable. Without vectors they are compared by telling words, and a note says so.

        Raises UnknownDocument, and BadInput when several documents have the name.
        """
        from belegg.search.settings import SearchSettings
        from belegg.search.similar import similar

        with self.store.reading(Scope(scope.principal)) as reader:
            head, passage = document_called(reader, name), passage_called(reader, name)
        return similar(head, passage, scope, self.store, self.analyser, SearchSettings(), limit)

    def _settings(
        self,
        mode: Mode | None,
        fusion: str | None,
        ranking: Ranking = "default",
        per_document: int | None = None,
    ) -> SearchSettings:
        from belegg.search.fuse import fusion_called
        from belegg.search.settings import SearchSettings

        return SearchSettings(
            mode=mode,
            fusion=fusion_called(fusion) if fusion else None,
            gate=self.gate() if mode != "keyword" else NO_GATE,
            ranking=ranking,
            per_document=per_document,
        )

    def _models(self) -> Models:
        from belegg.search.models import Models

        return Models(self._embedder_at_hand, self._reranker)

    def embedder(self) -> Embedder | None:
        """
        The embedder of `use_models`, else the one that the library chose; None when it chose none. Raises
        MissingExtra, BadSetting, ModelError.
        """
        return self._embedder() if self._embedder is not None else super().embedder()

    def _embedder_at_hand(self) -> Embedder:
        embedder = self.embedder()
        if embedder is None:
            raise BadSetting("the library names no embedder (`belegg embed` chooses one)")
        return embedder

    def _search(self, settings: SearchSettings) -> Search:
        from belegg.search.search import Search

        return Search(self.store, self.analyser, settings, self._models())
