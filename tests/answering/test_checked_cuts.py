"""A reservation that a quotation leaves out of its sentence is doubted, unless the answer says it."""

from __future__ import annotations

import pytest

from answering.drafting_by_hand import Checking, says

PAY = "You pay at most 3,000 kroner, but only if the damage was done on purpose or by gross carelessness."
QUOTED = ("You pay at most 3,000 kroner", "damage")


@pytest.fixture
def shelf() -> Checking:
    checking = Checking()
    checking.put("damage", f"The company bears the cost. {PAY} Tell your manager at once.")
    checking.put("bins", "Glass is collected on Mondays. This does not apply to green glass.")
    return checking


@pytest.mark.req("AGE-9")
def test_a_condition_cut_away_at_the_edge_is_doubted_and_the_model_is_told(shelf: Checking) -> None:
    sentence = says("You pay at most 3,000 kroner for damage.", QUOTED)

    answer = shelf.answered(sentence)

    assert answer.verdict == "downgraded"
    assert answer.sentences[0].doubts[0].startswith("the quotation leaves out a condition: , but only if")
    assert "quote it too, or say it" in shelf.told(sentence)


def test_an_exception_in_the_next_sentence_is_doubted(shelf: Checking) -> None:
    answer = shelf.answered(says("Glass is collected on Mondays.", ("Glass is collected on Mondays", "bins")))

    (doubt,) = answer.sentences[0].doubts
    assert doubt == "the quotation leaves out an exception: This does not apply to green glass."


@pytest.mark.parametrize(
    "after",
    ["But readings were lost before that.", "Nobody may enter, unless asked.", "- cleaning without water"],
)
def test_the_next_statement_is_no_part_of_a_whole_sentence_that_is_quoted(
    shelf: Checking, after: str
) -> None:
    shelf.put("stop", f"The stop lasted two hours.\n{after}")

    whole = shelf.answered(says("The stop lasted two hours.", ("The stop lasted two hours.", "stop")))
    without_its_stop = shelf.answered(
        says("The stop lasted two hours.", ("The stop lasted two hours", "stop"))
    )

    assert (whole.verdict, without_its_stop.verdict) == ("verified", "verified")


@pytest.mark.parametrize("after", ["This does not apply to harbours.", "However, the sea is excepted."])
def test_a_next_sentence_that_points_back_is_doubted_after_a_whole_one_too(
    shelf: Checking, after: str
) -> None:
    shelf.put("stop", f"The stop lasted two hours. {after}")

    answer = shelf.answered(says("The stop lasted two hours.", ("The stop lasted two hours.", "stop")))

    assert answer.verdict == "downgraded"


def test_a_sentence_that_says_the_condition_itself_is_verified(shelf: Checking) -> None:
    said = says("If you did the damage on purpose, you pay at most 3,000 kroner.", QUOTED)

    assert shelf.answered(said).verdict == "verified"


def test_a_condition_on_something_else_does_not_say_it(shelf: Checking) -> None:
    said = says("If you like, you pay at most 3,000 kroner.", QUOTED)

    assert shelf.answered(said).verdict == "downgraded"


def test_a_second_quotation_of_what_was_left_out_settles_it(shelf: Checking) -> None:
    rest = ("but only if the damage was done on purpose or by gross carelessness", "damage")

    answer = shelf.answered(says("You pay at most 3,000 kroner.", QUOTED, rest))

    assert not any("at most" in doubt for doubt in answer.sentences[0].doubts)
    assert not any("only if" in doubt for doubt in answer.sentences[0].doubts)


def test_other_rows_of_a_table_are_statements_of_their_own(shelf: Checking) -> None:
    table = "| Code | Meaning |\n| --- | --- |\n| E-1 | battery low |\n| E-2 | not paired |"
    shelf.put("codes", table)

    answer = shelf.answered(says("E-1 means battery low.", ("| E-1 | battery low |", "codes")))

    assert answer.verdict == "verified"
