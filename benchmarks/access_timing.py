"""
Whether time tells that a hidden document holds a word: searches as somebody who may read none of it, for
words that stand in hidden documents only and for words that stand nowhere, in turn.

    python benchmarks/access_timing.py [--requests 2000] [--hidden 2000] [--json FILE]

Passes when a two-sided Mann-Whitney test does not tell them apart at 1 %, or the medians are less than 1 ms
apart.
"""

from __future__ import annotations

import argparse
import json
import math
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median

from belegg.library.audit_plants import Words
from belegg.library.library import Library
from belegg.records import EVERYONE, Principal, Scope
from belegg.testing.shelf import Shelf

ASKER = Scope(Principal.signed_in("anna", []))
WARM = 50
MOST_MS, SIGNIFICANT = 1.0, 0.01


def fill(library: Library, words: Words, number: int) -> list[str]:
    """As many open documents as hidden ones; words of the hidden ones: a rare one each, ten in all."""
    shelf = Shelf(library.store)
    frequent, rare = words.several(10), words.several(number)
    common = words.several(500)
    random = Random(1)
    for n in range(number):
        shelf.put(f"open-{n}", " ".join(random.choices(common, k=40)), access=[EVERYONE])
        text = " ".join([*random.choices(common, k=30), *frequent, rare[n]])
        shelf.put(f"hidden-{n}", text, access=["hr"])
    return [*frequent, *rare[:190]]


def times(
    library: Library, hidden: Sequence[str], missing: Sequence[str], requests: int
) -> list[list[float]]:
    """Milliseconds of each search, hidden and missing words in random turn."""
    random = Random(2)
    turns = [(0, word) for word in random.choices(hidden, k=requests)]
    turns += [(1, word) for word in random.choices(missing, k=requests)]
    random.shuffle(turns)
    taken: list[list[float]] = [[], []]
    for number, (kind, word) in enumerate([*turns[:WARM], *turns]):
        started = time.perf_counter()
        library.search(word, ASKER)
        if number >= WARM:
            taken[kind].append((time.perf_counter() - started) * 1000)
    return taken


def mann_whitney(one: Sequence[float], other: Sequence[float]) -> float:
    """Two-sided p by the normal approximation; times hardly ever tie."""
    ranked = sorted([(value, 0) for value in one] + [(value, 1) for value in other])
    ranks = sum(rank for rank, (_, kind) in enumerate(ranked, start=1) if kind == 0)
    n, m = len(one), len(other)
    u = ranks - n * (n + 1) / 2
    z = (u - n * m / 2) / math.sqrt(n * m * (n + m + 1) / 12)
    return math.erfc(abs(z) / math.sqrt(2))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=2000, help="of each kind")
    parser.add_argument("--hidden", type=int, default=2000, help="hidden documents, and as many open ones")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    words = Words(3)
    with (
        tempfile.TemporaryDirectory() as folder,
        Library.open(Path(folder) / "library.db", create=True) as library,
    ):
        hidden = fill(library, words, given.hidden)
        library.compact()
        here, there = times(library, hidden, words.several(200), given.requests)
    p, apart = mann_whitney(here, there), abs(median(here) - median(there))
    passed = apart < MOST_MS or p >= SIGNIFICANT
    found = {
        "requests": given.requests, "hidden_ms": median(here), "missing_ms": median(there),
        "apart_ms": apart, "p": p, "passed": passed,
    }  # fmt: skip
    print(f"hidden word   median {median(here):.3f} ms over {len(here):,}")
    print(f"missing word  median {median(there):.3f} ms over {len(there):,}")
    print(f"apart {apart:.3f} ms, p {p:.3g}: {'passed' if passed else 'TOLD APART'}")
    if given.json:
        given.json.write_text(json.dumps(found, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
