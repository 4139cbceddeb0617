"""Query sets are made by rule: the same every time, each query with gold that stands in its document."""

from __future__ import annotations

import pytest

from belegg.evaluation.golden import GoldenQuestion
from belegg.evaluation.making import made
from belegg.evaluation.standing import Standings
from belegg.records import OWNER, Scope
from belegg.testing.desk import Desk
from belegg.testing.shelf import ANALYSER

pytestmark = pytest.mark.req("EVA-2")

PAGES = {
    "pumps.md": """# The pump rules

## What if a pump stops?

Whoever hears the alarm calls the harbour master and writes the code E-4108 down.

## Repairs and spare parts

The workshop in the harbour orders spare parts from Greta Lindqvist every second week.

## Words

A dosing pump means a pump that gives the same amount of water with every stroke.
""",
    "lamps.md": """# The lamp rules

## Care of the green lamps

The harbour workshop cleans every lamp in the second week of May and writes the date down.

A short line.

- [a list](x.md) of links that is never gold because it is one
""",
}


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    for name, text in PAGES.items():
        desk.put(name, text)
    return desk


def sets(desk: Desk, each: int = 10, seed: int = 1) -> dict[str, list[GoldenQuestion]]:
    with desk.store.reading(Scope(OWNER)) as reader:
        return made(reader, ANALYSER, each, seed)


def texts(questions: list[GoldenQuestion], kind: str) -> set[str]:
    return {question.text for question in questions if question.kind == kind}


def test_questions_are_made_of_headings_and_definitions(desk: Desk) -> None:
    questions = sets(desk)["questions"]

    assert texts(questions, "asked by a heading") == {"What if a pump stops?"}
    assert texts(questions, "definition") == {"What does dosing pump mean?"}
    assert "What is said about repairs and spare parts?" in texts(questions, "heading")
    assert "What is said about words in “The pump rules”?" in texts(questions, "heading")


def test_tokens_are_codes_and_names(desk: Desk) -> None:
    tokens = sets(desk)["tokens"]

    assert texts(tokens, "code") == {"E-4108"}
    assert texts(tokens, "name") == {"Greta Lindqvist"}


def test_terms_are_two_words_of_one_sentence_that_other_passages_hold_too(desk: Desk) -> None:
    terms = sets(desk)["terms"]

    assert terms
    for term in terms:
        words = term.text.split()
        assert len(words) == 2
        assert all(word in term.gold[0].quote.lower() for word in words)


def test_all_gold_stands_in_its_document_and_in_a_passage(desk: Desk) -> None:
    questions = [question for each in sets(desk).values() for question in each]

    with desk.store.reading(Scope(OWNER)) as reader:
        standings = Standings(reader)
        found = [standings.of(gold) for question in questions for gold in question.gold]
    assert found
    assert all(each.passages and not each.places[0].across for each in found)


def test_the_same_library_and_seed_make_the_same_sets(desk: Desk) -> None:
    assert sets(desk) == sets(desk)
    assert [q.id for q in sets(desk)["questions"]] == ["1", "2", "3", "4", "5"]


def test_no_more_are_made_than_asked_for_and_none_twice(desk: Desk) -> None:
    assert {kind: len(questions) for kind, questions in sets(desk, each=1).items()} == {
        "terms": 1,
        "questions": 1,
        "tokens": 1,
    }
    asked = [question.text for each in sets(desk).values() for question in each]
    assert len(asked) == len(set(asked))


def test_section_numbers_are_asked_for_by_the_name_of_their_document() -> None:
    desk = Desk()
    desk.put(
        "lampeloven.md",
        "# Lampeloven\n\n## § 3\n\nEnhver som eier en lampe skal pusse den grundig hver eneste uke.\n",
    )

    assert texts(sets(desk)["tokens"], "section") == {"Lampeloven § 3"}
