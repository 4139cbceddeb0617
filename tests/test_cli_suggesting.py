"""`search --after` and `belegg pack suggest|accept|undo` as a person types them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from belegg import Library
from belegg.records import OWNER, Scope
from belegg.serving.cli.commands import app
from belegg.serving.cli.suggesting import learnt_note

QUESTION = {
    "id": "notice",
    "question": "sparken",
    "answerable": True,
    "gold": [{"file": "wiki/notice.md", "quote": "skal være skriftlig"}],
}


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A library of a page for everybody and one for the payroll, both in the pack `wiki`."""
    (tmp_path / "wiki").mkdir()
    for name, access, text in (
        ("notice", "everyone", "En oppsigelse skal være skriftlig."),
        ("pay", "payroll", "Lønnstrinn for ledelsen."),
    ):
        page = f"---\naccess: {access}\nlanguage: nb\n---\n# Side\n\n{text}\n"
        (tmp_path / "wiki" / f"{name}.md").write_text(page, encoding="utf-8")
    (tmp_path / "questions.jsonl").write_text(json.dumps(QUESTION), encoding="utf-8")
    belegg(tmp_path, "ingest", str(tmp_path / "wiki"), "--pack", "wiki")
    return tmp_path


def belegg(desk: Path, *words: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command."""
    environment = {"BELEGG_LIBRARY": str(desk / "belegg.db"), "COLUMNS": "200"}
    outcome = CliRunner().invoke(app, list(words), env=environment, catch_exceptions=False)
    return outcome.exit_code, outcome.stdout, outcome.stderr


def notes(desk: Path, query: str, after: str) -> list[str]:
    printed: dict[str, Any] = json.loads(belegg(desk, "search", query, "--after", after, "--json")[1])
    return [note["text"] for note in printed["notes"] if note["stage"] == "rewording"]


@pytest.mark.req("PAC-2")
def test_a_search_says_what_it_remembered_or_why_nothing(desk: Path) -> None:
    assert notes(desk, "oppsigelse", "sparken") == [
        "remembered: `oppsigelse` found `wiki/notice.md`, `sparken` did not; "
        "`belegg pack suggest wiki` offers the two as synonyms"
    ]
    assert notes(desk, "skriftlig", "oppsigelse")[0].startswith("nothing was learnt: the earlier words find")
    assert notes(desk, "zeppelin", "sparken") == ["nothing was found, so nothing was learnt from it"]


@pytest.mark.req("PAC-2")
def test_a_suggestion_is_shown_with_its_worth_accepted_and_taken_back(desk: Path) -> None:
    assert belegg(desk, "pack", "suggest", "wiki")[1] == "No suggestion for pack wiki.\n"
    notes(desk, "oppsigelse", "sparken")

    shown = belegg(desk, "pack", "suggest", "wiki", "--questions", str(desk / "questions.jsonl"))[1]
    accepted = belegg(desk, "pack", "accept", "wiki", "1")[1]
    undone = belegg(desk, "pack", "undo", "wiki")[1]

    assert shown.splitlines() == [
        "1. sparken · oppsigelse [nb]: helped once, in 1 document",
        "   of 1 question 0 found in the first ten, with it 1; brings in 1 (notice)",
    ]
    assert accepted == "Pack wiki now has sparken · oppsigelse: 1 synonym group.\n"
    assert undone == "Pack wiki no longer has sparken · oppsigelse: 0 synonym groups.\n"


@pytest.mark.req("FAC-6")
def test_words_of_a_closed_document_are_marked_refused_and_unseen_by_others(desk: Path) -> None:
    notes(desk, "lønnstrinn", "gasje")

    assert "   closed: not everybody" in belegg(desk, "pack", "suggest", "wiki")[1]
    assert "gasje" in belegg(desk, "pack", "suggest", "wiki", "--as", "payroll")[1]
    assert belegg(desk, "pack", "suggest", "wiki", "--as", "staff")[1] == "No suggestion for pack wiki.\n"
    code, _, told = belegg(desk, "pack", "accept", "wiki", "1")
    assert code == 2
    assert "not everybody may read" in told


def test_a_library_that_cannot_be_written_says_that_nothing_was_remembered(desk: Path) -> None:
    scope = Scope(OWNER)
    with Library.open(desk / "belegg.db") as writing, Library.open(desk / "belegg.db", wait_s=0.01) as asking:
        found = asking.search("oppsigelse", scope)
        with writing.store.writing("a long ingest"):
            said = learnt_note(asking, "sparken", found, scope).text

    assert said.startswith("the words that helped were not remembered: ")
    assert "a long ingest" in said
