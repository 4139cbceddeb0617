"""What every store promises of who may read: nothing hidden is read, counted or noticed."""

from __future__ import annotations

import pytest

from belegg.records import DocumentId, Principal, Scope, document_id
from belegg.seams import Store
from belegg.testing import incoming
from stores.stocked import EVERYTHING, NOBODY, STAFF, asked, failing, found, named, put, sources


def test_nobody_reads_what_no_list_allows_but_the_owner(store: Store) -> None:
    put(store, incoming("r/a", "word", access=[]), incoming("r/b", "word", access=["staff", "hr"]))

    assert found(store, "word") == [named("r/a"), named("r/b")]
    assert found(store, "word", STAFF) == [named("r/b")]
    assert found(store, "word", NOBODY) == []


def test_absent_and_forbidden_read_the_same(store: Store) -> None:
    hidden = incoming("r/hidden", "word secret", access=["hr"], names=["name"], sections=["§ 1"])
    put(store, hidden)
    document, report = failing("r/broken", ["hr"])
    with store.writing("test") as writer:
        writer.failed(document, report, "hash", 1, 1)

    for number in (hidden.document.id, document.id, DocumentId("0" * 16)):
        with store.reading(STAFF) as reader:
            assert reader.head(number) is None
            assert reader.text(number) is None
            assert reader.text(number, 1) is None
            assert reader.original(number) is None
            assert not reader.passages_of(number)
            assert not reader.keys_of(number)
    with store.reading(STAFF) as reader:
        assert not list(reader.heads())
        assert not list(reader.reports())
        assert not reader.named(["name"])
        assert not reader.document_frequencies(["en:word"])
        assert not reader.similar_terms("en:secret", 0.1, 5)
        assert not reader.matching(["en:word"])
        assert (reader.languages(), reader.collection().passages) == ((), 0)


def test_a_passage_outside_the_scope_cannot_be_read_by_its_key(store: Store) -> None:
    put(store, incoming("r/hidden", "word", access=["hr"]))
    with store.reading(EVERYTHING) as reader:
        keys = reader.matching(["en:word"])

    for read in ("passages", "sequences", "documents_of"):
        with store.reading(STAFF) as reader, pytest.raises(KeyError):
            getattr(reader, read)(keys)


@pytest.mark.req("ING-12", "FAC-6")
def test_a_redacted_page_that_is_opened_keeps_its_earlier_text_closed(store: Store) -> None:
    put(store, incoming("r/a", "old secret", access=["hr"]))
    put(store, incoming("r/a", "old", access=["staff", "hr"]))
    document = document_id("documents", "r/a")

    with store.reading(STAFF) as reader:
        now, before = reader.text(document), reader.text(document, 1)
    assert (now and now.text, before) == ("old", None)
    with store.reading(Scope(Principal("hr", frozenset({"hr"})))) as reader:
        before = reader.text(document, 1)
    assert before is not None
    assert before.text == "old secret"

    with store.writing("test") as writer:
        writer.set_access(document, frozenset({"staff"}))
    with store.reading(STAFF) as reader:
        assert reader.text(document, 1) is None
        assert reader.text(document, 2) is not None


def test_changed_access_holds_at_once_for_all_versions(store: Store) -> None:
    put(store, incoming("r/a", "old", access=["staff"]))
    put(store, incoming("r/a", "new", access=["staff"]))
    document = document_id("documents", "r/a")
    with store.writing("test") as writer:
        writer.set_access(document, frozenset({"hr"}))

    assert found(store, "new", STAFF) == []
    assert store.known("r")["r/a"].access == frozenset({"hr"})
    with store.reading(STAFF) as reader:
        assert reader.text(document) is None
        assert reader.text(document, 1) is None
    with store.reading(Scope(Principal("hr", frozenset({"hr", "x"})))) as reader:
        text, before = reader.text(document), reader.text(document, 1)
    assert text is not None
    assert text.head.access == frozenset({"hr"})
    assert before is None
    with store.reading(Scope(Principal("both", frozenset({"hr", "staff"})))) as reader:
        assert reader.text(document, 1) is not None


def test_hidden_documents_move_nothing_that_a_person_sees(store: Store) -> None:
    put(
        store, incoming("r/a", "cat cat dog", access=["staff"]), incoming("r/b", "dog bird", access=["staff"])
    )

    def seen() -> object:
        with store.reading(STAFF) as reader:
            return (
                [c.score for c in reader.by_words(asked("cat dog"), 10)],
                reader.collection(),
                dict(reader.document_frequencies(["en:cat", "en:dog", "en:secret"])),
                reader.similar_terms("en:secrets", 0.1, 9),
                reader.languages(),
                sources(reader),
            )

    before = seen()
    put(store, *(incoming(f"r/h{n}", "cat secret long text", access=["hr"]) for n in range(9)))
    with_hidden = seen()
    for n in range(9):
        store.forget(document_id("documents", f"r/h{n}"))

    assert with_hidden == before
    assert seen() == before


@pytest.mark.req("ING-3")
def test_of_several_documents_the_heads_are_those_in_scope_as_each_alone_gives_it(store: Store) -> None:
    heads = put(store, incoming("r/a", "word", access=["staff"]), incoming("r/b", "word", access=["board"]))
    ids = [
        heads[1].id,
        heads[0].id,
        DocumentId("absent"),
        DocumentId("half \ud800"),
        DocumentId("nul \0"),
        heads[0].id,
    ]

    with store.reading(STAFF) as reader:
        assert reader.heads_of(ids) == {heads[0].id: reader.head(heads[0].id)}
        assert reader.heads_of([]) == {}
