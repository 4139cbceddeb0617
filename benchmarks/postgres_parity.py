"""
The same questions to a library in a file and to one in PostgreSQL: do they find the same?

    python benchmarks/postgres_parity.py [--only SET …] [--every N] [--vectors] [--json FILE]

Words: the nine retrieval sets of `quality.py`, each in libraries of its own, all its queries (or every N-th).
`--vectors`: also by vectors and by both, on four rows of `hybrid.py` with their samples of queries (swefaq,
xquad twice, FLORES); each library is embedded by itself, which takes some ten minutes. Both libraries are
ingested separately. Compared are the ten best hits as a person gets them: passages, order, scores. Passages
may stand in another order only where their scores are equal to the last bit. Exit code 1 when any differ.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

from belegg.library.library import Library
from belegg.records import OWNER, Found, Mode, Scope
from belegg.stores.postgres import PostgresStore
from belegg.testing.postgres_server import PostgresServer
from hybrid import BARS as ROWS
from hybrid import MODES, Row, queries_of
from hybrid import prepared as prepared_row
from postgres import fenced, library_of
from quality_sets import BARS, SHARED, prepared

LIMIT = 10
WORDS: tuple[Mode, ...] = ("keyword",)
OF_VECTORS = ("swefaq-sv", "xquad same", "xquad -> en", "flores -> en")


@dataclass
class Compared:
    """
    Queries of one set in one mode. `ties`: of equal scores in another order; `apart`: the greatest difference
    of two scores.
    """

    set: str
    mode: Mode
    passages: int
    queries: int = 0
    same: int = 0
    ties: int = 0
    differ: int = 0
    apart: float = 0.0
    example: str = ""

    def add(self, query: str, file: Found, database: Found) -> None:
        one, other = ([(hit.score, hit.passage.id) for hit in found.hits] for found in (file, database))
        self.queries += 1
        self.apart = max([self.apart, *(abs(a[0] - b[0]) for a, b in zip(one, other, strict=False))])
        if one == other:
            self.same += 1
        elif tied(one) == tied(other):
            self.ties += 1
        else:
            self.differ += 1
            self.example = self.example or query


def tied(hits: Sequence[tuple[float, str]]) -> list[tuple[float, list[str]]]:
    """Those of equal scores together, in no order."""
    return [(score, sorted(name for _, name in each)) for score, each in groupby(hits, lambda hit: hit[0])]


@contextmanager
def both(corpus: Path, work: Path, server: PostgresServer, embed: bool) -> Iterator[tuple[Library, Library]]:
    """The corpus in a file and in a database, ingested (and embedded) in each by itself."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(dir=work)))
        file = opened.enter_context(Library.open(folder / "library.db", create=True))
        database = opened.enter_context(library_of(PostgresStore(fenced(server, "parity")[0])))
        for library in (file, database):
            library.ingest(corpus, originals=False)
            if embed:
                library.embed()
        yield file, database


def compared(
    name: str, modes: Sequence[Mode], queries: Sequence[str], pair: tuple[Library, Library], scope: Scope
) -> Iterator[Compared]:
    """The queries in each mode."""
    with pair[0].store.reading(scope) as reader:
        passages = sum(head.passages for head in reader.heads())
    for mode in modes:
        found = Compared(name, mode, passages)
        for query in queries:
            found.add(query, *(library.search(query, scope, LIMIT, mode=mode) for library in pair))
        yield found


def of_words(only: Sequence[str], every: int, work: Path, server: PostgresServer) -> Iterator[Compared]:
    for bar in BARS:
        if not only or bar.name in only:
            queries = [query.text for query in bar.read().queries][::every]
            with both(prepared(bar, work), work, server, embed=False) as pair:
                yield from compared(bar.name, WORDS, queries, pair, Scope(OWNER))


def of_vectors(every: int, work: Path, server: PostgresServer) -> Iterator[Compared]:
    rows = [row for row in ROWS if row.name in OF_VECTORS]
    for corpus, those in groupby(rows, lambda row: row.corpus):
        with both(prepared_row(corpus, SHARED / "data", work), work, server, embed=True) as pair:
            for row in those:
                yield from compared(row.name, MODES, asked_in(row)[::every], pair, scope_of(row))


def asked_in(row: Row) -> list[str]:
    return [query.text for query in queries_of(row, SHARED / "data")]


def scope_of(row: Row) -> Scope:
    return Scope(OWNER, languages=(row.found_in,) if row.found_in else ())


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=[bar.name for bar in BARS], default=[])
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--vectors", action="store_true")
    parser.add_argument("--json", type=Path, metavar="FILE")
    given = parser.parse_args(arguments)
    if not (SHARED / "data").is_dir():
        print(f"no test data at {SHARED}; set BELEGG_SHARED", file=sys.stderr)
        return 2
    rows = []
    with PostgresServer() as server, tempfile.TemporaryDirectory(prefix="belegg-parity-") as folder:
        work = Path(folder)
        print(
            f"{'set':14} {'mode':8} {'passages':>8} {'queries':>7} {'same':>6} {'ties':>5} {'differ':>6}"
            "  apart"
        )
        sources = [of_words(given.only, given.every, work, server)]
        sources += [of_vectors(given.every, work, server)] if given.vectors else []
        for each in (row for source in sources for row in source):
            rows.append(each)
            counts = f"{each.queries:>7} {each.same:>6} {each.ties:>5} {each.differ:>6}"
            print(
                f"{each.set:14} {each.mode:8} {each.passages:>8} {counts}  {each.apart:.1e} {each.example}",
                flush=True,
            )
    queries, differ = sum(each.queries for each in rows), sum(each.differ for each in rows)
    print(f"{queries:,} queries compared, {differ:,} differ")
    if given.json:
        given.json.write_text(json.dumps([asdict(each) for each in rows], indent=1) + "\n", encoding="utf-8")
    return bool(differ)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
