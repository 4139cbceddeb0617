"""A figure or a name of a sentence stands with what it stands with in the document, or it is doubted."""

from __future__ import annotations

import pytest

from answering.drafting_by_hand import Checking, says

pytestmark = pytest.mark.req("ANS-3", "AGE-9")

EQUIPMENT = (
    "A laptop is replaced after four years, a phone after three. When a laptop is written off after four "
    "years you can buy it for 900 kroner (Norway), 850 kronor (Sweden) or 80 euros (Finland).\n\n"
    "The company bears the cost of damage, loss and theft. The fee was 500 kroner for guests and 600 kroner "
    "for members. In 2023 the office counted 412 phones and in 2024 it counted 530."
)
LIFE = "A laptop is replaced after four years, a phone after three."
PRICE = "you can buy it for 900 kroner (Norway), 850 kronor (Sweden) or 80 euros (Finland)"
FEE = "The fee was 500 kroner for guests and 600 kroner for members"
COUNT = "In 2023 the office counted 412 phones and in 2024 it counted 530"
LEAVE = (
    "**Norway.** The company pays the difference up to full salary for ten months.\n\n"
    "**Sweden.** The company pays ten per cent of the monthly salary for up to 180 days.\n\n"
    "**Finland.** The company pays full salary for the first 72 working days."
)
FINLAND = "The company pays full salary for the first 72 working days"
DATES = "The increase applies:\n\n- Norway: from 1 May 2026\n- Finland: from 1 June 2026\n"


def doubts(text: str, said: str, *quotations: str, **known: object) -> str:
    checking = Checking()
    checking.put("equipment", text, **known)
    proof = checking.proof(said, *((one, "equipment") for one in quotations))
    assert proof.quotes
    assert proof.failures == ()
    return "\n".join(proof.doubts)


@pytest.mark.parametrize(
    ("said", "quotation", "told"),
    [
        (
            "A laptop is replaced after three years and a phone after four.",
            LIFE,
            "the document has `three` with `phone`, not with `laptop`, which has `four years` there",
        ),
        ("A phone is replaced after four years.", LIFE, "`four years` with `laptop`, not with `phone`"),
        ("A laptop costs 900 kroner in Sweden.", PRICE, "`900 kroner` with `Norway`, not with `Sweden`"),
        ("In Norway you buy it for 80 euros.", PRICE, "`80 euros` with `Finland`, not with `Norway`"),
        ("A laptop is replaced after three years.", "a phone after three", "`three` with `phone`"),
        ("A laptop costs 900 kroner in Sweden.", "buy it for 900 kroner", "`900 kroner` with `Norway`"),
        ("Guests pay 600 kroner.", FEE, "`600 kroner` with `members`, not with `guests`"),
        ("The office counted 530 phones in 2023.", COUNT, "`530` with `2024`, not with `2023`"),
    ],
)
def test_a_figure_that_is_said_of_another_word_than_in_the_quotation_is_doubted(
    said: str, quotation: str, told: str
) -> None:
    assert told in doubts(EQUIPMENT, said, quotation)


@pytest.mark.parametrize(
    ("said", "quotation"),
    [
        ("A phone is replaced after three years and a laptop after four.", LIFE),
        ("Laptops and phones are replaced after four and three years respectively.", LIFE),
        ("Mobiles are replaced after three years.", LIFE),
        ("Computers last four years.", LIFE),
        ("A phone is replaced after three years.", "a phone after three"),
        ("A laptop costs 900 kroner.", "you can buy it for 900 kroner"),
        ("A laptop costs 850 kronor in Sweden and 80 euros in Finland.", PRICE),
        ("An old laptop costs 900 kroner.", PRICE),
        ("The fee for members is 600 kroner, and 500 for guests.", FEE),
        ("The fee is 600 kroner.", FEE),
        ("There were 530 phones in 2024, after 412 in 2023.", COUNT),
        ("The fee for guests is 500 kroner.", FEE),
        ("Members pay 600 kroner.", FEE),
        ("You keep a phone for three years; a laptop, for four.", LIFE),
        ("In Norway an old laptop costs 900 kroner, and in Sweden 850.", PRICE),
        ("En telefon byttes etter fire år.", LIFE),
    ],
)
def test_figures_in_another_order_with_their_own_words_are_not_doubted(said: str, quotation: str) -> None:
    assert "the document has" not in doubts(EQUIPMENT, said, quotation)


