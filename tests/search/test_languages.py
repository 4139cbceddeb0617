"""In a library of several languages a question's own languages decide what its words weigh."""

from __future__ import annotations

import pytest

from belegg.records import OWNER, Alternative, Scope
from belegg.search.walk import Walk
from belegg.search.weights import rarity
from belegg.testing.shelf import Shelf, reader_of


@pytest.fixture
def library(shelf: Shelf) -> Shelf:
    shelf.put("de-1", "Der König war ein Feldherr im Osten.", language="de")
    shelf.put("de-2", "Der König hatte einen Bruder.", language="de")
    for number in range(6):
        shelf.put(f"de-more-{number}", "Ganz andere Dinge stehen in diesem Buch.", language="de")
    for number in range(30):
        shelf.put(f"en-{number:02}", "The war was long; the war was cold.")
    return shelf


def walked(shelf: Shelf, question: str) -> Walk:
    with shelf.store.reading(Scope(OWNER)) as reader:
        return shelf.finder().walk(question, Scope(OWNER), reader, 8)


def alternatives(shelf: Shelf, question: str, word: str) -> dict[str, Alternative]:
    concepts = {concept.word: concept for concept in walked(shelf, question).concepts}
    return {term: a for a in concepts[word].alternatives for term in a.terms}


@pytest.mark.req("SEA-2", "LAN-5")
def test_a_words_rarity_is_that_among_the_passages_of_the_questions_language(library: Shelf) -> None:
    king = alternatives(library, "König Feldherr Bruder", "könig")["de:konig"]

    assert king.weight * rarity(38, 2) == pytest.approx(rarity(8, 2))


@pytest.mark.req("SEA-2")
def test_a_twin_in_a_language_that_holds_little_of_the_question_weighs_a_quarter(library: Shelf) -> None:
    forms = alternatives(library, "König war Feldherr Osten", "war")

    assert forms["en:war"].weight * rarity(38, 30) == pytest.approx(0.25 * rarity(8, 1))
    assert forms["de:war"].weight * rarity(38, 1) == pytest.approx(rarity(8, 1))


@pytest.mark.req("SEA-2")
def test_a_question_finds_its_own_language_before_twins_in_another(library: Shelf) -> None:
    assert library.sources("König war im Osten")[:2] == ["de-1", "de-2"]
    assert "en-00" in library.sources("König war im Osten")


@pytest.mark.req("SEA-2")
def test_a_single_word_is_at_home_in_every_language_that_holds_it(library: Shelf) -> None:
    forms = alternatives(library, "war", "war")

    assert forms["en:war"] is forms["de:war"]


@pytest.mark.req("LAN-1")
def test_text_in_no_known_language_keeps_its_weight(library: Shelf) -> None:
    library.put("none", "Feldherr qwe rty", language=None)

    forms = alternatives(library, "König Feldherr Bruder", "feldherr")
    assert forms["=feldherr"] is forms["de:feldherr"]
    assert "none" in library.sources("König Feldherr Bruder")


@pytest.mark.req("SEA-2")
def test_codes_weigh_the_same_in_every_language(library: Shelf) -> None:
    library.put("code", "Order POL-358.")

    assert alternatives(library, "König Bruder POL-358", "pol-358")["=pol-358"].weight == 1


@pytest.mark.req("SEA-2")
def test_in_a_library_of_one_language_nothing_changes(shelf: Shelf) -> None:
    shelf.put("a", "The contract period.")
    shelf.put("b", "The period.")

    taken = walked(shelf, "contract period")

    assert taken.concepts == taken.wanted.concepts


@pytest.mark.req("SEA-7")
def test_passages_that_the_asker_may_not_read_do_not_count_in_any_language(library: Shelf) -> None:
    for number in range(20):
        library.put(f"closed-{number}", "Der König und der Bruder.", language="de", access=["board"])

    with library.store.reading(reader_of("all")) as reader:
        assert reader.collection().spaces == {"de": 8, "en": 30}
