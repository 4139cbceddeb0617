"""
What is like a given document or passage: the nearest others in scope, by vectors, else by telling words.

A document is looked for by the mean of its windows' vectors, so that what it is about counts and not a
sentence that every document has. Of each document found the closest passage stands for it; how many of its
passages are near counts nothing (HYB-7).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final, Literal

import numpy as np

from belegg.errors import VectorsDamaged
from belegg.records import (
    Alternative,
    Candidate,
    Concept,
    DocumentHead,
    Hit,
    Note,
    Passage,
    PassageKey,
    Scope,
)
from belegg.records.packs import AUTO
from belegg.seams import Reader, Store
from belegg.search.cap import cap_per_document
from belegg.search.settings import SearchSettings
from belegg.search.snippets import Marker, Match
from belegg.search.spaces import space_of, stemmers_of
from belegg.search.weights import rarity
from belegg.text.analysis import Analyser
from belegg.text.as_read import body_as_read
from belegg.text.passage_terms import passage_terms

OVER_FETCH: Final = 4
MOST_ROWS: Final = 10_000
TELLING: Final = 24
"""Words by which a document without vectors is looked for."""


@dataclass(frozen=True, slots=True)
class Similar:
    """
    The passages or documents like a given one. `passage` is None when a whole document was given; `by` says
    what they were compared by. Of `vectors` a hit's score is its cosine, which compares within one model
    only; of `words` it compares within this outcome only, and `words` are those looked for then.
    """

    document: DocumentHead
    passage: Passage | None
    by: Literal["vectors", "words"]
    hits: tuple[Hit, ...]
    words: tuple[str, ...]
    notes: tuple[Note, ...]
    took_ms: float


def similar(
    document: DocumentHead,
    passage: Passage | None,
    scope: Scope,
    store: Store,
    analyser: Analyser,
    settings: SearchSettings,
    limit: int = 8,
) -> Similar:
    """
    The `limit` nearest other documents, or passages when one is given (at most `settings.per_page` of a
    document; the given one's own document takes part). `document` and `passage` are readable in `scope`.
    """
    try:
        return _similar(document, passage, scope, store, analyser, settings, limit)
    except VectorsDamaged as error:
        why = f"the vectors are damaged ({error}); `belegg health` tells more"
        return _similar(document, passage, scope, store, analyser, settings, limit, why)


def _similar(
    document: DocumentHead,
    passage: Passage | None,
    scope: Scope,
    store: Store,
    analyser: Analyser,
    settings: SearchSettings,
    limit: int,
    damage: str = "",
) -> Similar:
    """By words alone when there is `damage` to tell."""
    started = perf_counter()
    with store.reading(Scope(scope.principal)) as reader:
        given = _Given.read(document, passage, reader, analyser, bool(damage))
    with store.reading(scope) as reader:
        by_words = _by_words(given.terms)

        def nearest(rows: int) -> Sequence[Candidate]:
            return reader.by_vector(given.vector, rows) if given.vector else by_words(reader, rows)

        at_most = settings.per_page if passage is not None else 1
        found = _others(nearest, given.keys, limit, at_most, reader)
        hits = _hits(found, given, reader, analyser, settings)
        notes = [Note("similar", f"compared by words: {damage}")] if damage else _notes(given, reader)
    words = () if given.vector else tuple(term.partition(":")[2] or term for term in given.terms)
    by: Literal["vectors", "words"] = "vectors" if given.vector else "words"
    took_ms = (perf_counter() - started) * 1000
    return Similar(document, passage, by, tuple(hits), words, tuple(notes), took_ms)


@dataclass(frozen=True, slots=True)
class _Given:
    """What others are compared with. `vector` is empty when it has none; `keys` may be outside the scope."""

    keys: frozenset[PassageKey]
    vector: bytes
    terms: tuple[str, ...]

    @classmethod
    def read(
        cls,
        document: DocumentHead,
        passage: Passage | None,
        reader: Reader,
        analyser: Analyser,
        by_words: bool,
    ) -> _Given:
        """In a reading of everything that the asker may read; without its vectors when `by_words`."""
        keys = reader.keys_of(document.id)
        passages = reader.passages_of(document.id)
        if passage is not None:
            number = [each.id for each in passages].index(passage.id)
            keys, passages = keys[number : number + 1], [passage]
        vectors = [] if by_words else [v for windows in reader.vectors_of(keys) for v in windows]
        terms = () if vectors else _telling_terms(document, passages, reader, analyser)
        return cls(frozenset(keys), mean_of(vectors), terms)


def mean_of(vectors: Sequence[bytes]) -> bytes:
    """The mean of float32 vectors at unit length; empty when there is none, or when they cancel out."""
    if not vectors:
        return b""
    mean = np.frombuffer(b"".join(vectors), dtype="<f4").reshape(len(vectors), -1).mean(axis=0)
    length = float(np.linalg.norm(mean))
    return (mean / length).astype("<f4").tobytes() if length > 0 else b""


def _telling_terms(
    document: DocumentHead, passages: Sequence[Passage], reader: Reader, analyser: Analyser
) -> tuple[str, ...]:
    """Its words of the highest tf · idf that others hold too, most telling first; no small words."""
    stemmer = stemmers_of(reader).get(document.pack, AUTO)
    counts: Counter[str] = Counter()
    for passage in passages:
        counts.update(passage_terms(analyser, document.title, passage, stemmer).body)
    frequencies = reader.document_frequencies(counts)
    readable = reader.collection().passages
    small = {term for term in counts if analyser.is_small(term.partition(":")[2] or term)}
    weighed = {
        term: count * rarity(readable, frequencies.get(term, 0))
        for term, count in counts.items()
        if term not in small and frequencies.get(term, 0) > 1
    }
    return tuple(sorted(weighed, key=lambda term: (-weighed[term], term))[:TELLING])


def _by_words(terms: Sequence[str]) -> Callable[[Reader, int], Sequence[Candidate]]:
    concepts = [Concept(term, (Alternative((term,), 1.0),)) for term in terms]
    return lambda reader, rows: reader.by_words(concepts, rows) if concepts else []


def _others(
    nearest: Callable[[int], Sequence[Candidate]],
    given: frozenset[PassageKey],
    limit: int,
    at_most: int,
    reader: Reader,
) -> list[Candidate]:
    """The closest that are not the given ones, `at_most` of a document; more are fetched until they fill."""
    rows = OVER_FETCH * limit + len(given)
    while True:
        met = nearest(rows)
        others = [one for one in met if one.key not in given]
        kept = cap_per_document(reader.documents_of([one.key for one in others]), at_most)
        if len(kept) >= limit or len(met) < rows or rows >= MOST_ROWS:
            return [others[place] for place in kept[:limit]]
        rows *= OVER_FETCH


def _hits(
    found: Sequence[Candidate], given: _Given, reader: Reader, analyser: Analyser, settings: SearchSettings
) -> list[Hit]:
    passages = reader.passages([one.key for one in found])
    heads = reader.heads_of(passage.document for passage in passages)
    matches = {} if given.vector else {term: Match(n, 1.0) for n, term in enumerate(given.terms)}
    marker = Marker(matches, settings.marks, settings.snippet_words, analyser)
    stemmers = stemmers_of(reader)
    arm = "vectors" if given.vector else "words"
    hits = []
    for rank, (one, passage) in enumerate(zip(found, passages, strict=True), start=1):
        head = heads[passage.document]
        space = space_of(passage, head, stemmers, analyser)
        cut_out = marker.snippet(body_as_read(passage.text, passage.path), space)
        hits.append(
            Hit(
                rank=rank,
                passage=passage,
                document=head,
                score=one.score,
                snippet=cut_out.text,
                arms={arm: rank},
                word_score=0.0 if given.vector else one.score,
                cosine=one.score if given.vector else None,
                marked=cut_out.marked,
            )
        )
    return hits


def _notes(given: _Given, reader: Reader) -> list[Note]:
    embedded = reader.embedded()
    lacking = embedded.of - embedded.passages
    if not given.vector:
        why = "it has no vectors" if embedded.model else "there are no vectors"
        told = f"{why} (`belegg embed` makes them), so it was compared by its most telling words"
        return [Note("similar", told if given.terms else f"{why}, and it has no word that others have too")]
    if lacking > 0:
        yet = " yet" if embedded.waiting else ""
        told = f"{lacking:,} of {embedded.of:,} passages have no vector{yet} and were not compared"
        return [Note("similar", told)]
    return []
