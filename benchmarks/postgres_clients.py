"""
A team at work on one PostgreSQL: 16 people searching in two server processes while two processes ingest.

    python benchmarks/postgres_clients.py [--seconds 180] [--passages 20000] [--pause 0.5] [--json FILE]

The library holds real texts (those of `search.py`) up to `--passages`, ingested beforehand. Each of the
readers' processes opens the library and searches from 8 threads, words of the documents by a fixed seed;
each thread reads for a while (`--pause` seconds on average, 0: none) and asks again. First nobody writes,
then two processes ingest the English wiki again and again, each time as another pack, for as long. Wall
milliseconds of the whole search, as a door would wait for it. Commits are counted in the database.

Bars: no error of a reader or an ingest, p99 while two ingest at most twice p99 when nobody does. Other work
on the machine weighs on both halves; the load average is told. Exit code 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg

from belegg.errors import BeleggError
from belegg.evaluation.retrieval import percentile
from belegg.library.ingest import Wanted, ingest
from belegg.library.library import Library
from belegg.records import OWNER, Scope
from belegg.stores.postgres import PostgresStore
from belegg.testing.postgres_server import PostgresServer
from postgres import fenced, library_of
from quality_sets import SHARED
from search import SOURCES, held, questions

READERS, THREADS, WRITERS = 2, 8, 2
BAR = 2.0
WIKI = "wiki/sourcegraph-handbook"
SECONDS_TO_WARM = 5.0
DSN = "BELEGG_BENCH_DSN"


def opened(dsn: str) -> Library:
    return library_of(PostgresStore(dsn))


def filled(dsn: str, passages: int) -> list[str]:
    """The library with at least so many passages; questions to it."""
    with opened(dsn) as library:
        for source in SOURCES:
            if held(library) >= passages:
                break
            if source != WIKI:
                library.ingest(SHARED / "data" / source, originals=False)
                print(f"  {held(library):,} passages with {source}", file=sys.stderr, flush=True)
        return [question.text for question in questions(library)]


# ---------------------------------------------------------------- readers, in processes of their own


def read_on(library: Library, texts: Sequence[str], until: float, pause: float, seed: int) -> dict[str, Any]:
    """One thread's searches: milliseconds, and errors in words."""
    chosen, scope = random.Random(seed), Scope(OWNER)
    times, errors = list[float](), list[str]()
    time.sleep(chosen.random() * pause)
    while time.monotonic() < until:
        begun = time.perf_counter()
        try:
            library.search(chosen.choice(texts), scope)
        except BeleggError as error:
            errors.append(f"{type(error).__name__}: {error}")
        times.append(1_000 * (time.perf_counter() - begun))
        if pause:
            time.sleep(chosen.expovariate(1 / pause))
    return {"times": times, "errors": errors}


