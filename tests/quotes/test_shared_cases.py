"""The quotation cases of the shared material, all of them, and the gold quotations of real reports."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from belegg.text.quotes import check_quote


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


@pytest.mark.req("ANS-1")
def test_every_honest_quotation_is_found_and_every_altered_one_refused(shared: Path) -> None:
    wrong = [
        case["name"]
        for case in lines(shared / "data/quotes/cases.jsonl")
        if (check_quote(case["source"], case["quote"]).status != "not found") is not case["honest"]
    ]

    assert wrong == []


RIGHT = {
    "not found": {"not found"},
    "not found unless decoded before": {"not found"},
    "not found or same words flagged": {"not found", "flagged"},
    "same words, flagged": {"flagged"},
    "same words": {"same words"},
    "same words, cut before a condition": {"exact", "same words"},
    "shortened before a condition": {"exact", "same words", "shortened"},
}
FLAGGED = {"direction mark", "full-width character"}


def outcome(case: dict[str, Any]) -> str:
    check = check_quote(case["source"], case["quote"])
    return "flagged" if FLAGGED & {difference.kind for difference in check.differences} else check.status


@pytest.mark.req("ANS-1", "ING-14")
def test_characters_that_deceive_are_refused_or_flagged(shared: Path) -> None:
    cases = lines(shared / "data/security/unicode/quotes.jsonl")

    assert len(cases) >= 15
    assert {case["id"]: outcome(case) for case in cases if outcome(case) not in RIGHT[case["right"]]} == {}


@pytest.mark.req("ANS-3")
def test_what_stops_before_a_condition_is_told(shared: Path) -> None:
    for case in lines(shared / "data/security/unicode/quotes.jsonl"):
        if "condition" in case["right"]:
            check = check_quote(case["source"], case["quote"])
            assert [cut.holds for cut in check.cut] == ["condition"], case["id"]


@pytest.mark.req("ANS-1", "ING-5")
def test_the_gold_quotations_of_the_reports_stand_on_their_raw_pages(shared: Path) -> None:
    folder = shared / "data/un-reports"
    golds = [gold for question in lines(folder / "questions.jsonl") for gold in question.get("gold", [])]
    wrong = []
    for gold in golds:
        with closing(pypdfium2.PdfDocument(folder / gold["file"])) as document:
            text = document[gold["page"] - 1].get_textpage().get_text_range()
        if check_quote(text, gold["quote"]).status == "not found":
            wrong.append(gold["quote"])

    assert len(golds) >= 10
    assert wrong == []
