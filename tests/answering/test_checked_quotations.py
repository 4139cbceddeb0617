"""Quotations of a draft: nothing is shown as one that does not stand in a document."""

from __future__ import annotations

import pytest

from answering.drafting_by_hand import Checking, says
from belegg.testing.shelf import reader_of

FEES = "The fee for a lost key is 350 kroner. It is paid at the office, unless the key was stolen."
RULES = "Dogs must be kept on a lead in the harbour. Cats may walk where they like."


@pytest.fixture
def shelf() -> Checking:
    checking = Checking()
    checking.put("fees", (None, ("Fees", "Keys"), FEES))
    checking.put("rules", RULES)
    checking.put_pages(
        "report",
        "The mission counted 120 boats.",
        "The harbour has two cranes.",
        "It rained. The mission counted 120 boats.",
    )
    return checking


@pytest.mark.req("ANS-1")
def test_a_quotation_is_placed_by_the_program(shelf: Checking) -> None:
    (quote,) = shelf.proof(
        "A lost key costs 350 kroner.", ("the fee for a lost key is 350 kroner", "fees")
    ).quotes

    assert quote.path == ("Fees", "Keys")
    assert quote.check.span is not None
    assert FEES[quote.check.span.start : quote.check.span.end] == quote.check.text


def test_one_word_altered_is_no_quotation_and_the_model_is_told_what_stands_there(shelf: Checking) -> None:
    proof = shelf.proof("A lost key costs 350 kroner.", ("The fee for a stolen key is 350 kroner", "fees"))

    assert proof.quotes == ()
    assert "the source has `lost` where the quotation has `stolen`" in proof.failures[0]
    assert "“The fee for a lost key is 350 kroner.”" in proof.failures[0]


def test_of_two_places_the_page_that_is_named_counts(shelf: Checking) -> None:
    (quote,) = shelf.proof("It counted 120 boats.", ("The mission counted 120 boats", "report", "3")).quotes

    assert quote.page == 3


def test_a_wrong_page_is_put_right_and_said(shelf: Checking) -> None:
    proof = shelf.proof("The harbour has two cranes.", ("The harbour has two cranes", "report", "page 3"))

    assert [quote.page for quote in proof.quotes] == [2]
    assert proof.failures == ()
    assert "page 3 was named; it stands on page 2 of `Report`" in proof.remarks[0]


def test_a_quotation_of_another_document_is_found_there_and_said(shelf: Checking) -> None:
    claim = ("Dogs must be kept on a lead in the harbour", "fees")
    proof = shelf.proof("Dogs must be kept on a lead.", claim, elsewhere=["rules"])

    assert [quote.document.title for quote in proof.quotes] == ["Rules"]
    assert "found in `Rules`, not in `Fees`" in proof.remarks[0]


def test_a_document_that_was_never_shown_is_named_in_the_failure(shelf: Checking) -> None:
    assert "`secret` is no document that was shown" in shelf.failures(
        "Dogs.", ("Dogs must be kept", "secret")
    )


def test_nothing_is_told_of_a_document_that_the_asker_may_not_read() -> None:
    checking = Checking(reader_of("guests"))
    checking.put("pay", "The director earns 1,900,000 kroner a year.", access=["board"])

    told = checking.told(
        says("The director earns a lot.", ("The director earns 2,000,000 kroner a year", "pay"))
    )

    assert "1,900,000" not in told
    assert "Pay" not in told


@pytest.mark.parametrize(
    ("quotation", "why"),
    [
        ("Keys", "too short"),
        ("is", "too short"),
        ("120", "stands 2 times"),
    ],
)
def test_a_word_or_two_are_no_quotation(shelf: Checking, quotation: str, why: str) -> None:
    document = "report" if quotation == "120" else "fees"
    shelf.put("keys", "Keys and locks are kept in the office. It is closed on Sundays.")

    assert why in shelf.failures("There are keys.", (quotation, "keys" if quotation == "Keys" else document))


