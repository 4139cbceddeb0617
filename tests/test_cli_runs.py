"""Kept answers on the command line: exit codes, files, and what a reader sees."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from belegg import Library
from belegg.library.turns.withheld import WITHHELD
from belegg.serving.cli.commands import app
from made_runs import kept

pytestmark = pytest.mark.req("FAC-1", "AGE-9")

LEAVE = "# Leave\n\nEach parent may take {} weeks of parental leave.\n"
QUESTION = "How many weeks of parental leave may each parent take?"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wiki").mkdir()
    (tmp_path / "wiki" / "leave.md").write_text(LEAVE.format("sixteen"), encoding="utf-8")
    ran("ingest", "wiki")
    ran("ask", QUESTION, "--keep")
    return tmp_path


def ran(*words: str, code: int = 0) -> str:
    outcome = CliRunner().invoke(app, list(words))
    assert outcome.exit_code == code, outcome.output
    return outcome.output


def test_a_changed_document_fails_the_verification_with_its_words(desk: Path) -> None:
    assert "HOLDS" in ran("verify", "last")
    (desk / "wiki" / "leave.md").write_text(LEAVE.format("ten"), encoding="utf-8")

    assert "1 kept answer no longer holds" in ran("ingest", "wiki")

    told = ran("verify", "last", code=6)
    assert "[-sixteen-] {+ten+}" in told
    assert "[-sixteen-] {+ten+}" in ran("runs", "--changed")
    replayed = " ".join(ran("replay", "last").split())
    assert replayed.count("longer holds") == replayed.count("No longer holds") + 1 == 2
    assert "Then: “Each parent may take sixteen weeks of parental leave.”" in replayed
    assert json.loads(ran("replay", "last", "--json"))["holds"] is False
    assert "look   answers" in ran("health")


def test_answers_to_one_question_that_no_longer_hold_are_told_once_and_counted(desk: Path) -> None:
    for question in (QUESTION, QUESTION.upper(), *(f"{QUESTION} {n}" for n in range(5))):
        ran("ask", question, "--keep")
    (desk / "wiki" / "leave.md").write_text(LEAVE.format("ten"), encoding="utf-8")

    told = " ".join(ran("ingest", "wiki").split())

    assert "8 kept answers no longer hold; `belegg runs --changed` lists them:" in told
    assert told.count("[-sixteen-] {+ten+}") == 3
    assert "… and 5 answers to 3 more questions; `belegg runs --changed` lists them." in told
    every = " ".join(ran("runs", "--changed").split())
    assert (every.count("[-sixteen-] {+ten+}"), "3 answers: " in every, "more question" in every) == (
        6,
        True,
        False,
    )
    assert len(json.loads(ran("runs", "--changed", "--json"))["changed"]) == 8


def test_a_receipt_is_verified_with_and_without_a_library(desk: Path) -> None:
    (desk / "receipt.json").write_text(ran("receipt", "last"), encoding="utf-8")
    assert "1 of 1 quotation holds" in ran("verify", "receipt.json")
    (desk / "belegg.db").rename(desk / "elsewhere.db")

    assert "No library was at hand" in ran("verify", "receipt.json")
    assert json.loads(ran("verify", "receipt.json", "--json"))["by_library"] is False
    ran("verify", "receipt.json", "--library", "nowhere.db", code=2)
    assert "1 of 1 quotation holds" in ran("verify", "receipt.json", "-l", "elsewhere.db")


def test_a_run_is_walked_again_and_let_go(desk: Path) -> None:
    told = ran("replay", "last")
    assert f"Asked: {QUESTION}" in told
    assert "Belegg searched (keyword)" in told

    ran("runs", "remove", "last")

    assert "No answers are kept yet" in ran("runs")
    ran("replay", "last", code=2)


def test_a_run_of_which_a_document_is_gone_says_what_is_withheld_and_praises_nothing(desk: Path) -> None:
    with Library.open("belegg.db") as library:
        kept(library, QUESTION)
    assert "all well" in ran("replay", "last")

    ran("forget", "wiki/leave.md", "--yes")

    told = " ".join(ran("replay", "last").split())
    assert "Withheld: this run was shown a document that is not here for you." in told
    assert "2 of 2 sentences of the answer" in told
    assert "2 of 2 outcomes of checks" in told
    assert not any(praise in told for praise in ("all well", "carried by its quotations", "verified"))
    events = {event["is"]: event for event in json.loads(ran("replay", "last", "--json"))["events"]}
    assert events["Judged"]["supported"] is False
    assert events["Checked"]["failures"] == [WITHHELD]


def test_others_see_none_of_the_owners_runs(desk: Path) -> None:
    assert "No answers are kept yet" in ran("runs", "--as", "staff")
    ran("replay", "last", "--as", "staff", code=2)
    ran("runs", "--changed", "--as", "staff", code=2)


def test_an_export_writes_a_new_file_of_a_kind_that_it_knows(desk: Path) -> None:
    ran("export", "last", "--to", "answer.docx")

    assert (desk / "answer.docx").read_bytes().startswith(b"PK")
    ran("export", "last", "--to", "answer.docx", code=2)
    ran("export", "last", "--to", "answer.pdf", code=2)
    ran("export", "last", "--to", "nowhere/answer.md", code=2)


def test_a_gap_is_listed_and_closed(desk: Path) -> None:
    ran("ask", "Who repairs the zeppelin?", "--keep", code=6)
    assert "1. Who repairs the zeppelin?" in ran("gaps")

    assert "Gap 1 is closed" in ran("gaps", "--close", "1")

    assert "No question was left open" in ran("gaps")
    assert "1. Who repairs the zeppelin?" in ran("gaps", "--closed")
    ran("gaps", "--close", "7", code=2)


def test_a_kept_question_cannot_steer_the_terminal(desk: Path) -> None:
    ran("ask", "How many weeks of parental \x1b[2J leave may each parent take?", "--keep")

    assert "\x1b" not in ran("runs") + ran("replay", "last") + ran("verify", "last")
