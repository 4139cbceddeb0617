"""The search call: walk to the passages that are kept, fetch them, cut snippets, say what was changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import perf_counter

from belegg.records import Found, Hit, Mode, Note, Scope
from belegg.seams import Reader, Store
from belegg.search.meaning import are_there_vectors
from belegg.search.models import NO_MODELS, Models
from belegg.search.rank import Ranked
from belegg.search.settings import SearchSettings
from belegg.search.snippets import Marker, Match
from belegg.search.spaces import space_of, stemmers_of
from belegg.search.told import notes_of_words
from belegg.search.walk import Walk, walk
from belegg.search.weights import term_matches, without
from belegg.text.analysis import Analyser, own_section_term
from belegg.text.as_read import body_as_read


class Search:
    """
    Searching with words, and with vectors where the passages have some. Holds no state of a question: one
    object serves all threads and askers.

    `search("oppsigelse frist", scope)` gives the eight best passages in scope, best first.
    """

    def __init__(
        self, store: Store, analyser: Analyser, settings: SearchSettings, models: Models = NO_MODELS
    ) -> None:
        self._store = store
        self._analyser = analyser
        self._settings = settings
        self._models = models

    def __call__(self, query: str, scope: Scope, limit: int = 8) -> Found:
        """The `limit` best passages. Any text is a legal query; finding nothing is a result."""
        started = perf_counter()
        with self._store.reading(scope) as reader:
            taken = self.walk(query, scope, reader, limit)
            hits = self.hits(taken, reader, limit)
            notes = self.notes(taken, hits, reader)
        took_ms = (perf_counter() - started) * 1000
        return Found(query, taken.meaning.mode, tuple(hits), tuple(notes), took_ms)

    @property
    def analyser(self) -> Analyser:
        """What turns words into terms, here and in the library searched."""
        return self._analyser

    @property
    def reranks(self) -> bool:
        """Whether there is a model that judges the best passages anew."""
        return self._models.reranker is not None

    def walk(self, query: str, scope: Scope, reader: Reader, limit: int, *, by_words: bool = False) -> Walk:
        """
        The way of one question inside an open reading, before any text is fetched: answers go several.
        `by_words`: in mode `keyword`, whatever the settings say, and no word of a foreign language corrected.
        """
        settings = self._settings
        if by_words:
            settings = replace(settings, mode="keyword", corrects_foreign=False)
        return walk(query, scope, reader, self._analyser, settings, limit, self._models)

    def walk_by_meaning(self, query: str, scope: Scope, reader: Reader, limit: int) -> Walk | None:
        """The way with vectors; None where there are none, or the settings want words alone."""
        if self._settings.mode == "keyword" or not are_there_vectors(reader):
            return None
        return self.walk(query, scope, reader, limit)

    def notes(self, taken: Walk, hits: Sequence[Hit], reader: Reader) -> list[Note]:
        """What was changed or left undone on the way to these hits."""
        found = [(hit.passage, hit.document) for hit in hits]
        return [*taken.notes, *notes_of_words(taken, found, reader, self._analyser)]

    def _marker(self, matches: Mapping[str, Match]) -> Marker:
        return Marker(matches, self._settings.marks, self._settings.snippet_words, self._analyser)

    def hits(self, taken: Walk, reader: Reader, limit: int) -> list[Hit]:
        """The first passages that a walk kept, fetched."""
        ranked = [taken.ranked[place] for place in taken.kept[:limit]]
        passages = reader.passages([r.key for r in ranked])
        heads = reader.heads_of(passage.document for passage in passages)
        collection, stemmers = reader.collection(), stemmers_of(reader)
        by_words = by_number = self._marker(term_matches(taken.wanted, collection))
        asked_sections = {own_section_term(word) for word in taken.question.sections}
        if asked_sections:
            # What names a section, and the parts of its number, say nothing about its text.
            beside = taken.naming | {word.text for word in taken.question.words if word.in_code}
            by_number = self._marker(term_matches(without(taken.wanted, beside), collection))
        hits = []
        for number, (one, passage) in enumerate(zip(ranked, passages, strict=True), start=1):
            head = heads[passage.document]
            space = space_of(passage, head, stemmers, self._analyser)
            is_asked = bool(passage.section) and own_section_term(passage.section or "") in asked_sections
            marker = by_number if one.named or is_asked else by_words
            cut_out = marker.snippet(body_as_read(passage.text, passage.path), space)
            hits.append(
                Hit(
                    rank=number,
                    passage=passage,
                    document=head,
                    score=one.score,
                    snippet=cut_out.text,
                    arms=_places_in_arms(one, taken.meaning.mode),
                    word_score=one.word_score,
                    word_share=None if taken.meaning.mode == "keyword" else one.word_share,
                    cosine=one.cosine,
                    marked=cut_out.marked,
                )
            )
        return hits


def _places_in_arms(one: Ranked, mode: Mode) -> dict[str, int]:
    """Its place in each arm that found it; by words alone that of the first order."""
    by_words = one.first_rank if mode == "keyword" else one.word_rank
    arms = {"words": by_words, "vectors": one.vector_rank, "names": one.named}
    return {arm: place for arm, place in arms.items() if place}
