"""Writing a `MemoryStore`: a new state per transaction, swapped in when it succeeds."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import fields, replace
from datetime import UTC, datetime

from belegg.errors import ModelDiffers, StoreBusy, StoreUnhealthy, UnknownDocument
from belegg.records import (
    OWNER,
    Document,
    DocumentHead,
    DocumentId,
    DocumentText,
    EmbeddedPassage,
    Forgotten,
    Pack,
    Passage,
    PassageKey,
    RefusedPassage,
    Report,
    Scope,
    Unembedded,
    VectorForm,
    VectorModel,
)
from belegg.records.enriching import EnrichedDocument
from belegg.records.fetched import FetchedHead
from belegg.records.measuring import KeptRun
from belegg.records.rewordings import MOST_REWORDINGS
from belegg.records.runs import Touched
from belegg.records.turns import KeptGap
from belegg.seams import Analyse, Incoming, Known, Without
from belegg.testing.memory_enriching import EnrichesInMemory, enriched_in, said_in
from belegg.testing.memory_fetched import heads
from belegg.testing.memory_reader import MemoryReader
from belegg.testing.memory_state import Source, State, indexed
from belegg.testing.memory_turns import MemoryKeeper, TakesOut
from belegg.testing.memory_vectors import Model, numbers


def by_the_clock() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class MemoryWriter(EnrichesInMemory, TakesOut):
    def __init__(self, state: State, now: Callable[[], str] = by_the_clock) -> None:
        self.now = now
        self.sources = dict(state.sources)
        self.roots = dict(state.roots)
        self.settings = dict(state.settings)
        self.packs = dict(state.packs)
        self.next_key = state.next_key
        self.models = dict(state.models)
        self.serving = state.serving
        self.golden_sets = dict(state.golden_sets)
        self.runs = dict(state.runs)
        self.probes = state.probes
        self.turns, self.gaps, self.fetched = state.turns, state.gaps, state.fetched
        self.said = dict(state.said)

    def state(self) -> State:
        return State(**{each.name: getattr(self, each.name) for each in fields(State)})

    def add(self, incoming: Incoming) -> DocumentHead:
        document = incoming.document
        earlier = self.sources[document.id].versions if document.id in self.sources else ()
        if earlier and earlier[-1].text == document.text:
            earlier = earlier[:-1]
        head = DocumentHead(
            id=document.id,
            source=document.source,
            pack=document.pack,
            title=document.title,
            language=document.language,
            version=len(earlier) + 1,
            sha256=incoming.sha256,
            ingested_at=self.now(),
            passages=len(incoming.passages),
            pages=document.page_count,
            access=document.access,
            facts=document.facts,
        )
        text = DocumentText(head, head.version, True, document.text, document.pages, document.furniture)
        passages = {}
        for passage, terms in zip(incoming.passages, incoming.terms, strict=True):
            passages[PassageKey(self.next_key)] = indexed(passage, terms, document.language)
            self.next_key += 1
        self.sources[document.id] = Source(
            document=replace(document, text="", blocks=()),
            known=Known(
                document.source,
                document.id,
                incoming.sha256,
                document.access,
                incoming.report.reader,
                False,
                incoming.size_bytes,
                incoming.modified_ns,
            ),
            report=incoming.report,
            versions=(*earlier, text),
            original=incoming.original,
            names=tuple(incoming.names),
            passages=passages,
            current=True,
            rewordings=self.sources[document.id].rewordings if document.id in self.sources else {},
        )
        return head

    def failed(
        self, document: Document, report: Report, sha256: str, size_bytes: int, modified_ns: int
    ) -> None:
        source = self.sources.get(document.id)
        access = source.document.access if source else document.access
        known = Known(
            document.source, document.id, sha256, access, report.reader, True, size_bytes, modified_ns
        )
        if source is None:
            self.sources[document.id] = Source(replace(document, text="", blocks=()), known, report)
        else:
            self.sources[document.id] = replace(
                source, known=known, report=report, listed=True, removed_at=None
            )

    def touched(self, source: str, size_bytes: int, modified_ns: int) -> None:
        for document, stored in self.sources.items():
            if stored.document.source == source:
                known = replace(stored.known, size_bytes=size_bytes, modified_ns=modified_ns)
                self.sources[document] = replace(stored, known=known)

    def set_access(self, document: DocumentId, access: frozenset[str]) -> None:
        source = self._stored(document)
        versions = [*source.versions[:-1], *(under(text, access) for text in source.versions[-1:])]
        self.sources[document] = replace(
            source,
            versions=tuple(versions),
            document=replace(source.document, access=access),
            known=replace(source.known, access=access),
        )

    def retire(self, document: DocumentId) -> None:
        source = self._stored(document)
        at = source.removed_at or self.now()
        self.sources[document] = replace(
            source, current=False, listed=False, passages={}, names=(), removed_at=at, enriched=None
        )

    def set_root(self, name: str, location: str) -> None:
        self.roots[name] = location

    def set_setting(self, name: str, value: str) -> None:
        self.settings[name] = value

    def set_pack(self, pack: Pack) -> None:
        self.packs[pack.name] = pack

    def remember_rewording(self, document: DocumentId, asked: str, found_with: str) -> None:
        source, words = self._stored(document), (asked, found_with)
        more = {**source.rewordings, words: source.rewordings.get(words, 0) + 1}
        others = sorted((times, each) for each, times in more.items() if each != words)
        gone = {each for _, each in others[: max(0, len(more) - MOST_REWORDINGS)]}
        left = {each: times for each, times in more.items() if each not in gone}
        self.sources[document] = replace(source, rewordings=left)

    def remove_pack(self, name: str) -> None:
        self.packs.pop(name, None)

    def begin_vectors(self, model: str, dimension: int, store: VectorForm, mean: bytes) -> None:
        numbers(mean, model, dimension)
        known = self.models.setdefault(model, Model(model, dimension, store, mean))
        if (known.dimension, known.store) != (dimension, store):
            raise ModelDiffers(
                f"the vectors of `{model}` have {known.dimension} numbers as {known.store}; drop them first"
            )
        self.serving = self.serving or model

    def add_vectors(self, model: str, rows: Sequence[EmbeddedPassage]) -> int:
        known = model_of(self.models, model)
        checked = [known.checked(row) for row in rows]
        current = {key for source in self.sources.values() for key in source.passages}
        new = {row.key: row for row in checked if row.key in current and row.key not in known.passages}
        refused = {key: why for key, why in known.refused.items() if key not in new}
        self.models[model] = replace(known, passages={**known.passages, **new}, refused=refused)
        return len(new)

    def refuse_vectors(self, model: str, why: Mapping[PassageKey, str]) -> None:
        known = model_of(self.models, model)
        current = {key for source in self.sources.values() for key in source.passages}
        new = {key: told for key, told in why.items() if key in current - known.passages.keys()}
        self.models[model] = replace(known, refused={**known.refused, **new})

    def serve_vectors(self, model: str, *, keep_others: bool = False) -> None:
        served = model_of(self.models, model)
        self.serving = model
        if not keep_others:
            self.models = {model: served}

    def drop_vectors(self, model: str) -> None:
        del self.models[model_of(self.models, model).id]
        self.serving = None if self.serving == model else self.serving

    def forget_vectors(self, keys: Iterable[PassageKey]) -> None:
        gone = set(keys)
        for name, model in self.models.items():
            left = {key: row for key, row in model.passages.items() if key not in gone}
            refused = {key: why for key, why in model.refused.items() if key not in gone}
            self.models[name] = replace(model, passages=left, refused=refused)

    def set_golden_set(self, name: str, questions: str) -> None:
        self.golden_sets[name] = questions

    def remove_golden_set(self, name: str) -> None:
        self.golden_sets.pop(name, None)
        self.runs = {number: run for number, run in self.runs.items() if run.golden_set != name}

    def add_probe(self, record: str) -> None:
        self.probes = (*self.probes, record)[-1_000:]

    def add_run(self, golden_set: str, record: str) -> int:
        number = max(self.runs, default=0) + 1
        self.runs[number] = KeptRun(number, golden_set, record)
        return number

    def set_run(self, number: int, record: str) -> None:
        if number in self.runs:
            self.runs[number] = replace(self.runs[number], record=record)

    def remove_run(self, number: int) -> None:
        self.runs.pop(number, None)

    def _stored(self, document: DocumentId) -> Source:
        if document not in self.sources:
            raise UnknownDocument(document)
        return self.sources[document]


def model_of(models: Mapping[str, Model], name: str) -> Model:
    if name not in models:
        raise ModelDiffers(f"there are no vectors of `{name}` here")
    return models[name]


def under(text: DocumentText, access: frozenset[str]) -> DocumentText:
    """A version under another access list."""
    return replace(text, head=replace(text.head, access=access))


class MemoryStore:
    """A `seams.Store` in memory. `wait_s`: how long a writer waits for another one."""

    def __init__(self, wait_s: float = 10.0, now: Callable[[], str] = by_the_clock) -> None:
        self._now = now
        self._state = State({}, {}, {}, {}, 1)
        self._lock = threading.Lock()
        self._purpose = ""
        self._wait_s = wait_s

    @contextmanager
    def reading(self, scope: Scope) -> Iterator[MemoryReader]:
        yield MemoryReader(self._state, scope)

    @contextmanager
    def writing(self, purpose: str) -> Iterator[MemoryWriter]:
        if not self._lock.acquire(timeout=self._wait_s):
            raise StoreBusy(
                f"another writer (`{self._purpose}`) did not finish in {self._wait_s:g} s; try again"
            )
        try:
            self._purpose = purpose
            writer = MemoryWriter(self._state, self._now)
            yield writer
            self._state = writer.state()
        finally:
            self._lock.release()

    def narrowing(self, purpose: str) -> AbstractContextManager[MemoryWriter]:
        return self.writing(purpose)

    def known(self, root: str, *, removed: bool = False) -> Mapping[str, Known]:
        sources = (s for s in self._state.sources.values() if s.listed is not removed)
        found = {s.known.source: s.known for s in sources if s.known.source.startswith(root + "/")}
        return dict(sorted(found.items()))

    def roots(self) -> Mapping[str, str]:
        return dict(self._state.roots)

    def settings(self) -> Mapping[str, str]:
        return dict(self._state.settings)

    def packs(self) -> Mapping[str, Pack]:
        return dict(sorted(self._state.packs.items()))

    def golden_sets(self) -> Mapping[str, str]:
        return dict(sorted(self._state.golden_sets.items()))

    def probes(self) -> Sequence[str]:
        return self._state.probes

    def runs(self) -> Sequence[KeptRun]:
        return [run for _, run in sorted(self._state.runs.items())]

    @contextmanager
    def keeping(self, purpose: str) -> Iterator[MemoryKeeper]:
        with self.writing(purpose) as writer:
            keeper = MemoryKeeper(writer.turns, writer.gaps, writer.fetched, frozenset(writer.sources))
            yield keeper
            writer.turns, writer.gaps, writer.fetched = keeper.turns, keeper.gaps, keeper.fetched

    def touched(self) -> Sequence[tuple[str, Touched]]:
        return [(turn.head.id, each) for turn in self._state.turns for each in sorted(turn.touched)]

    def gaps(self) -> Sequence[KeptGap]:
        return self._state.gaps

    def fetched(self) -> Sequence[FetchedHead]:
        return heads(self._state.fetched)

    def forget(self, document: DocumentId, without: Without | None = None) -> Forgotten:
        with self.writing(f"forget {document}") as writer:
            fetched = writer.fetched.get(document)
            if fetched is None and document not in writer.sources:
                raise UnknownDocument(document)
            quotations = writer.take_out(document, without)
            if fetched is not None:
                writer.fetched = {id: each for id, each in writer.fetched.items() if id != document}
                return Forgotten(document, 1, len(fetched.passages), 0, 0, quotations)
            source = writer.sources.pop(document)
            writer.forget_vectors(source.passages)
            writer.said.pop(document, None)
        return Forgotten(
            document=document,
            versions=len(source.versions),
            passages=len(source.passages),
            postings=sum(len(p.frequencies) for p in source.passages.values()),
            original_bytes=len(source.original or b""),
            quotations=quotations,
        )

    def stored_passages(
        self, documents: Sequence[DocumentId]
    ) -> Iterator[tuple[DocumentHead, Sequence[Passage]]]:
        reader = MemoryReader(self._state, Scope(OWNER))
        heads = [reader.head(document) for document in documents]
        return iter([(head, reader.passages_of(head.id)) for head in heads if head is not None])

    def replace_terms(self, analyse: Analyse, name: str = "", packs: Sequence[str] | None = None) -> int:
        """What was analysed under a name before it was stopped is not kept here: it is asked for again."""
        current = {document: source for document, source in self._state.sources.items() if source.current}
        wanted = [d for d, source in current.items() if packs is None or source.document.pack in packs]
        analysed = dict(analyse(wanted))
        with self.writing("reanalyse") as writer:
            for document in wanted:
                if document not in analysed:
                    raise StoreUnhealthy(f"the new index lacks document `{document}`; the old one was kept")
            for document, new in analysed.items():
                source = writer.sources[document]
                renewed = {
                    key: indexed(old.passage, t, source.document.language)
                    for (key, old), t in zip(sorted(source.passages.items()), new, strict=True)
                }
                writer.sources[document] = replace(source, passages=renewed)
        return sum(len(new) for new in analysed.values())

    def vector_models(self) -> Sequence[VectorModel]:
        current = {key for source in self._state.sources.values() for key in source.passages}
        found = []
        for model in self._state.models.values():
            rows = [row for key, row in model.passages.items() if key in current]
            windows = sum(len(row.vectors) for row in rows)
            serving = model.id == self._state.serving
            found.append(VectorModel(model.id, model.dimension, model.store, serving, len(rows), windows))
        return sorted(found, key=lambda model: not model.serving)

    def without_vectors(
        self, model: str, limit: int, after: PassageKey | None = None
    ) -> Sequence[Unembedded]:
        known = model_of(self._state.models, model)
        current = [
            Unembedded(key, source.head, indexed.passage)
            for source in self._state.sources.values()
            for key, indexed in source.passages.items()
            if source.current and key not in known.passages and key > (after or 0)
        ]
        return sorted(current, key=lambda each: each.key)[:limit]

    def refused_passages(self, model: str) -> Sequence[RefusedPassage]:
        refused = model_of(self._state.models, model).refused
        every = sum(len(source.passages) for source in self._state.sources.values())
        return [
            RefusedPassage(one.key, one.document, one.passage, refused[one.key])
            for one in self.without_vectors(model, every)
            if one.key in refused
        ]

    def known_vectors(self, model: str, hashes: Sequence[bytes]) -> Mapping[bytes, bytes]:
        wanted, known = set(hashes), model_of(self._state.models, model)
        return {
            made: vector
            for row in known.passages.values()
            for made, vector in zip(row.hashes, row.vectors, strict=True)
            if made in wanted
        }

    def said(self, document: DocumentId, content: bytes, hashes: Sequence[bytes]) -> Mapping[bytes, str]:
        return said_in(self._state, document, content, hashes)

    def enriched(
        self, documents: Sequence[DocumentId] | None = None
    ) -> Mapping[DocumentId, EnrichedDocument]:
        return enriched_in(self._state, documents)

    def close(self) -> None:
        self._state = State({}, {}, {}, {}, 1)
