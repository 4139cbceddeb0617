"""The date of a quoted figure that the quotation leaves out of its sentence is doubted, unless it is said."""

from __future__ import annotations

import pytest

from answering.drafting_by_hand import Checking, says

MIGRANTS = "The number of migrants in Libya exceeded 824,000 as at December 2024."
QUOTED = "The number of migrants in Libya exceeded 824,000"
SAID = "There are more than 824,000 migrants in Libya."


def doubts(source: str, quoted: str, said: str, question: str = "How many are there?") -> tuple[str, ...]:
    shelf = Checking()
    shelf.put("libya", source)
    proof = shelf.proof(said, (quoted, "libya"), question=question)
    assert not proof.failures
    return tuple(doubt for doubt in proof.doubts if "of when" in doubt)


@pytest.mark.req("AGE-9")
def test_an_as_at_date_that_is_cut_off_a_figure_is_doubted_and_the_model_is_told() -> None:
    shelf = Checking()
    shelf.put("libya", MIGRANTS)
    sentence = says(SAID, (QUOTED, "libya"))

    answer = shelf.answered(sentence, question="How many migrants are there in Libya today?")

    told = "the quotation leaves out of when its figure is: as at December 2024"
    assert (answer.verdict, answer.sentences[0].doubts) == ("downgraded", (told,))
    assert f"{told}; quote it too, or say it" in shelf.told(sentence)


@pytest.mark.parametrize(
    ("source", "quoted"),
    [
        (
            "As at 10 March 2025, more than 295,000 voters had registered.",
            "more than 295,000 voters had registered.",
        ),
        ("In 2024 the harbour had 40 guests a night.", "the harbour had 40 guests a night."),
        ("From 1 February to 30 April 2025, it recorded 2,299 reports.", "it recorded 2,299 reports."),
        ("The harbour had 40 guests a night in 2024.", "The harbour had 40 guests a night"),
        ("The harbour had 40 guests a night, as at 1 May.", "The harbour had 40 guests a night"),
    ],
)
def test_a_date_before_the_quotation_or_behind_it_is_doubted(source: str, quoted: str) -> None:
    assert doubts(source, quoted, quoted)


def test_a_date_that_is_said_or_asked_for_or_quoted_is_not() -> None:
    asked = "How many migrants were in Libya in December 2024?"

    assert doubts(MIGRANTS, QUOTED, "In December 2024 more than 824,000 migrants were in Libya.") == ()
    assert doubts(MIGRANTS, QUOTED, SAID, asked) == ()
    assert doubts(MIGRANTS, QUOTED, SAID, "How many migrants were in Libya at the end of 2024?") == ()
    assert doubts(MIGRANTS, MIGRANTS, SAID) == ()


def test_a_question_that_names_the_month_knows_the_day() -> None:
    source = "As at 10 April, 336,485 refugees were registered."

    assert (
        doubts(source, "336,485 refugees were registered.", "336,485 refugees.", "How many in April 2025?")
        == ()
    )


def test_another_month_of_the_same_year_does_not_say_it() -> None:
    assert doubts(MIGRANTS, QUOTED, SAID, "How many migrants were in Libya in May 2024?")


@pytest.mark.parametrize(
    ("source", "quoted"),
    [
        ("It recorded 2,299 reports, a 3 per cent increase on 2024.", "It recorded 2,299 reports"),
        ("It recorded 2,299 reports, more than in 2024.", "It recorded 2,299 reports"),
        ("It recorded 2,299 reports, and a new office was opened in May 2024.", "It recorded 2,299 reports"),
        ("The agreement that was signed on 1 May 2020 gives 30 days of leave.", "gives 30 days of leave."),
        ("Fees are 40 kroner. In 2024 the harbour was closed.", "Fees are 40 kroner."),
        ("The harbour was open all summer in 2024.", "The harbour was open all summer"),
        ("| Guests | 40 | 2024 |", "| Guests | 40 |"),
    ],
)
def test_a_date_of_something_else_is_none_of_the_figure(source: str, quoted: str) -> None:
    assert doubts(source, quoted, quoted) == ()
