"""
The engine beside FTS5 and tantivy: speed, size, writing, access lists, equal scores; a table of bars.

    python benchmarks/engine.py                    10,000 and 100,000 passages
    python benchmarks/engine.py --sizes 1000000    a million (ten minutes to build, 4 GB)
    python benchmarks/engine.py --json FILE        the figures as JSON as well

Engines are asked in turn in one process, each query by each engine; figures are CPU milliseconds of the
process (mean / p50 / p95), the whole call: ours opens its read transaction and makes its records, FTS5 reads
its rows, tantivy its ids by fast field. Same terms in all. A bar is missed when the ratio of means or that of
the 95th percentiles misses it. Exit code 1 when one is.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from belegg.records import OWNER, Alternative, Concept, PassageKey, Scope, Terms, document_id
from belegg.stores.sqlite import SqliteStore
from engine_keeping import access_lists, index_bytes, writing
from engine_peers import remove
from engine_sets import Built, built, incoming, source
from passages import documents

Search = Callable[[Sequence[str], int], Sequence[object]]
EVERYTHING = Scope(OWNER)
ROUNDS = 3
SETS = (("mix", 10), ("mix", 400), ("common", 10), ("code", 10))
TOLERANCE = 1e-4

# notes on the bars: docs/explanation/engine.md. Size → the least FTS5/ours, then the most ours/tantivy.
FASTER_THAN_FTS5: dict[str, dict[int, float]] = {
    "mix@10": {10_000: 1.5, 100_000: 8, 1_000_000: 30},
    "mix@400": {10_000: 1.5, 100_000: 6, 1_000_000: 20},
    "common@10": {10_000: 4, 100_000: 10, 1_000_000: 18},
}
BESIDE_TANTIVY: dict[str, dict[int, float]] = {
    "mix@10": {10_000: 4, 100_000: 3, 1_000_000: 1.5},
    "mix@400": {10_000: 2.5, 100_000: 2.5, 1_000_000: 2},
    "common@10": {10_000: 4, 100_000: 3.5, 1_000_000: 3},
}
CODE_MS = 0.5
BYTES_OF_FTS5 = {10_000: 0.7, 100_000: 0.8, 1_000_000: 0.7}
FIRST_AFTER_WRITE = {100_000: 3, 1_000_000: 4}


@dataclass(slots=True)
class Figures:
    """Everything measured, and the bars: name, figure, bar, met."""

    measured: dict[str, object] = field(default_factory=dict)
    bars: list[tuple[str, float, str, bool]] = field(default_factory=list)

    def at_least(self, name: str, figure: float, least: float) -> None:
        self.bars.append((name, figure, f">= {least:g}", figure >= least))

    def at_most(self, name: str, figure: float, most: float) -> None:
        self.bars.append((name, figure, f"<= {most:g}", figure <= most))


@dataclass(frozen=True, slots=True)
class Cpu:
    """CPU milliseconds of one engine on one query set."""

    mean: float
    p50: float
    p95: float

    @classmethod
    def of(cls, times: Sequence[float]) -> Cpu:
        ordered = sorted(times)
        return cls(
            statistics.mean(ordered), statistics.median(ordered), ordered[int(0.95 * (len(ordered) - 1))]
        )

    def __str__(self) -> str:
        return f"{self.mean:.2f} / {self.p50:.2f} / {self.p95:.2f}"


def searching(store: SqliteStore, scope: Scope = EVERYTHING) -> Search:
    def search(terms: Sequence[str], limit: int) -> Sequence[object]:
        concepts = [Concept(term, (Alternative((term,), 1.0),)) for term in terms]
        with store.reading(scope) as reader:
            return reader.by_words(concepts, limit)

    return search


def interleaved(engines: dict[str, Search], queries: Sequence[Sequence[str]], limit: int) -> dict[str, Cpu]:
    """CPU of each engine, query by query in turn, after a round that warms up."""
    times: dict[str, list[float]] = {name: [] for name in engines}
    for round_number in range(ROUNDS + 1):
        for query in queries:
            for name, search in engines.items():
                if name == "FTS5" and round_number > 1:
                    continue
                started = time.process_time_ns()
                search(query, limit)
                if round_number:
                    times[name].append((time.process_time_ns() - started) / 1e6)
    return {name: Cpu.of(each) for name, each in times.items()}


def speed(case: Built, store: SqliteStore, title: str, figures: Figures) -> None:
    """The four query sets, with their bars."""
    engines: dict[str, Search] = {
        "belegg": searching(store),
        "FTS5": case.fts5().search,
        "tantivy": case.tantivy().search,
    }
    print(f"\n{title}: CPU ms (mean / p50 / p95)")
    for name, limit in SETS:
        cpu = interleaved(engines, case.queries[name], limit)
        key, ours = f"{name}@{limit}", cpu["belegg"]
        print(f"  {key:10}", *(f"{engine} {figure}" for engine, figure in cpu.items()), sep="   ")
        figures.measured[f"{title}, {key}"] = {engine: asdict(figure) for engine, figure in cpu.items()}
        if key in FASTER_THAN_FTS5:
            least, most = FASTER_THAN_FTS5[key][case.passages], BESIDE_TANTIVY[key][case.passages]
            for figure in ("mean", "p95"):
                mine, fts5, tantivy = (getattr(cpu[name], figure) for name in ("belegg", "FTS5", "tantivy"))
                figures.at_least(f"{title}, {key}: FTS5 / ours, {figure}", fts5 / mine, least)
                figures.at_most(f"{title}, {key}: ours / tantivy, {figure}", mine / tantivy, most)
        if name == "code":
            figures.at_most(f"{title}, {key}: ms, p95", ours.p95, CODE_MS)


def equal_scores(case: Built, store: SqliteStore, figures: Figures) -> None:
    """The largest difference from FTS5's bm25(5, 3, 1) over all queries, and results that only one has."""
    fts5, worst, missing = case.fts5(), 0.0, 0
    for name, limit in SETS:
        for query in case.queries[name]:
            concepts = [Concept(term, (Alternative((term,), 1.0),)) for term in query]
            with store.reading(EVERYTHING) as reader:
                ours = [candidate.score for candidate in reader.by_words(concepts, limit)]
            theirs = [score for _, score in fts5.search(query, limit)]
            missing += abs(len(ours) - len(theirs))
            worst = max([worst, *(abs(a - b) for a, b in zip(ours, theirs, strict=False))])
    figures.at_most(f"{case.passages}: largest difference of a score from FTS5's", worst, TOLERANCE)
    figures.at_most(f"{case.passages}: results that only one of the two has", missing, 0)


