"""What every store promises of a source over time: changed, gone, back again, unreadable, forgotten."""

from __future__ import annotations

import pytest

from belegg.errors import UnknownDocument
from belegg.records import DocumentId, document_id
from belegg.seams import Store
from belegg.testing import incoming
from stores.stocked import EVERYTHING, failing, found, named, put, sources


@pytest.mark.req("ING-12")
def test_a_new_version_replaces_the_old_one_in_searches_and_the_old_text_stays_readable(store: Store) -> None:
    put(store, incoming("r/a", "thirty days"))
    [head] = put(store, incoming("r/a", "ninety days"))

    assert head.version == 2
    assert found(store, "thirty") == []
    assert found(store, "ninety") == [named("r/a")]
    with store.reading(EVERYTHING) as reader:
        old, new = reader.text(head.id, 1), reader.text(head.id)
        assert reader.text(head.id, 3) is None
        assert reader.original(head.id) == b"ninety days"
    assert old is not None
    assert new is not None
    assert (old.text, old.version, old.current) == ("thirty days", 1, False)
    assert (new.text, new.version, new.current) == ("ninety days", 2, True)


@pytest.mark.req("ING-12")
def test_the_same_text_again_is_the_same_version_with_new_passages(store: Store) -> None:
    put(store, incoming("r/a", "one two"))
    put(store, incoming("r/a", "one two three"))
    again = incoming("r/a", "one two three", title="Another title")
    [head] = put(store, again)

    assert (head.version, head.title) == (2, "Another title")
    with store.reading(EVERYTHING) as reader:
        texts = [reader.text(head.id, n) for n in (1, 2, 3)]
        assert [text.text if text else None for text in texts] == ["one two", "one two three", None]
        assert reader.collection().passages == 1


@pytest.mark.req("ING-12")
def test_a_retired_document_is_neither_found_nor_listed_and_its_text_stays_readable(store: Store) -> None:
    put(store, incoming("r/a", "word", names=["name"]), incoming("r/b", "word"))
    document = document_id("documents", "r/a")
    with store.writing("test") as writer:
        writer.retire(document)

    assert found(store, "word") == [named("r/b")]
    assert list(store.known("r")) == ["r/b"]
    with store.reading(EVERYTHING) as reader:
        assert sources(reader) == ["r/b"]
        assert reader.head(document) is None
        assert not reader.passages_of(document)
        assert not reader.keys_of(document)
        assert reader.named(["name"]) == {}
        assert [report.source for _, report in reader.reports()] == ["r/b"]
        text = reader.text(document)
    assert text is not None
    assert (text.text, text.current) == ("word", False)


def test_a_retired_document_that_comes_back_is_its_next_version(store: Store) -> None:
    put(store, incoming("r/a", "word"))
    with store.writing("test") as writer:
        writer.retire(document_id("documents", "r/a"))
    [head] = put(store, incoming("r/a", "word again"))

    assert head.version == 2
    assert found(store, "again") == [named("r/a")]


@pytest.mark.req("ING-13")
def test_a_source_that_cannot_be_read_any_more_keeps_its_last_version(store: Store) -> None:
    put(store, incoming("r/a", "word"))
    document, report = failing("r/a")
    with store.writing("test") as writer:
        writer.failed(document, report, "other", 5, 6)

    assert found(store, "word") == [named("r/a")]
    assert store.known("r")["r/a"].failed
    assert store.known("r")["r/a"].sha256 == "other"
    with store.reading(EVERYTHING) as reader:
        assert [report.failed for _, report in reader.reports()] == ["it is a picture"]


def test_known_tells_new_changed_and_unchanged_sources_apart(store: Store) -> None:
    given = incoming("r/a", "word", access=["x", "y"])
    put(store, given, incoming("r/sub/b", "word"), incoming("rest/c", "word"), incoming("r-1/d", "word"))
    with store.writing("test") as writer:
        writer.touched("r/a", 7, 8)

    known = store.known("r")
    assert list(known) == ["r/a", "r/sub/b"]
    assert known["r/a"].sha256 == given.sha256
    assert (known["r/a"].size_bytes, known["r/a"].modified_ns) == (7, 8)
    assert known["r/a"].access == frozenset({"x", "y"})
    assert (known["r/a"].reader, known["r/a"].failed) == ("test", False)


def test_a_forgotten_document_is_gone_with_all_its_versions(store: Store) -> None:
    put(store, incoming("r/a", "old words"), incoming("r/b", "word"))
    put(store, incoming("r/a", "new words", "more"))
    document = document_id("documents", "r/a")

    forgotten = store.forget(document)

    assert (forgotten.versions, forgotten.passages, forgotten.postings) == (2, 2, 3)
    assert forgotten.original_bytes == len("new words\n\nmore")
    assert found(store, "old new words more") == []
    assert list(store.known("r")) == ["r/b"]
    with store.reading(EVERYTHING) as reader:
        assert sources(reader) == ["r/b"]
        assert reader.text(document) is None
        assert reader.text(document, 1) is None
        assert reader.document_frequencies(["en:new", "en:word"]) == {"en:word": 1}
        assert reader.similar_terms("en:more", 0.5, 5) == []
    [head] = put(store, incoming("r/a", "again"))
    assert head.version == 1


def test_a_word_that_went_with_its_last_document_comes_back_with_the_next(store: Store) -> None:
    put(store, incoming("r/a", "word"), incoming("r/b", "other"))

    def like_it() -> list[str]:
        with store.reading(EVERYTHING) as reader:
            return [name for name, _ in reader.similar_terms("en:words", 0.3, 5)]

    assert like_it() == ["en:word"]
    store.forget(document_id("documents", "r/a"))
    assert like_it() == []
    put(store, incoming("r/c", "word"))

    assert found(store, "word") == [named("r/c")]
    assert like_it() == ["en:word"]


def test_what_is_done_to_an_unknown_document_is_an_error(store: Store) -> None:
    unknown = DocumentId("0" * 16)

    with pytest.raises(UnknownDocument):
        store.forget(unknown)
    for name, arguments in (("retire", ()), ("set_access", (frozenset("a"),))):
        with pytest.raises(UnknownDocument), store.writing("test") as writer:
            getattr(writer, name)(unknown, *arguments)
