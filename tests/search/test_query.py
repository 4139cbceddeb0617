"""Any text is a legal question."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.search.query import LONGEST_QUESTION, MOST_WORDS, take_apart
from belegg.testing.shelf import Shelf
from belegg.text.small_words import is_small


def words_of(text: str) -> list[str]:
    return [word.text for word in take_apart(text, is_small).words]


def notes_of(text: str) -> str:
    return " | ".join(note.text for note in take_apart(text, is_small).notes)


@pytest.mark.req("SEA-2")
def test_small_words_of_every_language_are_left_out() -> None:
    assert words_of("hva er det med the notice and the och uppsägning") == ["notice", "uppsägning"]


@pytest.mark.req("SEA-2")
def test_small_words_stay_when_there_are_no_others() -> None:
    assert words_of("og i på") == ["og", "i", "på"]


@pytest.mark.req("SEA-2")
def test_each_word_counts_once() -> None:
    assert words_of("Ferie ferie FERIE feriepenger") == ["ferie", "feriepenger"]


@pytest.mark.req("SEA-2")
def test_a_small_word_beside_a_section_number_may_be_an_act_and_stays() -> None:
    assert words_of("el § 3")[0] == "el"
    assert "el" not in words_of("fisk el kjøtt")


@pytest.mark.req("SEA-2")
def test_a_code_is_asked_for_as_a_whole_and_in_its_parts() -> None:
    whole, *parts = take_apart("POL-4012", is_small).words

    assert (whole.text, whole.in_code) == ("pol-4012", False)
    assert [(part.text, part.in_code) for part in parts] == [("pol", True), ("4012", True)]


@pytest.mark.req("SEA-6")
@pytest.mark.parametrize("text", ['"notice period"', "«notice period»", "“notice period”", "„notice period“"])
def test_quotation_marks_of_every_kind_make_a_phrase(text: str) -> None:
    assert take_apart(text, is_small).phrases == (("notice", "period"),)


@pytest.mark.req("SEA-6")
def test_a_minus_before_a_word_leaves_it_out() -> None:
    question = take_apart("leave -parental -POL-358", is_small)

    assert [word.text for word in question.words] == ["leave"]
    assert question.left_out == (("parental",), ("pol-358",))


@pytest.mark.req("SEA-6")
def test_a_hyphen_inside_a_word_or_alone_is_no_minus() -> None:
    question = take_apart("well-known - access --force", is_small)

    assert question.left_out == ()
    assert [word.text for word in question.words] == ["well", "known", "access", "force"]


@pytest.mark.req("SEA-6")
def test_inches_are_not_quotation_marks() -> None:
    assert take_apart('5" pipe and 3" bolt', is_small).phrases == ()


@pytest.mark.req("SEA-6")
def test_in_a_sentence_with_a_question_mark_quotation_marks_are_no_condition() -> None:
    question = take_apart("Who wrote “The Red Room” -really?", is_small)

    assert question.phrases == ()
    assert question.left_out == ()
    assert {word.text for word in question.words if word.quoted} == {"red", "room"}


@pytest.mark.req("SEA-6")
def test_a_question_that_only_leaves_out_is_told_so_and_finds_nothing(shelf: Shelf) -> None:
    shelf.put("a", "Everything that there is.")

    found = shelf.search("-zzzzqqq")

    assert found.hits == ()
    assert [note.text for note in found.notes] == [
        "the question only says what to leave out; say what to look for"
    ]


@pytest.mark.req("SEA-2")
def test_a_very_long_question_is_bounded_and_says_so() -> None:
    many = " ".join(f"word{n}x" for n in range(10_000))

    question = take_apart(many, is_small)

    assert len(question.text) <= LONGEST_QUESTION
    assert len(question.words) == MOST_WORDS
    assert "cut at 10,000 characters" in notes_of(many)
    assert "only the first 64" in notes_of(many)


@pytest.mark.req("SEA-2")
def test_nul_and_direction_marks_are_no_part_of_a_word() -> None:
    assert words_of("pay\u202eroll a\u0000leave") == ["payroll", "leave"]


@given(st.text(max_size=200))
def test_no_text_is_refused(text: str) -> None:
    question = take_apart(text, is_small)

    assert question.words or question.notes


@pytest.mark.req("SEA-2")
def test_hostile_questions_are_searched_as_words(shared: Path, shelf: Shelf) -> None:
    shelf.put("report", "The annual report has an access section and a dashboard.")
    shelf.put("secret", "Nothing to see: finans.", access=["management"])
    lines = (shared / "data/security/queries/queries.jsonl").read_text(encoding="utf-8").splitlines()
    hostile = [json.loads(line)["query"] for line in lines]

    for query in hostile:
        found = shelf.search(query)

        asked = words_of(query)
        for hit in found.hits:
            text = hit.passage.text.lower()
            assert any(word[:4] in text for word in asked), f"`{query}` found what it did not ask for"
    assert len(hostile) >= 66


@pytest.mark.req("SEA-2")
def test_operators_of_other_engines_are_words(shelf: Shelf) -> None:
    shelf.put("a", "alpha beta", access=["all"])

    for query in ("*", "access:*", "_exists_:body", "!zzzz", "title:[* TO *]", "", "   ", "..."):
        assert shelf.search(query).hits == (), query
