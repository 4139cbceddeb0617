"""The command line: what each option does, what an error says, what a newcomer sees."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from belegg.errors import BadInput
from belegg.serving.cli.commands import COMMANDS, app
from belegg.serving.cli.options import principal_of

SALARIES = """---
updated: 2026-02-01
organisation: Board
---
# Salaries

Salaries are paid on the 12th.
"""
LAMPS = """---
updated: 2024-05-12
---
# Lamps

## Hall

The lamps in the hall are green.
"""
LAMPER = """---
language: nb
---
# Lamper

Lampene i gangen er grønne, og de skal være slukket om natten når ingen er der.
"""
PAGES = {
    "wiki/pay/salaries.md": SALARIES,
    "wiki/open/lamps.md": LAMPS,
    "wiki/open/lamper.md": LAMPER,
    "wiki/odd/escape.md": "# Odd\n\nThe kettle \x1b[2J\x9b31m boils at noon.\n",
}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    desk = tmp_path_factory.mktemp("desk")
    for name, text in PAGES.items():
        (desk / name).parent.mkdir(parents=True, exist_ok=True)
        (desk / name).write_text(text, encoding="utf-8")
    (desk / "wiki" / "picture.png").write_bytes(b"\x89PNG")
    (desk / "rules.tsv").write_text("pay/\tpeople\nopen/\tall\n", encoding="utf-8")
    code, printed, _ = belegg(desk, "ingest", str(desk / "wiki"), "--access", str(desk / "rules.tsv"))
    assert code == 0, printed
    return desk


def belegg(desk: Path, *words: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command."""
    environment = {"BELEGG_LIBRARY": str(desk / "belegg.db"), "COLUMNS": "80"}
    outcome = CliRunner().invoke(app, list(words), env=environment, catch_exceptions=False)
    return outcome.exit_code, outcome.stdout, outcome.stderr


def as_json(desk: Path, *words: str) -> dict[str, Any]:
    printed: dict[str, Any] = json.loads(belegg(desk, *words, "--json")[1])
    return printed


def found(desk: Path, *words: str) -> list[str]:
    return [hit["source"] for hit in as_json(desk, "search", *words)["hits"]]


@pytest.mark.req("FAC-1")
def test_help_shows_every_command_with_an_example(desk: Path) -> None:
    _, printed, _ = belegg(desk, "--help")

    names = [command.__name__.replace("_", "-") for _, command in COMMANDS]
    assert [name for name in [*names, "eval"] if f" {name} " not in printed] == []
    assert [name for name in names if f"$ belegg {name}" not in belegg(desk, name, "--help")[1]] == []
    assert "$ belegg ingest" in printed


@pytest.mark.req("FAC-1")
def test_the_shell_can_complete_commands(desk: Path) -> None:
    environment = {"_BELEGG_COMPLETE": "complete_bash", "COMP_WORDS": "belegg se", "COMP_CWORD": "1"}

    outcome = CliRunner().invoke(app, [], env=environment, prog_name="belegg")

    assert outcome.stdout.split() == ["search", "setup", "serve"]


@pytest.mark.req("FAC-6")
@pytest.mark.parametrize(
    ("groups", "named"),
    [("all,people", {"all", "people"}), (" all , ", {"all"}), ("", set()), (",nobody", set())],
)
def test_whoever_is_named_is_in_these_groups_and_in_everyone(groups: str, named: set[str]) -> None:
    assert principal_of(groups).groups == frozenset(named | {"everyone"})


@pytest.mark.req("FAC-6")
def test_who_has_not_signed_in_is_in_no_group_at_all() -> None:
    assert principal_of("anonymous").groups == frozenset()


@pytest.mark.req("FAC-6")
@pytest.mark.parametrize("groups", ["anonymous,hr", "hr, Anonymous", "Anonymous"])
def test_who_has_not_signed_in_is_in_no_group(groups: str) -> None:
    with pytest.raises(BadInput, match="who has not signed in is in no group"):
        principal_of(groups)


