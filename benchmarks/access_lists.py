"""
Many access lists: what a search costs among 10,000 of them, and what it takes to withdraw a group.

    python benchmarks/access_lists.py                    100,000 passages
    python benchmarks/access_lists.py --passages 10000 --folder /tmp/lists
    python benchmarks/access_lists.py --json FILE        the figures as JSON as well

The library of `search.py` and a copy of it. In the one all documents stand under one list, in the copy under
10,000 lists of 1 to 4 out of 3,000 groups. In both the same 100 questions are asked, question by question in
turn and in one process: by somebody who may read all, by the owner, and in the copy by people who hold 300
groups, and by one who holds them all. Figures are CPU ms of each question's best round. `first` is the first
search of a person whom the process has not met (it finds out what they may read): the median of 24 people.
Withdrawing: a group is taken from the lists of 5,000 documents in one transaction, and then whoever held it
searches for what they lost; CPU and wall clock, with the time the disk took. Bars: p50 and p95 at most 1.5
times that of one list; 2 s. Exit code 1 when one is missed.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from belegg.evaluation.retrieval import percentile
from belegg.library.library import Library
from belegg.records import OWNER, Found, Principal, Scope
from belegg.search.search import Search
from belegg.search.settings import SearchSettings
from quality_sets import SHARED
from search import filled, questions

LISTS, GROUPS, HELD = 10_000, 3_000, 300
MET, QUESTIONS = 24, 100
WITHDRAWN = 5_000
ROUNDS = 4
SEARCH_BAR, WITHDRAW_BAR_S = 1.5, 2.0
ALL = "one list, somebody who reads all"

Asked = Callable[[str], Found]


def with_lists(plain: Path, file: Path) -> list[frozenset[str]]:
    """A copy of the library whose documents stand under 10,000 lists, one after the other; the lists."""
    chance = random.Random(3)
    lists: dict[frozenset[str], None] = {}
    while len(lists) < LISTS:
        lists[frozenset(f"group{n}" for n in chance.sample(range(GROUPS), chance.randint(1, 4)))] = None
    made = list(lists)
    if not file.exists():
        shutil.copy(plain, file)
        opened(file, lambda number: made[number % LISTS])
    return made


def opened(file: Path, access: Callable[[int], frozenset[str]]) -> None:
    """Set the access list of each document, by its number in the order of sources."""
    with Library.open(file) as library:
        heads = library.documents(Scope(OWNER))
        with library.store.writing("lists") as writer:
            for number, head in enumerate(heads):
                writer.set_access(head.id, access(number))


def holder(name: str, seed: int, groups: int = HELD) -> Scope:
    chance = random.Random(seed)
    return Scope(Principal.signed_in(name, (f"group{n}" for n in chance.sample(range(GROUPS), groups))))


def asking(library: Library, scope: Scope) -> Asked:
    search = Search(library.store, library.analyser, SearchSettings())
    return lambda text: search(text, scope)


def timed(people: dict[str, Asked], texts: Sequence[str]) -> dict[str, dict[str, float]]:
    """p50 and p95 of each question's best round in CPU ms, after one that warms up."""
    rounds: dict[str, list[list[float]]] = {name: [] for name in people}
    for number in range(ROUNDS + 1):
        for times in rounds.values():
            times.append([])
        for text in texts:
            for name, ask in people.items():
                rounds[name][-1].append(cpu_ms(ask, text))
        if not number:
            for times in rounds.values():
                times.clear()
    best = {name: [min(of_one) for of_one in zip(*times, strict=True)] for name, times in rounds.items()}
    return {name: {"p50": percentile(each, 50), "p95": percentile(each, 95)} for name, each in best.items()}


def cpu_ms(ask: Asked, text: str) -> float:
    started = time.process_time_ns()
    ask(text)
    return (time.process_time_ns() - started) / 1e6


def searches(plain: Library, listed: Library) -> dict[str, dict[str, float]]:
    texts = [question.text for question in questions(plain)[:QUESTIONS]]
    people = {
        ALL: asking(plain, holder("reader", 0, 0)),
        "one list, the owner": asking(plain, Scope(OWNER)),
        "10,000 lists, the owner": asking(listed, Scope(OWNER)),
        "10,000 lists, holder of all groups": asking(listed, holder("all", 0, GROUPS)),
        **{f"10,000 lists, holder of 300, {n}": asking(listed, holder(f"p{n}", n)) for n in (1, 2, 3)},
    }
    figures = timed(people, texts)
    for each in figures.values():
        each |= {f"{name} ratio": each[name] / figures[ALL][name] for name in ("p50", "p95")}
    return {name: {key: round(v, 3) for key, v in each.items()} for name, each in figures.items()}


