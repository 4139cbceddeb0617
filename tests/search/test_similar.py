"""What is like a document or a passage: by vectors where there are some, else by telling words."""

from __future__ import annotations

import pytest

from belegg.records import OWNER, Scope, document_id
from belegg.search.settings import SearchSettings
from belegg.search.similar import Similar, mean_of, similar
from belegg.testing import FakeEmbedder
from belegg.testing.shelf import ANALYSER, Shelf, reader_of

MEANS = {"fell": "dropped", "ladder": "steps", "gangway": "steps"}


@pytest.fixture
def incidents(shelf: Shelf) -> Shelf:
    shelf.put("one", "A worker fell from the ladder.", "The harbour office was told the same day.")
    shelf.put("two", "Somebody dropped from the steps.", "The harbour office was told the same day.")
    shelf.put("three", "A crane spilled oil over the quay.", "Oil was removed.", "Oil again.")
    shelf.put("four", "A visitor fell from the gangway.", access=["management"])
    return shelf


def like(shelf: Shelf, name: str, passage: int | None = None, scope: Scope | None = None) -> Similar:
    chosen = scope or Scope(OWNER)
    with shelf.store.reading(Scope(chosen.principal)) as reader:
        head = reader.head(document_id("documents", name))
        assert head is not None
        given = reader.passages_of(head.id)[passage] if passage is not None else None
    return similar(head, given, chosen, shelf.store, ANALYSER, SearchSettings())


def sources(found: Similar) -> list[str]:
    return [hit.document.source for hit in found.hits]


@pytest.mark.req("HYB-10")
def test_what_is_said_in_other_words_is_like_it_by_vectors(incidents: Shelf) -> None:
    incidents.embed(FakeEmbedder(means=MEANS))

    found = like(incidents, "one", passage=0)

    assert (found.by, sources(found)[0]) == ("vectors", "four")
    assert found.notes == ()


@pytest.mark.req("HYB-7", "HYB-10")
def test_each_other_document_stands_once_with_its_closest_passage(incidents: Shelf) -> None:
    incidents.embed(FakeEmbedder(means=MEANS))

    found = like(incidents, "one")

    assert sorted(sources(found)) == ["four", "three", "two"]
    cosines = [hit.cosine or 0.0 for hit in found.hits]
    assert cosines == sorted(cosines, reverse=True)
    assert [hit.arms for hit in found.hits] == [{"vectors": 1}, {"vectors": 2}, {"vectors": 3}]


@pytest.mark.req("HYB-10")
def test_a_passage_is_not_like_itself_and_its_neighbours_may_be(incidents: Shelf) -> None:
    incidents.embed(FakeEmbedder(means=MEANS))

    found = like(incidents, "three", passage=1)

    assert found.passage is not None
    assert found.passage.id not in [hit.passage.id for hit in found.hits]
    assert sources(found)[0] == "three"


@pytest.mark.req("HYB-10")
@pytest.mark.parametrize("embedded", [True, False])
def test_only_what_the_asker_may_read_is_compared(incidents: Shelf, embedded: bool) -> None:
    if embedded:
        incidents.embed(FakeEmbedder(means=MEANS))

    assert "four" not in sources(like(incidents, "one", scope=reader_of("all")))


@pytest.mark.req("HYB-10")
def test_the_document_given_may_lie_outside_the_filters(incidents: Shelf) -> None:
    incidents.put("far", "A worker dropped from the ladder.", pack="others")
    incidents.embed(FakeEmbedder(means=MEANS))

    assert sources(like(incidents, "one", scope=Scope(OWNER, packs=("others",)))) == ["far"]


@pytest.mark.req("HYB-10", "HYB-1")
def test_without_vectors_telling_words_are_compared_and_a_note_says_so(incidents: Shelf) -> None:
    found = like(incidents, "one")

    assert (found.by, sources(found)[0]) == ("words", "two")
    assert "harbour" in found.words or "harbor" in found.words
    assert [note.text for note in found.notes] == [
        "there are no vectors (`belegg embed` makes them), so it was compared by its most telling words"
    ]


@pytest.mark.req("HYB-10", "HYB-1")
def test_passages_that_are_not_embedded_yet_are_told(incidents: Shelf) -> None:
    incidents.embed(FakeEmbedder(means=MEANS), most=5)

    assert [note.text for note in like(incidents, "one").notes] == [
        "3 of 8 passages have no vector yet and were not compared"
    ]


@pytest.mark.req("HYB-10")
def test_a_document_that_shares_no_word_with_any_other_is_like_none(shelf: Shelf) -> None:
    shelf.put("lone", "Zebras.")
    shelf.put("other", "Ponies.")

    found = like(shelf, "lone")

    assert (found.hits, found.words) == ((), ())
    assert [note.text for note in found.notes] == [
        "there are no vectors, and it has no word that others have too"
    ]


def test_vectors_that_cancel_out_have_no_mean() -> None:
    up, down = bytes.fromhex("0000803f00000000"), bytes.fromhex("000080bf00000000")

    assert mean_of([up, down]) == b""
    assert mean_of([]) == b""
    assert mean_of([up, up]) == up