@pytest.mark.req("FAC-6")
def test_without_as_the_owner_asks_and_reads_everything(desk: Path) -> None:
    everything = {d["source"] for d in as_json(desk, "documents")["documents"]}

    assert everything == set(PAGES)
    assert found(desk, "salaries", "--as", "all") == []
    assert found(desk, "salaries", "--as", "people") == ["wiki/pay/salaries.md"]


@pytest.mark.req("SEA-4")
def test_filters_narrow_a_search(desk: Path) -> None:
    assert found(desk, "lamps", "--since", "2024", "--until", "2024-05") == ["wiki/open/lamps.md"]
    assert found(desk, "lamps", "--until", "2023") == []
    assert found(desk, "lamper", "--language", "no") == ["wiki/open/lamper.md"]
    assert found(desk, "paid", "--organisation", "board") == ["wiki/pay/salaries.md"]
    assert found(desk, "hall", "--document", "lamps.md") == ["wiki/open/lamps.md"]
    assert found(desk, "hall", "--pack", "documents") == ["wiki/open/lamps.md"]


@pytest.mark.req("FAC-1")
@pytest.mark.parametrize(
    ("words", "code", "kind"),
    [
        (["search", "x", "--pack", "nowhere"], 2, "UnknownPack"),
        (["search", "x", "--document", "nothing.md"], 2, "UnknownDocument"),
        (["search", "x", "--until", "tomorrow"], 2, "BadQuery"),
        (["search", "x", "--library", "absent.db"], 2, "BadInput"),
        (["read", "wiki"], 2, "UnknownDocument"),
        (["read", "lamps.md", "--pages", "2"], 2, "BadInput"),
        (["read", "lamps.md", "--section", "§ 9"], 2, "BadInput"),
        (["read", "lamps.md", "--version", "7"], 2, "BadInput"),
        (["ingest", "no-such-folder"], 2, "BadInput"),
        (["check", "no-such-draft.md"], 2, "BadInput"),
        (["forget", "lamps.md"], 2, "BadInput"),  # nobody at a terminal could say no
        (["eval", "questions", "no-such-file.jsonl"], 2, "BadInput"),
        (["eval", "retrieval", "no-such-folder"], 2, "BadInput"),
        (["eval", "retrieval", "no-such-folder", "--mode", "vector"], 2, "BadSetting"),
    ],
)
def test_a_mistake_is_one_sentence_and_the_callers_exit_code(
    desk: Path, words: list[str], code: int, kind: str
) -> None:
    plain = belegg(desk, *words)
    told = json.loads(belegg(desk, *words, "--json")[1])["error"]

    assert (plain[0], plain[1], told["kind"]) == (code, "", kind)
    assert plain[2] == f"belegg: {told['message']}\n"


@pytest.mark.req("FAC-1")
def test_a_file_that_is_no_library_is_refused_and_left_alone(desk: Path) -> None:
    other = desk / "other.db"
    other.write_text("my diary")

    code, _, complaint = belegg(desk, "search", "x", "--library", str(other))

    assert (code, other.read_text()) == (3, "my diary")
    assert "no Belegg library" in complaint


@pytest.mark.parametrize(
    ("folder", "complaint"), [("no-such-folder", "there is no"), ("/dev/null", "neither a folder nor a file")]
)
def test_a_folder_that_is_none_makes_no_library(tmp_path: Path, folder: str, complaint: str) -> None:
    code, _, told = belegg(tmp_path, "ingest", folder)

    assert (code, list(tmp_path.iterdir())) == (2, [])
    assert complaint in told


@pytest.mark.req("FAC-1")
@pytest.mark.parametrize(
    "words", [["search"], ["search", "x", "--limit", "many"], ["search", "x", "--colour"], ["ask", "a", "b"]]
)
def test_a_call_that_cannot_be_understood_is_json_for_programs_too(desk: Path, words: list[str]) -> None:
    code, printed, told = belegg(desk, *words, "--json")

    assert (code, json.loads(printed)["error"]["kind"]) == (2, "BadInput")
    assert "Usage" in told
    assert belegg(desk, *words)[:2] == (2, "")


@pytest.mark.req("FAC-1")
def test_the_text_of_a_document_cannot_steer_the_terminal(desk: Path) -> None:
    printed = belegg(desk, "search", "kettle")[1] + belegg(desk, "read", "escape.md")[1]

    assert "kettle" in printed
    assert not set(printed) & {"\x1b", "\x9b"}


