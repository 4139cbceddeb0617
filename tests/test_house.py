"""The house rules that a program can hold."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
MODULES = sorted(
    [
        *(PROJECT / "src").rglob("*.py"),
        *(PROJECT / "benchmarks").glob("*.py"),
        *(PROJECT / "tests").rglob("*.py"),
    ]
)
LONGEST_FILE, LONGEST_FUNCTION = 420, 60
BANNED_NAMES = re.compile(
    r"(?:^|_)(?:utils?|core|common|base|helpers?|managers?|misc|service|handler)(?:_|$)"
)


def named(path: Path) -> str:
    return str(path.relative_to(PROJECT))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_a_module_fits_its_room(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE

    long = [f.name for f in functions(path) if (f.end_lineno or 0) - f.lineno >= LONGEST_FUNCTION]
    assert long == []


def test_no_module_is_named_after_nothing() -> None:
    assert [named(path) for path in MODULES if BANNED_NAMES.search(path.stem)] == []


def test_lock_files_hold_no_registry_address() -> None:
    for path in (PROJECT / "requirements").glob("*.txt"):
        assert not re.search(r"https?://", path.read_text(encoding="utf-8")), named(path)


def test_every_dependency_has_a_decision() -> None:
    decisions = "\n".join(
        p.read_text(encoding="utf-8") for p in (PROJECT / "docs" / "decisions").glob("*.md")
    )
    listed = re.search(r"^dependencies = \[(.*?)^\]", (PROJECT / "pyproject.toml").read_text(), re.S | re.M)
    assert listed is not None

    names = re.findall(r'"([A-Za-z0-9-]+)', listed[1])
    assert [name for name in names if f"`{name}`" not in decisions] == []


def test_every_page_of_the_docs_can_be_reached() -> None:
    pages = [p for p in (PROJECT / "docs").rglob("*.md") if p.name != "README.md"]
    indexes = [PROJECT / "docs" / "README.md", PROJECT / "docs" / "decisions" / "README.md"]
    linked = {
        (index.parent / link).resolve()
        for index in indexes
        for link in re.findall(r"\]\(([^)#]+)", index.read_text(encoding="utf-8"))
    }

    assert [named(p) for p in pages if p not in linked] == []


def test_test_modules_have_names_of_their_own() -> None:
    names = [path.name for path in (PROJECT / "tests").rglob("test_*.py")]

    assert sorted({name for name in names if names.count(name) > 1}) == []
