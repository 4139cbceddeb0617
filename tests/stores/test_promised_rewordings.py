"""What every store promises of rewordings: counted, bounded, told to readers of the document alone."""

from __future__ import annotations

import pytest

from belegg.errors import UnknownDocument
from belegg.records import DocumentId, Scope, document_id
from belegg.records.rewordings import MOST_REWORDINGS, Rewording
from belegg.seams import Store
from belegg.testing import incoming
from stores.stocked import EVERYTHING, NOBODY, STAFF, put

OPEN, SECRET = (document_id("documents", source) for source in ("r/open", "r/secret"))


def remember(store: Store, document: DocumentId, *pairs: tuple[str, str]) -> None:
    with store.writing("test") as writer:
        for asked, found_with in pairs:
            writer.remember_rewording(document, asked, found_with)


def known(store: Store, scope: Scope = EVERYTHING) -> list[Rewording]:
    with store.reading(scope) as reader:
        return list(reader.rewordings())


@pytest.fixture
def stocked(store: Store) -> Store:
    put(store, incoming("r/open", "word", access=["staff"]), incoming("r/secret", "word", access=["board"]))
    return store


@pytest.mark.req("PAC-2")
def test_rewordings_are_counted_the_most_helpful_first(stocked: Store) -> None:
    remember(stocked, OPEN, ("a", "b"), ("sparken", "oppsigelse"), ("sparken", "oppsigelse"))

    assert known(stocked) == [Rewording(OPEN, "sparken", "oppsigelse", 2), Rewording(OPEN, "a", "b", 1)]


@pytest.mark.req("FAC-6")
def test_a_rewording_is_under_the_access_list_of_its_document(stocked: Store) -> None:
    remember(stocked, OPEN, ("a", "b"))
    remember(stocked, SECRET, ("a", "codename"))

    assert known(stocked, STAFF) == [Rewording(OPEN, "a", "b")]
    assert known(stocked, NOBODY) == []
    with stocked.writing("test") as writer:
        writer.set_access(OPEN, frozenset({"board"}))
    assert known(stocked, STAFF) == []
    assert len(known(stocked)) == 2


def test_a_filter_leaves_other_documents_rewordings_out(stocked: Store) -> None:
    remember(stocked, OPEN, ("a", "b"))
    remember(stocked, SECRET, ("a", "b"))

    found = known(stocked, Scope(EVERYTHING.principal, documents=(SECRET,)))

    assert found == [Rewording(SECRET, "a", "b")]


@pytest.mark.req("ING-3")
def test_a_new_version_keeps_rewordings_and_a_document_that_is_gone_has_none(stocked: Store) -> None:
    remember(stocked, OPEN, ("a", "b"))
    put(stocked, incoming("r/open", "another word", access=["staff"]))
    assert known(stocked) == [Rewording(OPEN, "a", "b")]

    with stocked.writing("test") as writer:
        writer.retire(OPEN)

    assert known(stocked) == []


def test_a_forgotten_document_takes_its_rewordings_with_it(stocked: Store) -> None:
    remember(stocked, OPEN, ("a", "b"))
    remember(stocked, SECRET, ("c", "d"))

    stocked.forget(OPEN)
    put(stocked, incoming("r/open", "word", access=["staff"]))

    assert known(stocked) == [Rewording(SECRET, "c", "d")]
    with pytest.raises(UnknownDocument):
        remember(stocked, document_id("documents", "r/nowhere"), ("a", "b"))


def test_of_too_many_of_a_document_the_one_that_helped_least_goes(stocked: Store) -> None:
    remember(stocked, OPEN, ("a", "b"), ("a", "b"))
    remember(stocked, OPEN, *((f"w{n:04}", "b") for n in range(MOST_REWORDINGS)))

    kept = known(stocked)

    assert len(kept) == MOST_REWORDINGS
    assert kept[0] == Rewording(OPEN, "a", "b", 2)
    assert Rewording(OPEN, "w0000", "b") not in kept
    assert Rewording(OPEN, f"w{MOST_REWORDINGS - 1:04}", "b") in kept


@pytest.mark.req("FAC-6")
def test_those_of_hidden_documents_push_none_out_that_others_see(stocked: Store) -> None:
    remember(stocked, OPEN, ("a", "b"))
    remember(stocked, SECRET, *((f"w{n:04}", "b") for n in range(MOST_REWORDINGS + 5)))

    assert known(stocked, STAFF) == [Rewording(OPEN, "a", "b")]
