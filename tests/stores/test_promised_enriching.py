"""What every store promises of what a model wrote: put to use at once, taken back, forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from belegg.errors import UnknownDocument
from belegg.records import DocumentHead, DocumentId, Fact, Passage, Scope, document_id
from belegg.records.enriching import EnrichedDocument, Enrichment
from belegg.seams import Store
from belegg.testing import FakeEmbedder, incoming
from belegg.testing.builders import terms_of
from stores.stocked import EVERYTHING, STAFF, found, named, put

LAMPS, OVENS = (document_id("documents", source) for source in ("r/lamps", "r/ovens"))
MODEL = "fake:small@here"


@pytest.fixture
def stocked(store: Store) -> Store:
    put(
        store,
        incoming("r/lamps", "green ones", "red ones", title="lamps", access=["staff"]),
        incoming("r/ovens", "warm", title="ovens", access=["board"]),
    )
    return store


def stored(store: Store, document: DocumentId) -> tuple[DocumentHead, Sequence[Passage]]:
    (both,) = store.stored_passages([document])
    return both


def written(store: Store, document: DocumentId, *lines: str, **described: object) -> Enrichment:
    """An enrichment of a document as it is, with lines."""
    head, passages = stored(store, document)
    with_lines = [replace(p, enriched=line) for p, line in zip(passages, lines, strict=True)]
    enrichment = Enrichment(
        MODEL,
        head.title,
        head.language,
        head.facts,
        with_lines,
        [terms_of(head.title, "", f"{p.enriched} {p.text}", "en") for p in with_lines],
        [head.title],
        (head.title, head.language),
    )
    return replace(enrichment, **described)  # type: ignore[arg-type]


def enrich(store: Store, document: DocumentId, enrichment: Enrichment) -> None:
    with store.writing("test") as writer:
        writer.enrich(document, enrichment)


@pytest.mark.req("ING-10")
def test_a_line_finds_its_passage_and_is_no_part_of_its_text(stocked: Store) -> None:
    enrich(stocked, LAMPS, written(stocked, LAMPS, "hall", ""))

    assert found(stocked, "hall") == [named("r/lamps")]
    _, (first, second) = stored(stocked, LAMPS)
    assert (first.text, first.enriched, second.enriched) == ("green ones", "hall", "")


@pytest.mark.req("ING-9")
def test_title_language_and_facts_stand_in_the_head_without_a_new_version(stocked: Store) -> None:
    facts = (Fact("organisation", "Lamp Office", f"model {MODEL}"), Fact("published", "2024-05-12", "model"))
    enrich(stocked, LAMPS, written(stocked, LAMPS, "", "", title="On Lamps", language="sv", facts=facts))

    head, _ = stored(stocked, LAMPS)
    assert (head.title, head.language, head.date, head.version) == ("On Lamps", "sv", "2024-05-12", 1)
    by = Scope(EVERYTHING.principal, organisations=("lamp office",), since="2024-05")
    assert found(stocked, "green", by) == [named("r/lamps")]


def test_names_are_those_of_the_enrichment(stocked: Store) -> None:
    enrich(stocked, LAMPS, written(stocked, LAMPS, "", "", names=["on lamps"]))

    with stocked.reading(EVERYTHING) as reader:
        assert reader.named(["lamps", "on lamps"]) == {"on lamps": [LAMPS]}


def test_who_may_read_stays_as_it_was(stocked: Store) -> None:
    enrich(stocked, OVENS, written(stocked, OVENS, "wages"))

    assert found(stocked, "wages", STAFF) == []
    with stocked.reading(STAFF) as reader:
        assert reader.document_frequencies(["en:wages"]).get("en:wages", 0) == 0


def test_what_is_enriched_is_told_with_title_and_language_by_rule(stocked: Store) -> None:
    enrich(stocked, LAMPS, written(stocked, LAMPS, "hall", "", title="On Lamps"))

    assert stocked.enriched() == {LAMPS: EnrichedDocument(LAMPS, MODEL, 1, "lamps", "en")}


def test_an_enrichment_without_a_model_takes_it_back(stocked: Store) -> None:
    enrich(stocked, LAMPS, written(stocked, LAMPS, "hall", ""))
    enrich(stocked, LAMPS, written(stocked, LAMPS, "", "", model=""))

    assert stocked.enriched() == {}
    assert (found(stocked, "hall"), found(stocked, "green")) == ([], [named("r/lamps")])


def test_a_document_that_comes_again_or_goes_is_not_enriched(stocked: Store) -> None:
    enrich(stocked, LAMPS, written(stocked, LAMPS, "hall", ""))
    enrich(stocked, OVENS, written(stocked, OVENS, "hall"))

    put(stocked, incoming("r/lamps", "blue ones", title="lamps"))
    with stocked.writing("test") as writer:
        writer.retire(OVENS)

    assert (stocked.enriched(), found(stocked, "hall")) == ({}, [])


def test_passages_that_are_others_by_now_are_refused(stocked: Store) -> None:
    enrichment = written(stocked, LAMPS, "hall", "")
    put(stocked, incoming("r/lamps", "blue ones", title="lamps"))

    with pytest.raises(UnknownDocument):
        enrich(stocked, LAMPS, enrichment)
    assert found(stocked, "blue") == [named("r/lamps")]


@pytest.mark.req("HYB-4")
def test_an_enriched_passage_is_left_to_be_embedded(stocked: Store) -> None:
    embedder = FakeEmbedder()
    with stocked.writing("test") as writer:
        writer.begin_vectors(embedder.id, embedder.dimension, "int8", bytes(4 * embedder.dimension))
    enrich(stocked, LAMPS, written(stocked, LAMPS, "hall", ""))

    left = stocked.without_vectors(embedder.id, 10)

    assert sorted((one.document.source, one.passage.enriched) for one in left) == [
        ("r/lamps", ""),
        ("r/lamps", "hall"),
        ("r/ovens", ""),
    ]


def test_what_a_model_said_is_known_through_new_versions(stocked: Store) -> None:
    with stocked.writing("test") as writer:
        writer.keep_said(LAMPS, b"old text", {b"one": "a line", b"two": "another"})
    put(stocked, incoming("r/lamps", "blue ones", title="lamps"))

    assert stocked.said(LAMPS, b"new text", [b"one", b"three"]) == {b"one": "a line"}


def test_what_was_said_of_another_document_is_known_when_its_text_was_the_same(stocked: Store) -> None:
    with stocked.writing("test") as writer:
        writer.keep_said(LAMPS, b"text", {b"one": "of lamps"})

    assert stocked.said(OVENS, b"text", [b"one"]) == {b"one": "of lamps"}
    assert stocked.said(OVENS, b"another", [b"one"]) == {}
    with stocked.writing("test") as writer:
        writer.keep_said(OVENS, b"another", {b"one": "of ovens"})
    assert stocked.said(OVENS, b"text", [b"one"]) == {b"one": "of ovens"}


def test_what_a_model_said_goes_with_its_document_and_when_all_of_it_goes(stocked: Store) -> None:
    with stocked.writing("test") as writer:
        writer.keep_said(LAMPS, b"text", {b"one": "a line"})
        writer.keep_said(OVENS, b"text", {b"two": "a line"})

    stocked.forget(LAMPS)
    assert stocked.said(OVENS, b"text", [b"one", b"two"]) == {b"two": "a line"}
    with stocked.writing("test") as writer:
        writer.drop_said()
    assert stocked.said(OVENS, b"text", [b"two"]) == {}
