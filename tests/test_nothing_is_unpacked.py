"""No file that is read back can run anything: nothing is unpickled, nor evaluated."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import belegg

pytestmark = pytest.mark.req("FAC-6")
RUNNING = frozenset({"pickle", "marshal", "shelve", "dill", "joblib", "cloudpickle", "jsonpickle"})
CALLS = frozenset(
    {"eval", "exec", "yaml.load", "yaml.unsafe_load", "yaml.full_load", "np.load", "numpy.load"}
)


def found_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.split(".")[0] in RUNNING)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in RUNNING:
            yield str(node.module)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in CALLS:
            yield ast.unparse(node.func)


def test_nothing_is_unpickled_or_evaluated() -> None:
    files = sorted(Path(belegg.__path__[0]).rglob("*.py"))
    files = [
        file for file in files if file.parent.name != "testing"
    ]  # one plays a parser that tries to break out
    found = {(file.name, each) for file in files for each in found_in(ast.parse(file.read_text("utf-8")))}

    assert found == set()


def test_the_search_for_it_finds_it() -> None:
    source = "import pickle\nfrom marshal import loads\nimport yaml\nyaml.load(x)\neval('1')\n"

    assert sorted(found_in(ast.parse(source))) == ["eval", "marshal", "pickle", "yaml.load"]
