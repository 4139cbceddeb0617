"""
Kills a process that changes a library, again and again, and examines what it left behind.

    python tests/stores/crash_harness.py FOLDER --kills 25 [--seed 1] [--postgres [--server]]

The library is a file, or in PostgreSQL: in a server of the harness's own, or in the empty database that
BELEGG_CRASH_DSN names. Half of the kills are at a random moment, the others at a named step (each in turn).
A child logs what it is about to do and what was acknowledged; after each kill the library must be sound, and
hold every acknowledged change, and the one that was under way whole or not at all. With `--server` it is the
server that dies, or connections are cut; the child must be told the truth about each change, and goes on.
Prints one line of JSON; exit code 1 when anything was lost.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from belegg.errors import OutcomeUnknown, StoreBusy
from belegg.records import HASH_BYTES, OWNER, DocumentId, EmbeddedPassage, Scope, document_id
from belegg.seams import Incoming
from belegg.stores.engine.database import nothing
from belegg.stores.engine.sizes import Sizes
from belegg.stores.engine.store import EngineStore
from belegg.stores.sqlite import SqliteStore
from belegg.testing import incoming
from belegg.testing.builders import terms_of
from belegg.testing.embedder import FakeEmbedder
from belegg.testing.losing_servers import LONGEST_AWAY_S, WAYS, lose, to_lose
from belegg.testing.postgres_server import PostgresServer

SMALL = Sizes(
    most_fresh=6, inverted=9, merged=3, smallest_tier=12, slice_postings=300, cleared_rows=200,
    chunk_windows=5, exact_windows=20, part_bytes=100,
)  # fmt: skip
EMBEDDER = FakeEmbedder(dimension=8)
SOURCES = 12
LONGEST_LIFE_S = 0.5
LONGEST_WAIT_S = 2.0  # for a named step, which a run of bad luck may not reach
STEPS = (
    "document described",
    "earlier passages removed",
    "version stored",
    "passages stored",
    "postings folded",
    "before commit",
    "after commit",
    "document retired",
    "slice merged",
    "document erased",
    "words dropped",
    "file rewritten",
    "documents analysed",
    "postings rebuilt",
    "index swapped",
    "library copied",
    "vectors stored",
)
GIVEN = "BELEGG_CRASH_DSN"
WAIT_S = 120.0  # for a server that starts again on a loaded machine

State = str | None
"""
What a source holds: `3` its third content, `3 embedded` with vectors, `3 retired`, None when it is not there.
"""


def content(source: str, number: int) -> Incoming:
    """A document whose every part tells its number."""
    chance = random.Random(f"{source} {number}")
    texts = [
        " ".join([f"content{number}", source.replace("/", ""), *chance.choices("abcdefghij", k=30)])
        for _ in range(1 + number % 4)
    ]
    return incoming(source, *texts, title=f"title {number}", access=[f"group{number % 3}"], names=[source])


def opened(library: Path | str, step: Callable[[str], None] = nothing) -> EngineStore:
    """A library in a file, or in the database of a DSN."""
    if isinstance(library, Path):
        return SqliteStore(library, sizes=SMALL, step=step)
    from belegg.stores.postgres import PostgresStore
    from belegg.stores.postgres.connecting import Connecting

    return PostgresStore(library, wait_s=WAIT_S, sizes=SMALL, step=step, connecting=Connecting(away_s=WAIT_S))


def identity(source: str) -> DocumentId:
    return document_id("documents", source)


def vectors_of(text: str) -> list[bytes]:
    """Those of a passage, which tell its text: one for each of its first words."""
    return list(EMBEDDER.passages(text.split()[: 1 + len(text) % 3]))


def embed(store: EngineStore, documents: set[DocumentId]) -> None:
    """Give all passages of these documents their vectors, in one transaction."""
    with store.writing("begin") as writer:
        writer.begin_vectors(EMBEDDER.id, EMBEDDER.dimension, "float32", bytes(4 * EMBEDDER.dimension))
    left = [each for each in store.without_vectors(EMBEDDER.id, 1_000) if each.document.id in documents]
    rows = []
    for each in left:
        vectors = vectors_of(each.passage.text)
        rows.append(EmbeddedPassage(each.key, [made[:HASH_BYTES] for made in vectors], vectors))
    with store.writing("embed") as writer:
        writer.add_vectors(EMBEDDER.id, rows)


# ---------------------------------------------------------------- the child


@dataclass
class Child:
    """Changes the library until it is killed. Each change is logged before and after."""

    library: Path | str
    log: Path
    seed: int
    step: str
    occurrence: int
    counts: Counter[str] = field(default_factory=Counter)

    def reached(self, name: str) -> None:
        self.counts[name] += 1
        if name == self.step and self.counts[name] == self.occurrence:
            os.kill(os.getpid(), signal.SIGKILL)

    def say(self, verb: str, changes: dict[str, State]) -> None:
        with self.log.open("a") as file:
            file.write(json.dumps([verb, changes]) + "\n")

    def run(self) -> None:
        print("ready", flush=True)
        store = opened(self.library, self.reached)
        print("open", flush=True)
        states = acknowledged(self.log)
        chance = random.Random(self.seed)
        number = self.seed * 1_000
        while True:
            number += 1
            try:
                changes = self.change(store, states, chance, number)
            except (StoreBusy, OutcomeUnknown) as error:
                changes = self.told(store, states, error)
            self.say("done", changes)
            states.update(changes)

    def told(self, store: EngineStore, states: dict[str, State], error: Exception) -> dict[str, State]:
        """What is there after an error: all of the change or nothing; nothing where that was said."""
        verb, under_way = entries(self.log)[-1]
        if verb != "try":
            self.say("refused", {})
            return {}
        wrong: list[str] = []
        held = {source: state_of(store, source, wrong) for source in under_way}
        allowed = [{source: states.get(source) for source in under_way}]
        if (
            isinstance(error, OutcomeUnknown) or None in under_way.values()
        ):  # forgetting: several transactions
            allowed.append(under_way)
        if wrong or held not in allowed:
            self.say("wrong", {f"{error} {wrong} expected {allowed}": json.dumps(held)})
        self.say("refused", {})
        return held

    def change(
        self, store: EngineStore, states: dict[str, State], chance: random.Random, number: int
    ) -> dict[str, State]:
        present = sorted(source for source, state in states.items() if state and "retired" not in state)
        kind = chance.choices(
            ["add", "embed", "retire", "forget", "reanalyse", "compact", "backup"], [12, 6, 2, 1, 1, 1, 1]
        )[0]
        if kind == "backup" and not isinstance(store, SqliteStore):
            kind = "compact"
        if kind == "retire" and present:
            source = chance.choice(present)
            changes: dict[str, State] = {source: f"{str(states[source]).split()[0]} retired"}
            self.say("try", changes)
            with store.writing("retire") as writer:
                writer.retire(identity(source))
        elif kind == "forget" and present:
            changes = {chance.choice(present): None}
            self.say("try", changes)
            store.forget(identity(next(iter(changes))))
        elif kind == "embed" and present:
            plain = [source for source in present if "embedded" not in str(states[source])]
            changes = {source: f"{states[source]} embedded" for source in plain[: chance.randint(1, 5)]}
            self.say("try", changes)
            embed(store, set(map(identity, changes)))
        elif kind in {"reanalyse", "compact", "backup"}:
            changes = {}
            self.keep(store, kind)
        else:
            chosen = chance.sample(range(SOURCES), chance.randint(1, 4))
            changes = {f"r/{n}": str(number) for n in chosen}
            self.say("try", changes)
            with store.writing("add") as writer:
                for source in changes:
                    writer.add(content(source, number))
        return changes

    def keep(self, store: EngineStore, kind: str) -> None:
        if kind == "compact":
            store.compact()
        elif isinstance(store, SqliteStore) and isinstance(self.library, Path) and kind == "backup":
            store.backup(self.library.with_name("backup.db"), replace=True)
        else:
            store.replace_terms(
                lambda wanted: (
                    (head.id, [terms_of(head.title, "", p.text, "en") for p in passages])
                    for head, passages in store.stored_passages(wanted)
                ),
                "taken up",
            )


def entries(log: Path) -> list[tuple[str, dict[str, State]]]:
    """The log's lines; one cut by the kill is no line."""
    if not log.exists():
        return []
    lines = log.read_text().split("\n")
    return [tuple(json.loads(line)) for line in lines[:-1]]