@pytest.mark.req("FAC-1")
def test_results_fit_eighty_columns(desk: Path) -> None:
    for words in (
        ["search", "lamps"],
        ["ask", "What colour are the lamps in the hall?"],
        ["report"],
        ["health"],
    ):
        printed = belegg(desk, *words)[1]
        assert printed.strip()
        assert [line for line in printed.splitlines() if len(line) > 80] == []


@pytest.mark.req("ING-13")
def test_a_picture_is_reported_and_does_not_fail_the_run(desk: Path) -> None:
    code, printed, _ = belegg(desk, "ingest", str(desk / "wiki"))

    assert code == 0
    assert "wiki/picture.png: no text, or a kind that is not read" in printed
    assert "picture.png: not a document: a PNG picture" in belegg(desk, "report")[1]


@pytest.mark.req("ING-13")
def test_a_file_that_should_be_readable_fails_the_run_and_not_the_others(tmp_path: Path) -> None:
    folder = tmp_path / "mixed"
    folder.mkdir()
    (folder / "good.md").write_text("# Good\n\nText.\n")
    (folder / "bad.pdf").write_bytes(b"%PDF-1.7 torn off")

    code, printed, _ = belegg(tmp_path, "ingest", str(folder))

    assert code == 1
    assert "1 could not be read" in printed
    assert found(tmp_path, "good") == ["mixed/good.md"]


def test_the_original_comes_back_byte_for_byte(desk: Path) -> None:
    outcome = CliRunner().invoke(app, ["read", "escape.md", "--raw", "--library", str(desk / "belegg.db")])

    assert outcome.stdout_bytes == PAGES["wiki/odd/escape.md"].encode()


def test_a_document_is_read_by_id_path_ending_and_passage(desk: Path) -> None:
    whole = as_json(desk, "read", "wiki/open/lamps.md")

    for name in (whole["document"], "open/lamps.md", "lamps.md", "lamps", "./wiki/open/lamps.md"):
        assert as_json(desk, "read", name) == whole
    assert as_json(desk, "read", "lamps", "--section", "hall")["path"][-1] == "Hall"
    passage = as_json(desk, "read", f"{whole['document']}-1")
    [(start, end)] = passage["spans"]
    assert whole["text"][start:end] == passage["text"]


def test_a_name_that_fits_several_documents_names_them(tmp_path: Path) -> None:
    for place in ("north", "south"):
        (tmp_path / "docs" / place).mkdir(parents=True)
        (tmp_path / "docs" / place / "index.md").write_text(f"# Index of the {place}\n\nText.\n")
    belegg(tmp_path, "ingest", str(tmp_path / "docs"))

    code, _, complaint = belegg(tmp_path, "read", "index.md")

    assert code == 2
    assert "`docs/north/index.md`, `docs/south/index.md`" in complaint
    assert belegg(tmp_path, "read", "north/index.md")[0] == 0


def test_ctrl_c_before_a_command_has_begun_shows_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("raise KeyboardInterrupt\n", encoding="utf-8")

    done = subprocess.run(
        [sys.executable, "-c", "from belegg.serving.cli.main import main; main()"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Stopped.\n")


@pytest.mark.parametrize(
    "words",
    [
        ("ingest", ""),
        ("ingest", ".", "--access", ""),
        ("ingest", ".", "--library", " "),
        ("backup", ""),
        ("watch", ""),
        ("check", ""),
        ("demo", ""),
        ("eval", "questions", ""),
        ("eval", "retrieval", ""),
        ("eval", "retrieval", ".", "--library", ""),
    ],
)
def test_an_empty_path_is_refused_everywhere(desk: Path, words: tuple[str, ...]) -> None:
    code, printed, told = belegg(desk, *words)

    assert (code, printed) == (2, "")
    assert "the path given is empty" in told


def test_a_folder_is_no_library(desk: Path) -> None:
    code, _, told = belegg(desk, "documents", "--library", str(desk))

    assert code == 2
    assert "is a folder" in told
