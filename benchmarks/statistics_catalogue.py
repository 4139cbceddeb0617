"""
The catalogue of statistical tables: how long a question takes, and whether its table is in the first five.

    python benchmarks/statistics_catalogue.py              all titles of `data/statistics`, and 10,000 made up
    python benchmarks/statistics_catalogue.py --json FILE  the figures as JSON as well

The questions are the 25 of `tests/figures/asked_for_tables.py`. Made titles are real ones whose last word is
another's. Figures are ms of each question's best of five rounds, by wall clock and of CPU, p50 and p95 over
the questions: from the words to the tables of a page, without the searches of sources, which wait for a
network. Bar: p95 of CPU at most 10 ms. Exit code 1 when it is missed.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from belegg.evaluation.retrieval import percentile
from belegg.library.statistics.catalogue import Catalogue
from belegg.library.statistics.figures import CANDIDATES
from belegg.library.statistics.merging import named_first, shared_pages
from belegg.records.statistics import TableRef
from belegg.stores.sqlite import SqliteStore
from belegg.text.analysis import Analyser
from figures.asked_for_tables import ENGLISH, NORWEGIAN
from figures.catalogued import titles

MADE = 10_000
ROUNDS = 5
PAGE = 20
BAR_MS = 10.0


def made(real: tuple[TableRef, ...]) -> list[TableRef]:
    """10,000 titles of the real ones' words, with numbers of their own."""
    chance = random.Random(7)
    last = [ref.title.rpartition(" ")[2] for ref in real]
    return [
        replace(ref, id=f"{ref.id}-{number}", title=f"{ref.title.rpartition(' ')[0]} {chance.choice(last)}")
        for number, ref in enumerate(islice(cycle(real), MADE))
    ]


def filled(file: Path, rows: list[TableRef]) -> tuple[Catalogue, float]:
    """The catalogue of these rows, and the CPU seconds that it took."""
    catalogue = Catalogue(SqliteStore(file), Analyser())
    started = time.process_time()
    for source in dict.fromkeys(ref.source for ref in rows):
        own = [ref for ref in rows if ref.source == source]
        catalogue.replace(source, own, "2026-11-30T08:00:00Z", lambda done: None)
    return catalogue, time.process_time() - started


def asked(catalogue: Catalogue, question: str, sources: tuple[str, ...]) -> list[TableRef]:
    rows, _ = catalogue.find(question, sources, CANDIDATES * PAGE)
    return shared_pages(named_first(question, rows), PAGE)


def measured(name: str, rows: list[TableRef], folder: Path) -> dict[str, float | str]:
    file = folder / f"{name}.statistics"
    catalogue, took_s = filled(file, rows)
    sources = tuple(catalogue.states())
    cpu, wall, first = [], [], 0
    for question, answering in (*ENGLISH, *NORWEGIAN):
        best = (float("inf"), float("inf"))
        for _ in range(ROUNDS):
            at, used = time.perf_counter(), time.process_time()
            found = asked(catalogue, question, sources)
            took = ((time.process_time() - used) * 1000, (time.perf_counter() - at) * 1000)
            best = (min(best[0], took[0]), min(best[1], took[1]))
        cpu.append(best[0])
        wall.append(best[1])
        first += any(ref.id in answering for ref in found[:5])
    catalogue.close()
    outcome: dict[str, float | str] = {
        "titles": name,
        "rows": len(rows),
        "fetched_s": round(took_s, 1),
        "mb": round(file.stat().st_size / 1e6, 1),
        "cpu_p50_ms": round(percentile(cpu, 50), 1),
        "cpu_p95_ms": round(percentile(cpu, 95), 1),
        "wall_p50_ms": round(percentile(wall, 50), 1),
        "wall_p95_ms": round(percentile(wall, 95), 1),
    }
    return outcome | ({"in_first_five": first} if name == "real" else {})


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    real = titles()
    with tempfile.TemporaryDirectory() as folder:
        outcome = [
            measured("real", list(real), Path(folder)),
            measured("made", made(real), Path(folder)),
        ]
    for each in outcome:
        print("  ".join(f"{name} {value}" for name, value in each.items()))
    if arguments.json:
        arguments.json.write_text(json.dumps(outcome, indent=1), encoding="utf-8")
    return int(any(float(each["cpu_p95_ms"]) > BAR_MS for each in outcome))


if __name__ == "__main__":
    sys.exit(main())
