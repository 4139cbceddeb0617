"""Quoted phrases and words to be left out are conditions."""

from __future__ import annotations

import pytest

from belegg.testing.shelf import Shelf


@pytest.mark.req("SEA-6")
def test_only_passages_that_hold_the_phrase_as_written_are_hits(shelf: Shelf) -> None:
    shelf.put("yes", "The notice period is 30 days.")
    shelf.put("apart", "A period of notice is given.")
    shelf.put("inflected", "Notice periods vary.")
    shelf.put("turned", "After that period notice is due.")

    assert shelf.sources('"notice period"') == ["yes"]


@pytest.mark.req("SEA-6")
def test_a_phrase_is_found_in_any_case_across_a_line_break_and_in_a_title(shelf: Shelf) -> None:
    shelf.put("case", "NOTICE\nPERIOD: thirty days.")
    shelf.put("title", "Thirty days.", title="The notice period")
    shelf.put("heading", (None, ("Notice period",), "Thirty days."))

    assert sorted(shelf.sources('"notice period"')) == ["case", "heading", "title"]


@pytest.mark.req("SEA-6")
def test_a_phrase_does_not_reach_over_from_the_title_into_the_text(shelf: Shelf) -> None:
    shelf.put("a", "Period of thirty days.", title="On notice")

    assert shelf.sources('"notice period"') == []


@pytest.mark.req("SEA-6")
def test_small_words_count_inside_a_phrase(shelf: Shelf) -> None:
    shelf.put("to", "Rett til ferie har alle.", language="nb")
    shelf.put("on", "Rett på ferie har ingen.", language="nb")

    assert shelf.sources('"rett til ferie"') == ["to"]
    assert shelf.sources('"til"') == ["to"]


@pytest.mark.req("SEA-6")
def test_a_phrase_may_hold_a_code_and_an_english_s(shelf: Shelf) -> None:
    shelf.put("a", "The company's POL-358 rules apply.")

    assert shelf.sources('"company\'s POL-358 rules"') == ["a"]
    assert shelf.sources('"POL-359 rules"') == []


@pytest.mark.req("SEA-6")
def test_a_phrase_beside_words_ranks_by_all_of_them(shelf: Shelf) -> None:
    shelf.put("phrase", "The notice period is long.")
    shelf.put("both", "The notice period for apprentices is short.")
    shelf.put("word", "Apprentices are apprentices.")

    assert shelf.sources('"notice period" apprentices') == ["both", "phrase"]


@pytest.mark.req("SEA-6")
def test_a_phrase_that_stands_nowhere_is_told(shelf: Shelf) -> None:
    shelf.put("a", "A period of notice.")

    assert "side by side" in shelf.search('"notice period"').notes[0].text


@pytest.mark.req("SEA-6")
def test_a_word_left_out_is_left_out_in_its_other_forms_too(shelf: Shelf) -> None:
    shelf.put("parental", "Parental leave.")
    shelf.put("sick", "Sick leave.")
    shelf.put("annual", "Annual leave.")

    assert sorted(shelf.sources("leave -parental")) == ["annual", "sick"]
    assert sorted(shelf.sources("sick -leaves")) == []


@pytest.mark.req("SEA-6")
def test_a_phrase_can_be_left_out_and_its_words_stay(shelf: Shelf) -> None:
    shelf.put("phrase", "Leave of absence is granted.")
    shelf.put("words", "Absence and leave are granted.")

    assert shelf.sources('absence -"leave of absence"') == ["words"]
    assert shelf.sources("absence -leave") == []


@pytest.mark.req("SEA-6")
@pytest.mark.parametrize("ranking", ["bm25", "cover"])
def test_conditions_hold_in_every_ranking(shelf: Shelf, ranking: str) -> None:
    shelf.put("yes", "The notice period is 30 days.")
    shelf.put("no", "The notice period of parental leave.")
    shelf.put("apart", "A period of notice.")

    assert shelf.sources('"notice period" -parental', ranking=ranking) == ["yes"]
