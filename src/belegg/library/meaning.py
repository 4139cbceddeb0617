"""How a Library searches by meaning: its models, opened once, the gate it keeps, what is like a document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

from belegg.errors import BadInput, BadSetting
from belegg.library.classifying import HasClassifier
from belegg.library.embeds import Embeds
from belegg.library.given import given_path
from belegg.records import Mode, Ranking, Scope
from belegg.records.gate import NO_GATE, Gate
from belegg.search.called import document_called, passage_called

if TYPE_CHECKING:
    from belegg.evaluation.calibrate import Calibration
    from belegg.models.rerank.settings import RerankerSettings
    from belegg.seams import Chat, Classifier, Embedder
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


class SearchesByMeaning(HasClassifier, Embeds):
    """An open library that searches with vectors beside words, where its passages have some."""

    _embedder: OpenEmbedder | None = None
    _reranker: OpenReranker | None = None
    _remembered: tuple[str, OpenReranker] | None = None
    _of_role: tuple[OpenReranker | None] | None = None

    if TYPE_CHECKING:
        path: Path

        @property
        def analyser(self) -> Analyser: ...

        @property
        def scope(self) -> Callable[..., Scope]: ...

    def use_models(
        self,
        *,
        embedder: OpenEmbedder | None = None,
        reranker: OpenReranker | None = None,
        answer: Chat | None = None,
        judge: Chat | None = None,
        understand: Chat | None = None,
        enrich: Chat | None = None,
        classify: Classifier | None = None,
    ) -> None:
        """
        Search with these models, opened at the first question that needs them and kept, answer with these
        chat models, and let this classifier make the quick calls. None leaves what the library's settings
        name. The embedder must be the one whose vectors the library has.
        """
        self._use_chats(
            {
                "answer": answer,
                "judge": judge,
                "understand": understand,
                "enrich": enrich,
            }
        )
        self._given_classifier = classify if classify is not None else self._given_classifier
        self._embedder = Once(embedder) if embedder is not None else self._embedder
        self._reranker = Once(reranker) if reranker is not None else self._reranker

    def rerank_with(self, chosen: RerankerSettings | None) -> None:
        """
        Let a model behind HTTP judge the best passages of every search from now on; None: no longer. It is
        asked once before it is remembered, with two sentences of ours; its key is in BELEGG_RERANK_KEY, or
        in the file that BELEGG_RERANK_KEY_FILE names. Raises MissingExtra, BadSetting, ModelError.
        """
        from belegg.library.rerankers import RERANKER, tried

        value = "" if chosen is None else chosen.to_json()
        if value:
            tried(value)
        with self.store.writing("rerank") as writer:
            writer.set_setting(RERANKER, value)

    def reranks_with(self) -> RerankerSettings | None:
        """The reranker that the library remembers; None for none. Raises BadSetting."""
        from belegg.library.rerankers import RERANKER, settings_of

        value = self.store.settings().get(RERANKER)
        return settings_of(value) if value else None

    def gate(self) -> Gate:
        """The floors that `calibrate` found. Raises BadSetting when they cannot be read."""
        kept = self.store.settings().get(GATE)
        return Gate.of_json(kept) if kept else NO_GATE

    def calibrate(
        self,
        answerable: Path | str,
        unanswerable: Path | str | None = None,
        *,
        packs: Sequence[str] = (),
        rerank: bool = False,
        keep: bool = True,
    ) -> Calibration:
        """
        The gate's curves and floors on the questions of one file with both kinds, or of one for each, by pack
        (none named: the whole library). `rerank`: floors of the reranker's scores, not of cosines. With
        `keep` they take the place of the earlier ones of these packs.

        Raises BadInput, also where no passage has a vector; UnknownPack.
        """
        from belegg.library.calibrating import calibrated, kept
        from belegg.search.search import Search
        from belegg.search.settings import SearchSettings

        models = self._models() if rerank else replace(self._models(), reranker=None)
        if rerank and models.reranker is None:
            raise BadInput("there is no reranker whose scores could be read; `belegg rerank` sets one")
        judge = models.reranker().id if models.reranker is not None else ""
        search = Search(self.store, self.analyser, SearchSettings(mode=None), models)
        files = (given_path(answerable), None if unanswerable is None else given_path(unanswerable))
        found = calibrated(self.store, search, self.scope, *files, packs, judge)
        if keep:
            try:
                before = self.gate()
            except BadSetting:  # which says that this writes it anew
                before = NO_GATE
            self._keep_gate(kept(before, found), "calibrate")
        return found

    def gate_off(self) -> None:
        """Take all floors away: searches drop nothing."""
        self._keep_gate(NO_GATE, "gate off")

    def _keep_gate(self, gate: Gate, purpose: str) -> None:
        with self.store.writing(purpose) as writer:
            writer.set_setting(GATE, gate.to_json())

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

        if fusion and mode in ("keyword", "vector"):
            raise BadSetting(
                f"`{fusion}` fuses words and vectors, and mode `{mode}` has one of them; leave one out"
            )
        return SearchSettings(
            mode=mode,
            fusion=fusion_called(fusion) if fusion else None,
            gate=self.gate() if mode != "keyword" else NO_GATE,
            ranking=ranking,
            per_document=per_document,
        )

    def _models(self) -> Models:
        from belegg.search.models import Models

        reranker = self._reranker or self._reranker_remembered() or self._reranker_of_role()
        return Models(self._embedder_at_hand, reranker)

    def _reranker_of_role(self) -> OpenReranker | None:
        """What `belegg.toml` gives the role `rerank`, kept from its first question on."""
        from belegg.library.rerankers import of_role

        if self._of_role is None:
            found = of_role(self.path)
            self._of_role = (None if found is None else Once(found),)
        return self._of_role[0]

    def _reranker_remembered(self) -> OpenReranker | None:
        """What `rerank_with` left in the file. It is opened, and may fail, where the search asks it."""
        from belegg.library.rerankers import RERANKER, opened

        value = self.store.settings().get(RERANKER)
        if not value:
            return None
        if self._remembered is None or self._remembered[0] != value:
            self._remembered = (value, Once(partial(opened, value)))
        return self._remembered[1]

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
