"""Words for the next search: what stands in the hits and seldom elsewhere, of what the asker may read."""

from __future__ import annotations

import pytest

from belegg.records import Principal, Scope
from belegg.search.discover import discover
from belegg.search.settings import SearchSettings
from belegg.testing.shelf import ANALYSER, Shelf

STAFF = Scope(Principal("staff", frozenset({"all"})))


def words(shelf: Shelf, query: str, scope: Scope = STAFF) -> list[str]:
    return [t.word for t in discover(query, scope, shelf.store, ANALYSER, SearchSettings()).terms]


def filled(shelf: Shelf) -> Shelf:
    """Two leases that speak of a deposit, and much else that does not."""
    shelf.put("lease-a.md", "The landlord may ask for a deposit. The guarantee is kept by a bank.")
    shelf.put("lease-b.md", "A deposit of three months is a guarantee for unpaid rent. Ask the bank.")
    for number in range(60):
        shelf.put(f"other-{number}.md", f"The bank opens at nine on day {number}, and the crew sails at ten.")
    return shelf


@pytest.mark.req("PAC-4")
def test_words_of_several_hits_that_are_rare_elsewhere_come_first(shelf: Shelf) -> None:
    found = discover("deposit", STAFF, filled(shelf).store, ANALYSER, SearchSettings())

    assert [(t.word, t.hits, t.passages) for t in found.terms] == [("guarantee", 2, 2)]
    assert found.searched == 2


@pytest.mark.req("PAC-4")
def test_words_asked_for_small_short_and_numbered_words_are_left_out(shelf: Shelf) -> None:
    filled(shelf)
    shelf.put("a.md", "Harbours are for the mooring E-4012 due now")
    shelf.put("b.md", "A harbour would be for the mooring E-4012 due now")

    assert words(shelf, "harbour") == ["mooring"]


@pytest.mark.req("PAC-4")
def test_a_word_in_one_document_alone_tells_of_that_document_unless_it_was_asked_for(shelf: Shelf) -> None:
    filled(shelf)
    shelf.put("long.md", "A deposit in escrow.", "Escrow again for a deposit.")

    assert "escrow" not in words(shelf, "deposit")
    assert words(shelf, "deposit", shelf.inside("long.md")) == ["escrow"]


@pytest.mark.req("PAC-4")
def test_no_document_gives_more_than_six_of_the_forty_passages(shelf: Shelf) -> None:
    shelf.put("long.md", *[f"A deposit number {n} in escrow." for n in range(50)])
    shelf.put("short.md", "A deposit.")

    assert discover("deposit", STAFF, shelf.store, ANALYSER, SearchSettings()).searched == 7


@pytest.mark.req("PAC-4")
def test_hidden_documents_move_neither_words_nor_counts(shelf: Shelf) -> None:
    without = discover("deposit", STAFF, filled(shelf).store, ANALYSER, SearchSettings())
    for number in range(5):
        shelf.put(f"secret-{number}.md", "A deposit, the guarantee and the merger.", access=["board"])

    assert discover("deposit", STAFF, shelf.store, ANALYSER, SearchSettings()) == without


def test_a_question_that_finds_nothing_discovers_nothing(shelf: Shelf) -> None:
    found = discover("zeppelin", STAFF, filled(shelf).store, ANALYSER, SearchSettings())

    assert (found.terms, found.searched) == ((), 0)
    assert any("zeppelin" in note.text for note in found.notes)


@pytest.mark.req("PAC-4", "LAN-3")
def test_words_of_a_language_that_no_document_is_in_are_not_corrected(shelf: Shelf) -> None:
    filled(shelf)

    found = discover("Wo ist die Bänk und der Deposti?", STAFF, shelf.store, ANALYSER, SearchSettings())

    assert found.terms == ()
    assert [note.text for note in found.notes] == [
        "the question is in a language that no document in scope is in: "
        "only words that stand in them as typed are looked for"
    ]