def tell_reading(given: argparse.Namespace) -> None:
    """What the threads of this process met, after they have warmed up."""
    texts = json.loads(given.questions.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = []

    def read(seed: int, seconds: float) -> None:
        found.append(read_on(library, texts, time.monotonic() + seconds, given.pause, seed))

    with opened(os.environ[DSN]) as library:
        for seconds in (SECONDS_TO_WARM, given.seconds):
            found.clear()
            threads = [
                threading.Thread(target=read, args=(given.read * THREADS + number, seconds))
                for number in range(THREADS)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    both = {name: [each for one in found for each in one[name]] for name in ("times", "errors")}
    print(json.dumps(both | {"cpu_s": time.process_time()}))


def read(dsn: str, questions: Path, seconds: float, pause: float) -> dict[str, Any]:
    """All readers' figures."""
    more = ["--questions", str(questions), "--seconds", str(seconds), "--pause", str(pause)]
    processes = [begun(dsn, "--read", str(number), *more) for number in range(READERS)]
    told = [json.loads(process.communicate()[0]) for process in processes]
    times = sorted(ms for each in told for ms in each["times"])
    errors = [error for each in told for error in each["errors"]]
    return {
        "searches": len(times),
        "errors": len(errors),
        **{f"p{percent}": round(percentile(times, percent), 1) for percent in (50, 95, 99)},
        "most": round(times[-1], 1),
        "CPU s": round(sum(each["cpu_s"] for each in told), 1),
        "load average": round(os.getloadavg()[0], 1),
        "first errors": errors[:3],
    }


def begun(dsn: str, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, __file__, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, DSN: dsn})


# ---------------------------------------------------------------- writers, in processes of their own


def tell_writing(number: int) -> None:
    """Ingest until interrupted; an error is a line."""
    with opened(os.environ[DSN]) as library, suppress(KeyboardInterrupt):
        for again in itertools.count():
            wanted = Wanted(pack=f"wiki-{number}-{again}", workers=1)
            try:
                ingest(library.store, library.analyser, SHARED / "data" / WIKI, wanted)
            except BeleggError as error:
                print(f"{type(error).__name__}: {error}", flush=True)


@contextmanager
def ingesting(dsn: str) -> Iterator[list[str]]:
    """Two processes ingest until the block ends; their errors, then."""
    processes = [begun(dsn, "--write", str(number)) for number in range(WRITERS)]
    errors: list[str] = []
    try:
        yield errors
    finally:
        for process in processes:
            process.send_signal(signal.SIGINT)
        for process in processes:
            errors += process.communicate()[0].decode().splitlines()


def commits(dsn: str) -> int:
    """How many states the library has had."""
    with psycopg.connect(dsn) as connection:
        (generation,) = connection.execute("SELECT generation FROM state").fetchone() or (0,)
    return int(generation)


# ---------------------------------------------------------------- all of it


def measured(dsn: str, given: argparse.Namespace) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder) / "questions.json"
        asked.write_text(json.dumps(filled(dsn, given.passages)), encoding="utf-8")
        idle = read(dsn, asked, given.seconds, given.pause)
        before, passages = commits(dsn), passages_in(dsn)
        with ingesting(dsn) as errors:
            busy = read(dsn, asked, given.seconds, given.pause)
            more, grown = commits(dsn) - before, passages_in(dsn) - passages
    return {
        "passages": passages,
        "seconds": given.seconds,
        "pause": given.pause,
        "idle": idle,
        "while two ingest": busy,
        "commits": more,
        "passages added": grown,
        "errors of ingests": errors,
        "p99 ratio": round(busy["p99"] / idle["p99"], 2),
    }


def passages_in(dsn: str) -> int:
    with opened(dsn) as library:
        return held(library)


def is_reached(found: dict[str, Any]) -> bool:
    errors = found["idle"]["errors"] + found["while two ingest"]["errors"] + len(found["errors of ingests"])
    return not errors and found["commits"] > 0 and found["p99 ratio"] <= BAR


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--seconds", type=float, default=180.0)
    options.add_argument("--passages", type=int, default=20_000)
    options.add_argument("--pause", type=float, default=0.5)
    options.add_argument("--json", type=Path, metavar="FILE")
    options.add_argument("--read", type=int, help=argparse.SUPPRESS)
    options.add_argument("--write", type=int, help=argparse.SUPPRESS)
    options.add_argument("--questions", type=Path, help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.read is not None:
        tell_reading(given)
        return 0
    if given.write is not None:
        tell_writing(given.write)
        return 0
    if not (SHARED / "data").is_dir():
        print(f"no test data at {SHARED}; set BELEGG_SHARED", file=sys.stderr)
        return 2
    with PostgresServer({"shared_buffers": "512MB"}) as server:
        found = measured(fenced(server, "clients")[0], given)
    print(json.dumps(found, indent=1))
    if given.json:
        given.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print("every bar is met" if is_reached(found) else "MISSED")
    return 0 if is_reached(found) else 1


if __name__ == "__main__":
    sys.exit(main())
