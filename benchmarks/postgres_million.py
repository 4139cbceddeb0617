"""
A million passages in PostgreSQL: loading, the first answer of a process, searches, exactness, the textbook.

    python benchmarks/postgres_million.py [--passages 1000000] [--textbook] [--json FILE]
    python benchmarks/postgres_million.py --dsn DSN      a database that stays; a load that was cut goes on

The made text of `postgres.py`, a document's list one of 1,000 by turns. Every kind of question is asked with
up to 25 draws of words. `ms` are wall milliseconds as the owner, who reads all; `of one list` and `of 20
lists` the same as somebody who holds so many of the 1,000. `cold`: a process of its own opens the library
and asks. Exact: the ten best of every question beside scores of all passages that hold a word of it, counted
anew from the text by BM25 as written in a book, without the engine. The textbook (`--textbook`) is the
statement of `postgres.py` with its GIN index in the same server, at most 60 s each. Bars: mixed words
500 ms, common words 1.5 s, at p95; every kind of question of one list and of 20 within twice that of all;
every answer exact. Exit code 1 when missed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import numpy as np
import psycopg

from belegg.evaluation.retrieval import percentile
from belegg.records import OWNER, Alternative, Concept, Principal, Scope
from belegg.stores.postgres import PostgresStore
from belegg.testing import term
from belegg.testing.postgres_server import PostgresServer
from postgres import A_DOCUMENT, ASKED, QUESTIONS, TEXTBOOK, documents, fenced, word
from vectors import anonymous_mb

AT_ONCE, DRAWS, LISTS, LIMIT = 112, 25, 1_000, 10
RANKS: dict[str, tuple[range, ...]] = {
    "rare4": (range(4_000, 30_000),) * 4,
    "mixed5": (range(2, 7), range(10, 40), range(100, 300), range(1_000, 3_000), range(6_000, 20_000)),
    "common3": (range(6),) * 3,
    "common5": (range(120),) * 5,
}
BARS_MS = {"mixed5": 500.0, "common3": 1_500.0, "common5": 1_500.0}
FILTER_BAR = 2.0
TEXTBOOK_MS, TEXTBOOK_DRAWS = 60_000, 2
ALL = Scope(OWNER)
PEOPLE = {
    "of one list": Scope(Principal.signed_in("one", ["list7"])),
    "of 20 lists": Scope(Principal.signed_in("twenty", [f"list{n}" for n in range(3, 1_000, 50)])),
}
Ranks = tuple[int, ...]


def questions() -> dict[str, list[Ranks]]:
    """25 of each kind, without a word twice, the first as `postgres.py` asks it."""
    chance = random.Random(11)
    drawn: dict[str, list[Ranks]] = {}
    for kind, ranges in RANKS.items():
        met = {QUESTIONS[kind]: None}
        while len(met) < (DRAWS if kind != "common3" else 20):
            ranks = tuple(chance.choice(each) for each in ranges)
            if len(set(ranks)) == len(ranks):
                met.setdefault(tuple(sorted(ranks)))
        drawn[kind] = list(met)
    return drawn


def concepts(ranks: Ranks) -> list[Concept]:
    return [Concept(word(r), (Alternative((term(word(r), "en"),), 1.0),)) for r in ranks]


def found(store: PostgresStore, ranks: Ranks, scope: Scope = ALL) -> list[tuple[int, float]]:
    with store.reading(scope) as reader:
        return [(candidate.key, candidate.score) for candidate in reader.by_words(concepts(ranks), LIMIT)]


# ---------------------------------------------------------------- loading


def loaded(store: PostgresStore, passages: int) -> dict[str, Any]:
    """Load what is missing; seconds and slowest transaction of this run."""
    with store.reading(ALL) as reader:
        there = sum(1 for _ in reader.heads())
    begun, slowest, written, batch = time.perf_counter(), 0.0, 0, []
    for number, document in enumerate(documents(passages, lists=LISTS)):
        if number >= there:
            batch.append(document)
        if len(batch) == AT_ONCE or (batch and number + 1 == passages // A_DOCUMENT):
            started = time.perf_counter()
            with store.writing("load") as writer:
                for each in batch:
                    writer.add(each)
            slowest = max(slowest, time.perf_counter() - started)
            written, batch = written + len(batch), []
            if written % (AT_ONCE * 25) == 0:
                print(f"  {number + 1} documents, {time.perf_counter() - begun:.0f} s", flush=True)
    taken = time.perf_counter() - begun
    return {"documents": written, "already there": there, "s": round(taken), "slowest s": round(slowest, 1)}


# ---------------------------------------------------------------- asking


def timed(store: PostgresStore, scope: Scope, asked: dict[str, list[Ranks]]) -> dict[str, dict[str, float]]:
    """Wall ms by kind of question: of each the first time and the better of two later ones."""
    figures = {}
    for kind, each in asked.items():
        found(store, each[0], scope)
        first, best = [], []
        for ranks in each:
            times = [ms(store, ranks, scope) for _ in range(3)]
            first.append(times[0])
            best.append(min(times[1:]))
        figures[kind] = {
            "p50": round(statistics.median(best), 2),
            "p95": round(percentile(sorted(best), 95), 2),
            "asked first, p95": round(percentile(sorted(first), 95), 2),
        }
    return figures


def ms(store: PostgresStore, ranks: Ranks, scope: Scope) -> float:
    begun = time.perf_counter()
    found(store, ranks, scope)
    return 1_000 * (time.perf_counter() - begun)


def cold(dsn: str) -> dict[str, float]:
    """Of a process that opens the library: seconds, and the memory it holds (RssAnon) after its questions."""
    given = {**os.environ, "BELEGG_BENCH_DSN": dsn}
    done = subprocess.run(
        [sys.executable, __file__, "--cold"], env=given, capture_output=True, text=True, check=True
    )
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def tell_cold(dsn: str) -> None:
    before = anonymous_mb()
    begun = time.perf_counter()
    with closing(PostgresStore(dsn)) as store:
        opened = time.perf_counter()
        found(store, QUESTIONS["mixed5"])
        first = time.perf_counter()
        found(store, QUESTIONS["common5"])
        second = time.perf_counter()
        held = anonymous_mb()
        found(store, QUESTIONS["mixed5"], PEOPLE["of one list"])
        other = time.perf_counter()
        for each in questions().values():
            for ranks in each:
                found(store, ranks)
        figures = {
            "opening, s": opened - begun,
            "first question, s": first - opened,
            "second question, s": second - first,
            "first of somebody else, s": other - second,
            "added MB after three": held - before,
            "added MB after all": anonymous_mb() - before,
        }
    print(json.dumps({name: round(value, 3) for name, value in figures.items()}))


# ---------------------------------------------------------------- exactness


def counted(passages: int, wanted: set[int]) -> dict[int, tuple[np.ndarray, np.ndarray]]:
    """Of each wanted word, by rank: the places of passages that hold it, and how often; from the text."""
    places: dict[str, list[int]] = {word(rank): [] for rank in wanted}
    for place, text in enumerate(texts_of(passages)):
        for each in text.split():
            if each in places:
                places[each].append(place)
    return {rank: np.unique(np.array(places[word(rank)], np.int64), return_counts=True) for rank in wanted}


def texts_of(passages: int) -> Iterator[str]:
    return (passage.text for document in documents(passages) for passage in document.passages)


def by_the_book(
    held: dict[int, tuple[np.ndarray, np.ndarray]], ranks: Ranks, number: int
) -> list[tuple[int, float]]:
    """
    The ten best of all: BM25, k1 1.2 (of equal lengths, so that b says nothing), idf ln(1 + (N - df + .5) /
    (df + .5)); keys count from 1.
    """
    scores = np.zeros(number)
    for rank in ranks:
        places, often = held[rank]
        idf = np.log1p((number - places.size + 0.5) / (places.size + 0.5))
        scores[places] += idf * 2.2 * often / (often + 1.2)
    best = np.lexsort((np.arange(number), -np.round(scores, 9)))[:LIMIT]
    return [(int(place) + 1, float(scores[place])) for place in best if scores[place] > 0]


def exact(store: PostgresStore, passages: int, asked: dict[str, list[Ranks]]) -> dict[str, Any]:
    """How many answers are the ten best by the book, in their order but for ties; and the scores' ratio."""
    held = counted(passages, {rank for each in asked.values() for ranks in each for rank in ranks})
    same, ratios, total = 0, [], 0
    for each in asked.values():
        for ranks in each:
            ours, theirs = found(store, ranks), by_the_book(held, ranks, passages)
            ratios += [a / b for (_, a), (_, b) in zip(ours, theirs, strict=True)]
            same += [key for key, _ in ours] == [key for key, _ in theirs]
            total += 1
    return {"questions": total, "the same ten": same, "ours / the book's": [min(ratios), max(ratios)]}


