"""
The HTTP API under readers: 50 people searching while one ingests, and the server's time of each route.

    python benchmarks/serving.py [--seconds 20] [--pause 2.0] [--workers 1] [--json FILE]

Data: the Norwegian wiki of BELEGG_SHARED and two UN reports, served by `belegg serve` on the loopback; what
is ingested meanwhile is the English wiki, by `belegg ingest` in a process of its own. The readers are another
process: each asks for a search (words of the documents, by a fixed seed), reads for a while (`--pause`
seconds on average), and asks again. Times of readers are from the first byte sent to the last received, so
they hold the waiting of a busy machine; times of routes are the server's own, from its log.

Bars: no error, p99 while ingesting at most twice that of an idle library, any page within 100 ms of server
time, the picture of a page within 150 ms the first time and 10 ms after.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from belegg.evaluation.retrieval import percentile
from belegg.library.library import Library
from belegg.records import OWNER, Scope
from quality_sets import SHARED

READERS = 50
MAIN = "from belegg.serving.cli.main import main; main()"
FIRST, MEANWHILE = "wiki/digdir-docs-nb", "wiki/sourcegraph-handbook"
REPORTS = ("S_2025_107.en.pdf", "A_79_797.en.pdf")
QUERIES = 400
ROUNDS = 15
SEED = 7


def library_of(folder: Path) -> Path:
    """The library that is served, and `queries.json` beside it."""
    reports = folder / "reports"
    reports.mkdir()
    for name in REPORTS:
        (reports / name).write_bytes((SHARED / "data" / "un-reports" / name).read_bytes())
    file = folder / "served.db"
    with Library.open(file, create=True) as library:
        library.ingest(SHARED / "data" / FIRST)
        library.ingest(reports)
        queries = list(queries_in(library))
    (folder / "queries.json").write_text(json.dumps(queries), encoding="utf-8")
    return file


def queries_in(library: Library) -> Iterator[str]:
    """Three words that stand near each other in some passage."""
    chosen = random.Random(SEED)
    scope = Scope(OWNER)
    heads = [head for head in library.documents(scope) if head.passages]
    for _ in range(QUERIES):
        words = [w for w in library.read(chosen.choice(heads).id, scope).text.split() if w.isalpha()]
        at = chosen.randrange(max(1, len(words) - 12))
        near = [word for word in words[at : at + 12] if len(word) > 4][:3]
        if near:
            yield " ".join(near)


# ---------------------------------------------------------------- the server


@contextmanager
def served(library: Path, workers: int, log: Path) -> Iterator[int]:
    """`belegg serve` on a free port of the loopback, until the block ends."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    command = [sys.executable, "-c", MAIN, "serve", "--library", str(library), "--port", str(port)]
    with log.open("wb") as out:
        server = subprocess.Popen([*command, "--workers", str(workers)], stdout=out, stderr=out)
        try:
            wait_for(port, server)
            yield port
        finally:
            server.terminate()
            started = time.monotonic()
            server.wait(15)
            print(f"stopped in {time.monotonic() - started:.1f} s")


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    for _ in range(200):
        assert server.poll() is None, "the server does not start"
        try:
            if asyncio.run(Line(port).asked("/readyz"))[0] == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("the server does not answer")