def acknowledged(log: Path) -> dict[str, State]:
    states: dict[str, State] = {}
    for verb, changes in entries(log):
        if verb == "done":
            states.update(changes)
    return states


# ---------------------------------------------------------------- the examiner


def examine(library: Path | str, log: Path) -> tuple[list[str], dict[str, State]]:
    """What is wrong, and what the library holds. The change under way may be there or not, but whole."""
    done = acknowledged(log)
    under_way = entries(log)[-1][1] if entries(log) and entries(log)[-1][0] == "try" else {}
    store = opened(library)
    try:
        wrong = [f"told: {changes}" for verb, changes in entries(log) if verb == "wrong"]
        wrong += [
            f"unsound: {c.name}: {c.text}" for c in store.health() if not c.sound and c.name != "traces"
        ]
        held = {source: state_of(store, source, wrong) for source in sorted({*done, *under_way})}
    finally:
        store.close()
    new = {source: state for source, state in under_way.items() if held[source] == state}
    if under_way and 0 < len(new) < len(under_way):
        wrong.append(f"half: of {under_way} only {new}")
    expected = {**done, **(under_way if new else {})}
    wrong += [f"lost: {s} should be {e}, is {held[s]}" for s, e in expected.items() if held[s] != e]
    return wrong, held


def state_of(store: EngineStore, source: str, wrong: list[str]) -> State:
    """What a source holds; adds to `wrong` when its parts do not belong together."""
    with store.reading(Scope(OWNER)) as reader:
        text = reader.text(identity(source))
        if text is None:
            return None
        number = int(text.head.title.removeprefix("title "))
        expected = content(source, number)
        passages = list(reader.passages_of(identity(source)))
        found = [
            p.text
            for p in reader.passages(reader.matching([f"=content{number}"]))
            if p.document == text.head.id
        ]
        if text.text != expected.document.text:
            wrong.append(f"half: {source} has another text than its title says")
        if text.current and (passages != list(expected.passages) or found != [p.text for p in passages]):
            wrong.append(f"half: {source} is not found by its words")
        if reader.original(identity(source)) != expected.original:
            wrong.append(f"half: {source} has another original")
        held = [list(each) for each in reader.vectors_of(reader.keys_of(identity(source)))]
        if any(each and each != vectors_of(p.text) for each, p in zip(held, passages, strict=True)):
            wrong.append(f"half: {source} has vectors of another text")
    if not text.current:
        return f"{number} retired"
    return f"{number} embedded" if all(held) else str(number)


