"""Putting to use what a model said, and taking it back, a document at a time and each at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from belegg.library.enriching.known import Used, by_rule, enrichment_of, known, used
from belegg.library.enriching.plain import Plain, plain
from belegg.library.enriching.voice import ENRICHED_BY, Voice
from belegg.library.progress import Pace, Progress, Watcher
from belegg.records import OWNER, DocumentHead, DocumentId, Scope
from belegg.records.enriching import EnrichedDocument, Enrichment
from belegg.records.packs import AUTO
from belegg.seams import Store
from belegg.text.analysis import Analyser

TOGETHER = 50
"""Documents that are taken back in one transaction."""


def heads_in(store: Store, packs: Sequence[str] = ()) -> list[DocumentHead]:
    """The documents that can be enriched, by source."""
    with store.reading(Scope(OWNER, packs=tuple(packs))) as reader:
        return [head for head in reader.heads() if head.passages]


def plain_in(store: Store, document: DocumentId) -> Plain | None:
    with store.reading(Scope(OWNER)) as reader:
        return plain(reader, document, store.enriched([document]).get(document))


def put_to_use(store: Store, analyser: Analyser, voice: Voice, document: DocumentId) -> Used | None:
    """
    Describe and index a document by what is known of it; returns that. Nothing is written when it stands so
    already, or when the document is gone.
    """
    before = plain_in(store, document)
    if before is None:
        return None
    found = used(store, known(store, before, voice), analyser, stemmer_of(store, before))
    if stands_so(store, found):
        return found
    with store.writing("enrich") as writer:
        now = plain_in(store, document)  # as it is while nobody else writes
        if now is None:
            return None
        stemmer = stemmer_of(store, now)
        found = used(store, known(store, now, voice), analyser, stemmer)
        writer.enrich(document, enrichment_of(found, analyser, stemmer))
    return found


def stands_so(store: Store, found: Used) -> bool:
    """Whether the document is stored as what is known would make it."""
    document, taken = found.known.document, found.known.accepted
    made = store.enriched([document.head.id]).get(document.head.id)
    if made is None or made.model != found.known.voice.model:
        return made is None and not found.known.is_known
    head = document.head
    return (head.title, head.language, head.facts, tuple(p.enriched for p in document.stored)) == (
        taken.title,
        taken.language,
        (*document.facts, *taken.added),
        found.lines,
    )


def stemmer_of(store: Store, document: Plain) -> str:
    pack = store.packs().get(document.head.pack)
    return AUTO if pack is None else pack.stemmer


def said_again(store: Store, analyser: Analyser, voice: Voice) -> tuple[int, int]:
    """
    Put to use what was said of documents that came again since; nobody is asked. Returns for how many
    passages of documents that are not enriched, or came again, a line is to be asked, and how many lines of
    them hold words of other passages or of earlier versions and are not used.
    """
    enriched = store.enriched()
    left = borrowed = 0
    for head in heads_in(store):
        if head.id not in enriched:
            found = put_to_use(store, analyser, voice, head.id)
            if found is not None:
                left += len(found.known.unknown)
                borrowed += found.borrowed
    return left, borrowed


def taken_back(store: Store, analyser: Analyser, watch: Watcher) -> int:
    """
    Every document as it is by rule, and nothing left of what a model said; returns how many documents had
    something of it. Stopped in between, the next call goes on.
    """
    with store.writing("enrich --drop") as writer:
        writer.set_setting(ENRICHED_BY, "")
        writer.drop_said()
    enriched = store.enriched()
    pace = Pace(len(enriched))
    for some in _in_lots(list(enriched)):
        with store.writing("enrich --drop") as writer:
            for document, enrichment in _by_rule(store, analyser, some, enriched):
                writer.enrich(document, enrichment)
        pace.advance(len(some))
        watch(Progress("enrich --drop", pace.done, len(enriched), pace.left_s()))
    return len(enriched)


def _in_lots(documents: Sequence[DocumentId]) -> Iterator[Sequence[DocumentId]]:
    for start in range(0, len(documents), TOGETHER):
        yield documents[start : start + TOGETHER]


def _by_rule(
    store: Store,
    analyser: Analyser,
    documents: Sequence[DocumentId],
    enriched: Mapping[DocumentId, EnrichedDocument],
) -> Iterator[tuple[DocumentId, Enrichment]]:
    for document in documents:
        with store.reading(Scope(OWNER)) as reader:
            found = plain(reader, document, enriched[document])
        if found is not None and document in store.enriched([document]):
            yield document, by_rule(found, analyser, stemmer_of(store, found))
