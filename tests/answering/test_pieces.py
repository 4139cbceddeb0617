"""What of a passage can be quoted by itself."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.answering.by_rule.pieces import Piece, label_of, pieces
from belegg.records import Span


def quoted(text: str, language: str = "en") -> list[str]:
    return [text[piece.span.start : piece.span.end] for piece in pieces(text, language)]


def leads(text: str) -> dict[str, str | None]:
    """The first word of each piece, and what it hangs on."""

    def words(span: Span) -> str:
        return text[span.start : span.end]

    return {
        words(piece.span).strip("-|* ").split()[0]: words(piece.lead) if piece.lead else None
        for piece in pieces(text, "en")
    }


def test_a_paragraph_is_cut_into_its_sentences() -> None:
    text = "The fee is 40 kroner. It is paid by\n31. July at the latest. Late payers pay double."

    assert quoted(text) == [
        "The fee is 40 kroner.",
        "It is paid by\n31. July at the latest.",
        "Late payers pay double.",
    ]


@pytest.mark.parametrize("heading", ["## The fee\n\n", "The fee\n=======\n\n", "The fee\n---\n\n"])
def test_a_heading_is_no_answer(heading: str) -> None:
    assert quoted(heading + "Everybody pays the fee.") == ["Everybody pays the fee."]


def test_a_heading_without_a_mark_is_told_by_its_capitals_or_by_the_path() -> None:
    text = "2. PLACERING\n\nMax 40 m apart.\n\nThe fee\n\nEverybody pays."

    found = [text[p.span.start : p.span.end] for p in pieces(text, "en", headings=["The fee"])]

    assert found == ["Max 40 m apart.", "Everybody pays."]


def test_an_item_hangs_on_the_line_before_its_list() -> None:
    text = "The fee is waived for:\n\n- children under twelve,\n- anybody over ninety.\n\nOthers pay in cash."

    assert leads(text) == {
        "The": None,
        "children": "The fee is waived for:",
        "anybody": "The fee is waived for:",
        "Others": None,
    }


def test_a_list_after_a_finished_sentence_hangs_on_nothing() -> None:
    assert set(leads("We met on Monday.\n\n- apples\n- pears").values()) == {None}


def test_an_inner_item_hangs_on_its_outer_item() -> None:
    text = "You need:\n\n- a form with:\n  - your name\n  - your address\n- a stamp"

    assert leads(text)["your"] == "- a form with:"
    assert leads(text)["a"] == "You need:"


def test_a_row_keeps_the_header_of_its_table() -> None:
    text = "| Trip | Rate |\n| --- | --- |\n| home | 12 |\n| away | 40 |"

    assert leads(text) == {"home": "| Trip | Rate |", "away": "| Trip | Rate |"}


def test_a_run_in_heading_stays_with_its_sentence() -> None:
    assert quoted("**Sweden.** The company pays the rest. (2) Others pay.") == [
        "**Sweden.** The company pays the rest.",
        "(2) Others pay.",
    ]


def test_code_is_quoted_line_by_line_and_its_fences_are_not() -> None:
    assert quoted("```\n# not a heading\nrun --all\n```") == ["# not a heading", "run --all"]


def test_a_number_opens_a_list_only_after_a_colon_or_a_blank_line() -> None:
    assert [p.kind for p in pieces("In this order:\n1. wash it\n2. dry it", "en")] == [
        "sentence",
        "item",
        "item",
    ]
    assert [p.kind for p in pieces("It was paid on\n2. May by us.", "en")] == ["sentence"]


@given(st.text(alphabet="ab.A1 \n-#|*:)(>`=•", max_size=200))
def test_pieces_are_parts_of_the_text_in_order_and_never_overlap(text: str) -> None:
    found = pieces(text, "en")

    spans = [piece.span for piece in found]
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(before.end <= after.start for before, after in pairwise(spans))
    assert all(comes_before(piece) for piece in found)


def comes_before(piece: Piece) -> bool:
    return piece.lead is None or piece.lead.end <= piece.span.start


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("- Critical: 3 days", "Critical"),
        ("- **Critical**: 3 days", "**Critical"),
        ("- Internet - a fixed sum", "Internet"),
        ("| E-4012 | queue full |", " E-4012 "),
        ("- Nothing is told apart here.", ""),
        ("A sentence: no item.", ""),
    ],
)
def test_a_row_or_an_item_is_labelled_by_what_stands_first(text: str, label: str) -> None:
    (piece,) = pieces(text, "en")

    assert label_of(piece, text) == label
