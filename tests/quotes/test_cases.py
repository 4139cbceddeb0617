"""Our own quotation cases, `tests/cases/quotes.jsonl`: honest and altered ones in seven written languages."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from belegg.records import QuoteCheck
from belegg.text.quotes import check_quote

FILE = Path(__file__).resolve().parent.parent / "cases" / "quotes.jsonl"
CASES: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
TOLD = [case for case in CASES if "status" in case]


def checked(case: dict[str, Any]) -> QuoteCheck:
    return check_quote(case["source"], case["quote"], case.get("furniture", ()))


def names(cases: list[dict[str, Any]]) -> list[str]:
    return [f"{case['lang']}: {case['name']}" for case in cases]


@pytest.mark.req("ANS-1")
def test_no_altered_quotation_is_accepted() -> None:
    altered = [case for case in CASES if not case["honest"]]

    assert len(altered) >= 150
    assert names([case for case in altered if checked(case).status != "not found"]) == []


@pytest.mark.req("ANS-1", "ING-6", "ING-14")
def test_at_most_one_honest_quotation_in_a_hundred_is_refused() -> None:
    honest = [case for case in CASES if case["honest"]]

    refused = names([case for case in honest if checked(case).status == "not found"])

    assert len(honest) >= 145
    assert len(refused) <= len(honest) / 100, refused


@pytest.mark.req("ANS-1")
def test_every_span_shows_the_words_of_the_source() -> None:
    for case in CASES:
        check = checked(case)
        if check.span is not None:
            assert case["source"][check.span.start : check.span.end] == check.text
            assert check.spans[0].start == check.span.start
            assert check.spans[-1].end == check.span.end


@pytest.mark.req("ANS-3")
@pytest.mark.parametrize("case", TOLD, ids=names(TOLD))
def test_what_is_left_out_is_told_with_what_it_holds(case: dict[str, Any]) -> None:
    check = checked(case)

    assert check.status == case["status"]
    assert [cut.holds for cut in check.cut] == case["holds"]


def test_the_cases_are_many_and_in_many_languages() -> None:
    by_language = Counter(case["lang"] for case in CASES)

    assert len(CASES) >= 300
    assert set(by_language) >= {"nb", "nn", "sv", "da", "en", "de", "fi"}
    assert len({(case["lang"], case["name"]) for case in CASES}) == len(CASES)