@pytest.mark.parametrize(
    ("text", "said", "quotation"),
    [
        (LEAVE, "In Sweden the company pays full salary for the first 72 working days.", FINLAND),
        (LEAVE, "Sweden pays full salary for 72 working days.", "full salary for the first 72 working days"),
        (DATES, "In Norway it applies from 1 June 2026.", "Finland: from 1 June 2026"),
        (
            "| Country | Cars |\n|---|---|\n| Norway | 23 |\n| Finland | 41 |",
            "There are 41 cars in Norway.",
            "| Finland | 41 |",
        ),
    ],
)
def test_what_stands_under_another_member_of_the_list_is_doubted(
    text: str, said: str, quotation: str
) -> None:
    told = doubts(text, said, quotation, title="Leave in Norway, Sweden and Finland")

    assert "the quotation stands under `Finland`, not under `" in told


def test_what_stands_under_the_heading_of_another_member_is_doubted() -> None:
    checking = Checking()
    checking.put(
        "leave",
        (None, ("Leave", "Sweden"), "The company pays ten per cent of the salary."),
        (None, ("Leave", "Finland"), "The company pays full salary."),
    )

    assert "under `Finland`, not under `Sweden`" in "".join(
        checking.proof(
            "The company pays full salary in Sweden.", ("The company pays full salary", "leave")
        ).doubts
    )


@pytest.mark.parametrize(
    "said",
    [
        "In Finland the company pays full salary for the first 72 working days.",
        "The company pays full salary for the first 72 working days.",
        "In Finland, unlike Sweden, the company pays full salary for the first 72 working days.",
    ],
)
def test_a_sentence_that_names_its_own_member_or_none_is_not_doubted(said: str) -> None:
    assert "stands under" not in doubts(LEAVE, said, FINLAND)


def test_names_of_two_members_that_are_both_quoted_are_not_doubted() -> None:
    said = "In Sweden it pays ten per cent, in Finland full salary."

    assert "stands under" not in doubts(LEAVE, said, "ten per cent of the monthly salary", FINLAND)


def test_a_quotation_that_begins_behind_another_subject_is_doubted_with_what_was_cut() -> None:
    told = doubts(EQUIPMENT, "Employees bear the cost of damage.", "bears the cost of damage, loss and theft")

    assert "leaves out of whom it speaks, `The company …`; the sentence has `Employees`" in told


@pytest.mark.parametrize(
    ("said", "quotation"),
    [
        ("The company bears the cost of damage.", "bears the cost of damage, loss and theft"),
        ("The cost of damage is borne by the company.", "bears the cost of damage, loss and theft"),
        ("Equipment: it bears the cost of damage.", "bears the cost of damage, loss and theft"),
        ("Employees can buy a laptop for 80 euros in Finland.", PRICE),
        ("Employees bear the cost.", "The company bears the cost of damage, loss and theft"),
    ],
)
def test_a_sentence_with_the_subject_that_was_cut_is_not_doubted(said: str, quotation: str) -> None:
    assert "of whom it speaks" not in doubts(EQUIPMENT, said, quotation)


def test_the_numbers_of_paragraphs_are_no_figures_that_could_be_paired() -> None:
    text = "The 140th report is submitted pursuant to paragraph 12 of the resolution, and paragraph 8 of it."

    assert doubts(text, text, text) == ""


def test_what_is_doubted_so_is_told_to_the_model_and_shown_with_the_answer() -> None:
    checking = Checking()
    checking.put("equipment", EQUIPMENT)
    swapped = says("A phone is replaced after four years.", (LIFE, "equipment"))

    assert "`four years` with `laptop`" in checking.told(swapped)
    answer = checking.answered(swapped)
    assert answer.verdict == "downgraded"
    assert "`four years` with `laptop`" in answer.sentences[0].doubts[0]