def grown(case: Built) -> Built:
    """A copy with 5 % more passages and 1 % of the old ones deleted, not compacted."""
    folder = case.folder / "grown"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in ("library.db", "fts5.db"):
        shutil.copy(case.folder / name, folder / name)
    shutil.copytree(case.folder / "tantivy", folder / "tantivy")
    copy = Built(folder, case.passages, case.queries, case.build_cpu_s)
    store, fts5, tantivy = copy.store(), copy.fts5(), copy.tantivy()
    gone: list[PassageKey] = []
    with store.reading(EVERYTHING) as reader:
        ids = [document_id("documents", source(n)) for n in range(0, 10**6, 97)]
        for document in ids:
            keys = list(reader.keys_of(document))
            if len(gone) + len(keys) <= case.passages // 100:
                gone += keys
    with store.writing("retire") as writer, store.reading(EVERYTHING) as reader:
        for document in dict.fromkeys(reader.documents_of(gone)):
            writer.retire(document)
    key, number = case.passages + 1, 10**6
    batch: list[tuple[int, Terms]] = []
    for terms in documents(case.passages // 20):
        with store.writing("add") as writer:
            writer.add(incoming(number, terms))
        batch += enumerate(terms, key)
        key, number = key + len(terms), number + 1
    for peer in (fts5, tantivy):
        peer.replace(gone, batch)
    store.close()
    return copy


def measure(root: Path, passages: int, figures: Figures) -> None:
    case = built(root, passages)
    store = case.store()
    figures.measured[f"{passages}, build CPU s"] = case.build_cpu_s
    equal_scores(case, store, figures)
    speed(case, store, f"{passages}", figures)
    sizes = index_bytes(case)
    figures.measured[f"{passages}, bytes"] = sizes
    figures.at_most(
        f"{passages}: index bytes / FTS5's", sizes["index"] / sizes["FTS5"], BYTES_OF_FTS5[passages]
    )
    print(f"\n{passages}: bytes", json.dumps(sizes))
    store.close()
    copy = grown(case)
    changed = copy.store()
    speed(copy, changed, f"{passages} with 5 % added and 1 % deleted", figures)
    wrote = writing(copy, changed, searching(changed))
    figures.measured[f"{passages}, writing"] = wrote
    figures.at_most(
        f"{passages}: replace 20 passages, ours / tantivy, wall p50", wrote["ours / tantivy"], 1.0
    )
    most = FIRST_AFTER_WRITE.get(passages, math.inf)
    figures.at_most(f"{passages}: first search after a write / a later one", wrote["first / later"], most)
    print(f"\n{passages}: writing", json.dumps(wrote))
    figures.measured[f"{passages}, 1,000 access lists"] = lists = access_lists(copy, changed, searching)
    print(f"\n{passages}: 1,000 access lists", json.dumps(lists))
    changed.close()
    remove(copy.folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else "")
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--folder", type=Path, default=Path("benchmarks/data/engine"))
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    figures = Figures()
    for passages in given.sizes:
        measure(given.folder, passages, figures)
    print("\nbar")
    for name, figure, bar, met in figures.bars:
        print(f"  {'met   ' if met else 'MISSED'} {figure:10.3g} {bar:>8}   {name}")
    if given.json:
        bars = [dict(zip(("name", "figure", "bar", "met"), bar, strict=True)) for bar in figures.bars]
        given.json.write_text(json.dumps({"bars": bars, **figures.measured}, indent=1))
    sys.exit(0 if all(met for *_, met in figures.bars) else 1)


if __name__ == "__main__":
    main()
