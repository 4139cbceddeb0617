"""
The agent tells neither the person nor the model whether documents exist that the person may not read.

Two libraries: the whole demo company, and only what one person may read of it. A model that asks for every
hidden document by title, by path, by id, by handle, and quotes it, is sent the same in both, and what is kept
of the run is the same, times apart.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from belegg.answering.desk import desk_of
from belegg.answering.loop import run
from belegg.answering.settings import AskSettings, Limits
from belegg.answering.steps import Steps
from belegg.answering.tools.rooms import document_tools
from belegg.errors import ModelRefused
from belegg.library.library import Library
from belegg.records import OWNER, DocumentText, Scope
from belegg.records.chat import Reply
from belegg.records.runs import Sent
from belegg.search.search import Search
from belegg.search.settings import SearchSettings
from belegg.serving.cli.options import principal_of
from belegg.testing import ScriptedChat
from belegg.testing.chat import Line, calls

pytestmark = pytest.mark.req("FAC-6", "AGE-1", "ACC-1")

PERSON = Scope(principal_of("engineering"))
QUESTION = "What are the salary bands and the bonus, and what did the board decide?"
TIMES = re.compile(r"(?:took_(?:ms|s)|ingested_at)=[^,)]*")
CALLS_A_TURN = 8
HANDLES = 40
LIMITS = Limits(rounds=60, searches=400, tokens=20_000_000)


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory, company: Path) -> Iterator[tuple[Library, Library]]:
    """The library with everything, and one made of only what the person may read."""
    shelf = tmp_path_factory.mktemp("agent-worlds")
    rules = company.with_name("company.access.tsv")
    everything = Library.open(shelf / "everything.db", create=True)
    everything.ingest(company, access=rules)
    for head in everything.documents(PERSON):
        copy = shelf / head.source
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(company.parent / head.source, copy)
    readable = Library.open(shelf / "readable.db", create=True)
    readable.ingest(shelf / "company", access=rules)
    yield everything, readable
    for library in (everything, readable):
        library.store.close()


@pytest.fixture(scope="module")
def hidden(worlds: tuple[Library, Library]) -> list[DocumentText]:
    """The documents that the person may not read."""
    everything, _ = worlds
    may = {head.id for head in everything.documents(PERSON)}
    with everything.store.reading(Scope(OWNER)) as reader:
        texts = [reader.text(head.id) for head in everything.documents(Scope(OWNER)) if head.id not in may]
    return [text for text in texts if text is not None]


def told(library: Library, script: Sequence[Line], scope: Scope = PERSON) -> tuple[str, str]:
    """All that the model was asked, and all events of the run, as text without times."""
    chat = ScriptedChat(script)
    desk = desk_of(scope, Search(library.store, library.analyser, SearchSettings()), library.store)

    async def drained() -> list[object]:
        steps = Steps(tools=document_tools())
        settings = AskSettings(limits=LIMITS)
        events = run(QUESTION, desk, {"answer": chat}, settings, steps, day="2026-06-01", random=Random(6))
        return [event async for event in events]

    events = asyncio.run(drained())
    assert any(isinstance(event, Sent) for event in events)
    return repr(chat.asked), TIMES.sub("", repr(events))


def names_of(text: DocumentText) -> tuple[str, ...]:
    head = text.head
    return head.title, head.source, Path(head.source).stem, head.id


def longest_line(text: DocumentText) -> str:
    """A line of a document that stands in no other."""
    return max((line for line in text.text.splitlines() if not line.startswith("|")), key=len)[:200]


def looking(hidden: Sequence[DocumentText]) -> list[Reply]:
    """Turns in which the model looks for every hidden document by all that it can be called."""
    wanted: list[tuple[str, dict[str, object]]] = []
    for text in hidden:
        title, *others = names_of(text)
        wanted += [("search", {"queries": [title]}), ("find_documents", {"query": title})]
        wanted += [("read", {"document": name}) for name in (title, *others)]
        wanted += [("search", {"queries": ["lønn"], "documents": [title]})]
    wanted += [("read", {"document": f"D{number}"}) for number in range(1, HANDLES)]
    return [calls(*wanted[at : at + CALLS_A_TURN]) for at in range(0, len(wanted), CALLS_A_TURN)]


def quoting(hidden: Sequence[DocumentText]) -> Reply:
    """An answer that quotes every hidden document, called by its title, its id, no name and a handle."""
    sentences = [
        {"text": f"It says this ({number}).", "quotes": [{"document": name, "quote": longest_line(text)}]}
        for text in hidden
        for number, name in enumerate((text.head.title, text.head.id, "", "D1"))
    ]
    return calls(("answer", {"settled": "yes", "sentences": sentences[:40]}))


def test_no_call_and_no_draft_of_a_model_tells_the_worlds_apart(
    worlds: tuple[Library, Library], hidden: list[DocumentText]
) -> None:
    script = [*looking(hidden), quoting(hidden)]

    (asked, events), (asked_there, events_there) = (told(library, script) for library in worlds)

    assert asked == asked_there
    assert events == events_there


def test_nothing_of_a_hidden_document_is_sent_kept_or_said_in_an_error(
    worlds: tuple[Library, Library], hidden: list[DocumentText]
) -> None:
    failing = ModelRefused("the model is gone")

    asked, events = told(worlds[0], [*looking(hidden), failing])

    assert len(hidden) > 3
    for text in hidden:
        assert longest_line(text) not in asked + events


def test_the_owners_model_is_sent_what_is_hidden_from_others(
    worlds: tuple[Library, Library], hidden: list[DocumentText]
) -> None:
    asked, _ = told(worlds[0], [*looking(hidden), quoting(hidden)], Scope(OWNER))

    assert sum(longest_line(text) in asked for text in hidden) > len(hidden) / 2
