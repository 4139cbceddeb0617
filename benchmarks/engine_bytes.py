"""
What each kind of term costs on disk: bytes of the index of 27,358 sections of Norwegian law.

    python benchmarks/engine_bytes.py

Analysed by Belegg's own analyser. Without compound parts, with them (as it is), and with every word as
written beside its stem as well (which is not done: docs/decisions/0010). FTS5 holds the words alone.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from belegg.records import Terms
from belegg.stores.sqlite import SqliteStore
from belegg.text.analysis import Analyser
from belegg.text.words import words
from engine_keeping import ROOMS, room_bytes
from engine_peers import Fts5
from engine_sets import incoming
from passages import PASSAGES_PER_DOCUMENT, shared

CORPUS = "retrieval/lovdata-sections-nb/corpus.jsonl"


def analysed() -> Iterator[tuple[str, Terms]]:
    analyser = Analyser()
    with (shared() / CORPUS).open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            yield row["text"], analyser.passage_terms(row["title"], "", row["text"], "nb")


def without_parts(_: str, terms: Terms) -> Terms:
    return replace(terms, title_parts=(), heading_parts=(), body_parts=())


def as_it_is(_: str, terms: Terms) -> Terms:
    return terms


def with_literals(text: str, terms: Terms) -> Terms:
    return replace(terms, body_parts=(*terms.body_parts, *(f"={word.text}" for word in words(text))))


def stored(
    path: Path, passages: list[tuple[str, Terms]], chosen: Callable[[str, Terms], Terms]
) -> dict[str, int]:
    store = SqliteStore(path)
    for start in range(0, len(passages), 200 * PASSAGES_PER_DOCUMENT):
        batch = passages[start : start + 200 * PASSAGES_PER_DOCUMENT]
        with store.writing("bytes") as writer:
            for first in range(0, len(batch), PASSAGES_PER_DOCUMENT):
                terms = [chosen(*each) for each in batch[first : first + PASSAGES_PER_DOCUMENT]]
                writer.add(incoming(start + first, terms))
    store.compact()
    store.close()
    return room_bytes(path)


def main() -> None:
    passages = list(analysed())
    with tempfile.TemporaryDirectory() as folder:
        fts5 = Fts5(Path(folder) / "fts5.db")
        fts5.add(enumerate((without_parts(*each) for each in passages), 1))
        fts5.merge()
        print(f"FTS5, words only: {fts5.index_bytes():,} bytes")
        print(f"{'':24}", *(f"{room:>22}" for room in ROOMS))
        for chosen in (without_parts, as_it_is, with_literals):
            sizes = stored(Path(folder) / f"{chosen.__name__}.db", passages, chosen)
            print(f"{chosen.__name__:24}", *(f"{sizes[room]:22,}" for room in ROOMS))


if __name__ == "__main__":
    main()
