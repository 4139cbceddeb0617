"""The quotation cases of the shared material, all of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from belegg.text.quotes import check_quote


def lines(path: Path) -> list[dict[str, str | bool]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


@pytest.mark.req("ANS-1")
def test_every_honest_quotation_is_found_and_every_altered_one_refused(shared: Path) -> None:
    wrong = [
        case["name"]
        for case in lines(shared / "data/quotes/cases.jsonl")
        if (check_quote(str(case["source"]), str(case["quote"])).status != "not found") is not case["honest"]
    ]

    assert wrong == []
