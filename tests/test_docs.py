"""
The documentation is run: what README.md and docs/**/*.md show is what happens.

Every file is one session in a temporary folder that holds the demo company as `company/`, its access rules as
`rules.tsv`, its golden questions as `questions.jsonl`, its tables as `company.tables/` with their settings as
`tables.toml`, and its example pack as `handbook-pack/`.

- ```console: lines that begin with `$ ` are commands, the lines below each one its output (standard output
  and standard error, 80 columns, no colour). Commands that begin with one of `RUN` are run, in one bash for
  the whole file; others (`$ make demo`, `$ pip install …`) are for people, and their output is not looked at.
  A command must succeed, unless the next one is `$ echo $?`; `belegg ask` may also abstain (6).
- In expected output a line `…` stands for any lines, and `…` inside a line for any characters. Durations
  (`0.3 s`, `12 ms`) match any other duration; white space at the ends of lines does not count. A command
  without output lines below it may print anything.
- docs/how-to/postgres.md has a server: the database `team`, the role `belegg` that owns
  it, PGHOST and PGPASSFILE.
- ```python: run in order, in one namespace for the file.
- Other fences (```text, ```json, ```sh) are not run; `<!-- not run -->` on the line above leaves one out.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from belegg.testing.postgres_server import OTHER_SERVER, PostgresServer
from belegg.text.word_lists import cache_folder

PROJECT = Path(__file__).resolve().parent.parent
PAGES = sorted([PROJECT / "README.md", *(PROJECT / "docs").rglob("*.md")])
RUN = (
    "belegg",
    "cd",
    "mkdir",
    "printf",
    "echo",
    "cat",
    "cp",
    "rm",
    "mv",
    "ls",
    "head",
    "export",
    "sleep",
    "BELEGG_",
)
FENCE = re.compile(
    r"^(?P<skip><!-- not run -->\n)?(?P<mark>`{3,})(?P<kind>\w+)[^\n]*\n(?P<body>.*?)^(?P=mark)$", re.M | re.S
)
DURATION = re.compile(r"\d+(?:[.,]\d+)? ?(?:ms|s|min)\b")
BORDER = "\x1e"


@dataclass(frozen=True)
class Command:
    """A command of a console block, what the page shows below it, and where."""

    line: str
    expected: tuple[str, ...]
    page: Path

    @property
    def is_run(self) -> bool:
        return self.line.startswith(RUN)


def fences(page: Path, kind: str) -> list[str]:
    found = FENCE.finditer(page.read_text(encoding="utf-8"))
    return [fence["body"] for fence in found if fence["kind"] == kind and not fence["skip"]]


def commands_of(page: Path) -> list[Command]:
    commands: list[Command] = []
    for block in fences(page, "console"):
        line: str | None = None
        expected: list[str] = []
        for row in [*block.splitlines(), "$ "]:
            if row.startswith("$ "):
                if line:
                    commands.append(Command(line, tuple(expected), page))
                line, expected = row[2:].strip(), []
            elif line and line.endswith("\\"):
                line = line[:-1] + row.strip()
            else:
                expected.append(row)
    return [command for command in commands if command.is_run]


def as_pattern(line: str) -> str:
    """A regular expression for one expected line."""
    plain = DURATION.sub("\x00", line.strip())
    return "".join(
        {"…": ".*", "\x00": DURATION.pattern}.get(piece, re.escape(piece))
        for piece in re.split("([…\x00])", plain)
    )


def shows(expected: tuple[str, ...], printed: str) -> bool:
    """Whether the expected lines, in order, are the printed ones, `…` standing for any."""
    lines = [line.rstrip() for line in expected]
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        return True
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == "…" else rf"[ \t]*{as_pattern(line)}[ \t]*\n" for line in lines
    )
    return re.fullmatch(pattern + r"\s*", printed.rstrip() + "\n") is not None


def session_folder(tmp_path: Path, company: Path) -> Path:
    shutil.copytree(company, tmp_path / "company")
    shutil.copy(company.with_name("company.access.tsv"), tmp_path / "rules.tsv")
    shutil.copy(company.with_name("company.questions.jsonl"), tmp_path / "questions.jsonl")
    shutil.copytree(company.with_name("company.tables"), tmp_path / "company.tables")
    shutil.copy(company.with_name("company.belegg.toml"), tmp_path / "tables.toml")
    shutil.copytree(company.parent / "packs" / "handbook", tmp_path / "handbook-pack")
    return tmp_path


def environment(folder: Path) -> dict[str, str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    plain = {"PATH": path, "HOME": str(folder), "LANG": "C.UTF-8", "COLUMNS": "80", "NO_COLOR": "1"}
    plain["PYTHONPATH"] = str(PROJECT / "src")  # the commands of this tree, whichever one is installed
    return {**plain, "BELEGG_CACHE": str(cache_folder())}


def server_for(page: Path, folder: Path, request: pytest.FixtureRequest) -> dict[str, str]:
    """What a page that needs a database server finds in its environment; skipped where there is no server."""
    if page.name != "postgres.md":
        return {}
    server: PostgresServer = request.getfixturevalue("postgres_server")
    if OTHER_SERVER in os.environ:
        pytest.skip(f"the page names databases, which may be somebody's in the server of {OTHER_SERVER}")
    from psycopg import connect
    from psycopg.conninfo import conninfo_to_dict

    server.role("belegg")
    with connect(server.database("team"), autocommit=True) as connection:
        connection.execute("ALTER DATABASE team OWNER TO belegg")
    told = conninfo_to_dict(server.dsn("team", "belegg"))
    passwords = folder / "passwords"
    passwords.write_text(f"*:*:team:belegg:{told['password']}\n", encoding="utf-8")
    passwords.chmod(0o600)
    return {"PGHOST": str(told["host"]), "PGPASSFILE": str(passwords)}


def run_all(commands: list[Command], folder: Path, server: Mapping[str, str]) -> list[tuple[str, int]]:
    """Output and exit code of each command, all run by one bash."""
    script = ["exec 2>&1", "(exit 0)"]
    for command in commands:
        script += [
            command.line,
            f"belegg_code=$?; printf '\\n{BORDER}%s{BORDER}' $belegg_code; (exit $belegg_code)",
        ]
    done = subprocess.run(
        ["bash", "-c", "\n".join(script)],
        cwd=folder,
        env=environment(folder) | dict(server),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    pieces = done.stdout.split(BORDER)
    return [(pieces[n].removesuffix("\n"), int(pieces[n + 1])) for n in range(0, len(pieces) - 1, 2)]


def name_of(page: Path) -> str:
    return page.relative_to(PROJECT).as_posix()


@pytest.mark.parametrize("page", [p for p in PAGES if commands_of(p)], ids=name_of)
def test_the_commands_of_a_page_print_what_the_page_shows(
    page: Path, tmp_path: Path, company: Path, request: pytest.FixtureRequest
) -> None:
    commands = commands_of(page)
    folder = session_folder(tmp_path, company)

    outcomes = run_all(commands, folder, server_for(page, folder, request))

    assert len(outcomes) == len(commands)
    for n, (command, (printed, code)) in enumerate(zip(commands, outcomes, strict=True)):
        tells_code = n + 1 < len(commands) and commands[n + 1].line == "echo $?"
        not_carried = code == 6 and command.line.startswith(("belegg ask", "belegg check"))
        assert code == 0 or tells_code or not_carried, f"$ {command.line}\nended with {code}:\n{printed}"
        assert shows(command.expected, printed), (
            f"$ {command.line}\nthe page shows:\n"
            + "\n".join(command.expected)
            + f"\nprinted was:\n{printed}"
        )


@pytest.mark.parametrize("page", [p for p in PAGES if fences(p, "python")], ids=name_of)
def test_the_python_of_a_page_runs(
    page: Path,
    tmp_path: Path,
    company: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    folder = session_folder(tmp_path, company)
    monkeypatch.chdir(folder)
    for name, value in server_for(page, folder, request).items():
        monkeypatch.setenv(name, value)
    names: dict[str, object] = {"__name__": "__main__"}

    for n, block in enumerate(fences(page, "python"), 1):
        exec(compile(block, f"{name_of(page)}, block {n}", "exec"), names)


@pytest.mark.parametrize(
    ("expected", "printed", "agrees"),
    [
        (["one", "two"], "one\ntwo\n", True),
        (["one"], "one\ntwo\n", False),
        (["one", "…"], "one\ntwo\nthree\n", True),
        (["…", "three"], "one\ntwo\nthree\n", True),
        (["one … three"], "one two three", True),
        (["took 0.3 s"], "took 12.1 s", True),
        (["took 3 hits"], "took 4 hits", False),
        ([], "anything", True),
    ],
)
def test_expected_output_is_compared_line_by_line(expected: list[str], printed: str, agrees: bool) -> None:
    assert shows(tuple(expected), printed) is agrees
