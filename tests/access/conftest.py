"""The people of the access matrix, and the libraries that they ask."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from access.access_worlds import Worlds, library_of, questions_in
from belegg.records import OWNER, Principal, Scope


@pytest.fixture(scope="session")
def folder(shared: Path) -> Path:
    return shared / "data/security/access"


@pytest.fixture(scope="session")
def people(folder: Path) -> dict[str, Principal]:
    found = json.loads((folder / "people.json").read_text(encoding="utf-8"))
    return {name: Principal(name, frozenset(groups)) for name, groups in found.items()}


@pytest.fixture(scope="session")
def worlds(
    folder: Path, people: dict[str, Principal], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Worlds]:
    fixture = folder / "fixture"
    with ExitStack() as stack:
        names = sorted(path.name for path in fixture.iterdir())
        whole = stack.enter_context(library_of(tmp_path_factory.mktemp("whole"), fixture, names))
        heads = whole.documents(Scope(OWNER))
        alone = {}
        for groups in {person.groups or frozenset() for person in people.values()}:
            seen = [Path(head.source).name for head in heads if not head.access.isdisjoint(groups)]
            desk = tmp_path_factory.mktemp("alone")
            alone[groups] = stack.enter_context(library_of(desk, fixture, seen))
        yield Worlds(whole, heads, alone, questions_in(tmp_path_factory.mktemp("questions")))