# ---------------------------------------------------------------- the textbook


def textbook(dsn: str, asked: dict[str, list[Ranks]]) -> dict[str, Any]:
    """Wall ms of the textbook statement, two questions of each kind; 60,000 where it was stopped."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        begun = time.perf_counter()
        if connection.execute("SELECT to_regclass('textbook.p')").fetchone() == (None,):
            for statement in TEXTBOOK:
                connection.execute(statement.encode())
        figures: dict[str, Any] = {"made, s": round(time.perf_counter() - begun)}
        connection.execute(f"SET statement_timeout = {TEXTBOOK_MS}".encode())
        for kind, each in asked.items():
            figures[kind] = [by_statement(connection, ranks) for ranks in each[:TEXTBOOK_DRAWS]]
    return figures


def by_statement(connection: psycopg.Connection, ranks: Ranks) -> int:
    begun = time.perf_counter()
    try:
        connection.execute(ASKED, (" | ".join(map(word, ranks)),)).fetchall()
    except psycopg.errors.QueryCanceled:
        return TEXTBOOK_MS
    return round(1_000 * (time.perf_counter() - begun))


# ---------------------------------------------------------------- all of it


def measured(dsn: str, superuser: str, passages: int, with_textbook: bool) -> dict[str, Any]:
    asked = questions()
    with closing(PostgresStore(dsn)) as store:
        figures: dict[str, Any] = {"load average": os.getloadavg()[0]}
        figures["load"] = loaded(store, passages)
        figures["bytes"] = store._database.size_bytes()
        figures["segments"] = [segment.passages for segment in store._database.segments()]
    figures["cold"] = cold(dsn)
    with closing(PostgresStore(dsn)) as store:
        figures["ms"] = timed(store, ALL, asked)
        for name, scope in PEOPLE.items():
            figures[name] = timed(store, scope, asked)
        figures["exact"] = exact(store, passages, asked)
    if with_textbook:
        figures["textbook, ms"] = textbook(superuser, asked)
    return figures


def missed(figures: dict[str, Any]) -> Iterator[str]:
    for kind, bar in BARS_MS.items():
        if figures["ms"][kind]["p95"] > bar:
            yield f"{kind}: p95 {figures['ms'][kind]['p95']} ms, bar {bar}"
    for name in PEOPLE:
        for kind, of_all in figures["ms"].items():
            ratio = figures[name][kind]["p50"] / of_all["p50"]
            if ratio > FILTER_BAR:
                yield f"{name}, {kind}: {ratio:.2f} times that of all, bar {FILTER_BAR}"
    if figures["exact"]["the same ten"] != figures["exact"]["questions"]:
        yield f"exact: {figures['exact']}"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--passages", type=int, default=1_000_000)
    parser.add_argument("--dsn", help="a database that stays there, empty or begun by this script")
    parser.add_argument("--textbook", action="store_true")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--cold", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.cold:
        tell_cold(os.environ["BELEGG_BENCH_DSN"])
        return 0
    passages = given.passages // A_DOCUMENT * A_DOCUMENT
    with ExitStack() as held:
        dsn = superuser = given.dsn
        if dsn is None:
            server = held.enter_context(PostgresServer({"shared_buffers": "1GB"}))
            dsn, superuser = fenced(server, "million")
        figures = {"passages": passages, **measured(dsn, superuser, passages, given.textbook)}
    print(json.dumps(figures, indent=1))
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    told = list(missed(figures))
    print("\n".join(told) or "every bar is met")
    return bool(told)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
