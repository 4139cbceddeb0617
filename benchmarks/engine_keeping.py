"""What the engine's benchmark measures besides search speed: bytes, writing, access lists."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw

from belegg.errors import UnknownDocument
from belegg.records import Principal, Scope, document_id
from belegg.stores.sqlite import SqliteStore
from engine_sets import Built, incoming, source
from passages import documents

WRITES = 40
LISTS = 1_000
Search = Callable[[Sequence[str], int], object]

ROOMS = {
    "postings": ("short_lists_", "long_lists_", "segments_"),
    "vocabulary": ("vocabulary_",),
    "lengths": ("extents_",),
    "forward arrays": ("forward_",),
    "hashes and signatures": ("term_blocks_",),
    "passages": ("passages",),
    "texts of versions": ("versions",),
}


def room_bytes(library: Path) -> dict[str, int]:
    """Bytes of the pages of each room of a library."""
    connection = apsw.Connection(str(library), flags=apsw.SQLITE_OPEN_READONLY)
    pages: dict[Any, Any] = dict(connection.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name"))
    return {
        room: sum(size for name, size in pages.items() if name.startswith(beginnings))
        for room, beginnings in ROOMS.items()
    }


def index_bytes(case: Built) -> dict[str, int]:
    """Bytes of each room; `index` is what FTS5's file holds too: words, postings, lengths."""
    sizes = room_bytes(case.library)
    sizes["index"] = sizes["postings"] + sizes["vocabulary"] + sizes["lengths"]
    sizes["frequencies of access lists"] = 0
    sizes["library"] = case.library.stat().st_size
    sizes["FTS5"] = case.fts5().index_bytes()
    sizes["tantivy"] = case.tantivy().index_bytes()
    return sizes


def writing(case: Built, store: SqliteStore, search: Search) -> dict[str, float]:
    """Replace documents of 20 passages, each in a durable commit; and the first search after each."""
    fts5, tantivy = case.fts5(), case.tantivy()
    contents = [terms for terms in documents(WRITES * 40) if len(terms) == 20][:WRITES]
    wall: dict[str, list[float]] = {"belegg": [], "FTS5": [], "tantivy": []}
    cpu: dict[str, list[float]] = {"belegg": [], "FTS5": [], "tantivy": []}
    first: list[float] = []
    later: list[list[float]] = []  # the same query and five others, each for the second time
    keys = list(range(10**8, 10**8 + 20))
    queries = case.queries["mix"]
    for number, terms in enumerate(contents):
        prepared = incoming(2 * 10**6, terms)
        flat = list(zip(keys, terms, strict=True))
        asked = [queries[(number + n) % len(queries)] for n in range(6)]
        with timed(wall["belegg"], cpu["belegg"]), store.writing("replace") as writer:
            writer.add(prepared)
        first.append(cpu_ms(search, asked[0]))
        later.append([cpu_ms(search, query) for query in asked * 2][len(asked) :])
        for peer in (fts5, tantivy):
            with timed(wall[peer.name], cpu[peer.name]):
                peer.replace(keys, flat)
    figures = {f"{name}, wall ms p50": statistics.median(times) for name, times in wall.items()}
    figures |= {f"{name}, wall ms mean": statistics.mean(times) for name, times in wall.items()}
    figures |= {f"{name}, CPU ms p50": statistics.median(times) for name, times in cpu.items()}
    figures |= {f"{name}, CPU ms mean": statistics.mean(times) for name, times in cpu.items()}
    figures["ours / tantivy"] = figures["belegg, wall ms p50"] / figures["tantivy, wall ms p50"]
    figures["first search, CPU ms"] = statistics.mean(first)
    figures["later search, CPU ms"] = statistics.mean(map(statistics.mean, later))
    figures["first / later"] = figures["first search, CPU ms"] / figures["later search, CPU ms"]
    return {name: round(figure, 3) for name, figure in figures.items()}


@contextmanager
def timed(wall: list[float], cpu: list[float]) -> Iterator[None]:
    """Append the milliseconds that the block takes."""
    started, started_cpu = time.perf_counter(), time.process_time()
    yield
    wall.append(1e3 * (time.perf_counter() - started))
    cpu.append(1e3 * (time.process_time() - started_cpu))


def cpu_ms(search: Search, query: Sequence[str]) -> float:
    started = time.process_time_ns()
    search(query, 10)
    return (time.process_time_ns() - started) / 1e6


def access_lists(case: Built, store: SqliteStore, searching: Callable[..., Search]) -> dict[str, float]:
    """Mean CPU ms of mix@10 when each document stands under one of 1,000 lists, by who asks."""
    with store.writing("lists") as writer:
        for number in range(case.passages):
            try:
                writer.set_access(
                    document_id("documents", source(number)), frozenset({f"list{number % LISTS}"})
                )
            except UnknownDocument:
                break
    people = {
        "the owner": None,
        "holder of 1 list": frozenset({"list7"}),
        "holder of 100 lists": frozenset(f"list{n}" for n in range(100)),
        "holder of all lists": frozenset(f"list{n}" for n in range(LISTS)),
    }
    figures = {}
    for name, groups in people.items():
        search = searching(store, Scope(Principal(name, groups)))
        cold = [cpu_ms(search, query) for query in case.queries["mix"]]
        warm = [cpu_ms(search, query) for query in case.queries["mix"] * 2]
        figures[f"{name}, first, ms"] = cold[0]
        figures[f"{name}, each word met first, mean ms"] = statistics.mean(cold[1:])
        figures[f"{name}, mean ms"] = statistics.mean(warm)
    return {name: round(figure, 3) for name, figure in figures.items()}