@pytest.mark.req("ANS-4")
def test_a_bare_name_carries_no_sentence(shelf: Checking) -> None:
    shelf.put("port", "The North Harbour Board met in May. Anna Berg leads the North Harbour Board.")

    named = shelf.failures("Anna Berg leads the board.", ("North Harbour Board", "port"))
    said = shelf.proof("Anna Berg leads the board.", ("Anna Berg leads the North Harbour Board", "port"))

    assert "only names something" in named
    assert said.failures == ()


def test_a_figure_said_once_may_stand_alone(shelf: Checking) -> None:
    assert shelf.proof("It costs 350 kroner.", ("350 kroner", "fees")).failures == ()


@pytest.mark.req("ANS-1")
def test_a_heading_alone_carries_no_sentence() -> None:
    checking = Checking()
    checking.put(
        "lease", (None, ("Notice of three months",), "## Notice of three months\n\nEither party may end it.")
    )

    assert "is a heading" in checking.failures("Notice is three months.", ("Notice of three months", "lease"))


def test_a_running_header_alone_carries_no_sentence(shelf: Checking) -> None:
    shelf.put_pages("minutes", "A running header\nThe board met in May.")

    assert shelf.failures("The board met.", ("A running header", "minutes")) != ""


def test_quotation_marks_inside_a_sentence_are_checked_too(shelf: Checking) -> None:
    proof = shelf.proof(
        "The rules say “dogs must be left at home” in the harbour.", ("Dogs must be kept on a lead", "rules")
    )

    assert proof.is_dropped
    assert "stands in quotation marks, and in no document" in proof.failures[0]


def test_true_words_in_quotation_marks_inside_a_sentence_pass(shelf: Checking) -> None:
    proof = shelf.proof(
        "The rules say “cats may walk where they like”.", ("Cats may walk where they like", "rules")
    )

    assert proof.failures == ()
    assert not proof.is_dropped


def test_a_sentence_without_a_quotation_is_told_where_it_belongs(shelf: Checking) -> None:
    assert "has no quotation" in shelf.told(says("Dogs are often walked in the evening."))


def test_feedback_numbers_the_sentences_as_drafted_and_is_empty_when_all_hold(shelf: Checking) -> None:
    good = says("Cats may walk where they like.", ("Cats may walk where they like", "rules"))
    bad = says("Dogs may run.", ("Dogs may run in the harbour", "rules"))

    assert shelf.told(good) == ""
    assert "Sentence 2, “Dogs may run.”:" in shelf.told(good, bad)
    assert "Sentence 1" not in shelf.told(good, bad)


@pytest.mark.req("ANS-1")
@pytest.mark.parametrize(
    ("quotation", "told"),
    [
        (
            "From January on it rained. There were 175 cases of cholera in 2024.",
            "the source has `fever` where the quotation has `cholera`; what stands nearest there: “There "
            "were 175 cases of fever in 2024 in the north.”",
        ),
        (
            "There were 2 950 beds in the camps of the south",
            "the source has `1 950` where the quotation has `2 950`; what stands nearest there: “There were "
            "1 950 beds in the camps of the south.”",
        ),
    ],
)
def test_the_sentence_most_alike_is_shown_and_numbers_are_compared_whole(
    shelf: Checking, quotation: str, told: str
) -> None:
    shelf.put(
        "camps",
        "From January on it rained. There were 175 cases of fever in 2024 in the north. There were 1 950 "
        "beds in the camps of the south.",
    )

    assert shelf.failures("X.", (quotation, "camps")) == f"“{quotation}” does not stand in `Camps`: {told}"


@pytest.mark.req("ANS-1")
def test_words_of_documents_keep_marks_where_a_failure_is_shown(shelf: Checking) -> None:
    shelf.put("camps", "There were 175 cases of fever in 2024.")
    refused = shelf.refused(says("There were many.", ("There were 175 cases of cholera in 2024", "camps")))

    assert refused.dropped == (
        "There were many. (‘There were 175 cases of cholera in 2024’ does not stand in `Camps`: the source "
        "has `fever` where the quotation has `cholera`; what stands nearest there: ‘There were 175 cases of "
        "fever in 2024.’)",
    )
