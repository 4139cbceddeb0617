"""A date that its sentence, not its quotation, gives a figure; and codes of the row that is quoted."""

from __future__ import annotations

import pytest

from answering.drafting_by_hand import Checking

VOTERS = "As at 10 March, more than 295,000 voters had registered."
YEARS = "5 boats sank in May 2024 and 7 boats sank in June 2024."
TABLE = (
    "| Code | Meaning | What to do |\n| --- | --- | --- |\n"
    "| E-4107 | low battery | change it within a week |\n| E-4108 | unknown | treat it as a security matter |"
)


@pytest.fixture
def shelf() -> Checking:
    checking = Checking()
    checking.put("voters", VOTERS, facts=[("published", "2025-04-10")])
    checking.put("sunk", YEARS)
    checking.put("codes", TABLE)
    return checking


@pytest.mark.req("AGE-9")
@pytest.mark.parametrize("said", ["10 March 2025", "10 March"])
def test_a_date_beside_the_quotation_in_its_sentence_is_taken_and_said(shelf: Checking, said: str) -> None:
    proof = shelf.proof(
        f"On {said} 295,000 voters had registered.", ("295,000 voters had registered", "voters")
    )

    assert (proof.failures, proof.doubts) == ((), ())
    assert f"`{said}` is not in the quotation; it stands beside it in its sentence" in proof.remarks


@pytest.mark.parametrize("said", ["11 March 2025", "10 March 2024", "10 May 2025"])
def test_another_date_than_the_one_beside_the_quotation_fails(shelf: Checking, said: str) -> None:
    proof = shelf.proof(
        f"On {said} 295,000 voters had registered.", ("295,000 voters had registered", "voters")
    )

    assert any(said in failure for failure in proof.failures)


@pytest.mark.parametrize(
    ("said", "quoted"),
    [("7 boats sank in May 2024", "7 boats sank in"), ("5 boats sank in June 2024", "5 boats sank in")],
)
def test_a_date_with_another_figure_on_its_side_is_not_taken(shelf: Checking, said: str, quoted: str) -> None:
    assert shelf.proof(f"{said}.", (quoted, "sunk")).failures


@pytest.mark.parametrize(
    ("month", "is_doubted"), [("November 2025", False), ("January 2026", True), ("December 2023", True)]
)
def test_a_date_of_the_question_within_the_documents_own_days_is_taken(
    shelf: Checking, month: str, is_doubted: bool
) -> None:
    shelf.put(
        "old",
        "The rate is 4 kroner a kilometre.",
        facts=[("in_force", "2024-01-01"), ("valid_to", "2025-12-31")],
    )

    proof = shelf.proof(
        f"In {month} the rate was 4 kroner.",
        ("The rate is 4 kroner a kilometre", "old"),
        question=f"The rate in {month}?",
    )

    assert any("is of the question; no quotation" in doubt for doubt in proof.doubts) == is_doubted
    assert any("was valid then (2024-01-01 to 2025-12-31)" in one for one in proof.remarks) != is_doubted


def test_a_date_of_the_question_about_a_document_without_an_end_is_doubted(shelf: Checking) -> None:
    shelf.put("open", "The rate is 4 kroner a kilometre.", facts=[("in_force", "2024-01-01")])

    proof = shelf.proof(
        "In May 2031 the rate is 4 kroner.",
        ("The rate is 4 kroner a kilometre", "open"),
        question="In May 2031?",
    )

    assert any("May 2031" in doubt for doubt in proof.doubts)


def test_a_code_of_the_row_that_is_quoted_is_taken_and_that_of_another_is_not(shelf: Checking) -> None:
    quoted, question = ("treat it as a security matter", "codes"), "E-4108, E-4107, what now?"

    own = shelf.proof("At E-4108, treat it as a security matter.", quoted, question=question)
    other = shelf.proof("At E-4107, treat it as a security matter.", quoted, question=question)

    assert own.doubts == ()
    assert other.doubts == ("`E-4107` is not in the quotation; it stands elsewhere in the document",)


def test_a_name_of_the_question_is_no_ground(shelf: Checking) -> None:
    proof = shelf.proof(
        "In the harbour of Bergen 295,000 voters had registered.",
        ("295,000 voters had registered", "voters"),
        question="How many voters in Bergen?",
    )

    assert proof.doubts == ("`Bergen` is of the question; the quoted document does not hold it",)
