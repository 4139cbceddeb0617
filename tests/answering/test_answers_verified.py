"""Which answers are verified, which are not, and what is told beside them."""

from __future__ import annotations

import pytest

from belegg.answering.by_rule.extract import NO_MODEL
from belegg.testing.desk import Desk


@pytest.mark.req("AGE-8", "ANS-5")
def test_the_answer_says_that_no_model_wrote_it_and_is_verified(desk: Desk) -> None:
    outcome = desk.answered("How much is the rent?")

    assert (outcome.verdict, outcome.model) == ("verified", None)
    assert outcome.notes[0].text == NO_MODEL


def test_a_name_that_is_only_like_one_that_is_known_is_told(desk: Desk) -> None:
    outcome = desk.answered("How much is the rent of the boathuose?")

    assert any("boathuose" in note.text and "boathouse" in note.text for note in outcome.notes)


@pytest.mark.req("ANS-1", "ANS-5")
def test_words_that_no_quotation_holds_are_told_and_the_answer_is_not_verified(desk: Desk) -> None:
    outcome = desk.answered("How much is the rent of the boathouse with electricity?")

    assert outcome.verdict == "downgraded"
    assert any("they do not use your word `electricity`." in note.text for note in outcome.notes)


@pytest.mark.req("ANS-1")
def test_words_that_no_one_quotation_holds_together_are_not_verified(desk: Desk) -> None:
    desk.put(
        "kennel.md", "# Kennel\n\nThe fee of the kennel is paid in June. Breakfast is served in the kennel."
    )
    desk.put("cafe.md", "# Harbour\n\nThe fee of breakfast is nine kroner.")

    outcome = desk.answered("kennel breakfast kroner")

    assert outcome.verdict == "downgraded"
    assert any("No one quotation holds all" in note.text for note in outcome.notes)


@pytest.mark.req("ANS-1")
def test_a_word_that_was_guessed_is_not_verified(desk: Desk) -> None:
    assert desk.answered("How much is the rent of the boathuose?").verdict == "downgraded"
    assert desk.answered("How much is the rent of the boathouse?").verdict == "verified"


@pytest.mark.req("ANS-5")
def test_a_word_of_another_language_with_the_same_stem_is_not_the_word_asked_for(desk: Desk) -> None:
    desk.put("notat.md", "# Utgifter\n\nDet ble servert et glass til maten, og vi betalte for det.")

    outcome = desk.answered("Does the tenant of the boathouse pay the rent of the glasses?")

    assert outcome.verdict == "downgraded"
    assert any("`glasses`" in note.text for note in outcome.notes)


@pytest.mark.req("SEA-2")
def test_a_name_that_was_looked_up_is_not_told_to_be_missing(desk: Desk) -> None:
    outcome = desk.answered("rules § 2")

    assert outcome.verdict == "verified"
    assert [note.text for note in outcome.notes] == [NO_MODEL]


ENGINE = """# The boat

The boat is a 2011 Askeladden with an outboard engine. It is kept in the harbour of Hals.

The engine was last serviced on 12 April 2026 by Hals Marine and cost NOK 7,450.
"""


@pytest.mark.req("ANS-1")
def test_a_quotation_counts_for_every_question_that_it_answers() -> None:
    desk = Desk()
    desk.put("boat.md", ENGINE)

    outcome = desk.answered("When was the engine last serviced and what did it cost?")

    assert outcome.verdict == "verified"
    assert outcome.sentences[0].text == (
        "The engine was last serviced on 12 April 2026 by Hals Marine and cost NOK 7,450."
    )


@pytest.mark.req("ANS-1")
def test_what_a_quotation_holds_is_not_told_to_be_missing() -> None:
    desk = Desk()
    desk.put("boat.md", ENGINE)

    outcome = desk.answered("Where is the boat kept? When was its engine serviced? What did it cost?")

    assert outcome.verdict == "verified"
    assert [note.text for note in outcome.notes] == [NO_MODEL]


@pytest.mark.req("ANS-1", "ANS-5")
def test_words_that_only_carry_the_question_are_not_owed(desk: Desk) -> None:
    outcome = desk.answered("How much notice of the lease must be given at least today?")

    assert outcome.verdict == "verified"


@pytest.mark.req("ANS-5")
def test_a_short_verb_is_known_in_its_other_forms() -> None:
    desk = Desk()
    desk.put("styret.md", "# Budsjett\n\nStyret vedtok å øke felleskostnadene med 4,5 prosent fra januar.")

    outcome = desk.answered("Hvor mye øker felleskostnadene?")

    assert outcome.verdict == "verified"
