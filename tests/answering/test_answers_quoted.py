"""Answers without a model: what is quoted, with what around it, and in which order."""

from __future__ import annotations

import pytest

from belegg.records import OWNER, Scope
from belegg.testing.desk import Desk


@pytest.mark.req("ANS-1", "AGE-8")
def test_every_sentence_stands_in_its_document_at_the_place_given(desk: Desk) -> None:
    outcome = desk.answered("How much is the rent of the boathouse?")

    with desk.store.reading(Scope(OWNER)) as reader:
        assert outcome.sentences
        for sentence in outcome.sentences:
            (quote,) = sentence.quotes
            text = reader.text(quote.document.id, quote.version)
            assert text is not None
            assert quote.check.span is not None
            written = text.text[quote.check.span.start : quote.check.span.end]
            assert sentence.text == " ".join(written.split())
            assert sentence.supported


def test_the_best_sentence_comes_first(desk: Desk) -> None:
    assert "4,200 kroner" in desk.said("How much is the rent of the boathouse?")[0]
    assert "three months" in desk.said("What is the notice period of the lease?")[0]


@pytest.mark.req("ANS-3")
def test_the_exception_behind_the_rule_is_shown(desk: Desk) -> None:
    assert "nobody pays in July" in desk.said("How much is the rent of the boathouse?")[0]
    assert "førerhunder" in " ".join(desk.said("Må hunder holdes i bånd?"))


def test_a_quotation_carries_where_it_stands(desk: Desk) -> None:
    outcome = desk.answered("Hva er gebyret for den som bryter reglene?")

    quote = outcome.sentences[0].quotes[0]
    assert quote.document.source == "harbour/rules.md"
    assert (quote.section, quote.path[-1], quote.version) == ("§ 7", "§ 7 Brudd", 1)


def test_a_heading_is_never_quoted(desk: Desk) -> None:
    assert desk.said("Keys of the boathouse") == ["There are two keys. A lost key costs 350 kroner."]


def test_nothing_is_said_twice_and_no_more_than_three_things(desk: Desk) -> None:
    for number in range(9):
        desk.put(f"copy/{number}.md", "# Fuel\n\nDiesel for the boats is sold at the pier.")
        desk.put(
            f"more/{number}.md",
            f"# Fuel {number}\n\nDiesel for boat {number} stands in shed number {number}.",
        )

    said = desk.said("Where is diesel for the boats?")

    assert said.count("Diesel for the boats is sold at the pier.") == 1
    assert len(said) <= 3


@pytest.mark.req("SEA-2")
def test_a_section_that_is_asked_for_is_quoted_in_reading_order_and_nothing_else(desk: Desk) -> None:
    desk.put(
        "guide.md",
        "# Guide\n\n## § 4 Guests\n\n(1) Guests moor at the outer pier.\n\n(2) A night costs 200 kroner.\n\n"
        "(3) The gate is locked at ten.\n\n## § 5 Waste\n\nWaste of guests is left at the pier.\n",
    )

    assert desk.said("guide § 4") == [
        "(1) Guests moor at the outer pier.",
        "(2) A night costs 200 kroner.",
        "(3) The gate is locked at ten.",
    ]
    assert desk.said("rules § 2") == ["(1) Hunder må holdes i bånd. (2) Det gjelder ikke førerhunder."]


def test_two_questions_are_answered_each(desk: Desk) -> None:
    said = " ".join(desk.said("How much is the rent? How many seats has the red boat?"))

    assert "4,200 kroner" in said
    assert "six people" in said


def test_of_two_questions_the_one_without_an_answer_is_named(desk: Desk) -> None:
    outcome = desk.answered("How much is the rent? Who repaired the carburettor?")

    assert any(n.text.startswith("Not answered: `Who repaired the carburettor?`") for n in outcome.notes)


@pytest.mark.req("AGE-9")
def test_the_newer_document_comes_first_and_the_difference_is_told(desk: Desk) -> None:
    rate = "# Rates {year}\n\nUse of your own boat is paid with {sum} kroner per hour."
    for year, money in (("2023", "40"), ("2025", "55")):
        front = f"---\ndate: {year}-01-01\n---\n\n"
        desk.put(f"rates/{year}.md", front + rate.format(year=year, sum=money))

    outcome = desk.answered("What is paid per hour for your own boat?")

    assert [("55" in s.text, "40" in s.text) for s in outcome.sentences[:2]] == [(True, False), (False, True)]
    assert any("`Rates 2025` (2025-01-01) and `Rates 2023` (2023-01-01)" in n.text for n in outcome.notes)


def test_the_older_document_stays_first_when_its_year_is_asked_for(desk: Desk) -> None:
    for year, money in (("2023", "40"), ("2025", "55")):
        text = f"# Rates {year}\n\nUse of your own boat is paid with {money} kroner per hour."
        desk.put(f"rates/{year}.md", f"---\ndate: {year}-01-01\n---\n\n{text}")

    assert "40 kroner" in desk.said("What is paid per hour for your own boat in 2023?")[0]


def test_a_quotation_that_adds_nothing_to_the_best_one_is_left_out(desk: Desk) -> None:
    desk.put("notes.md", "# Notes\n\nThe rent was talked about at dinner. The boathouse is red.")

    assert len(desk.said("How much is the rent of the boathouse?")) == 1


def test_a_row_labelled_with_the_words_asked_for_wins(desk: Desk) -> None:
    desk.put(
        "faults.md",
        "# Repair of leaks\n\nUrgent leaks were urgent again, and are repaired by the urgent team.\n\n"
        "## Deadlines\n\n- Urgent: 3 days\n- Other: 40 days\n",
    )

    assert "Urgent: 3 days" in desk.said("How fast are urgent leaks repaired?")[0]


FAQ = """# FAQ

**Q:** How often is the boat washed?

**A:** Twice a year, in May and in September.

## Berths

| Berth | Fee | Note |
|---|---|---|
| North | 900 | no power |
| South | 1,200 | power |

## Later

How long is the waiting list?
"""


@pytest.mark.req("ANS-1", "ANS-3")
def test_a_question_is_quoted_with_what_follows_it_and_never_alone() -> None:
    desk = Desk()
    desk.put("faq.md", FAQ)

    assert "Twice a year" in desk.said("How often is the boat washed?")[0]
    desk.refused("How long is the waiting list?")


@pytest.mark.req("ANS-3")
def test_the_other_rows_of_a_table_take_nothing_back() -> None:
    desk = Desk()
    desk.put("faq.md", FAQ)

    (sentence,) = desk.answered("What is the fee of the South berth?").sentences

    assert "1,200" in sentence.text
    assert [cut.holds for quote in sentence.quotes for cut in quote.check.cut] == ["none"]


def test_the_items_of_a_list_begin_lines() -> None:
    desk = Desk()
    desk.put(
        "guests.md", "# Guests\n\nThe harbour gives guests:\n\n* showers\n  until ten\n* a key to the gate"
    )

    assert desk.said("What does the harbour give guests?") == [
        "The harbour gives guests:\n* showers until ten\n* a key to the gate"
    ]
