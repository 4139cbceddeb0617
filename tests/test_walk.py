"""The product, end to end: from a folder of files to a checked quotation, as a user walks it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from belegg.serving.cli.commands import app

HANDBOOK = {
    "leave.md": """---
updated: 2026-03-01
access: staff
---
# Parental leave

## How long

Each parent may take sixteen weeks of parental leave. The weeks need not be taken in one piece, unless the
team lead asks for it in writing.
""",
    "salaries.md": """---
access: management
---
# Salary bands

Senior engineers are paid between 780,000 and 940,000 kroner a year.
""",
    "ferie.md": """# Ferie

Alle ansatte har fem uker ferie i året. Ferien avtales med nærmeste leder senest to måneder før.
""",
    "rules.txt": "Regler for lunsjrommet\n\nOppvaskmaskinen startes av den som setter inn siste kopp.\n",
}


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder with a handbook in it, and nothing else."""
    for name, text in HANDBOOK.items():
        path = tmp_path / "handbook" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BELEGG_LIBRARY", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def belegg(*words: str, typed: str | None = None) -> tuple[int, str]:
    """Exit code and output of a command."""
    outcome = CliRunner().invoke(app, list(words), input=typed, catch_exceptions=False)
    return outcome.exit_code, outcome.output


def as_json(*words: str) -> dict[str, Any]:
    outcome = CliRunner().invoke(app, [*words, "--json"], catch_exceptions=False)
    printed: dict[str, Any] = json.loads(outcome.stdout)
    return printed


@pytest.mark.req("FAC-1", "FAC-5", "AGE-8")
def test_from_a_folder_to_a_checked_quotation(desk: Path) -> None:
    assert belegg("ingest", "handbook")[0] == 0
    code, printed = belegg("ask", "How many weeks of parental leave may each parent take?")
    assert code == 0
    assert "Each parent may take sixteen weeks of parental leave." in " ".join(printed.split())
    assert "handbook/leave.md" in printed
    assert "2026-03-01" in printed

    answer = as_json("ask", "How many weeks of parental leave may each parent take?")
    quote = answer["sentences"][0]["quotes"][0]
    read = as_json("read", quote["document"])
    assert read["text"][quote["start"] : quote["end"]] == quote["text"]
    assert answer["model"] is None

    draft = f'It says "{quote["text"]}" and "Each parent may take twenty weeks of parental leave."'
    (desk / "draft.txt").write_text(draft, encoding="utf-8")
    checked = as_json("check", "draft.txt")["quotes"]
    assert [c["status"] for c in checked] == ["exact", "not found"]
    assert (checked[0]["start"], checked[0]["end"]) == (quote["start"], quote["end"])
    assert sorted(p.name for p in desk.iterdir() if "belegg" in p.name)[0] == "belegg.db"


@pytest.mark.req("SEA-1", "LAN-2")
def test_a_word_is_found_in_another_inflection_and_in_plain_text(desk: Path) -> None:
    belegg("ingest", "handbook")

    assert as_json("search", "oppvaskmaskiner")["hits"][0]["source"] == "handbook/rules.txt"
    assert as_json("search", "ferier")["hits"][0]["source"] == "handbook/ferie.md"


@pytest.mark.req("ANS-3", "AGE-8")
def test_what_the_documents_do_not_say_is_not_answered(desk: Path) -> None:
    belegg("ingest", "handbook")

    code, printed = belegg("ask", "Who repairs the zeppelin in the winter garden?")

    assert code == 6
    assert printed.startswith("No answer")


@pytest.mark.req("FAC-6", "ING-3")
def test_each_person_finds_reads_and_is_answered_from_what_they_may_see(desk: Path) -> None:
    belegg("ingest", "handbook")

    def seen(groups: str) -> list[str]:
        return [document["source"] for document in as_json("documents", "--as", groups)["documents"]]

    assert seen("staff") == ["handbook/leave.md"]
    assert seen("staff,management") == ["handbook/leave.md", "handbook/salaries.md"]
    assert seen("") == []
    assert as_json("search", "salary kroner", "--as", "staff")["hits"] == []
    assert belegg("ask", "What are senior engineers paid?", "--as", "staff")[0] == 6
    hidden = belegg("read", "salaries.md", "--as", "staff")
    unknown = belegg("read", "salariez.md", "--as", "staff")
    assert hidden[1].replace("salaries", "salariez") == unknown[1]
    assert hidden[0] == 2


@pytest.mark.req("ING-12")
def test_a_quotation_of_an_earlier_version_can_still_be_checked(desk: Path) -> None:
    belegg("ingest", "handbook")
    leave = desk / "handbook" / "leave.md"
    leave.write_text(leave.read_text().replace("sixteen weeks", "eighteen weeks"), encoding="utf-8")
    belegg("ingest", "handbook")

    code, printed = belegg("check", "-", typed='"Each parent may take sixteen weeks of parental leave."')

    assert code == 0
    assert "stands in version 1" in " ".join(printed.split())
    assert "sixteen" in belegg("read", "leave.md", "--version", "1")[1]


