"""
What each page of the web interface costs on the server, from the request's first byte to the page's last.

    python benchmarks/web_pages.py [--library FILE] [--query WORDS] [--question QUESTION] [--times N]

Without a library the demo company is ingested. Each page is asked for `--times` times in this process, with
all that stands around the routes, without a network. The first time is told apart: it compiles the templates.
Milliseconds of wall clock and of CPU.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from starlette.testclient import TestClient

from belegg.library.demo import access_rules, company_folder
from belegg.library.library import Library
from belegg.records import OWNER, Scope
from belegg.serving.entrance.visitor import LocalEntrance
from belegg.serving.http.app import create_app
from belegg.serving.http.house import Serving

BAR_MS = 100.0


@contextmanager
def library_at(path: Path | None) -> Iterator[Library]:
    if path is not None:
        with Library.open(path) as library:
            yield library
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        Library.open(Path(folder) / "demo.db", create=True) as library,
    ):
        library.ingest(company_folder(), access=access_rules())
        yield library


def addresses(client: TestClient, library: Library, query: str, question: str) -> list[str]:
    """Every page, a document with pages and one without among them, and the answer to a question."""
    heads = library.documents(Scope(OWNER))
    paged = next((head for head in heads if head.pages > 1), None)
    plain = max((head for head in heads if head.pages < 2), key=lambda head: head.passages, default=None)
    documents = [f"/documents/{head.id}" for head in (paged, plain) if head is not None]
    answer = client.post("/ask", data={"q": question}).headers["location"]
    while "data-run" in client.get(answer).text:
        time.sleep(0.2)
    rest = ["/packs", "/gaps", "/evaluation", "/health", "/settings", "/sign-in", "/runs", "/no/such/page"]
    return ["/", "/search", f"/search?q={query}", "/documents", *documents, answer, *rest]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--library", type=Path)
    parser.add_argument("--query", default="ferie permisjon")
    parser.add_argument("--question", default="Hva er betalingsplanen i kontrakt 2026-041?")
    parser.add_argument("--times", type=int, default=20)
    asked = parser.parse_args()
    with library_at(asked.library) as library:
        app = create_app(library, LocalEntrance(), Serving())
        with TestClient(app, base_url="http://127.0.0.1:8484", follow_redirects=False) as client:
            print(f"{'page':40}  {'first':>7}  {'median':>7}  {'p95':>7}  {'CPU':>7}  {'KB':>6}")
            for address in addresses(client, library, asked.query, asked.question):
                wall, cpu, size = [], [], 0
                for _ in range(asked.times + 1):
                    began, worked = time.perf_counter(), time.process_time()
                    size = len(client.get(address).content)
                    wall.append(1000 * (time.perf_counter() - began))
                    cpu.append(1000 * (time.process_time() - worked))
                first, *rest = wall
                high = sorted(rest)[int(0.95 * (len(rest) - 1))]
                told = f"{address[:40]:40}  {first:7.1f}  {statistics.median(rest):7.1f}  {high:7.1f}  "
                over = "  over" if high > BAR_MS else ""
                print(f"{told}{statistics.median(cpu[1:]):7.1f}  {size / 1024:6.1f}{over}")


if __name__ == "__main__":
    main()
