"""What every store promises: what was put in comes out as it was."""

from __future__ import annotations

from dataclasses import replace
from zlib import crc32

import pytest

from belegg.records import document_id
from belegg.seams import Store
from belegg.testing import incoming
from stores.stocked import EVERYTHING, failing, named, put, sources


def test_a_stored_document_comes_back_as_it_was(store: Store) -> None:
    given = incoming("r/a", "one two", "three", title="A title", facts=[("updated", "2024-05-12")])
    [head] = put(store, given)

    with store.reading(EVERYTHING) as reader:
        text = reader.text(given.document.id)
        assert reader.passages_of(given.document.id) == given.passages
        assert reader.head(given.document.id) == head
        assert list(reader.heads()) == [head]
        assert reader.original(given.document.id) == given.original

    assert head.version == 1
    assert (head.source, head.title, head.date) == ("r/a", "A title", "2024-05-12")
    assert (head.passages, head.pages, head.access) == (2, 2, frozenset({"all"}))
    assert text is not None
    assert (text.text, text.pages, text.furniture) == (
        given.document.text,
        tuple(replace(page, layout=b"") for page in given.document.pages),
        given.document.furniture,
    )
    assert text.current


def test_every_letter_survives_storage(store: Store) -> None:
    odd = "æøå ÄÖ \u00a0\u200b\ufeff \U0001f600 \x00 end\r\n"
    put(store, incoming("r/odd", odd, title=odd))

    with store.reading(EVERYTHING) as reader:
        document = document_id("documents", "r/odd")
        assert reader.passages_of(document)[0].text == odd
        text, head = reader.text(document), reader.head(document)

    assert text is not None
    assert text.text == odd
    assert head is not None
    assert head.title == odd


def test_an_original_that_was_not_kept_is_not_there(store: Store) -> None:
    put(store, incoming("r/a", "word", original=False), incoming("r/b", "word"))

    with store.reading(EVERYTHING) as reader:
        assert reader.original(document_id("documents", "r/a")) is None
        assert reader.original(document_id("documents", "r/b")) == b"word"


def test_passages_come_in_the_order_of_the_keys_asked_for(store: Store) -> None:
    put(store, incoming("r/a", "word", "word word"), incoming("r/b", "word"))

    with store.reading(EVERYTHING) as reader:
        keys = list(reversed(reader.matching(["en:word"])))
        assert [p.id for p in reader.passages(keys)] == [named("r/b"), named("r/a", 1), named("r/a", 0)]
        assert reader.documents_of(keys) == [p.document for p in reader.passages(keys)]
        for read in (reader.passages, reader.documents_of, reader.sequences):
            assert read([]) == []


def test_sequences_hold_the_crc32_of_each_word_with_borders_between_fields(store: Store) -> None:
    put(store, incoming("r/a", "body words", title="The title", headings=["head"]))

    with store.reading(EVERYTHING) as reader:
        [sequence] = reader.sequences(reader.matching(["en:body"]))

    words = ["en:The", "en:title", None, "en:head", None, "en:body", "en:words"]
    expected = [crc32(word.encode()) if word else 0 for word in words]
    assert [int.from_bytes(sequence[i : i + 4], "little") for i in range(0, len(sequence), 4)] == expected


def test_compound_parts_stand_beside_the_words_and_take_no_place(store: Store) -> None:
    put(store, incoming("r/a", "oppsigelses|frist", language="nb"))

    with store.reading(EVERYTHING) as reader:
        assert reader.matching(["no~frist"]) == reader.matching(["no:oppsigelsesfrist"])
        assert reader.collection().mean_length == 1
        [sequence] = reader.sequences(reader.matching(["no~frist"]))

    assert len(sequence) == 3 * 4


@pytest.mark.req("ING-13")
def test_reports_list_the_failed_first(store: Store) -> None:
    put(store, incoming("r/b", "word"), incoming("r/a", "word"))
    document, report = failing("r/z")
    with store.writing("test") as writer:
        writer.failed(document, report, "hash", 5, 6)

    with store.reading(EVERYTHING) as reader:
        reports = [report for _, report in reader.reports()]
        assert sources(reader) == ["r/a", "r/b"]
        assert reader.head(document.id) is None
        assert reader.text(document.id) is None

    assert [(r.source, r.failed) for r in reports] == [
        ("r/z", "it is a picture"),
        ("r/a", None),
        ("r/b", None),
    ]


def test_settings_and_roots_are_remembered(store: Store) -> None:
    with store.writing("test") as writer:
        writer.set_root("r", "/somewhere")
        writer.set_setting("analyser", "1")
        writer.set_setting("analyser", "2")

    assert store.roots() == {"r": "/somewhere"}
    assert store.settings() == {"analyser": "2"}
