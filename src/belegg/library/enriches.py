"""What a Library does with a model that enriches: methods that it takes over from here."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from belegg.errors import BadSetting, UnknownPack
from belegg.library.chats import HasChats
from belegg.library.progress import Watcher
from belegg.records import Note, Scope
from belegg.records.enriching import WrittenByModel

if TYPE_CHECKING:
    from belegg.library.enriching.planning import Estimate, Plan, Priced
    from belegg.library.enriching.run import EnrichmentRun
    from belegg.library.enriching.voice import Voice
    from belegg.records import DocumentHead, DocumentId
    from belegg.seams import Chat
    from belegg.stores.engine.store import EngineStore
    from belegg.text.analysis import Analyser

REQUESTS_AT_ONCE = 4


class Enriches(HasChats):
    """An open library whose passages get context lines from a model, and its documents what they lack."""

    store: EngineStore
    _watch: Watcher

    if TYPE_CHECKING:

        @property
        def analyser(self) -> Analyser: ...

    def estimate_enrichment(self, packs: Sequence[str] = (), *, at_once: int = REQUESTS_AT_ONCE) -> Estimate:
        """
        What `enrich` would ask and what that takes; nobody is asked. Raises BadSetting without a model,
        UnknownPack.
        """
        from belegg.library.enriching.planning import estimate

        voice = self._voice(self._enricher())
        plan = self._planned(packs, voice)[1]
        return estimate(plan, voice.model, self._prices(voice.model), self.store.settings(), at_once)

    def enrich(self, packs: Sequence[str] = (), *, at_once: int = REQUESTS_AT_ONCE) -> EnrichmentRun:
        """
        Let the model of the role `enrich` write a context line for every passage, and propose what documents
        lack; of packs that are named, or of all. Text of documents goes to its server. Nothing is asked
        twice; what is known is put to use. Passages that the model gives nothing for are named in the
        outcome. Stop it whenever you like: what was said is kept, and the next call goes on.

        `at_once` requests are under way together. Whoever is in an event loop calls it in a thread. Raises
        BadSetting without a model, UnknownPack, ModelError when the server does not serve, StoreBusy while
        another one enriches.
        """
        from belegg.library.enriching.run import Enriching

        chat = self._enricher()
        voice = self._voice(chat)
        with self.store.enriching("enrich"):
            heads, plan = self._planned(packs, voice)
            made = Enriching(self.store, self.analyser, chat, voice, self._watch, plan.steps, at_once)
            return asyncio.run(made.run(heads))

    def drop_enrichment(self) -> int:
        """
        Take everything back that a model wrote: lines, facts, and what is known of its replies. Returns how
        many documents had something of it.
        """
        from belegg.library.enriching.using import taken_back

        with self.store.enriching("enrich --drop"):
            return taken_back(self.store, self.analyser, self._watch)

    def enriched_by(self) -> str | None:
        """The model whose words are put to use; None for a library that was not enriched. Owner's view."""
        voice = self._voice_in_use()
        return voice.model if voice else None

    def left_to_enrich(self) -> Plan | None:
        """
        What the model whose words are in use has not been asked yet; None for a library that was not
        enriched. Owner's view.
        """
        voice = self._voice_in_use()
        return self._planned((), voice)[1] if voice else None

    def written_by_model(self, document: DocumentId, scope: Scope) -> WrittenByModel | None:
        """What a model wrote about a document; None when nothing, and when the scope does not hold it."""
        from belegg.library.enriching.voice import origin_of

        with self.store.reading(scope) as reader:
            head = reader.head(document)
        made = self.store.enriched([document]).get(document)
        if head is None or made is None:
            return None
        origin = origin_of(made.model)
        facts = tuple(fact.name for fact in head.facts if fact.origin == origin)
        return WrittenByModel(made.model, made.lines, facts)

    def _said_again(self) -> tuple[Note, ...]:
        """After an ingest: what was said of passages that came again is put to use."""
        from belegg.library.enriching.using import said_again

        voice = self._voice_in_use()
        left, borrowed = said_again(self.store, self.analyser, voice) if voice else (0, 0)
        told = []
        if left:
            told.append(f"{_lines_told(left)} to be asked for yet: `belegg enrich` does")
        if borrowed:
            told.append(f"{_lines_told(borrowed)} not used: words of other passages or of earlier versions")
        return tuple(Note("enrich", text) for text in told)

    def _voice_in_use(self) -> Voice | None:
        from belegg.library.enriching.voice import ENRICHED_BY, Voice

        return Voice.of_setting(self.store.settings().get(ENRICHED_BY))

    def _voice(self, chat: Chat) -> Voice:
        from belegg.library.enriching.voice import Voice

        return Voice.of_today(chat.id)

    def _enricher(self) -> Chat:
        chat = self.chat("enrich")
        if chat is None:
            raise BadSetting(
                "no model has the role `enrich`; name one in `belegg.toml` under `[models.enrich]`, or as "
                "BELEGG_ENRICH_MODEL"
            )
        return chat

    def _prices(self, model: str) -> Priced | None:
        chosen = self.chat_roles().get("enrich")
        return chosen.settings.prices if chosen is not None and chosen.settings.id == model else None

    def _planned(self, packs: Sequence[str], voice: Voice) -> tuple[list[DocumentHead], Plan]:
        from belegg.library.enriching.planning import planned
        from belegg.library.enriching.using import heads_in

        for pack in packs:
            if not heads_in(self.store, [pack]):
                raise UnknownPack(f"no pack `{pack}`; `belegg pack show` lists them")
        heads = heads_in(self.store, packs)
        return heads, planned(self.store, heads, voice)


def _lines_told(number: int) -> str:
    return f"{number:,} context line{'' if number == 1 else 's'} of the model"
