"""Every command says of a library in PostgreSQL what it says of one in a file; no password is told."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from belegg.serving.cli.commands import app
from extras import needs

needs("postgres")

from psycopg.conninfo import conninfo_to_dict  # noqa: E402

from belegg.library.address import address_of  # noqa: E402
from belegg.stores.postgres.dsn import as_uri  # noqa: E402

QUESTION = "How long is the notice period of a rental agreement?"
CHANGING = re.compile(
    r"\b[a-z][0-9a-f]{16}\b|\d+:[0-9a-f]{16}\b|\bblg_[\w-]+|\b[0-9a-f]{32}\b"
    r"|\d{4}-\d\d-\d\dT[\d:.+Z]+|[0-9a-f]{64}|\d+(?:\.\d+)? m?s\b"
    r'|"(?:seconds|ms|took_ms|duration_ms|elapsed_s|size_bytes)": [\d.]+'
)
"""Ids that are drawn, seals, tokens, times."""


@dataclass(frozen=True)
class Library:
    """A library as its user names it, and what no output may hold."""

    named: str
    beside: Path
    secret: str

    def says(self, *words: str, stdin: str = "") -> tuple[int, str]:
        """Exit code and all that is printed, without what differs from one library to the next."""
        env = {"BELEGG_LIBRARY": self.named, "BELEGG_BESIDE": str(self.beside), "COLUMNS": "200"}
        result = CliRunner().invoke(app, words, env=env, input=stdin)
        printed = result.stdout + result.stderr
        assert self.secret not in printed
        assert self.secret not in repr(result.exception)
        told = address_of(self.named, env)
        for name in (str(told.place.absolute()), told.told, told.place.name, str(self.beside)):
            printed = printed.replace(name, "LIBRARY")
        return result.exit_code, CHANGING.sub("…", printed)


@pytest.fixture(scope="module")
def pair(
    postgres: Callable[[], str], tmp_path_factory: pytest.TempPathFactory, company: Path
) -> tuple[Library, Library]:
    """The demo company in a file and in PostgreSQL."""
    told = {name: str(value) for name, value in conninfo_to_dict(postgres()).items()}
    folder = tmp_path_factory.mktemp("company")
    in_file = Library(str(folder / "file.db"), folder, "no secret")
    in_database = Library(as_uri(told), folder, told["password"])
    rules = company.with_name("company.access.tsv")
    for library in (in_file, in_database):
        code, printed = library.says("ingest", str(company), "--access", str(rules), "--no-embed")
        assert code == 0, printed
    return in_file, in_database


READING = [
    ("search", "notice period", "--json"),
    ("search", "lønn", "--as", "sales", "--json"),
    ("search", "oppsigelse", "--language", "no", "--since", "2026-03"),
    ("search", "notice", "--document", "2026-053-brattholm-aqua.md"),
    ("search", "notice period", "--pack", "nowhere"),
    ("ask", QUESTION, "--json"),
    ("ask", "What is the capital of Mongolia?"),
    ("chat", "--no-keep"),
    ("read", "on-call-runbook.md"),
    ("read", "nothing-like-it.md", "--json"),
    ("documents", "--json"),
    ("report", "--json"),
    ("explain", "notice period", "--json"),
    ("discover", "notice period", "--json"),
    ("related", "notice"),
    ("similar", "on-call-runbook.md", "--json"),
    ("diff", "on-call-runbook.md"),
    ("pack", "show", "--json"),
    ("access", "show", "--json"),
    ("models",),
    ("runs",),
    ("gaps",),
    ("statistics", "list"),
    ("tables", "list"),
    ("eval", "sets"),
    ("people", "list"),
    ("audit", "--json"),
    ("token", "list"),
    ("rerank",),
    ("mark", "2026-053-brattholm-aqua.md", "either party may end the agreement"),
    ("pack", "suggest", "documents", "--json"),
    ("tables", "query", "company", "select 1"),
]


@pytest.mark.req("FAC-5")
@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_a_command_says_the_same_of_both(pair: tuple[Library, Library], words: tuple[str, ...]) -> None:
    stdin = f"{QUESTION}\n" if words[0] == "chat" else ""
    of_file, of_database = (library.says(*words, stdin=stdin) for library in pair)
    assert of_database == of_file


@pytest.mark.req("FAC-5")
def test_health_says_the_same_but_of_the_database_itself(pair: tuple[Library, Library]) -> None:
    (_, of_file), (code, of_database) = (library.says("health", "--json") for library in pair)

    told = [
        {each["check"]: each for each in json.loads(printed)["checks"]} for printed in (of_file, of_database)
    ]
    assert code == 0
    for check in told[0].keys() - {"file"}:
        assert told[1][check] == told[0][check]


@pytest.mark.req("FAC-5")
def test_what_changes_a_library_changes_both_alike(pair: tuple[Library, Library], tmp_path: Path) -> None:
    draft = tmp_path / "draft.md"
    draft.write_text('The rental period is "24 months from 1 September 2026".\n', encoding="utf-8")
    answer = ("--quote", "The rental period is 24 months from 1 September 2026")
    steps = [
        ("check", str(draft), "--json"),
        ("eval", "add", "mine", "How long is the rental?", *answer, "--gold", "2026-053-brattholm-aqua.md"),
        ("eval", "run", "mine"),
        ("eval", "runs"),
        ("eval", "make", "drawn", "--json"),
        ("eval", "export", "mine"),
        ("pack", "set", "documents", "description", "All that we wrote down"),
        ("pack", "off", "documents"),
        ("search", "notice period"),
        ("pack", "on", "documents"),
        ("access", "set", "company/contracts", "board", "--json"),
        ("search", "rental period", "--as", "sales", "--json"),
        ("people", "add", "anna", "--groups", "sales", "--stdin"),
        ("people", "set", "anna", "--groups", "board"),
        ("people", "disable", "anna", "--json"),
        ("people", "enable", "anna"),
        ("token", "new", "anna", "--for", "nightly"),
        ("token", "list"),
        ("forget", "on-call-runbook.md", "--yes", "--json"),
        ("audit", "check"),
        ("audit",),
        ("reanalyse",),
        ("documents", "--json"),
        ("statistics", "find", "prices"),
        ("pack", "rebuild", "documents"),
        ("search", "notice period", "--json"),
    ]
    for step in steps:
        of_file, of_database = (library.says(*step, stdin="a long enough secret\n") for library in pair)
        assert of_database == of_file, step
    assert [library.says("eval", "ablate", "mine", "--index")[0] for library in pair] == [0, 0]
    assert [library.says("compact")[0] for library in pair] == [0, 0]


@pytest.mark.req("FAC-5")
def test_a_search_makes_no_library_in_an_empty_database(postgres: Callable[[], str], tmp_path: Path) -> None:
    told = {name: str(value) for name, value in conninfo_to_dict(postgres()).items()}
    other = Library(as_uri(told | {"options": "-c search_path=nobody_made_it"}), tmp_path, told["password"])
    wrong = Library(as_uri(told | {"password": "geheim"}), tmp_path, "geheim")
    missing = Library(as_uri(told | {"dbname": "nobody_made_it"}), tmp_path, told["password"])

    assert other.says("search", "lamps")[0] == 2
    assert "PGPASSFILE" in wrong.says("search", "lamps")[1]
    assert "`createdb` makes a database" in missing.says("search", "lamps")[1]


@pytest.mark.req("FAC-5")
def test_a_backup_of_a_database_is_its_servers(pair: tuple[Library, Library], tmp_path: Path) -> None:
    code, printed = pair[1].says("backup", str(tmp_path / "copy.db"))

    assert code == 2
    assert "pg_dump" in printed
    assert "LIBRARY.*" in printed
    assert not list(tmp_path.iterdir())


@pytest.mark.req("FAC-5")
def test_what_a_client_is_told_holds_no_password(pair: tuple[Library, Library]) -> None:
    code, printed = pair[1].says("mcp", "config", "claude-code")

    assert code == 0
    assert '"BELEGG_BESIDE"' in printed
    assert "PGPASSFILE" in printed
