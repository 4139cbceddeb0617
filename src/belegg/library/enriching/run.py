"""
The driver of an enrichment: documents ▶ facts ▶ lines ▶ described anew, each document when it is whole.

What a model said is kept with every reply: stopped at any moment, a run asks nothing twice.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from belegg.errors import ModelMalformed, TextRefused
from belegg.library.enriching.asking import Asking
from belegg.library.enriching.at_once import at_once
from belegg.library.enriching.known import Known, Used, known
from belegg.library.enriching.lines import Asked, batches
from belegg.library.enriching.planning import PACE, paces
from belegg.library.enriching.using import plain_in, put_to_use
from belegg.library.enriching.values import facts_hash, latest_hash
from belegg.library.enriching.voice import ENRICHED_BY, Voice
from belegg.library.progress import Pace, Progress, Watcher
from belegg.records import DocumentHead, DocumentId, Passage
from belegg.records.chat import Usage
from belegg.seams import Chat, Store
from belegg.text.analysis import Analyser

GIVE_UP_AFTER = 8
"""So many passages asked alone in vain, and none answered: the model cannot do this."""
LEAST_FOR_A_PACE = 20


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A passage, or a document's facts (None), that the model gave nothing for, and why."""

    source: str
    passage: Passage | None
    why: str


@dataclass(frozen=True, slots=True)
class Dropped:
    """Values that a model proposed for a document and that do not stand in it, by name."""

    source: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EnrichmentRun:
    """
    What a run did. `asked` lines and `facts` (documents) were asked for in it; `lines` of `of` passages are
    in use now, in `documents` documents, with `values` facts. `dropped_lines` held figures from nowhere,
    `borrowed_lines` words of other passages of their document or of its earlier versions.
    """

    model: str
    asked: int
    facts: int
    documents: int
    lines: int
    of: int
    values: int
    dropped: tuple[Dropped, ...]
    dropped_lines: int
    borrowed_lines: int
    unanswered: tuple[Unanswered, ...]
    usage: Usage
    seconds: float


@dataclass(slots=True)
class Enriching:
    """One run over `heads`. `total`: the steps that the plan counted, for the progress."""

    store: Store
    analyser: Analyser
    chat: Chat
    voice: Voice
    watch: Watcher
    total: int
    most_at_once: int
    asking: Asking = field(init=False)
    pace: Pace = field(init=False)
    asked: int = 0
    facts: int = 0
    unanswered: list[Unanswered] = field(default_factory=list)
    used: list[Used] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.asking = Asking(self.chat)
        self.pace = Pace(self.total)

    async def run(self, heads: Sequence[DocumentHead]) -> EnrichmentRun:
        """Raises any ModelError that is not about a text."""
        started = time.monotonic()
        with self.store.writing("enrich") as writer:
            writer.set_setting(ENRICHED_BY, self.voice.to_setting())
        self._advance(0)
        await at_once((self._document(head.id) for head in heads), self.most_at_once)
        seconds = time.monotonic() - started
        if self.asked >= LEAST_FOR_A_PACE:
            self._keep_pace(seconds / (self.asked + self.facts))
        return self._outcome(seconds)

    async def _document(self, document: DocumentId) -> None:
        found = self._known(document)
        if found is not None and found.lacks_facts:
            await self._ask_facts(found)
            found = self._known(document)  # its lines are asked under the facts that it has now
        if found is not None:
            for batch in batches(found.unknown):
                await self._ask_lines(found, batch)
        used = put_to_use(self.store, self.analyser, self.voice, document)
        self.used += [used] if used is not None else []

    def _known(self, document: DocumentId) -> Known | None:
        plain = plain_in(self.store, document)
        return None if plain is None else known(self.store, plain, self.voice)

    async def _ask_facts(self, found: Known) -> None:
        try:
            said = await self.asking.facts(found.document)
        except (TextRefused, ModelMalformed) as error:
            self._unanswered(found, None, error)
        else:
            kept = json.dumps(said, ensure_ascii=False)
            document = found.document
            self._keep(
                found, {facts_hash(document, self.voice): kept, latest_hash(document, self.voice): kept}
            )
            self.facts += 1
        self._advance(1)

    async def _ask_lines(self, found: Known, batch: Sequence[Asked]) -> None:
        """The lines of a batch; of one that is refused, those of its halves, down to the single passage."""
        try:
            lines = await self.asking.lines(found.about, batch)
        except (TextRefused, ModelMalformed) as error:
            if len(batch) > 1:
                middle = len(batch) // 2
                for half in (batch[:middle], batch[middle:]):
                    await self._ask_lines(found, half)
                return
            self._unanswered(found, batch[0].passage, error)
        else:
            hashes = (one.hash for one in batch)
            self._keep(found, dict(zip(hashes, lines, strict=True)))
            self.asked += len(batch)
        self._advance(len(batch))

    def _keep(self, found: Known, said: dict[bytes, str]) -> None:
        with self.store.writing("enrich") as writer:
            writer.keep_said(found.document.head.id, found.document.content, said)

    def _unanswered(self, found: Known, passage: Passage | None, error: TextRefused | ModelMalformed) -> None:
        self.unanswered.append(Unanswered(found.document.head.source, passage, str(error)))
        if not (self.asked or self.facts) and len(self.unanswered) >= GIVE_UP_AFTER:
            raise error

    def _advance(self, steps: int) -> None:
        self.pace.advance(steps)
        done = min(self.pace.done, self.total)
        self.watch(Progress("enrich", done, self.total, self.pace.left_s()))

    def _keep_pace(self, seconds: float) -> None:
        known = paces(self.store.settings()) | {self.voice.model: round(seconds, 4)}
        with self.store.writing("enrich") as writer:
            writer.set_setting(PACE, json.dumps(known))

    def _outcome(self, seconds: float) -> EnrichmentRun:
        every = [each.known for each in self.used]
        dropped = [(each.document.head.source, each.accepted.dropped) for each in every]
        return EnrichmentRun(
            model=self.voice.model,
            asked=self.asked,
            facts=self.facts,
            documents=sum(each.is_known for each in every),
            lines=sum(bool(line) for each in self.used for line in each.lines),
            of=sum(len(each.asked) for each in every),
            values=sum(len(each.accepted.added) for each in every),
            dropped=tuple(Dropped(source, names) for source, names in sorted(dropped) if names),
            dropped_lines=sum(each.dropped for each in self.used),
            borrowed_lines=sum(each.borrowed for each in self.used),
            unanswered=tuple(self.unanswered),
            usage=self.asking.usage,
            seconds=seconds,
        )