class Line:
    """A connection that is kept, as a browser keeps it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._way: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def asked(self, path: str) -> tuple[int, int]:
        """Status, and bytes of the body."""
        if self._way is None:
            self._way = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._way
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        size = int(head.partition("content-length:")[2].partition("\r\n")[0])
        await reader.readexactly(size)
        return int(head.split(" ", 2)[1]), size


# ---------------------------------------------------------------- the readers, in a process of their own


async def read_on(port: int, queries: list[str], seconds: float, pause: float, seed: int) -> dict[str, Any]:
    chosen, line = random.Random(seed), Line(port)
    times: list[float] = []
    errors: list[str] = []
    until = time.monotonic() + seconds
    await asyncio.sleep(chosen.random() * pause)
    while time.monotonic() < until:
        started = time.perf_counter()
        try:
            status, _ = await line.asked(f"/api/v1/search?{urlencode({'q': chosen.choice(queries)})}")
            if status != 200:
                errors.append(str(status))
        except (OSError, asyncio.IncompleteReadError) as error:
            errors.append(type(error).__name__)
            line = Line(port)
        times.append((time.perf_counter() - started) * 1000)
        await asyncio.sleep(chosen.expovariate(1 / pause))
    return {"times": times, "errors": errors}


async def readers(port: int, queries: list[str], seconds: float, pause: float) -> dict[str, Any]:
    each = await asyncio.gather(
        *(read_on(port, queries, seconds, pause, SEED + number) for number in range(READERS))
    )
    return {name: [value for one in each for value in one[name]] for name in ("times", "errors")}


def load(port: int, folder: Path, seconds: float, pause: float) -> dict[str, Any]:
    """The readers' times, from their own process."""
    given = ["--load", str(port), "--folder", str(folder), "--seconds", str(seconds), "--pause", str(pause)]
    done = subprocess.run([sys.executable, __file__, *given], capture_output=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def in_sum(found: dict[str, Any]) -> dict[str, Any]:
    times = sorted(found["times"])
    return {
        "searches": len(times),
        "errors": len(found["errors"]),
        "p50": round(percentile(times, 50), 1),
        "p95": round(percentile(times, 95), 1),
        "p99": round(percentile(times, 99), 1),
    }


# ---------------------------------------------------------------- the routes


def routes(port: int, library: Path) -> None:
    """Each reading route some times; what it took stands in the server's log."""
    with Library.open(library) as opened:
        heads = opened.documents(Scope(OWNER))
    pdf = next(head for head in heads if head.source.endswith(REPORTS[0]))
    page = next(head for head in heads if head.source.endswith(".md") and head.passages > 5)
    paths = [
        *("/", "/documents", "/search?q=veileder", f"/documents/{pdf.id}", "/packs", "/runs"),
        *("/api/v1/search?q=veileder", "/api/v1/explain?q=veileder", "/api/v1/terms?q=veileder"),
        *("/api/v1/documents?limit=50", f"/api/v1/documents/{page.id}", f"/api/v1/documents/{page.id}/text"),
        *(f"/api/v1/documents/{pdf.id}/marks?start=2000&end=2300", f"/api/v1/documents/{page.id}/similar"),
        *(f"/api/v1/documents/{pdf.id}/original", f"/api/v1/documents/{pdf.id}/report", "/api/v1/packs"),
        f"/api/v1/documents/{pdf.id}/mark?quotation={quote('the Security Council')}",
    ]

    async def asked() -> None:
        line = Line(port)
        for path in paths:
            for _ in range(ROUNDS):
                status, _ = await line.asked(path)
                assert status == 200, path
        for number in range(1, min(pdf.pages, 20) + 1):  # cold, then cached
            for _ in range(3):
                await line.asked(f"/api/v1/documents/{pdf.id}/pages/{number}/image")

    asyncio.run(asked())


def times_in(log: Path) -> dict[str, list[float]]:
    """The server's times by route, in ms."""
    found: dict[str, list[float]] = {}
    for line in log.read_text(encoding="utf-8").splitlines():
        if line.startswith("{") and (told := json.loads(line)).get("what") == "request" and told["route"]:
            found.setdefault(told["route"], []).append(told["ms"])
    return found


def told(log: Path) -> dict[str, dict[str, float]]:
    times = times_in(log)
    images = times.pop("/api/v1/documents/{document}/pages/{page}/image", [])
    times |= {"page image, first": images[::3], "page image, again": images[1::3] + images[2::3]}
    return {
        route: {"median": round(statistics.median(each), 1), "p95": round(percentile(sorted(each), 95), 1)}
        for route, each in times.items()
        if each
    }


@contextmanager
def ingesting(library: Path, folder: Path) -> Iterator[list[int]]:
    """The English wiki again and again, each time as another pack, until the block ends; their exit codes."""
    over, codes = threading.Event(), list[int]()

    def run() -> None:
        for number in itertools.count():
            if over.is_set():
                return
            command = [sys.executable, "-c", MAIN, "ingest", str(SHARED / "data" / MEANWHILE)]
            with (folder / "ingest.log").open("ab") as out:
                more = ["--library", str(library), "--pack", f"wiki{number}"]
                ingest = subprocess.Popen([*command, *more], stdout=out, stderr=out)
                while ingest.poll() is None and not over.wait(0.2):
                    continue
                ingest.terminate()
                codes.append(ingest.wait())

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield codes
    finally:
        over.set()
        thread.join()


def measured(seconds: float, pause: float, workers: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        library, log = library_of(folder), folder / "server.log"
        with served(library, workers, log) as port:
            routes(port, library)
            by_route = told(log)
            load(port, folder, min(5.0, seconds), pause)  # whatever is read for the first time
            idle = in_sum(load(port, folder, seconds, pause))
            with ingesting(library, folder) as runs:
                busy = in_sum(load(port, folder, seconds, pause))
            by_ingests = len(runs)
    return {"idle": idle, "while one ingests": busy, "ingests begun": by_ingests, "routes": by_route}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    options.add_argument("--seconds", type=float, default=20.0)
    options.add_argument("--pause", type=float, default=2.0)
    options.add_argument("--workers", type=int, default=1)
    options.add_argument("--json", type=Path)
    options.add_argument("--load", type=int, help=argparse.SUPPRESS)
    options.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.load:
        queries = json.loads((given.folder / "queries.json").read_text(encoding="utf-8"))
        print(json.dumps(asyncio.run(readers(given.load, queries, given.seconds, given.pause))))
        return 0
    found = measured(given.seconds, given.pause, given.workers)
    print(json.dumps(found, indent=1, ensure_ascii=False))
    if given.json:
        given.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    idle, busy = found["idle"], found["while one ingests"]
    return 0 if idle["errors"] == busy["errors"] == 0 and busy["p99"] <= 2 * idle["p99"] else 1


if __name__ == "__main__":
    sys.exit(main())
