"""Golden sets on the command line: a question becomes a case with one command, and slips are told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from belegg.library.library import Library
from belegg.serving.cli.commands import app


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A library of one page of rules."""
    (tmp_path / "rules.md").write_text("# Rules\n\nThe notice period is 30 days.\n", encoding="utf-8")
    with Library.open(tmp_path / "belegg.db", create=True) as opened:
        opened.ingest(tmp_path / "rules.md", language="en")
    return tmp_path / "belegg.db"


def ran(file: Path, *words: str) -> tuple[str, int]:
    outcome = CliRunner().invoke(app, ["eval", *words], env={"BELEGG_LIBRARY": str(file), "COLUMNS": "100"})
    return outcome.output, outcome.exit_code


NOTICE = ("How long is the notice period?", "--gold", "rules.md", "--quote", "notice period is 30 days")


@pytest.mark.req("EVA-4")
def test_a_question_becomes_a_case_with_one_command_and_is_asked_in_the_next_run(file: Path) -> None:
    assert ran(file, "add", "mine", *NOTICE) == ("Set `mine`: 1 added; 1 question now.\n", 0)
    assert ran(file, "add", "mine", "Who repairs the zeppelin?", "--class", "unanswerable")[1] == 0

    printed, code = ran(file, "run", "mine")

    assert (code, "Run 1 over `mine`: 2 questions" in printed) == (0, True)
    assert "False answers: 0 of 1 that nothing answers. False refusals: 0 of 1" in printed


@pytest.mark.req("EVA-4")
def test_a_question_without_what_answers_it_is_no_case(file: Path) -> None:
    for words, told in (
        (["mine", "Who?"], "say `--class unanswerable` when nothing"),
        (["mine", "Who?", "--gold", "rules.md"], "as many `--quote` as `--gold`"),
        (["mine"], "give a question or a file of them"),
        (["mine", "Who?", "--class", "lookupp"], "no class `lookupp`; use one of single"),
    ):
        printed, code = ran(file, "add", *words)
        assert (code, told in printed) == (2, True), printed


@pytest.mark.req("EVA-1")
def test_a_set_that_says_what_is_not_so_ends_with_6_and_the_remedy(file: Path) -> None:
    ran(file, "add", "mine", *NOTICE)
    assert ran(file, "check", "mine") == ("Set `mine`: 1 question, all gold stands as it says.\n", 0)

    ran(file, "add", "mine", "How short?", "--gold", "rules.md", "--quote", "notice period is 31 days")
    printed, code = ran(file, "check", "mine")

    assert code == 6
    assert "1 question with something that is not so" in printed
    assert "2: fault: “notice period is 31 days” does not stand in" in " ".join(printed.split())


@pytest.mark.req("EVA-1")
def test_a_set_goes_out_and_comes_back_as_it_was(file: Path, tmp_path: Path) -> None:
    ran(file, "add", "mine", *NOTICE, "--point", "30 days", "--asker", "hr,staff", "--note", "a remark")
    exported = ran(file, "export", "mine")[0]
    (tmp_path / "yours.jsonl").write_text(exported, encoding="utf-8")

    ran(file, "add", "yours", "--from", str(tmp_path / "yours.jsonl"))

    assert json.loads(exported)["asker"] == ["hr", "staff"]
    assert ran(file, "export", "yours")[0] == exported


@pytest.mark.req("EVA-1")
def test_forgetting_a_document_names_the_sets_that_quote_it(file: Path) -> None:
    ran(file, "add", "mine", *NOTICE)

    outcome = CliRunner().invoke(app, ["forget", "rules.md", "--yes"], env={"BELEGG_LIBRARY": str(file)})

    assert "Golden sets still quote it: `mine`" in outcome.output


@pytest.mark.req("EVA-1")
def test_a_page_that_cannot_be_written_is_told(file: Path) -> None:
    ran(file, "add", "mine", *NOTICE)
    ran(file, "run", "mine")

    printed, code = ran(file, "report", "1", "--html", str(file.parent / "nowhere" / "x.html"))

    assert (code, "cannot be written" in printed) == (2, True)
