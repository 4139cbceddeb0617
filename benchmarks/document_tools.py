"""
What a look at all documents costs: the digest of a library, `list_documents` and `find_documents`, the first
time in a process and after that.

    python benchmarks/document_tools.py --documents 10000

Milliseconds of this process's CPU. The documents are made here, of words drawn with a fixed seed.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from belegg.answering.desk import desk_of
from belegg.answering.handles import Handles
from belegg.answering.marks import Marks
from belegg.answering.memory import Memory
from belegg.answering.tools.rooms import document_tools
from belegg.library.corpus import corpus_version
from belegg.library.library import Library
from belegg.records import OWNER, Scope

WORDS = (
    "annual",
    "report",
    "strategy",
    "budget",
    "safety",
    "travel",
    "energy",
    "health",
    "water",
    "harbour",
    "city",
)
CALLS: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("list_documents", {}),
    ("list_documents", {"organisation": "Office 7"}),
    ("find_documents", {"query": "annual report 77"}),
    ("find_documents", {"query": "annul reprot enrgy"}),
)
TIMES = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=10_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pages = Path(folder) / "pages"
        write(pages, given.documents)
        with Library.open(Path(folder) / "belegg.db", create=True) as library:
            library.ingest(pages, language="en")
            measure(library)


def write(pages: Path, documents: int) -> None:
    drawn = Random(1)
    pages.mkdir()
    for number in range(documents):
        title = " ".join(drawn.sample(WORDS, 4)).title()
        facts = f"title: {title} {number}\norganisation: Office {number % 40}\nreport_number: R-{number}"
        text = f"---\n{facts}\npublished: {2000 + number % 26}-05-11\n---\n\n# {title}\n\nItem {number}.\n"
        (pages / f"page{number:06}.md").write_text(text, encoding="utf-8")


def measure(library: Library) -> None:
    scope = Scope(OWNER)
    desk = desk_of(scope, library._searcher(scope), library.store)
    tools = {tool.spec(desk).name: tool for tool in document_tools()}
    told("digest", lambda: corpus_version(library.store, scope))
    for name, arguments in CALLS:
        tool = tools[name]

        def act() -> object:
            return tool.act(arguments, desk, Memory(Handles(), Marks.drawn(Random(1))), 1)  # noqa: B023

        told(f"{name} {dict(arguments)}", act)


def told(what: str, act: Callable[[], object]) -> None:
    took = []
    for _ in range(TIMES):
        started = time.process_time()
        act()
        took.append((time.process_time() - started) * 1000)
    print(f"{what}: first {took[0]:.1f} ms, then {min(took[1:]):.1f} to {max(took[1:]):.1f} ms")


if __name__ == "__main__":
    main()
