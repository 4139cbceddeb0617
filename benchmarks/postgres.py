"""
A library in PostgreSQL beside the one in a file and the textbook statement, on one corpus of made text.

    python benchmarks/postgres.py [--passages 99000] [--json FILE]

Text by a fixed seed: 127 words a passage, 18 passages a document, words by Zipf's law. The textbook
statement ranks an OR of lexemes in a GIN index by `ts_rank_cd`, two passages a document, in the same server.
Figures are wall milliseconds, the median of several; both stores must find the same passages with the same
scores. Bars: mixed words and five common ones four times faster than the textbook. Exit code 1 when missed.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any, cast

import psycopg

from belegg.library.library import Library
from belegg.records import OWNER, Alternative, Concept, Scope
from belegg.seams import Incoming
from belegg.stores.engine.roles import AT_ONCE as NOBODY_WAITS
from belegg.stores.engine.store import EngineStore
from belegg.stores.postgres import PostgresStore
from belegg.stores.postgres.setting_up import set_up
from belegg.stores.sqlite import SqliteStore
from belegg.testing import incoming, term
from belegg.testing.postgres_server import PostgresServer

APPLICATION = "belegg_app"
WORDS, A_PASSAGE, A_DOCUMENT, AT_ONCE = 60_000, 127, 18, 56
QUESTIONS = {
    "rare4": (5_000, 9_000, 12_000, 20_000),
    "mixed5": (3, 20, 150, 1_500, 9_000),
    "common3": (0, 1, 2),
    "common5": (0, 1, 5, 20, 100),
}
BARS = {"mixed5": 4.0, "common5": 4.0}
TEXTBOOK = (
    "CREATE SCHEMA textbook",
    "CREATE TABLE textbook.p (id bigint PRIMARY KEY, doc bigint, tsv tsvector)",
    "INSERT INTO textbook.p SELECT key, document, to_tsvector('simple', text) FROM passages",
    "CREATE INDEX ON textbook.p USING gin (tsv)",
    "VACUUM ANALYZE textbook.p",
)
ASKED = """
WITH q AS (SELECT %s::tsquery AS orq), hits AS MATERIALIZED (
  SELECT p.id, p.doc, ts_rank_cd(p.tsv, q.orq) AS score FROM textbook.p AS p, q WHERE p.tsv @@ q.orq
  ORDER BY score DESC, p.id LIMIT 120
), capped AS (
  SELECT *, row_number() OVER (PARTITION BY doc ORDER BY score DESC, id) AS place FROM hits
)
SELECT id, doc, score FROM capped WHERE place <= 2 ORDER BY score DESC, id LIMIT 10
"""


def word(rank: int) -> str:
    return f"w{rank}"


def documents(passages: int, lists: int = 1) -> Iterator[Incoming]:
    """The documents in order, each under one of so many access lists, by turns."""
    chance = random.Random(1)
    words = [word(rank) for rank in range(WORDS)]
    weights = list(accumulate(1 / (rank + 1.5) for rank in range(WORDS)))
    for number in range(passages // A_DOCUMENT):
        texts = [" ".join(chance.choices(words, cum_weights=weights, k=A_PASSAGE)) for _ in range(A_DOCUMENT)]
        yield incoming(f"r/{number}", *texts, access=[f"list{number % lists}"])


def written(store: EngineStore, given: list[Incoming]) -> float:
    """Seconds."""
    begun = time.perf_counter()
    for start in range(0, len(given), AT_ONCE):
        with store.writing("benchmark") as writer:
            for document in given[start : start + AT_ONCE]:
                writer.add(document)
    return time.perf_counter() - begun


def fenced(server: PostgresServer, name: str) -> tuple[str, str]:
    """An empty library behind its second fence: DSNs of the role that programs use, and of the superuser."""
    server.role(APPLICATION)
    set_up(server.database(name), APPLICATION, NOBODY_WAITS)
    return server.dsn(name, APPLICATION), server.dsn(name)


def library_of(store: EngineStore) -> Library:
    """A library of these rows; no settings lie beside it."""
    return Library(Path("no-settings"), cast(Any, store))


def concepts_of(ranks: tuple[int, ...]) -> list[Concept]:
    return [Concept(word(r), (Alternative((term(word(r), "en"),), 1.0),)) for r in ranks]


def found(store: EngineStore, ranks: tuple[int, ...]) -> list[tuple[int, float]]:
    concepts = concepts_of(ranks)
    with store.reading(Scope(OWNER)) as reader:
        return [(candidate.key, candidate.score) for candidate in reader.by_words(concepts, 10)]


def median_ms(ask: Callable[[], object], times: int) -> float:
    ask()
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        ask()
        taken.append(1000 * (time.perf_counter() - begun))
    return round(statistics.median(taken), 2)


def measured(passages: int) -> dict[str, object]:
    given = list(documents(passages))
    figures: dict[str, object] = {"passages": len(given) * A_DOCUMENT}
    with PostgresServer({"shared_buffers": "512MB"}) as server, tempfile.TemporaryDirectory() as folder:
        dsn, superuser = fenced(server, "benchmark")
        file, database = SqliteStore(Path(folder) / "library.db"), PostgresStore(dsn)
        figures["written, s"] = {
            "file": round(written(file, given), 1),
            "postgres": round(written(database, given), 1),
        }
        with psycopg.connect(superuser, autocommit=True) as connection:
            for statement in TEXTBOOK:
                connection.execute(statement.encode())
            for name, ranks in QUESTIONS.items():
                assert found(file, ranks) == found(database, ranks), name
                query = " | ".join(map(word, ranks))
                figures[name] = {
                    "file": median_ms(lambda ranks=ranks: found(file, ranks), 15),  # type: ignore[misc]
                    "postgres": median_ms(lambda ranks=ranks: found(database, ranks), 15),  # type: ignore[misc]
                    "textbook": median_ms(
                        lambda query=query: connection.execute(ASKED, (query,)).fetchall(),  # type: ignore[misc]
                        3,
                    ),
                }
        file.close()
        database.close()
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--passages", type=int, default=99_000)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    figures = measured(asked.passages)
    for name, figure in figures.items():
        print(f"{name:12} {json.dumps(figure)}")
    if asked.json:
        asked.json.write_text(json.dumps(figures, indent=1) + "\n")
    missed = [
        name
        for name, bar in BARS.items()
        if isinstance(ms := figures[name], dict) and ms["textbook"] < bar * ms["postgres"]
    ]
    print(f"missed: {', '.join(missed)}" if missed else "every bar is met")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
