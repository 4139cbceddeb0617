"""What the command line says when a search finds nothing, or a check or an ingest fails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from belegg.serving.cli.commands import app

LEAVE = """# Leave

## Receipts

A receipt is kept for a year.

## § 2-1. Parents

Each parent may take sixteen weeks of parental leave.
"""


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    (tmp_path / "wiki").mkdir()
    (tmp_path / "wiki" / "leave.md").write_text(LEAVE, encoding="utf-8")
    code, printed, _ = belegg(tmp_path, "ingest", str(tmp_path / "wiki"))
    assert code == 0, printed
    return tmp_path


def belegg(desk: Path, *words: str, typed: str | bytes | None = None) -> tuple[int, str, str]:
    """Exit code, standard output in one line, standard error."""
    environment = {"BELEGG_LIBRARY": str(desk / "belegg.db"), "COLUMNS": "80"}
    outcome = CliRunner().invoke(app, list(words), env=environment, input=typed, catch_exceptions=False)
    return outcome.exit_code, " ".join(outcome.stdout.split()), outcome.stderr


def as_json(desk: Path, *words: str) -> dict[str, Any]:
    printed: dict[str, Any] = json.loads(belegg(desk, *words, "--json")[1])
    return printed


def notes(desk: Path, *words: str) -> list[str]:
    return [note["text"] for note in as_json(desk, "search", *words)["notes"]]


@pytest.mark.req("SEA-6")
def test_words_asked_for_and_left_out_at_once_are_the_reason_for_finding_nothing(desk: Path) -> None:
    reason = "every passage with the words asked for holds `receipt`, which is left out"

    assert notes(desk, "receipt -receipt") == [reason]
    assert notes(desk, '"a receipt" -receipt') == [reason]
    assert notes(desk, "receipts -parent") == []


@pytest.mark.req("SEA-6")
def test_filters_that_nothing_passes_are_named_and_no_word_is_blamed(desk: Path) -> None:
    assert notes(desk, "receipt", "--language", "sv", "--since", "2031") == [
        "no passage that you may read passes these filters together: language `sv`, since `2031`"
    ]
    assert notes(desk, "receipt", "--organisation", "Nowhere") == [
        "no passage that you may read passes this filter: organisation `Nowhere`"
    ]
    assert notes(desk, "receipt", "--language", "en") == []


@pytest.mark.req("SEA-6", "FAC-1")
def test_a_query_that_begins_with_a_minus_is_told_how_to_be_written(desk: Path) -> None:
    code, _, complaint = belegg(desk, "search", "-parent receipt")

    assert code == 2
    assert 'belegg search … -- "-word words"' in complaint
    assert belegg(desk, "search", "--", "-parent receipt")[0] == 0
    assert "--" not in belegg(desk, "documents", "x")[2].replace("--help", "")


@pytest.mark.req("FAC-1")
def test_a_section_that_is_not_there_is_answered_with_those_that_are(desk: Path) -> None:
    complaint = belegg(desk, "read", "leave.md", "--section", "zz")[2]

    assert complaint == (
        "belegg: `wiki/leave.md` has no section `zz`; its sections are `Receipts`, `§ 2-1`\n"
    )


@pytest.mark.req("FAC-1")
def test_a_library_in_a_folder_that_is_not_there_is_said_to_be(desk: Path) -> None:
    told = belegg(desk, "ingest", str(desk / "wiki"), "--library", str(desk / "nope" / "x.db"))

    assert told == (
        2, "", f"belegg: there is no folder `{desk}/nope` for the library `x.db`; make it first\n"
    )  # fmt: skip


@pytest.mark.req("FAC-1")
def test_a_long_question_is_shown_shortened(desk: Path) -> None:
    _, printed, _ = belegg(desk, "ask", "Who keeps the zeppelin " + "and the airship " * 60 + "?")

    assert printed.count("and the airship") < 20


@pytest.mark.req("ANS-3", "FAC-1")
@pytest.mark.parametrize(
    ("draft", "code"),
    [
        ('"Each parent may take sixteen weeks of parental leave."', 0),
        ('"Each parent may take sixteen weeks" and "each parent may take twenty weeks"', 6),
        ("No quotation here.", 0),
    ],
)
def test_check_ends_with_6_when_a_quotation_is_not_found(desk: Path, draft: str, code: int) -> None:
    assert belegg(desk, "check", "-", typed=draft)[0] == code
    assert belegg(desk, "check", "-", "--json", typed=draft)[0] == code


@pytest.mark.req("ANS-3")
def test_a_draft_in_a_code_page_is_checked_with_a_note(desk: Path) -> None:
    draft = (
        "På norsk står det: «Each parent may take sixteen weeks of parental leave». Så er søknaden på plass."
    )

    code, printed, _ = belegg(desk, "check", "-", typed=draft.encode("cp1252"))

    assert code == 0
    assert printed.startswith("EXACT")
    assert "Note: `standard input`: not UTF-8; read as Windows-1252" in printed


@pytest.mark.req("ING-12", "ING-13")
def test_a_damaged_file_fails_the_run_that_meets_it_first_and_not_those_after(desk: Path) -> None:
    damaged = desk / "wiki" / "broken.pdf"
    damaged.write_bytes(b"no page")

    first, again = (belegg(desk, "ingest", str(desk / "wiki")) for _ in range(2))
    damaged.write_bytes(b"%PDF-1.4 still none")
    other_reason = belegg(desk, "ingest", str(desk / "wiki"))

    assert (first[0], again[0], other_reason[0]) == (1, 0, 1)
    assert "wiki/broken.pdf" in first[1]
    assert "1 could not be read as before; `belegg report --failed` says why." in again[1]
    assert [one["again"] for one in as_json(desk, "ingest", str(desk / "wiki"))["failed"]] == [True]


def test_several_folders_at_once_are_told_how_to_be_given(desk: Path) -> None:
    code, _, aside = belegg(desk, "ingest", "my", "folder")

    assert code == 2
    assert "`belegg ingest` takes one folder or file" in " ".join(aside.split())
