"""Where a document was lost on the way of a question, or that it was not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from belegg.errors import UnknownDocument
from belegg.records import DocumentHead, DocumentId, PassageKey, Scope
from belegg.seams import Reader, Store
from belegg.search.walk import Walk
from belegg.text.counted import counted

Stage = Literal["absent", "filtered", "no word", "ruled out", "below", "cap", "gate", "limit", "hit"]


@dataclass(frozen=True, slots=True)
class Fate:
    """The last stage that a document reached, for programs, and the same in a sentence."""

    document: str
    stage: Stage
    text: str


def fate_of(
    document: DocumentId, taken: Walk, scope: Scope, store: Store, reader: Reader, limit: int
) -> Fate:
    """
    Follow one document through a walk. `reader` reads what is in scope.

    A document that is absent and one that the asker may not read get the same words.
    """
    head = _head(document, Scope(scope.principal), store)
    if head is None:
        return Fate(document, "absent", str(UnknownDocument(document)))
    hiding = [name for name, alone in _each_filter(scope) if _head(document, alone, store) is None]
    if hiding:
        return Fate(
            document, "filtered", f"`{head.source}` is left out by the filter on {' and '.join(hiding)}"
        )
    if head.passages and not _can_be_found(document, Scope(scope.principal), store):
        if _is_fetched(document, Scope(scope.principal), store):
            kept = (
                f"`{head.source}` was fetched for one question: it is read by its id, and no search finds it"
            )
            return Fate(document, "filtered", kept)
        off = f"`{head.source}` is in pack `{head.pack}`, which is switched off; `belegg pack on {head.pack}`"
        return Fate(document, "filtered", off)
    stage, text = _in_scope(set(reader.keys_of(document)), taken, reader, limit)
    return Fate(document, stage, f"`{head.source}` {text}")


def _head(document: DocumentId, scope: Scope, store: Store) -> DocumentHead | None:
    with store.reading(scope) as reader:
        return reader.head(document)


def _can_be_found(document: DocumentId, scope: Scope, store: Store) -> bool:
    """Whether a search can find it; not where its pack is off, and not what was fetched."""
    with store.reading(scope) as reader:
        return bool(reader.keys_of(document))


def _is_fetched(document: DocumentId, scope: Scope, store: Store) -> bool:
    with store.reading(scope) as reader:
        return reader.fetched(document) is not None


def _each_filter(scope: Scope) -> Iterator[tuple[str, Scope]]:
    """Each filter that is set, by what it is called, as the only filter of a scope."""
    who = scope.principal
    if scope.packs:
        yield "packs", Scope(who, packs=scope.packs)
    if scope.documents:
        yield "documents", Scope(who, documents=scope.documents)
    if scope.languages:
        yield "languages", Scope(who, languages=scope.languages)
    if scope.organisations:
        yield "organisations", Scope(who, organisations=scope.organisations)
    if scope.since or scope.until:
        yield "dates", Scope(who, since=scope.since, until=scope.until)
    if scope.as_of:
        yield f"what was valid on {scope.as_of}", Scope(who, as_of=scope.as_of)


def _in_scope(keys: set[PassageKey], taken: Walk, reader: Reader, limit: int) -> tuple[Stage, str]:
    ranked = [place for place, one in enumerate(taken.ranked) if one.key in keys]
    kept = [rank for rank, place in enumerate(taken.kept, start=1) if taken.ranked[place].key in keys]
    if kept and kept[0] <= limit:
        return "hit", f"is hit number {kept[0]}"
    if kept:
        return "limit", f"would be number {kept[0]}; {limit} were asked for"
    capped = [place for place in taken.capped if place in set(ranked)]
    if capped:
        one = taken.ranked[capped[0]]
        cosine = "no vector" if one.cosine is None else f"cosine {one.cosine:.3f}"
        return "gate", f"was found at place {capped[0] + 1} and left out by the gate: {cosine}, too few words"
    if ranked:
        return "cap", f"has its best passage at place {ranked[0] + 1} and lost it to the cap per document"
    stage, text = _by_words(keys, taken, reader)
    if taken.meaning.mode == "keyword":
        return stage, text
    by_meaning = _by_meaning(keys, taken, reader)
    if taken.meaning.mode == "vector":
        return ("ruled out" if stage == "ruled out" else "below"), by_meaning
    return ("below" if stage == "no word" else stage), f"{text}; {by_meaning}"


def _by_meaning(keys: set[PassageKey], taken: Walk, reader: Reader) -> str:
    """How near its nearest passage comes, and how near one had to be."""
    known = [c for c in reader.cosines(taken.meaning.vector, sorted(keys)) if c is not None]
    if not known:
        return "has no vector"
    found = [one.cosine for one in taken.ranked if one.vector_rank and one.cosine is not None]
    last = f"; the {len(found):,} nearest have {min(found):.3f} or more" if found else ""
    return f"its nearest passage has cosine {max(known):.3f} to the question{last}"


def _by_words(keys: set[PassageKey], taken: Walk, reader: Reader) -> tuple[Stage, str]:
    terms = {t for c in taken.wanted.concepts for a in c.alternatives for t in a.terms}
    if keys.isdisjoint(reader.matching(sorted(terms))):
        return "no word", "holds no word of the question, nor one near an unknown word"
    if taken.question.phrases or taken.question.left_out:
        return "ruled out", "holds words of the question, but not the quoted phrase, or a word to be left out"
    everything = taken.meaning.mode == "keyword"
    found = sum(1 for one in taken.ranked if everything or one.first_rank)
    return "below", f"holds words of the question, but scores below {counted(found, 'passage')}"
