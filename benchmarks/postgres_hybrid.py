"""
100,000 passages with vectors in PostgreSQL: by words, vectors and both, of all and of few, beside pgvector.

    OPENBLAS_NUM_THREADS=1 python benchmarks/postgres_hybrid.py [--alone] [--folder FOLDER] [--json FILE]
    … --dsn DSN      a database that stays; what is there is not made again

The made text of `postgres.py` under 1,000 access lists by turns, a vector of 384 numbers for each passage as
`vectors.py` makes them (e5's, and copies at a cosine of .95, which are hard to tell apart), kept as int8.
Questions are three to five words of a passage with the vector of a real question. A search is the product's
(two passages of a document on a page of ten, snippets, notes), the question's vector given, so that nothing
of the model is in it. Wall milliseconds, of each question the best of two, medians; a question is asked in
all ways before the next. `of one list`: somebody who holds 1 of the 1,000, `of 20 lists` 20 of them.
`CPU` is this process's share of it (the server's is not in it), for a busy machine.
Recall: of the exact ten best by 32-bit products, how many are found. Full: pages of ten that hold ten.
`cold`: a process of its own opens the library and searches; memory is RssAnon.

pgvector, in the same server: HNSW (m 16, ef_construction 64) over `vector(384)`, ef_search 40 and 100, and
for one list by a WHERE, without and with iterative scan, and with a btree on the list.

Bars: hybrid 30 ms above words; recall .97; every page full; one list and 20 lists within twice all. Exit
code 1 when one is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import psycopg

from belegg.evaluation.retrieval import percentile
from belegg.records import OWNER, Found, Mode, Principal, Scope
from belegg.search.models import Models
from belegg.search.search import Search
from belegg.search.settings import SearchSettings
from belegg.stores.postgres import PostgresStore
from belegg.testing.postgres_server import PostgresServer
from postgres import A_DOCUMENT, documents, fenced, library_of, written
from vectors import anonymous_mb
from vectors_sets import MODEL, Vectors, embed, perturbed, real_vectors

LISTS, QUESTIONS, LIMIT = 1_000, 60, 10
HELD = 7
ALL = "of all"
PEOPLE = {
    ALL: Scope(OWNER),
    "of one list": Scope(Principal.signed_in("one", [f"list{HELD}"])),
    "of 20 lists": Scope(Principal.signed_in("twenty", [f"list{n}" for n in range(3, LISTS, 50)])),
}
MODES: tuple[Mode, ...] = ("keyword", "vector", "hybrid")
HYBRID_BAR_MS, RECALL_BAR, FILTER_BAR = 30.0, 0.97, 2.0
PGVECTOR = (
    "CREATE EXTENSION IF NOT EXISTS vector",
    "CREATE SCHEMA textbook",
    "CREATE TABLE textbook.v (id bigint PRIMARY KEY, list int NOT NULL, v vector(384) NOT NULL)",
)
INDEXED = (
    "SET maintenance_work_mem = '1GB'",
    "CREATE INDEX ON textbook.v USING hnsw (v vector_cosine_ops) WITH (m = 16, ef_construction = 64)",
    "VACUUM ANALYZE textbook.v",
)
NEAREST = "SELECT id FROM textbook.v {where} ORDER BY v <=> %s::vector LIMIT 10"


@dataclass
class Ready:
    """An embedder that has the vectors of its questions already. Raises KeyError for another one."""

    vectors: dict[str, bytes]
    id: str = MODEL
    dimension: int = 384
    max_tokens: int = 512

    def token_counts(self, words: Sequence[str]) -> Sequence[int]:
        return [1] * len(words)

    def passages(self, texts: Sequence[str]) -> Sequence[bytes]:
        return [self.vectors[text] for text in texts]

    def queries(self, texts: Sequence[str]) -> Sequence[bytes]:
        return [self.vectors[text] for text in texts]


@dataclass(frozen=True)
class Case:
    """The library, its vectors by place, the questions with theirs."""

    store: PostgresStore
    vectors: Vectors
    questions: list[str]
    asked: Vectors

    def searches(self) -> dict[Mode, Search]:
        ready = Ready(dict(zip(self.questions, (each.tobytes() for each in self.asked), strict=True)))
        analyser = library_of(self.store).analyser
        return {
            mode: Search(self.store, analyser, replace(SearchSettings(), mode=mode), Models(lambda: ready))
            for mode in MODES
        }


def filled(store: PostgresStore, passages: int, folder: Path) -> tuple[Case, dict[str, float]]:
    """The case, made where it is not there; seconds of making it."""
    real, asked, mean = real_vectors(folder)
    with store.reading(PEOPLE[ALL]) as reader:
        there = reader.collection().passages
    made = {}
    if not there:
        given = list(documents(passages, lists=LISTS))
        made["words, s"] = round(written(store, given), 1)
        begun = time.perf_counter()
        embed(store, 0, len(given) * A_DOCUMENT, partial(perturbed, real), mean, "int8")
        made["vectors, s"] = round(time.perf_counter() - begun, 1)
    number = there or len(given) * A_DOCUMENT
    vectors = np.concatenate([perturbed(real, n, min(n + 10_000, number)) for n in range(0, number, 10_000)])
    return Case(store, vectors, questions(passages), asked[:QUESTIONS]), made


def questions(passages: int) -> list[str]:
    chance = random.Random(5)
    texts = [passage.text for document in documents(min(passages, 9_000)) for passage in document.passages]
    drawn: dict[str, None] = {}
    while len(drawn) < QUESTIONS:
        words = list(dict.fromkeys(chance.choice(texts).split()))
        drawn[" ".join(chance.sample(words, chance.randint(3, 5)))] = None
    return list(drawn)


# ---------------------------------------------------------------- searching


def searched(case: Case) -> dict[str, Any]:
    """By who asks and mode: wall ms, and CPU ms of this process; how many pages are full."""
    searches = case.searches()
    best: dict[tuple[str, Mode], list[float]] = {(who, mode): [] for who in PEOPLE for mode in MODES}
    full: dict[tuple[str, Mode], int] = dict.fromkeys(best, 0)
    cpu: dict[tuple[str, Mode], list[float]] = {key: [] for key in best}
    for text in [case.questions[0], *case.questions]:  # the first one warms up
        for (who, mode), times in best.items():
            taken, found = ms(partial(searches[mode], text, PEOPLE[who], LIMIT))
            begun = time.process_time()
            again, _ = ms(partial(searches[mode], text, PEOPLE[who], LIMIT))
            cpu[who, mode].append(1_000 * (time.process_time() - begun))
            assert found.mode == mode, found.notes
            times.append(min(taken, again))
            full[who, mode] += len(found.hits) == LIMIT
    return {
        who: {
            mode: {
                "p50": round(statistics.median(best[who, mode][1:]), 2),
                "p95": round(percentile(sorted(best[who, mode][1:]), 95), 2),
                "CPU p50": round(statistics.median(cpu[who, mode][1:]), 2),
                "full": full[who, mode],
            }
            for mode in MODES
        }
        for who in PEOPLE
    }


def ms(ask: Callable[[], Found]) -> tuple[float, Found]:
    begun = time.perf_counter()
    found = ask()
    return 1_000 * (time.perf_counter() - begun), found


def exact_ten(case: Case, question: Vectors, places: np.ndarray) -> list[int]:
    """Keys of the nearest of some passages, by place."""
    scores = case.vectors[places] @ question
    return [1 + int(place) for place in places[np.argsort(-scores, kind="stable")[:LIMIT]]]


def of_list(case: Case) -> np.ndarray:
    """The places of the passages under the one list."""
    places = np.arange(len(case.vectors))
    found: np.ndarray = places[places // A_DOCUMENT % LISTS == HELD]
    return found


def recalled(case: Case) -> dict[str, float]:
    """Of the exact ten best, how many the store finds, of all and of one list."""
    wanted = {ALL: np.arange(len(case.vectors)), "of one list": of_list(case)}
    figures = {}
    for who, places in wanted.items():
        shares = []
        for question in case.asked:
            with case.store.reading(PEOPLE[who]) as reader:
                keys = {found.key for found in reader.by_vector(question.tobytes(), LIMIT)}
            shares.append(len(keys & set(exact_ten(case, question, places))) / LIMIT)
        figures[who] = round(statistics.fmean(shares), 4)
    return figures


# ---------------------------------------------------------------- a process of its own


def cold(dsn: str, folder: Path, mode: Mode) -> dict[str, float]:
    """Seconds until the library is open, the first and the second search are answered; MB held then."""
    given = [sys.executable, __file__, "--cold", mode, "--folder", str(folder)]
    done = subprocess.run(
        given, env={**os.environ, "BELEGG_BENCH_DSN": dsn}, capture_output=True, text=True, check=True
    )
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def tell_cold(dsn: str, folder: Path, mode: Mode, passages: int) -> None:
    asked, texts = np.load(folder / "queries.npy")[:QUESTIONS], questions(passages)
    before = anonymous_mb()
    begun = time.perf_counter()
    with closing(PostgresStore(dsn)) as store:
        opened = time.perf_counter()
        search = Case(store, asked, texts, asked).searches()[mode]
        times = [ms(partial(search, text, PEOPLE[ALL], LIMIT))[0] for text in texts]
        held = anonymous_mb()
    figures = {"opening, s": opened - begun, "first, ms": times[0], "second, ms": times[1]}
    figures |= {"median, ms": statistics.median(times), "added MB": held - before}
    print(json.dumps({name: round(value, 3) for name, value in figures.items()}))


# ---------------------------------------------------------------- pgvector


def pgvector(dsn: str, case: Case) -> dict[str, Any]:
    """Build seconds, then ms, recall and rows of each way."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        figures: dict[str, Any] = {}
        if connection.execute("SELECT to_regclass('textbook.v')").fetchone() == (None,):
            for statement in PGVECTOR:
                connection.execute(statement.encode())
            begun = time.perf_counter()
            with connection.cursor().copy("COPY textbook.v FROM STDIN") as copy:
                for place, vector in enumerate(case.vectors):
                    copy.write_row((place + 1, place // A_DOCUMENT % LISTS, literal(vector)))
            figures["loaded, s"] = round(time.perf_counter() - begun, 1)
            begun = time.perf_counter()
            for statement in INDEXED:
                connection.execute(statement.encode())
            figures["index, s"] = round(time.perf_counter() - begun, 1)
        size = connection.execute("SELECT pg_indexes_size('textbook.v')").fetchone()
        figures["index MB"] = round((size or (0,))[0] / 2**20)
        everything, few = np.arange(len(case.vectors)), of_list(case)
        where = f"WHERE list = {HELD}"
        for ef in (40, 100):
            connection.execute(f"SET hnsw.ef_search = {ef}".encode())
            figures[f"all, ef {ef}"] = nearest(connection, case, everything, "")
            figures[f"one list, ef {ef}"] = nearest(connection, case, few, where)
            connection.execute(b"SET hnsw.iterative_scan = relaxed_order")
            figures[f"one list, ef {ef}, iterative"] = nearest(connection, case, few, where)
            connection.execute(b"SET hnsw.iterative_scan = off")
        connection.execute(b"CREATE INDEX by_list ON textbook.v (list)")
        connection.execute(b"ANALYZE textbook.v")
        figures["one list, btree"] = nearest(connection, case, few, where)
        connection.execute(b"DROP INDEX textbook.by_list")
    return figures


def literal(vector: Vectors) -> str:
    return "[" + ",".join(f"{number:.7g}" for number in vector) + "]"


def nearest(connection: psycopg.Connection, case: Case, places: np.ndarray, where: str) -> dict[str, float]:
    sql = NEAREST.format(where=where).encode()
    times, shares, rows = [], [], []
    for question in case.asked:
        begun = time.perf_counter()
        found = [row[0] for row in connection.execute(sql, (literal(question),)).fetchall()]
        times.append(1_000 * (time.perf_counter() - begun))
        rows.append(len(found))
        shares.append(len(set(found) & set(exact_ten(case, question, places))) / LIMIT)
    return {
        "p50 ms": round(statistics.median(times), 2),
        "recall": round(statistics.fmean(shares), 4),
        "rows": round(statistics.fmean(rows), 1),
    }


# ---------------------------------------------------------------- all of it


def measured(dsn: str, superuser: str, passages: int, folder: Path, beside: bool) -> dict[str, Any]:
    with closing(PostgresStore(dsn)) as store:
        case, made = filled(store, passages, folder)
        figures: dict[str, Any] = {"passages": len(case.vectors), "load average": os.getloadavg()[0]}
        figures |= {"made": made, "bytes": store._database.size_bytes(), "questions": len(case.questions)}
        figures["search, ms"] = searched(case)
        figures["recall"] = recalled(case)
        figures["cold"] = {mode: cold(dsn, folder, mode) for mode in MODES}
        if beside:
            figures["pgvector"] = pgvector(superuser, case)
    return figures


def missed(figures: dict[str, Any]) -> Iterator[str]:
    of_all = figures["search, ms"][ALL]
    beyond = of_all["hybrid"]["p50"] - of_all["keyword"]["p50"]
    print(f"hybrid beyond words: {beyond:.1f} ms (bar {HYBRID_BAR_MS})")
    if beyond > HYBRID_BAR_MS:
        yield f"hybrid is {beyond:.1f} ms above words, bar {HYBRID_BAR_MS}"
    for who, share in figures["recall"].items():
        if share < RECALL_BAR:
            yield f"recall {who}: {share}, bar {RECALL_BAR}"
    for who, modes in figures["search, ms"].items():
        for mode, each in modes.items():
            if mode != "keyword" and each["full"] < figures["questions"]:
                yield f"{each['full']} of {figures['questions']} pages are full {who} by {mode}"
            if each["p50"] > FILTER_BAR * of_all[mode]["p50"]:
                yield f"{who} by {mode}: {each['p50']} ms, of all {of_all[mode]['p50']}"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--passages", type=int, default=99_000)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir(), "belegg-vectors"))
    parser.add_argument("--dsn", help="a database that stays there, empty or filled by this script")
    parser.add_argument("--alone", action="store_true", help="without pgvector")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--cold", choices=MODES, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.cold:
        tell_cold(os.environ["BELEGG_BENCH_DSN"], given.folder, given.cold, given.passages)
        return 0
    with ExitStack() as held:
        dsn = superuser = given.dsn
        if dsn is None:
            server = held.enter_context(PostgresServer({"shared_buffers": "512MB"}))
            dsn, superuser = fenced(server, "hybrid")
        figures = measured(dsn, superuser, given.passages, given.folder, not given.alone)
    print(json.dumps(figures, indent=1))
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    told = list(missed(figures))
    print("\n".join(told) or "every bar is met")
    return bool(told)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
