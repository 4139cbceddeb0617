"""What a Library does with embedders: methods that it takes over from here."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

from belegg.library.progress import Watcher
from belegg.records import OWNER, Note, Scope

if TYPE_CHECKING:
    from belegg.library.embedders import ChosenEmbedder
    from belegg.library.embedding import EmbeddingRun
    from belegg.library.lots import Workers
    from belegg.records import VectorForm, VectorModel
    from belegg.seams import Embedder
    from belegg.stores.engine.store import EngineStore

_OPENING = Lock()  # two questions at once load a model once
HINT = "hint"
"""The stage of a note that tells what could be had, and not what is wrong."""

REQUESTS_AT_ONCE = 4  # to a server, which has cores of its own


class Embeds:
    """An open library whose passages get vectors."""

    store: EngineStore
    _watch: Watcher
    _opened: tuple[ChosenEmbedder, Embedder] | None = None

    def embedder(self) -> Embedder | None:
        """
        The embedder that the library chose, kept from the first call on, also while a first embedding is
        under way; None when it chose none. Raises MissingExtra, BadSetting, ModelError.
        """
        from belegg.library.embedders import WISHED_EMBEDDER, chosen

        settings = self.store.settings()
        choice = chosen(settings) or chosen(settings, WISHED_EMBEDDER)
        return None if choice is None else self._open(choice)

    def _open(self, choice: ChosenEmbedder) -> Embedder:
        with _OPENING:
            if self._opened is None or self._opened[0] != choice:
                self._opened = (choice, choice.opened())
            return self._opened[1]

    def embed(
        self,
        choice: ChosenEmbedder | None = None,
        *,
        form: VectorForm | None = None,
        workers: int | None = None,
        keep_others: bool = False,
        ask_again: bool = True,
    ) -> EmbeddingRun:
        """
        Give every passage that has none vectors, by the embedder chosen before or by another one: that is
        built beside it and takes its place when it is whole. Searches go on meanwhile.

        `form` None is that of the model's vectors that are there, else `int8`. `workers` processes embed at
        once (None: one for each core, at most four). A passage whose text a server refuses is named in the
        outcome and set aside; with `ask_again` those of earlier runs are asked for once more. Stop it
        whenever you like: what is stored stays, and the next call goes on. Raises MissingExtra, BadSetting,
        ModelError, ModelDiffers for vectors of the model in another form, StoreBusy while another one embeds.
        """
        from belegg.library.embedders import EMBEDDER, WISHED_EMBEDDER, ChosenEmbedder, chosen, pinned
        from belegg.library.embedding import embed
        from belegg.models.mean_direction import mean_direction

        with self.store.embedding("embed"):
            settings = self.store.settings()
            before = chosen(settings)
            choice = choice or chosen(settings, WISHED_EMBEDDER) or before or ChosenEmbedder()
            embedder = self._open(choice)
            choice = pinned(choice, embedder)
            value = choice.to_setting()
            wish = {} if choice == before else {WISHED_EMBEDDER: value}
            fulfilled = {} if choice == before else {WISHED_EMBEDDER: "", EMBEDDER: value}
            with self._workers(choice, embedder, workers) as at_work:
                return embed(
                    self.store,
                    embedder,
                    at_work,
                    self._watch,
                    mean=partial(mean_direction, embedder),
                    form=form,
                    keep_others=keep_others,
                    at_first=wish,
                    when_whole=fulfilled,
                    ask_again=ask_again,
                )

    def embed_new(self) -> EmbeddingRun | Note | None:
        """
        `embed` for a library that chose an embedder, after an ingest: what stands in its way is a note, for
        the words are found all the same. Of a library that chose none, a note when one is at hand here.
        """
        from belegg.errors import BadSetting, MissingExtra, ModelDiffers, ModelError, StoreBusy
        from belegg.library.embedders import WISHED_EMBEDDER, chosen, is_e5_at_hand

        try:
            settings = self.store.settings()
            if (chosen(settings) or chosen(settings, WISHED_EMBEDDER)) is not None:
                is_done = self._is_embedded() and not settings.get(WISHED_EMBEDDER)
                return None if is_done else self.embed(ask_again=False)
        except (BadSetting, MissingExtra, ModelDiffers, ModelError, StoreBusy) as error:
            return Note(
                "vectors", f"not embedded: {error}. `belegg embed` goes on; until then words are found"
            )
        if not is_e5_at_hand():
            return None
        return Note(HINT, "`belegg embed` would also find what is said in other words or languages")

    def _is_embedded(self) -> bool:
        with self.store.reading(Scope(OWNER)) as reader:
            return reader.embedded().whole

    def _workers(
        self, choice: ChosenEmbedder, embedder: Embedder, count: int | None
    ) -> AbstractContextManager[Workers]:
        from belegg.library.ahead import default_workers
        from belegg.models.processes import InThreads, Processes

        if choice.hosted is not None:
            return InThreads(embedder, count or REQUESTS_AT_ONCE)
        return Processes(count or default_workers(), embedder.dimension)

    def vector_models(self) -> list[VectorModel]:
        """The models whose vectors the library holds, the serving one first. Owner's view."""
        return list(self.store.vector_models())

    def drop_vectors(self, model: str | None = None) -> list[VectorModel]:
        """
        Remove the vectors of a model, or of all, from the file; returns which went. A library without vectors
        chooses no embedder. Raises ModelDiffers when there is no such model.
        """
        from belegg.library.embedders import EMBEDDER, WISHED_EMBEDDER

        with self.store.embedding("embed --drop"), self.store.writing("embed --drop") as writer:
            gone = [one for one in self.store.vector_models() if model in (None, one.id)]
            for one in gone:
                writer.drop_vectors(one.id)
            if model is not None and not gone:
                writer.drop_vectors(model)  # which says that there is none
            if any(one.serving for one in gone):
                writer.set_setting(EMBEDDER, "")
            if any(not one.serving for one in gone):
                writer.set_setting(WISHED_EMBEDDER, "")
        return gone
