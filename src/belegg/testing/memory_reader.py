"""Reading and searching a `MemoryStore`: every formula as `seams` states it, by brute force."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TypeVar

from belegg.records import (
    Alternative,
    Candidate,
    Collection,
    Concept,
    DocumentHead,
    DocumentId,
    DocumentText,
    Embedded,
    OnTheDay,
    Pack,
    Passage,
    PassageKey,
    Report,
    Scope,
)
from belegg.records.fetched import Fetched
from belegg.records.packs import PackSize
from belegg.records.rewordings import Rewording
from belegg.records.turns import Turn, TurnHead, sees
from belegg.testing.memory_fetched import head_of, readable, text_of
from belegg.testing.memory_state import (
    K1,
    B,
    Indexed,
    Source,
    State,
    in_filters,
    is_valid,
    name_space,
    on_the_day,
    sequence_of,
    trigrams,
)
from belegg.testing.memory_vectors import rounded, unit
from belegg.text.names import normal_section

Made = TypeVar("Made")


def spaces_of(passage: Indexed) -> set[str]:
    """The name spaces of stems that a passage's terms are in, or `=` when they are in none."""
    return {name_space(term).rstrip(":~") for term in passage.frequencies} - {"="} or {"="}


class MemoryReader:
    def __init__(self, state: State, scope: Scope) -> None:
        self._scope = scope
        self._fetched = readable(state.fetched, scope)
        self._turns = [t for t in state.turns if sees(scope.principal, t.head.asker)]
        open_to = [s for s in state.sources.values() if scope.principal.may_read(s.document.access)]
        self._readable = {s.document.id: s for s in open_to}
        self._corpus = {key: p for s in open_to if s.current for key, p in s.passages.items()}
        filtered = [s for s in open_to if in_filters(scope, s.document, self._languages_of(s))]
        self._found = [s for s in filtered if is_valid(scope, s)]
        self._current = {s.document.id: s for s in self._found if s.current}
        self._on_the_day = on_the_day(scope, [s for s in filtered if s.current and self._is_on(s, state)])
        self._in_scope = {
            key: p
            for s in self._current.values()
            for key, p in sorted(s.passages.items())
            if self._is_on(s, state) and (not scope.languages or p.language in scope.languages)
        }
        self._model = state.models.get(state.serving) if state.serving else None
        held = {s.document.pack for s in open_to if s.current}
        self._packs = [
            pack
            for name, pack in sorted(state.packs.items())
            if pack.on and name in held and (not scope.packs or name in scope.packs)
        ]

    @staticmethod
    def _is_on(source: Source, state: State) -> bool:
        pack = state.packs.get(source.document.pack)
        return pack is None or pack.on

    @staticmethod
    def _languages_of(source: Source) -> set[str | None]:
        return {source.document.language, *(p.language for p in source.passages.values())}

    def languages(self) -> tuple[str, ...]:
        spaces = {name_space(term) for p in self._in_scope.values() for term in p.frequencies}
        return tuple(sorted({space.rstrip(":~") for space in spaces}))

    def collection(self) -> Collection:
        lengths = [p.length for p in self._corpus.values()]
        mean = sum(lengths) / len(lengths) if lengths else 0.0
        return Collection(len(lengths), mean, Counter(s for p in self._corpus.values() for s in spaces_of(p)))

    def document_frequencies(self, terms: Iterable[str]) -> Mapping[str, int]:
        counts = {t: sum(t in p.frequencies for p in self._corpus.values()) for t in set(terms)}
        return {term: n for term, n in counts.items() if n}

    def similar_terms(self, term: str, at_least: float, limit: int) -> Sequence[tuple[str, float]]:
        space = name_space(term)
        wanted = trigrams(term[len(space) :])
        vocabulary = {t for p in self._corpus.values() for t in p.frequencies if name_space(t) == space}
        found = []
        for other in vocabulary:
            grams = trigrams(other[len(space) :])
            dice = 2 * len(wanted & grams) / max(1, len(wanted) + len(grams))
            if dice >= at_least and dice > 0:
                found.append((other, dice))
        df = self.document_frequencies(t for t, _ in found)
        return sorted(found, key=lambda f: (-f[1], -df[f[0]], f[0]))[:limit]

    def packs(self) -> Sequence[Pack]:
        return list(self._packs)

    def pack_sizes(self) -> Mapping[str, PackSize]:
        heads = sorted((source.head for source in self._current.values()), key=lambda head: head.pack)
        return {
            pack: PackSize(len(of_pack), sum(head.passages for head in of_pack))
            for pack, group in groupby(heads, key=lambda head: head.pack)
            for of_pack in [list(group)]
        }

    def rewordings(self) -> Sequence[Rewording]:
        found = [
            Rewording(s.document.id, *words, times)
            for s in self._current.values()
            for words, times in s.rewordings.items()
        ]
        return sorted(found, key=lambda r: (-r.times, r.asked, r.found_with, r.document))

    def on_the_day(self) -> OnTheDay | None:
        return self._on_the_day

    def by_words(
        self,
        concepts: Sequence[Concept],
        limit: int,
        *,
        all_of: Sequence[Alternative] = (),
        none_of: Sequence[str] = (),
    ) -> Sequence[Candidate]:
        allowed = [
            key
            for key, passage in self._in_scope.items()
            if all(any(t in passage.frequencies for t in a.terms) for a in all_of)
            and not any(t in passage.frequencies for t in none_of)
        ]
        scored = map(Candidate, allowed, self.word_scores(concepts, allowed))
        return sorted((c for c in scored if c.score > 0), key=lambda c: (-c.score, c.key))[:limit]

    def word_scores(self, concepts: Sequence[Concept], keys: Sequence[PassageKey]) -> Sequence[float]:
        # Rarest first: the order in which every store adds, so that scores are equal to the last bit.
        ordered = sorted(concepts, key=self._frequency)
        mean = self.collection().mean_length or 1.0
        weighed = [[(a.terms, self._factor(a)) for a in c.alternatives] for c in ordered]
        scores = []
        for passage in [self._in_scope[key] for key in keys]:
            score = 0.0
            for concept in weighed:
                score += max((self._score(t, factor, passage, mean) for t, factor in concept), default=0.0)
            scores.append(score)
        return scores

    def _frequency(self, concept: Concept) -> int:
        terms = (a.terms for a in concept.alternatives)
        return sum(sum(self.document_frequencies(each).values()) for each in terms)

    def _factor(self, alternative: Alternative) -> float:
        """weight · idf · (k1 + 1)"""
        n = len(self._corpus)
        df = min(n, sum(self.document_frequencies(alternative.terms).values()))
        return alternative.weight * math.log(1 + (n - df + 0.5) / (df + 0.5)) * (K1 + 1)

    @staticmethod
    def _score(terms: Sequence[str], factor: float, passage: Indexed, mean: float) -> float:
        tf = max((passage.frequencies.get(t, 0) for t in terms), default=0) / 2
        saturation = K1 * ((1 - B) + B * passage.length / mean)
        return factor * tf / (tf + saturation)

    def matching(self, terms: Sequence[str]) -> Sequence[PassageKey]:
        return sorted(k for k, p in self._in_scope.items() if any(t in p.frequencies for t in terms))

    def embedded(self) -> Embedded:
        of = len(self._in_scope)
        if self._model is None:
            return Embedded(None, 0, 0, of)
        held = sum(key in self._model.passages for key in self._in_scope)
        refused = sum(key in self._model.refused for key in self._in_scope)
        return Embedded(self._model.id, self._model.dimension, held, of, refused)

    def by_vector(self, vector: bytes, limit: int) -> Sequence[Candidate]:
        keys = list(self._in_scope)
        scored = zip(keys, self.cosines(vector, keys), strict=True)
        found = [Candidate(key, score) for key, score in scored if score is not None]
        return sorted(found, key=lambda c: (-c.score, c.key))[: max(0, limit)]

    def cosines(self, vector: bytes, keys: Sequence[PassageKey]) -> Sequence[float | None]:
        wanted = [key for key in keys if self._in_scope[key]]
        if self._model is None:
            return [None] * len(wanted)
        query = rounded(unit(vector, self._model.id, self._model.dimension))
        return [self._model.cosine(query, key) for key in wanted]

    def vectors_of(self, keys: Sequence[PassageKey]) -> Sequence[Sequence[bytes]]:
        wanted = [key for key in keys if self._in_scope[key]]
        held = self._model.passages if self._model else {}
        return [held[key].vectors if key in held else () for key in wanted]

    def sequences(self, keys: Sequence[PassageKey]) -> Sequence[bytes]:
        return [sequence_of(self._in_scope[k].terms) for k in keys]

    def passages(self, keys: Sequence[PassageKey]) -> Sequence[Passage]:
        return [self._in_scope[k].passage for k in keys]

    def passages_of(self, document: DocumentId) -> Sequence[Passage]:
        source = self._current.get(document)
        if source is None and document in self._fetched:
            return self._fetched[document].passages
        return [p.passage for _, p in sorted(source.passages.items())] if source else []

    def documents_of(self, keys: Sequence[PassageKey]) -> Sequence[DocumentId]:
        return [self._in_scope[k].passage.document for k in keys]

    def keys_of(self, document: DocumentId, section: str | None = None) -> Sequence[PassageKey]:
        passages = ((k, p.passage) for k, p in self._in_scope.items() if p.passage.document == document)
        if section is None:
            return sorted(k for k, _ in passages)
        wanted = normal_section(section)
        return sorted(k for k, p in passages if p.section and normal_section(p.section) == wanted)

    def named(self, names: Sequence[str]) -> Mapping[str, Sequence[DocumentId]]:
        found = {n: [d for d, s in self._by_source(self._current) if n in s.names] for n in names}
        return {name: documents for name, documents in found.items() if documents}

    def head(self, document: DocumentId) -> DocumentHead | None:
        source = self._current.get(document)
        if source is None and document in self._fetched:
            return head_of(self._fetched[document])
        return source.head if source else None

    def once(self, what: str, make: Callable[[], Made]) -> Made:
        return make()

    def heads_of(self, documents: Iterable[DocumentId]) -> Mapping[DocumentId, DocumentHead]:
        return {name: head for name in documents if (head := self.head(name)) is not None}

    def heads(self) -> Iterator[DocumentHead]:
        return iter([s.head for _, s in self._by_source(self._current)])

    def removed(self) -> Iterator[DocumentHead]:
        gone = {s.document.id: s for s in self._found if s.versions and s.removed_at is not None}
        return iter([s.head for _, s in self._by_source(gone)])

    def text(self, document: DocumentId, version: int | None = None) -> DocumentText | None:
        source = self._readable.get(document)
        if source is None and document in self._fetched:
            return text_of(self._fetched[document], version)
        if source is None or not source.versions or version == 0:
            return None
        number = len(source.versions) if version is None else version
        if not 1 <= number <= len(source.versions):
            return None
        stored = source.versions[number - 1]
        if not self._scope.principal.may_read(stored.head.access):
            return None
        return replace(
            stored,
            head=replace(stored.head, access=source.document.access, removed_at=source.removed_at),
            current=source.current and number == len(source.versions),
            pages=tuple(replace(page, layout=b"") for page in stored.pages),
        )

    def page_layout(self, document: DocumentId, page: int, version: int | None = None) -> bytes | None:
        text = self.text(document, version)
        if text is None or document in self._fetched:
            return None
        stored = self._readable[document].versions[text.version - 1]
        return {each.number: each.layout for each in stored.pages}.get(page) or None

    def original(self, document: DocumentId) -> bytes | None:
        source = self._readable.get(document)
        return source.original if source else None

    def reports(self) -> Iterator[tuple[DocumentId, Report]]:
        shown = [(s.document.id, s.report) for s in self._found if s.listed]
        return iter(sorted(shown, key=lambda r: (r[1].failed is None, r[1].source)))

    def fetched(self, document: DocumentId) -> Fetched | None:
        return self._fetched.get(document)

    def turns(self, conversation: str | None = None) -> Sequence[TurnHead]:
        heads = [turn.head for turn in reversed(self._turns)]
        return [head for head in heads if conversation in (None, head.conversation)]

    def turn(self, id: str) -> Turn | None:
        return next((turn for turn in self._turns if turn.head.id == id), None)

    @staticmethod
    def _by_source(sources: Mapping[DocumentId, Source]) -> list[tuple[DocumentId, Source]]:
        return sorted(sources.items(), key=lambda item: (item[1].document.source, item[0]))