def child_of(folder: Path, library: Path | str, *options: str) -> subprocess.Popen[str]:
    """A child that is about to open the library."""
    command = [sys.executable, __file__, str(folder), "--child", *options]
    given = os.environ | ({GIVEN: library} if isinstance(library, str) else {})
    child = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=given
    )  # fmt: skip
    assert child.stdout is not None
    child.stdout.readline()
    return child


def ended(child: subprocess.Popen[str]) -> None:
    """Raises RuntimeError with what it wrote when it ended otherwise than by a kill."""
    assert child.stderr is not None
    if child.wait() != -signal.SIGKILL:
        raise RuntimeError(child.stderr.read())


def kill_once(folder: Path, library: Path | str, seed: int, step: str, chance: random.Random) -> str:
    """Start a child and have it die; returns how."""
    child = child_of(folder, library, str(seed), step, str(chance.randint(1, 4)))
    try:
        child.wait(LONGEST_WAIT_S if step else chance.uniform(0, LONGEST_LIFE_S))
    except subprocess.TimeoutExpired:
        child.kill()
        step = "a random moment"
    ended(child)
    return step


def lose_server(folder: Path, server: PostgresServer, dsn: str, seed: int, chance: random.Random) -> str:
    """Start a child, have its server or its connections die, and see it go on; returns how."""
    child = child_of(folder, dsn, str(seed), "", "0")
    assert child.stdout is not None
    child.stdout.readline()  # it has opened the library
    way = chance.choice(WAYS)
    log = folder / "log"
    for _ in range(3):
        time.sleep(chance.uniform(0, LONGEST_LIFE_S))
        lose(server, dsn, way, chance.uniform(0, LONGEST_AWAY_S))
        known = len(entries(log))
        ends = time.monotonic() + WAIT_S
        while not any(verb == "done" for verb, _ in entries(log)[known:]) and child.poll() is None:
            if time.monotonic() > ends:
                child.kill()
                raise RuntimeError(f"it did not go on within {WAIT_S:g} s after losing {way}")
            time.sleep(0.01)
    child.kill()
    ended(child)
    server.wait_until_it_answers()
    return way


def harness(
    folder: Path, kills: int, seed: int, postgres: bool = False, of_server: bool = False
) -> dict[str, object]:
    """Kill that often; returns what was counted. `acknowledged` are changes of single documents."""
    chance, log, count = random.Random(seed), folder / "log", 0
    deaths: Counter[str] = Counter()
    verbs: Counter[str] = Counter()
    wrong: list[str] = []
    steps = [step for step in STEPS if not postgres or step != "library copied"]  # that is a file's
    file = nullcontext((folder / "library.db", None))
    where = to_lose(os.environ.get(GIVEN, "")) if postgres else file
    with where as (library, server):
        for number in range(1, kills + 1):
            known = len(entries(log))
            child_seed = seed * 10_000 + number
            if of_server and server is not None and isinstance(library, str):
                deaths[lose_server(folder, server, library, child_seed, chance)] += 1
            else:
                step = steps[(number // 2) % len(steps)] if number % 2 else ""
                deaths[kill_once(folder, library, child_seed, step, chance)] += 1
            verbs.update(verb for verb, _ in entries(log)[known:])
            count += sum(len(changes) for verb, changes in entries(log)[known:] if verb == "done")
            there = not isinstance(library, Path) or library.exists()
            faults, held = examine(library, log) if there else ([], {})
            wrong += [f"kill {number}: {fault}" for fault in faults]
            log.write_text(json.dumps(["done", held]) + "\n")  # what the next child goes on from
    return {
        "kills": kills, "acknowledged": count, "refused": verbs["refused"], "wrong": wrong,
        "deaths": dict(deaths.most_common()),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kills", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--server", action="store_true", help="the server dies, with --postgres")
    parser.add_argument("--child", nargs=3)
    given = parser.parse_args()
    if given.child:
        seed, step, occurrence = given.child
        library = os.environ.get(GIVEN) or given.folder / "library.db"
        Child(library, given.folder / "log", int(seed), step, int(occurrence)).run()
    started = time.monotonic()
    outcome = harness(given.folder, given.kills, given.seed, given.postgres, given.server)
    print(json.dumps({**outcome, "seconds": round(time.monotonic() - started, 1)}))
    sys.exit(1 if outcome["wrong"] else 0)


if __name__ == "__main__":
    main()
