"""Addresses are told from abbreviations, file names and sentences without a space between them."""

from __future__ import annotations

import pytest

from belegg.text.addresses import addresses_in


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Sign in at login.exfil.example first.", "login.exfil.example"),
        ("See (harbour.no/fees?id=42).", "harbour.no/fees?id=42"),
        ("See HARBOUR.NO for it.", "HARBOUR.NO"),
        ("Port: harbour.co.uk:8080/a", "harbour.co.uk:8080/a"),
        ("Wo: bücher.de!", "bücher.de"),
        ("Write to fees@harbour.example.", "fees@harbour.example"),
        ("At https://harbour.example/fees?id=42.", "https://harbour.example/fees?id=42"),
        ("docs.harbour.md is a host", "docs.harbour.md"),
    ],
)
def test_an_address_is_found_without_the_marks_around_it(text: str, address: str) -> None:
    assert addresses_in(text) == [address]


@pytest.mark.parametrize(
    "text",
    [
        "f.eks. en båt, bl.a. denne, o.l.",
        "No.3 and art.no 4, ref.no 5, kl.10.30",
        "leave.md, plan.png, main.py and notes.one",
        "The lease ends.It is renewed.",
        "avtalen.De gjelder",
        "e.g. this, i.e. that, U.S.A.",
        "version 1.2.3, 15.4.no, 6-15.kr",
        "document.text and self.store.add",
    ],
)
def test_what_only_looks_like_one_is_none(text: str) -> None:
    assert addresses_in(text) == []