def first_ms(plain: Library, listed: Library) -> dict[str, float]:
    """CPU ms of the first search of somebody new."""
    text = questions(plain)[0].text
    met = {"one list": (plain, 0), "10,000 lists": (listed, HELD)}
    return {
        name: round(
            statistics.median(
                cpu_ms(asking(library, holder("new", 100 + n, groups or n + 1)), text) for n in range(MET)
            ),
            2,
        )
        for name, (library, groups) in met.items()
    }


def withdrawing(file: Path, lists: Sequence[frozenset[str]]) -> dict[str, float]:
    """Seconds to take a group from 5,000 documents and to search as whoever held it."""
    with Library.open(file) as library:
        heads = library.documents(Scope(OWNER))[:WITHDRAWN]
        before = {head.id: lists[number % LISTS] for number, head in enumerate(heads)}
        with library.store.writing("give") as writer:
            for document, access in before.items():
                writer.set_access(document, access | {"withdrawn"})
        ask = asking(library, Scope(Principal.signed_in("loser", ["withdrawn"])))
        texts = [question.text for question in questions(library)]
        lost = next(text for text in texts if ask(text).hits)
        started, started_cpu = time.perf_counter(), time.process_time()
        with library.store.writing("withdraw") as writer:
            for document, access in before.items():
                writer.set_access(document, access)
        written, written_cpu = time.perf_counter(), time.process_time()
        found = ask(lost)
        done, done_cpu = time.perf_counter(), time.process_time()
    figures = {
        "transaction, s": written - started,
        "transaction, CPU s": written_cpu - started_cpu,
        "next search, s": done - written,
        "next search, CPU s": done_cpu - written_cpu,
        "together, s": done - started,
        "hits afterwards": len(found.hits),
    }
    return {name: round(figure, 3) for name, figure in figures.items()}


def table(found: dict[str, Any]) -> Iterator[str]:
    yield f"{'CPU ms':<44} {'p50':>7} {'p95':>7} {'ratio p50':>10} {'ratio p95':>10}"
    for name, each in found["search"].items():
        ratios = f"{each['p50 ratio']:>10.2f} {each['p95 ratio']:>10.2f}"
        yield f"{name:<44} {each['p50']:>7.2f} {each['p95']:>7.2f} {ratios}"
    yield f"first search of somebody new: {json.dumps(found['first'])}"
    yield f"withdrawing a group from {WITHDRAWN:,} documents: {json.dumps(found['withdraw'])}"


def is_reached(found: dict[str, Any]) -> bool:
    ratios = [each[f"{name} ratio"] for each in found["search"].values() for name in ("p50", "p95")]
    withdrawn = found["withdraw"]
    in_time = withdrawn["together, s"] <= WITHDRAW_BAR_S and not withdrawn["hits afterwards"]
    return in_time and max(ratios) <= SEARCH_BAR


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--passages", type=int, default=100_000)
    parser.add_argument("--folder", type=Path, help="keep the libraries here")
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    if not (SHARED / "data").is_dir():
        print(f"no test data at {SHARED}; set BELEGG_SHARED", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="belegg-lists-") as temporary:
        work = options.folder or Path(temporary)
        work.mkdir(parents=True, exist_ok=True)
        file = work / f"search-{options.passages}.db"
        with filled(file, options.passages):
            pass
        one, many = work / f"one-list-{options.passages}.db", work / f"lists-{options.passages}.db"
        if not one.exists():
            shutil.copy(file, one)
            opened(one, lambda _: frozenset({"everyone"}))
        lists = with_lists(file, many)
        with Library.open(one) as plain, Library.open(many) as listed:
            searched, first = searches(plain, listed), first_ms(plain, listed)
        found = {"search": searched, "first": first, "withdraw": withdrawing(many, lists)}
    print("\n".join(table(found)))
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0 if is_reached(found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
