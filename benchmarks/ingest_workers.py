"""
Four workers beside one, taking the same real folders into PostgreSQL.

    python benchmarks/ingest_workers.py FOLDER … [--workers 4] [--rounds 1] [--json FILE]

Each folder is taken in by one worker and by several, in turn, into an empty library in the same server; wall
seconds are the least of the rounds. Both must say that they did the same. Bar: 1.7 times as fast on two idle
cores. Exit code 1 when a folder misses it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path

from belegg.library.ingest import Ingested, Wanted, ingest
from belegg.stores.postgres import PostgresStore
from belegg.testing.postgres_server import PostgresServer
from belegg.text.analysis import Analyser

BAR = 1.7


def taken_in(dsn: str, folder: Path, workers: int) -> tuple[float, Ingested]:
    """Seconds, and what was done."""
    store = PostgresStore(dsn)
    begun = time.perf_counter()
    with store.ingesting("benchmark"):
        outcome = ingest(store, Analyser(), folder, Wanted(workers=workers))
    seconds = time.perf_counter() - begun
    store.close()
    return seconds, outcome


def measured(folders: list[Path], workers: int, rounds: int) -> dict[str, dict[str, float]]:
    figures: dict[str, dict[str, float]] = {}
    with PostgresServer({"shared_buffers": "512MB"}) as server:
        for folder in folders:
            seconds: dict[int, list[float]] = {1: [], workers: []}
            for _ in range(rounds):
                told = set()
                for count in (1, workers):
                    took, outcome = taken_in(server.database("measured"), folder, count)
                    seconds[count].append(took)
                    told.add((outcome.added, len(outcome.failures), outcome.touched))
                assert len(told) == 1, f"{folder}: not the same by one worker and by {workers}"
            one, several = min(seconds[1]), min(seconds[workers])
            figures[folder.name] = {
                "documents": outcome.added,
                "one, s": round(one, 1),
                f"{workers}, s": round(several, 1),
                "times": round(one / several, 2),
            }
            print(folder.name, json.dumps(figures[folder.name]), f"load {os.getloadavg()[0]:.1f}", flush=True)
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    figures = measured(asked.folders, asked.workers, asked.rounds)
    if asked.json:
        asked.json.write_text(json.dumps(figures, indent=1) + "\n")
    missed = [name for name, figure in figures.items() if figure["times"] < BAR]
    print(f"missed: {', '.join(missed)}" if missed else "every bar is met")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
