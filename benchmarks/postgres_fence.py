"""
The price of the second fence: one library in PostgreSQL, read by a role that it holds and by one not held.

    python benchmarks/postgres_fence.py [--passages 18000] [--lists 10] [--times 300] [--json FILE]

The same text as `benchmarks/postgres.py`, its documents under LISTS access lists in turn; somebody who holds
one in two of them asks. Both ask in turn, TIMES times each, of the same tables of the same server: a search
for five mixed words (ten of them), the ten passages of it with the heads of their documents, the text of a
document, and all heads. Figures are wall milliseconds: the median, and in brackets what a tenth stay below.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from belegg.records import Principal, Scope
from belegg.stores.engine.roles import AT_ONCE
from belegg.stores.engine.store import EngineStore
from belegg.stores.postgres import PostgresStore
from belegg.stores.postgres.setting_up import set_up
from belegg.testing.postgres_server import PostgresServer
from postgres import QUESTIONS, concepts_of, documents, written

APPLICATION = "belegg_app"


def asking(store: EngineStore, scope: Scope) -> dict[str, Callable[[], object]]:
    """What is measured, by name."""
    concepts = concepts_of(QUESTIONS["mixed5"])
    with store.reading(scope) as reader:
        keys = [candidate.key for candidate in reader.by_words(concepts, 10)]
        ids = list(reader.documents_of(keys))
    assert len(keys) == 10

    def search() -> object:
        with store.reading(scope) as reader:
            return reader.by_words(concepts, 10)

    def ten() -> object:
        with store.reading(scope) as reader:
            return reader.passages(keys), reader.heads_of(ids)

    def text() -> object:
        with store.reading(scope) as reader:
            return reader.text(ids[0])

    def heads() -> object:
        with store.reading(scope) as reader:
            return list(reader.heads())

    return {"search": search, "ten passages": ten, "text": text, "all heads": heads}


def in_ms(taken: list[float]) -> str:
    return f"{statistics.median(taken):.2f} ({statistics.quantiles(taken, n=10)[0]:.2f})"


def measured(passages: int, lists: int, times: int) -> dict[str, object]:
    given = list(documents(passages, lists))
    scope = Scope(Principal("somebody", frozenset(f"list{n}" for n in range(0, lists, 2))))
    with PostgresServer({"shared_buffers": "512MB"}) as server:
        server.role(APPLICATION)
        owners = server.database("benchmark")
        set_up(owners, APPLICATION, AT_ONCE)
        held, free = PostgresStore(server.dsn("benchmark", APPLICATION)), PostgresStore(owners)
        figures: dict[str, object] = {"passages": passages, "documents": len(given), "lists": lists}
        figures["written behind the fence, s"] = round(written(held, given), 1)
        fenced, unfenced = asking(held, scope), asking(free, scope)
        for name in fenced:
            taken: dict[str, list[float]] = {"without": [], "with": []}
            for _ in range(times if name != "all heads" else max(3, times // 20)):
                for who, ask in (("without", unfenced[name]), ("with", fenced[name])):
                    begun = time.perf_counter()
                    ask()
                    taken[who].append(1000 * (time.perf_counter() - begun))
            figures[name] = {who: in_ms(all_of) for who, all_of in taken.items()}
        held.close()
        free.close()
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--passages", type=int, default=18_000)
    parser.add_argument("--lists", type=int, default=10)
    parser.add_argument("--times", type=int, default=300)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    figures = measured(asked.passages, asked.lists, asked.times)
    for name, figure in figures.items():
        print(f"{name:28} {json.dumps(figure)}")
    if asked.json:
        asked.json.write_text(json.dumps(figures, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
