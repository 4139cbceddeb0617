"""
No tool of the agent tells a person, or the model that asks for them, whether documents exist that they may
not read: in a library with the whole demo company and in one with only what they may read, every call gives
the same text.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from belegg.answering.desk import Desk, desk_of
from belegg.answering.handles import Handles
from belegg.answering.marks import Marks
from belegg.answering.memory import Memory
from belegg.answering.tools.room import BadArguments
from belegg.answering.tools.rooms import document_tools
from belegg.library.library import Library
from belegg.records import OWNER, Scope
from belegg.search.search import Search
from belegg.search.settings import SearchSettings
from belegg.serving.cli.options import principal_of

PERSON = "engineering"
HIDDEN = ["lønnstrinn", "salary bands", "bonus", "board minutes", "nedbemanning", "rebate ladder", "oppkjøp"]
Call = tuple[str, dict[str, Any]]
TOOK = re.compile(r"took_ms=[^,)]*")


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory, company: Path) -> Iterator[list[Library]]:
    """The library with everything, and one made of only what the person may read."""
    shelf = tmp_path_factory.mktemp("tool-worlds")
    rules = company.with_name("company.access.tsv")
    everything = Library.open(shelf / "everything.db", create=True)
    everything.ingest(company, access=rules)
    for head in everything.documents(Scope(principal_of(PERSON))):
        copy = shelf / head.source
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(company.parent / head.source, copy)
    readable = Library.open(shelf / "readable.db", create=True)
    readable.ingest(shelf / "company", access=rules)
    yield [everything, readable]
    for library in (everything, readable):
        library.store.close()


def desk(library: Library) -> Desk:
    search = Search(library.store, library.analyser, SearchSettings())
    return desk_of(Scope(principal_of(PERSON)), search, library.store)


def transcript(library: Library, calls: list[Call]) -> list[str]:
    """What the model is told by each call, and what is kept of it."""
    at = desk(library)
    memory = Memory(Handles(), Marks.drawn(Random(6)))
    rooms = {room.spec(at).name: room for room in document_tools() if room.offered(at)}
    told = [repr([room.spec(at) for room in rooms.values()])]
    for number, (name, arguments) in enumerate(calls, start=1):
        try:
            outcome = rooms[name].act(arguments, at, memory, number)
            told.append(f"{name} {arguments}\n{outcome.text}\n{TOOK.sub('', repr(outcome.events))}")
        except BadArguments as refused:
            told.append(f"{name} {arguments}\nrefused: {refused}")
    return told


def same(worlds: list[Library], calls: list[Call]) -> list[str]:
    for one, other in zip(*(transcript(library, calls) for library in worlds), strict=True):
        assert one == other
    return transcript(worlds[0], calls)


@pytest.mark.req("FAC-6", "AGE-1")
def test_no_search_tells_the_worlds_apart(worlds: list[Library], company: Path) -> None:
    lines = company.with_name("company.questions.jsonl").read_text(encoding="utf-8").splitlines()
    asked = [*HIDDEN, *(json.loads(line)["question"] for line in lines[::3])]
    calls: list[Call] = [("search", {"queries": [one, "lønn og reise"]}) for one in asked]
    calls += [("discover_terms", {"query": one}) for one in asked]
    calls += [("search", {"queries": "lønn", "skip": 10}), ("search", {"queries": "a", "packs": "nothing"})]

    same(worlds, calls)


@pytest.mark.req("FAC-6", "AGE-1")
def test_no_name_list_or_reading_tells_the_worlds_apart(worlds: list[Library], company: Path) -> None:
    paths = sorted(company.rglob("*.md"))
    names = [name for path in paths for name in (f"{path.parent.name}/{path.name}", path.stem)]
    calls: list[Call] = [("read", {"document": name}) for name in names]
    calls += [("find_documents", {"query": name}) for name in (*names, *HIDDEN)]
    calls += [("search", {"queries": "lønn", "documents": name}) for name in names[::5]]
    calls += [("list_documents", {}), ("list_documents", {"skip": 20}), ("list_documents", {"since": "2025"})]

    told = same(worlds, calls)

    hidden = company / "policies" / "compensation-2026.md"
    words = [line for line in hidden.read_text(encoding="utf-8").splitlines() if len(line) > 60]
    assert words
    assert not any(line in one for line in words for one in told)


def test_the_owner_is_told_more(worlds: list[Library]) -> None:
    totals = []
    for library in worlds:
        at = desk_of(Scope(OWNER), Search(library.store, library.analyser, SearchSettings()), library.store)
        rooms = {room.spec(at).name: room for room in document_tools()}
        told = rooms["list_documents"].act({}, at, Memory(Handles(), Marks.drawn(Random(6))), 1)
        totals.append(int(told.text.split()[0]))

    assert totals[0] > totals[1] > 20