@pytest.mark.req("FAC-5")
def test_the_copied_file_answers_elsewhere(desk: Path) -> None:
    belegg("ingest", "handbook")
    assert belegg("backup", "copy.db")[0] == 0

    found = as_json("search", "parental leave", "--library", "copy.db")

    assert found["hits"][0]["source"] == "handbook/leave.md"


@pytest.mark.req("FAC-1")
def test_an_answer_shows_its_sources_its_verdict_and_what_was_done(desk: Path) -> None:
    belegg("ingest", "handbook")

    _, printed = belegg("ask", "How many weeks of parental leave may each parent take?")

    lines = printed.splitlines()
    assert [line for line in lines if line.startswith("[1] Parental leave")]
    assert any(line.startswith("Quotations verified.") for line in lines)
    assert [line for line in lines if line.startswith("· searched")]


@pytest.mark.req("FAC-1")
def test_the_demo_answers_three_questions_and_refuses_one(tmp_path: Path) -> None:
    code, printed = belegg("demo", str(tmp_path / "demo"))

    assert code == 0
    assert printed.count("Quotations verified.") == 3
    assert printed.count("No answer") == 1
    assert (tmp_path / "demo" / "belegg.db").exists()


# ---------------------------------------------------------------- as a process

COMMAND = [sys.executable, "-m", "belegg"]


def process(desk: Path, *words: str, **kwargs: Any) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "80", **kwargs.pop("env", {})}
    return subprocess.run(
        [*COMMAND, *words], cwd=desk, env=environment, capture_output=True, text=True, check=False, **kwargs
    )


@pytest.mark.req("FAC-1")
def test_a_process_prints_results_on_one_stream_and_complaints_on_the_other(desk: Path) -> None:
    ingested = process(desk, "ingest", "handbook")
    found = process(desk, "search", "parental leave")
    missing = process(desk, "search", "x", "--library", "nowhere.db")

    assert (ingested.returncode, ingested.stderr) == (0, "")
    assert "\x1b" not in found.stdout
    assert (missing.returncode, missing.stdout) == (2, "")
    assert missing.stderr.startswith("belegg: there is no library `nowhere.db`")


@pytest.mark.req("FAC-1")
def test_closing_the_output_early_is_no_error(desk: Path) -> None:
    process(desk, "ingest", "handbook")
    line = f"{sys.executable} -m belegg documents --json"

    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line} | true"],
        cwd=desk,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode in (0, 141)
    assert done.stderr == ""


@pytest.mark.req("ING-12", "FAC-1")
def test_an_interrupted_ingest_keeps_what_was_stored_and_says_how_to_go_on(desk: Path) -> None:
    files = 6_000  # progress is told after half of them at most
    many = desk / "many"
    many.mkdir()
    for n in range(files):
        (many / f"{n:04}.md").write_text(f"# Note {n}\n\n" + f"The lamp number {n} is green. " * 40)
    running = subprocess.Popen(
        [*COMMAND, "ingest", "many", "--progress"],
        cwd=desk,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert running.stderr is not None
    for line in running.stderr:  # the first one comes before anything is stored
        assert line.startswith("ingest")
        if not line.startswith("ingest  0 of"):
            break

    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=60)

    assert running.returncode == 130
    assert "files done, and kept. Run the same command again to go on." in said
    stored = len(json.loads(process(desk, "documents", "--json").stdout)["documents"])
    assert 0 < stored < files
    rest = json.loads(process(desk, "ingest", "many", "--json").stdout)
    assert (rest["unchanged"], rest["added"]) == (stored, files - stored)


@pytest.mark.req("ING-12")
def test_a_second_ingest_at_the_same_time_says_who_is_at_it(desk: Path) -> None:
    ready, go_on = desk / "ready", desk / "go on"
    holding = f"""
from pathlib import Path
from belegg import Library
import time

def watch(progress):
    Path({str(ready)!r}).touch()
    while not Path({str(go_on)!r}).exists():
        time.sleep(0.01)

Library.open("belegg.db", create=True, watch=watch).ingest("handbook")
"""
    running = subprocess.Popen([sys.executable, "-c", holding], cwd=desk)
    while not ready.exists():
        assert running.poll() is None

    other = process(desk, "ingest", "handbook")
    go_on.touch()

    assert running.wait(timeout=60) == 0
    assert other.returncode == 3
    assert "by `ingest handbook` (process" in other.stderr
    assert {d["version"] for d in as_json("documents")["documents"]} == {1}
