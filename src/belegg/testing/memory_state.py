"""What a `MemoryStore` holds, and how a passage's terms are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from zlib import crc32

from belegg.records import (
    Document,
    DocumentHead,
    DocumentId,
    DocumentText,
    LeftOut,
    OnTheDay,
    Pack,
    Passage,
    PassageKey,
    Report,
    Scope,
    Terms,
)
from belegg.records.enriching import EnrichedDocument
from belegg.records.fetched import Fetched
from belegg.records.measuring import KeptRun
from belegg.records.turns import KeptGap, Turn
from belegg.seams import Known
from belegg.testing.memory_vectors import Model
from belegg.text.days import Standing, dated, standing

K1, B = 1.2, 0.6
TITLE, HEADING, BODY = 4, 3, 2  # weights 2, 1.5 and 1 in half units, so that they are whole numbers
TF_LIMIT, LENGTH_LIMIT = 255, 65_535


@lru_cache(maxsize=100_000)
def name_space(term: str) -> str:
    """`no:` of `no:oppsig`, `no~` of `no~frist`, `=` of `=2026-041`."""
    return term[: min(i for i in (term.find(":"), term.find("~")) if i >= 0) + 1] if term[0] != "=" else "="


def trigrams(word: str) -> set[str]:
    marked = "^" + word
    return {marked[i : i + 3] for i in range(len(marked) - 2)}


def weighted_frequencies(terms: Terms) -> dict[str, int]:
    """Each term's weighted frequency in half units, at most 255."""
    counted: Counter[str] = Counter()
    fields = (
        (terms.title + terms.title_parts, TITLE),
        (terms.heading + terms.heading_parts, HEADING),
        (terms.body + terms.body_parts, BODY),
    )
    for words, weight in fields:
        for word in words:
            counted[word] += weight
    return {term: min(tf, TF_LIMIT) for term, tf in counted.items()}


def length_of(terms: Terms) -> int:
    return min(len(terms.title) + len(terms.heading) + len(terms.body), LENGTH_LIMIT)


def sequence_of(terms: Terms) -> bytes:
    words = (*terms.title, None, *terms.heading, None, *terms.body)
    return b"".join((crc32(w.encode()) if w is not None else 0).to_bytes(4, "little") for w in words)


def in_filters(scope: Scope, document: Document, languages: Iterable[str | None]) -> bool:
    """Whether a document passes the asker's own filters, the asker's rights aside."""
    dates = (document.fact(name) for name in ("updated", "published", "in_force"))
    date = next((d for d in dates if d), None)
    organisations = {f.value.casefold() for f in document.facts if f.name == "organisation"}
    return (
        (not scope.packs or document.pack in scope.packs)
        and (not scope.documents or document.id in scope.documents)
        and (not scope.languages or not set(scope.languages).isdisjoint(languages))
        and (
            not scope.organisations or not organisations.isdisjoint(o.casefold() for o in scope.organisations)
        )
        and (scope.since is None or (date is not None and date[: len(scope.since)] >= scope.since))
        and (scope.until is None or (date is not None and date[: len(scope.until)] <= scope.until))
    )


@dataclass(frozen=True)
class Indexed:
    """A passage and its terms."""

    passage: Passage
    language: str | None
    terms: Terms
    frequencies: Mapping[str, int]
    length: int


@dataclass(frozen=True)
class Source:
    """
    All there is of one source. `versions` are oldest first; empty when it could never be read.

    `current`: its last version is searched. `listed`: it was there at the last ingest.
    """

    document: Document
    known: Known
    report: Report
    versions: tuple[DocumentText, ...] = ()
    original: bytes | None = None
    names: tuple[str, ...] = ()
    passages: Mapping[PassageKey, Indexed] = field(default_factory=dict)
    rewordings: Mapping[tuple[str, str], int] = field(default_factory=dict)
    current: bool = False
    listed: bool = True
    removed_at: str | None = None
    enriched: EnrichedDocument | None = None

    @property
    def head(self) -> DocumentHead:
        return replace(self.versions[-1].head, access=self.document.access, removed_at=self.removed_at)


def standing_of(scope: Scope, source: Source) -> tuple[Standing, int]:
    """What a current document is on the scope's day, by those of its versions that the principal may read."""
    heads = [v.head for v in source.versions[:-1] if scope.principal.may_read(v.head.access)]
    return standing([dated(head) for head in (*heads, source.head)], scope.as_of or "")


def is_valid(scope: Scope, source: Source) -> bool:
    """Whether the scope's day leaves a document in."""
    if scope.as_of is None:
        return True
    return source.current and standing_of(scope, source)[0] in ("valid", "undated")


def on_the_day(scope: Scope, sources: Iterable[Source]) -> OnTheDay | None:
    """What the scope's day does to these current documents."""
    if scope.as_of is None:
        return None
    undated, left_out = 0, []
    for source in sorted(sources, key=lambda s: (s.document.source, s.document.id)):
        outcome, version = standing_of(scope, source)
        undated += outcome == "undated"
        if outcome == "earlier version":
            left_out.append(LeftOut(source.document.id, source.document.source, version))
        elif outcome == "no day":
            starts = dated(source.head).days.starts
            left_out.append(LeftOut(source.document.id, source.document.source, None, starts))
    return OnTheDay(scope.as_of, undated, tuple(left_out))


@dataclass(frozen=True)
class State:
    """One committed state."""

    sources: Mapping[DocumentId, Source]
    roots: Mapping[str, str]
    settings: Mapping[str, str]
    packs: Mapping[str, Pack]
    next_key: int
    models: Mapping[str, Model] = field(default_factory=dict)
    serving: str | None = None
    golden_sets: Mapping[str, str] = field(default_factory=dict)
    runs: Mapping[int, KeptRun] = field(default_factory=dict)
    probes: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()
    gaps: tuple[KeptGap, ...] = ()
    said: Mapping[DocumentId, Mapping[bytes, tuple[bytes, str]]] = field(default_factory=dict)
    fetched: Mapping[DocumentId, Fetched] = field(default_factory=dict)


def indexed(passage: Passage, terms: Terms, document_language: str | None) -> Indexed:
    language = passage.language or document_language
    return Indexed(passage, language, terms, weighted_frequencies(terms), length_of(terms))
