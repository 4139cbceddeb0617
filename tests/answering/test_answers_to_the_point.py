"""Without a model: a name that a title lists, a price by its figure, a question that leans on another."""

from __future__ import annotations

import pytest

from belegg.answering.question.kinds import holds_a_price, is_price_word
from belegg.answering.question.parts import questions_in
from belegg.testing.desk import Desk

LEAVE = """# Parental leave in Norway, Sweden and Finland

## What is paid

**Norway.** The company pays the difference up to full salary during parental leave.

**Finland.** The company pays full salary for the first 72 days of parental leave.
"""
PRICES = "# Prislogg 2023\n\nLOGGERE\n\nPOL-350 trykklogger 3 950,-\n\nPOL-358 temperaturlogger 5 480,-\n"


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.put("leave.md", LEAVE)
    desk.put("prices.md", PRICES)
    desk.put("call.md", "# Duty\n\nThe person on call is Pekka.")
    desk.put("bonus.md", "# Sales bonus\n\nSellers are paid 19,683 kroner when the first invoice arrives.")
    return desk


@pytest.mark.req("ANS-5")
def test_a_name_that_the_title_lists_is_held_by_the_sentence_that_says_it(desk: Desk) -> None:
    answer = desk.answered("What does the company pay for parental leave in Finland?")

    assert answer.sentences[0].text.startswith("**Finland.**")


@pytest.mark.req("ANS-5")
def test_what_no_sentence_says_of_a_name_that_the_title_lists_is_not_verified(desk: Desk) -> None:
    answer = desk.answered("What does the company pay for parental leave in Sweden?")

    assert answer.verdict == "downgraded"
    assert any("`sweden`" in note.text for note in answer.notes)


@pytest.mark.req("ANS-5")
def test_a_question_for_what_something_cost_is_answered_by_its_price(desk: Desk) -> None:
    answer = desk.answered("Hva kostet en POL-358 i 2023?")

    assert "5 480,-" in answer.sentences[0].text


@pytest.mark.parametrize(
    "text", ["5 480,-", "inntil 399 kroner", "€ 20", "20 euroa", "3.940.000 kr", "250:-"]
)
def test_a_price_is_told_by_its_currency_or_its_dash(text: str) -> None:
    assert holds_a_price(text)


@pytest.mark.parametrize("text", ["POL-358 A: until 2020", "14 days", "§ 5", "1 000 personer"])
def test_other_figures_are_no_prices(text: str) -> None:
    assert not holds_a_price(text)


def test_words_for_prices_are_told_from_words_that_begin_alike() -> None:
    assert is_price_word("kostet")
    assert is_price_word("costs")
    assert not is_price_word("kost")
    assert not is_price_word("costume")


@pytest.mark.req("ANS-5")
def test_a_question_that_leans_on_the_one_before_is_not_answered_by_another_thing(desk: Desk) -> None:
    answer = desk.answered("Who is on call, and how much are they paid?")

    assert all("bonus" not in quote.document.source for one in answer.sentences for quote in one.quotes)
    assert answer.verdict == "downgraded"
    assert any("Not answered: `how much are they paid (call)?`" in note.text for note in answer.notes)


@pytest.mark.req("ANS-5")
@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("Kan jeg få dekket hotell i Oslo, og hvor mye?", ()),
        ("Who is on call and how much are they paid", ("Who is on call", "how much are they paid")),
        ("Hva er fristen? Og hvor mye?", ("Hva er fristen?", "Og hvor mye?")),
    ],
)
def test_a_second_question_without_a_word_to_look_for_stays_with_the_first(
    text: str, inside: tuple[str, ...]
) -> None:
    assert questions_in(text) == inside


@pytest.mark.req("ANS-5")
def test_a_refusal_does_not_tell_of_a_part_that_holds_no_word(desk: Desk) -> None:
    refusal = desk.refused("Kan jeg få dekket hotell i Oslo, og hvor mye?")

    assert "no word to look for" not in refusal.explanation
