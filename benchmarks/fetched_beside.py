"""
What figures that questions fetched cost those who read documents beside them.

    python benchmarks/fetched_beside.py [--documents 10000] [--fetched 10000] [--rounds 9]

A library of small documents is read by id, first alone, then with as many fetched ones beside it: `head`,
`text` and `passages_of` of each document, `heads_of` all, and a search. Microseconds of CPU time for each
document (for the whole call of `heads_of` and of the search: milliseconds), medians of the rounds. Then what
an id takes that is no document's, and one that was fetched.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

from belegg.records import Alternative, Concept, DocumentId, Principal, Scope
from belegg.stores.sqlite import SqliteStore
from belegg.testing import fetched, incoming

ANNA = Scope(Principal.signed_in("anna", ["staff"]), question="q1")
BODIES = (b'{"value": [131.8, 136.0, 140.2]}' * 200, b"2024,131.8\n2025,136.0\n" * 200)
AT_ONCE = 1_000
WORD = [Concept("lamp", (Alternative(("en:lamp",), 1.0),), 0)]


def taking_s(what: Callable[[], object], rounds: int) -> float:
    """Median CPU seconds of a call."""
    times = []
    for _ in range(rounds):
        started = process_time()
        what()
        times.append(process_time() - started)
    return median(times)


def all_of(read: Callable[[DocumentId], object], ids: Sequence[DocumentId]) -> None:
    for id in ids:
        read(id)


def filled(path: Path, documents: int) -> list[DocumentId]:
    ids = []
    store = SqliteStore(path)
    for start in range(0, documents, AT_ONCE):
        with store.writing("benchmark") as writer:
            for n in range(start, min(documents, start + AT_ONCE)):
                text = f"The lamp number {n} stands in the hall of house {n % 97}"
                ids.append(writer.add(incoming(f"notes/{n}.md", text, "A rule", access=["staff"])).id)
    store.close()
    return ids


def fetch(path: Path, count: int) -> list[DocumentId]:
    ids = []
    store = SqliteStore(path)
    for start in range(0, count, AT_ONCE):
        with store.keeping("benchmark") as keeper:
            for n in range(start, min(count, start + AT_ONCE)):
                lines = [f"{year}: {n}.{year}" for year in range(2000, 2025)]
                one = fetched(f"statistics/ssb/{n}", *lines, question="q1", asker="anna", bodies=BODIES)
                keeper.keep_fetched(one)
                ids.append(one.document.id)
    store.close()
    return ids


def reading(path: Path, ids: Sequence[DocumentId], rounds: int) -> dict[str, float]:
    """Of each of these ids, by every read that may give what was fetched."""
    store = SqliteStore(path)
    with store.reading(ANNA) as reader:
        each: dict[str, Callable[[DocumentId], object]] = {
            "head_us": reader.head,
            "text_us": reader.text,
            "passages_of_us": reader.passages_of,
        }
        taken = {
            name: taking_s(partial(all_of, read, ids), rounds) / len(ids) * 1e6 for name, read in each.items()
        }
        taken["heads_of_ms"] = taking_s(lambda: reader.heads_of(ids), rounds) * 1e3
        taken["search_ms"] = taking_s(lambda: reader.by_words(WORD, 50), rounds) * 1e3
    store.close()
    return {name: round(value, 2) for name, value in taken.items()}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name, default in (("documents", 10_000), ("fetched", 10_000), ("rounds", 9)):
        parser.add_argument(f"--{name}", type=int, default=default)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "belegg.db"
        ids = filled(path, asked.documents)
        nobodys = [DocumentId(f"{n:016x}") for n in range(asked.documents)]
        alone = reading(path, ids, asked.rounds), reading(path, nobodys, asked.rounds)
        size = path.stat().st_size
        kept = fetch(path, asked.fetched)
        told = {
            "documents alone": alone[0],
            "with fetched beside": reading(path, ids, asked.rounds),
            "ids of nothing, alone": alone[1],
            "ids of nothing, with fetched beside": reading(path, nobodys, asked.rounds),
            "fetched": reading(path, kept, asked.rounds),
            "bytes_each_fetched": (path.stat().st_size - size) // asked.fetched,
        }
    print(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
