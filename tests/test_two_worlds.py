"""
Nobody can tell from any answer whether documents exist that they may not read.

Two libraries: the whole demo company, and only what one person may read of it. Every command that a person
can run prints the same bytes in both, times apart.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from belegg.library.library import Library
from belegg.records import Scope
from belegg.serving.cli.commands import app
from belegg.serving.cli.options import principal_of

PERSON = "engineering"
TIMES = re.compile(r'"(?:took_ms|seconds|ingested_at)": [^,}\n]*')
HIDDEN_WORDS = [
    "lønnstrinn",
    "salary bands",
    "bonus",
    "board minutes",
    "nedbemanning",
    "rebate ladder",
    "oppkjøp",
]


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory, company: Path) -> tuple[Path, Path]:
    """The library with everything, and one made of only what the person may read."""
    desk = tmp_path_factory.mktemp("worlds")
    rules = company.with_name("company.access.tsv")
    everything, readable = desk / "everything.db", desk / "readable.db"
    with Library.open(everything, create=True) as library:
        library.ingest(company, access=rules)
        heads = library.documents(Scope(principal_of(PERSON)))
    for head in heads:
        copy = desk / head.source
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(company.parent / head.source, copy)
    with Library.open(readable, create=True) as library:
        library.ingest(desk / "company", access=rules)
        assert len(library.documents(Scope(principal_of(PERSON)))) == len(heads)
    return everything, readable


def printed(library: Path, words: list[str], typed: str | None = None) -> str:
    """What a command prints for the person, times left out."""
    asked = [*words, "--as", PERSON, "--library", str(library)]
    outcome = CliRunner().invoke(app, asked, input=typed, catch_exceptions=False)
    return f"{outcome.exit_code}\n{TIMES.sub('', outcome.stdout)}\n{outcome.stderr}".replace(str(library), "")


def golden(company: Path) -> list[dict[str, Any]]:
    lines = company.with_name("company.questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.req("FAC-6", "SEA-4")
@pytest.mark.parametrize("command", ["search", "ask", "explain"])
def test_no_question_tells_the_worlds_apart(command: str, worlds: tuple[Path, Path], company: Path) -> None:
    questions = [*HIDDEN_WORDS, *(each["question"] for each in golden(company)[::3])]

    for question in questions:
        words = [command, question, "--json"]
        assert printed(worlds[0], words) == printed(worlds[1], words), question


@pytest.mark.req("FAC-6")
def test_no_list_report_or_reading_tells_the_worlds_apart(worlds: tuple[Path, Path], company: Path) -> None:
    names = [f"{path.parent.name}/{path.name}" for path in sorted(company.rglob("*.md"))]
    for words in [
        ["documents", "--json"],
        ["report", "--json"],
        ["report", "--failed"],
        *(["read", name] for name in names),
        *(["explain", "lønn", "--document", name, "--json"] for name in names[::4]),
        *(["report", name, "--json"] for name in names[::4]),
        ["search", "x", "--pack", "nothing"],
        ["pack", "show", "--json"],
        ["pack", "show", "documents", "--json"],
        ["pack", "show", "nothing"],
    ]:
        assert printed(worlds[0], words) == printed(worlds[1], words), words


@pytest.mark.req("FAC-6", "ING-12")
@pytest.mark.parametrize("day", ["2024-06-01", "2026-01-15", "2026-11-01"])
def test_no_day_tells_the_worlds_apart(worlds: tuple[Path, Path], day: str) -> None:
    for words in [
        ["documents", "--json"],
        *([command, "lønn og reise", "--json"] for command in ("search", "ask", "explain", "discover")),
        ["search", "salary bands", "--language", "en", "--json"],
        ["explain", "lønn", "--document", "policies/compensation-2026.md", "--json"],
    ]:
        asked = [*words, "--as-of", day]
        assert printed(worlds[0], asked) == printed(worlds[1], asked), asked


@pytest.mark.req("FAC-6", "ING-12")
def test_no_version_tells_the_worlds_apart(worlds: tuple[Path, Path], company: Path) -> None:
    for path in sorted(company.rglob("*.md"))[::5]:
        name = f"{path.parent.name}/{path.name}"
        for words in [["diff", name], ["diff", name, "--from", "3"], ["read", name, "--as-of", "2020-01-01"]]:
            assert printed(worlds[0], words) == printed(worlds[1], words), words


@pytest.mark.req("FAC-6")
def test_a_draft_that_quotes_hidden_pages_tells_the_worlds_not_apart(
    worlds: tuple[Path, Path], company: Path
) -> None:
    quotes = [gold["quote"] for each in golden(company) for gold in each.get("gold", ())]
    draft = "\n\n".join(f'It says "{quote}" (compensation-2026.md).' for quote in quotes)

    assert printed(worlds[0], ["check", "-", "--json"], draft) == printed(
        worlds[1], ["check", "-", "--json"], draft
    )


def test_the_worlds_do_differ_for_the_owner(worlds: tuple[Path, Path]) -> None:
    counts = []
    for library in worlds:
        outcome = CliRunner().invoke(app, ["documents", "--json", "--library", str(library)])
        counts.append(len(json.loads(outcome.stdout)["documents"]))

    assert counts[0] > counts[1] > 20
