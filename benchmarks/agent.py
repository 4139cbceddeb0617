"""
What the agent's loop takes besides the model and the searches: time to the first event, CPU a round.

    python benchmarks/agent.py [--library FILE] [--rounds 12]

The model is a script: it searches with other words in every round, reads a document in every third, proposes
an answer with a wrong quotation, and then the right one. Without --library it asks the demo company.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Mapping
from contextlib import aclosing
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from belegg.answering.desk import Desk, desk_of
from belegg.answering.loop import run
from belegg.answering.memory import Memory
from belegg.answering.settings import AskSettings, Limits
from belegg.answering.steps import Steps
from belegg.answering.tools.room import Told, ToolRoom
from belegg.answering.tools.rooms import document_tools
from belegg.library.demo import access_rules, company_folder, demo_questions
from belegg.library.library import Library
from belegg.records import OWNER, Found, Scope
from belegg.records.chat import Reply, Tool
from belegg.records.runs import Event, Searched, Sent
from belegg.search.search import Search
from belegg.testing import ScriptedChat
from belegg.testing.chat import Request, calls

WORDS = ("leave", "notice", "invoice", "travel", "sick", "contract", "overtime", "review", "holiday", "price")


class TimedSearch(Search):
    """A search that adds up what it takes before the model is called, in CPU seconds."""

    def __init__(self, search: Search, spent: list[float]) -> None:
        self.__dict__.update(vars(search))
        self._spent = spent

    def __call__(self, query: str, scope: Scope, limit: int = 8) -> Found:
        started = process_time()
        found = super().__call__(query, scope, limit)
        self._spent.append(process_time() - started)
        return found


class Timed:
    """A tool that adds up what it takes, in CPU seconds."""

    def __init__(self, room: ToolRoom, spent: list[float]) -> None:
        self._room = room
        self._spent = spent

    def offered(self, desk: Desk) -> bool:
        return self._room.offered(desk)

    def spec(self, desk: Desk) -> Tool:
        return self._room.spec(desk)

    def act(self, arguments: Mapping[str, object], desk: Desk, memory: Memory, round: int) -> Told:
        started = process_time()
        told = self._room.act(arguments, desk, memory, round)
        self._spent.append(process_time() - started)
        return told


def script(rounds: int) -> list[object]:
    """The lines of a model that searches, reads, and answers wrongly before it answers rightly."""

    def searching(number: int) -> Reply:
        word = WORDS[number % len(WORDS)]
        search = ("search", {"queries": [word, f"{word} days {number}"]})
        return calls(search, ("read", {"document": f"D{number}"})) if number % 3 == 2 else calls(search)

    def answering(right: bool) -> object:
        def line(request: Request) -> Reply:
            text = next(m.text for m in request.messages if m.by == "user").partition("<<<")[2]
            words = text.partition("\n")[2].partition("\n\n")[2].split()[:8]
            quote = " ".join(words) if right else "words that stand nowhere at all"
            sentence = {"text": "It is said.", "quotes": [{"document": "D1", "quote": quote}]}
            return calls(("answer", {"settled": "yes", "sentences": [sentence] * 4}))

        return line

    return [*(searching(number) for number in range(rounds - 2)), answering(False), answering(True)]


def measured(library: Library, question: str, rounds: int) -> tuple[float, float, float, float]:
    """Milliseconds to the first event and the first search, CPU milliseconds a round of loop and tools."""
    scope, spent, before_model = Scope(OWNER), list[float](), list[float]()
    search = TimedSearch(library._search(library._settings(None, None)), before_model)
    tools = tuple(Timed(room, spent) for room in document_tools())
    settings = AskSettings(limits=Limits(rounds=rounds + 2, searches=10_000, tokens=10**8))

    async def asked() -> list[Event]:
        chat = ScriptedChat(script(rounds))  # type: ignore[arg-type]
        desk = desk_of(scope, search, library.store)
        events = run(question, desk, {"answer": chat}, settings, Steps(tools), day="2026-06-01")
        return [event async for event in events]

    first, searched = first_events(library, question)
    before = process_time()
    events = asyncio.run(asked())
    total = process_time() - before
    ran = sum(isinstance(event, Sent) for event in events)
    loop_s = total - sum(spent) - sum(before_model)
    return first, searched, loop_s * 1000 / ran, sum(spent) * 1000 / ran


def first_events(library: Library, question: str) -> tuple[float, float]:
    """Milliseconds from the call of `Library.asking` to its first event, and to its first search's."""

    async def asked() -> tuple[float, float]:
        started, first = perf_counter(), 0.0
        async with aclosing(library.asking(question, Scope(OWNER))) as events:
            async for event in events:
                first = first or perf_counter() - started
                if isinstance(event, Searched):
                    break
        return first * 1000, (perf_counter() - started) * 1000

    library.use_models(answer=ScriptedChat(script(2)))  # type: ignore[arg-type]
    return asyncio.run(asked())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path)
    parser.add_argument("--rounds", type=int, default=12)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = wanted.library or Path(folder) / "belegg.db"
        with Library.open(file, create=wanted.library is None) as library:
            if wanted.library is None:
                library.ingest(company_folder(), access=access_rules())
            questions = [each.question for each in demo_questions()] * 3
            outcomes = [measured(library, question, wanted.rounds) for question in questions]
    print(f"{len(outcomes)} runs of {wanted.rounds} rounds; the first pays for what is compiled once")
    for name, column in zip(
        ("first event, ms", "first search, ms", "loop, CPU ms a round", "tools, CPU ms a round"),
        zip(*outcomes, strict=True),
        strict=True,
    ):
        print(f"{name:<24} median {median(column):7.1f}   most {max(column):7.1f}")


if __name__ == "__main__":
    main()
