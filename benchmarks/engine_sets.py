"""Builds the same passages in Belegg, FTS5 and tantivy, and draws the queries; kept in a folder."""

from __future__ import annotations

import json
import math
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from belegg.records import Document, Passage, Report, Span, Terms, document_id, passage_id
from belegg.seams import Incoming
from belegg.stores.engine.formula import Formula
from belegg.stores.sqlite import SqliteStore
from engine_peers import BODY, HEADING, TITLE, Fts5, Tantivy, remove
from passages import documents

PASSAGES_AT_ONCE = 10_000
MIX, COMMON, CODE = 100, 20, 20
SAMPLE = 3_000


def fts5_idf(passages: int, frequency: int) -> float:
    """SQLite's own: ln((N - df + .5) / (df + .5)), at least 1e-6."""
    return max(1e-6, math.log((passages - frequency + 0.5) / (frequency + 0.5)))


S1 = Formula(k1=1.2, b=0.75, title=2 * TITLE, heading=2 * HEADING, body=2 * BODY, idf=fts5_idf)
"""S1's ranking, whose scores must be FTS5's."""


@dataclass(frozen=True, slots=True)
class Built:
    """Three indexes of the same passages, whose keys are the same numbers in all, and queries for them."""

    folder: Path
    passages: int
    queries: dict[str, list[list[str]]]
    build_cpu_s: dict[str, float]

    @property
    def library(self) -> Path:
        return self.folder / "library.db"

    def store(self) -> SqliteStore:
        return SqliteStore(self.library, formula=S1)

    def fts5(self) -> Fts5:
        return Fts5(self.folder / "fts5.db")

    def tantivy(self) -> Tantivy:
        return Tantivy(self.folder / "tantivy")


def source(number: int) -> str:
    return f"bench/{number}"


def incoming(number: int, terms: Sequence[Terms]) -> Incoming:
    """A document of these passages; its text are its body terms."""
    name = source(number)
    document = document_id("documents", name)
    texts = [" ".join(each.body) for each in terms]
    passages, start = [], 0
    for ordinal, text in enumerate(texts):
        span = Span(start, start + len(text))
        passages.append(Passage(passage_id(document, ordinal), document, ordinal, span, text))
        start = span.end + 1
    return Incoming(
        Document(document, name, "documents", name, "\n".join(texts)),
        passages,
        terms,
        (),
        Report(name, "bench", passages=len(passages)),
        name,
        None,
        start,
        1,
    )


def built(root: Path, passages: int) -> Built:
    """The indexes of that many passages, made when they are not there."""
    folder = root / str(passages)
    record = folder / "built.json"
    if not record.exists():
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("library.db", "fts5.db", "tantivy"):
            remove(folder / name)
        queries, cpu = build(Built(folder, passages, {}, {}))
        record.write_text(json.dumps({"queries": queries, "build_cpu_s": cpu}))
    kept = json.loads(record.read_text())
    return Built(folder, passages, kept["queries"], kept["build_cpu_s"])


def build(target: Built) -> tuple[dict[str, list[list[str]]], dict[str, float]]:
    store, fts5, tantivy = target.store(), target.fts5(), target.tantivy()
    cpu: dict[str, float] = dict.fromkeys(("belegg, with documents", fts5.name, tantivy.name), 0.0)
    frequencies: Counter[str] = Counter()
    sample: list[Terms] = []
    chance = random.Random(5)
    number, key = 0, 1
    for batch in batches(target.passages):
        with_numbers = [incoming(number + place, terms) for place, terms in enumerate(batch)]
        flat = list(enumerate((passage for terms in batch for passage in terms), key))
        started = time.process_time()
        with store.writing("build") as writer:
            for each in with_numbers:
                writer.add(each)
        cpu["belegg, with documents"] += time.process_time() - started
        for peer in (fts5, tantivy):
            started = time.process_time()
            peer.add(flat)
            cpu[peer.name] += time.process_time() - started
        for _, passage in flat:
            frequencies.update({*passage.title, *passage.heading, *passage.body})
        sample += [passage for _, passage in flat if chance.random() < SAMPLE / target.passages]
        number, key = number + len(batch), key + len(flat)
    started = time.process_time()
    store.compact()
    cpu["belegg, compact"] = time.process_time() - started
    fts5.merge()
    tantivy.merge()
    store.close()
    return drawn(frequencies, sample, target.passages), cpu


def batches(passages: int) -> Iterator[list[list[Terms]]]:
    batch: list[list[Terms]] = []
    held = 0
    for document in documents(passages):
        batch.append(document)
        held += len(document)
        if held >= PASSAGES_AT_ONCE:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch


def drawn(frequencies: Counter[str], sample: Sequence[Terms], passages: int) -> dict[str, list[list[str]]]:
    """
    Query sets. mix: 4 or 5 words of one passage, rare (at most 0.1 % of passages), middling (at most 3 %)
    and common (at least 6 %). common: 4 or 5 of at least 6 %. code: a word with a digit, at most 20 times.
    """
    chance = random.Random(7)
    mix: list[list[str]] = []
    while len(mix) < MIX:
        words = sorted(set(chance.choice(sample).body))
        rare = [word for word in words if 1 < frequencies[word] <= 0.001 * passages]
        middling = [word for word in words if 0.001 * passages < frequencies[word] <= 0.03 * passages]
        common = [word for word in words if frequencies[word] >= 0.06 * passages]
        if min(len(rare), len(middling), len(common)) >= 2:
            counts = [chance.randint(1, 2) for _ in range(3)]
            query = [
                word
                for words_of, n in zip((rare, middling, common), counts, strict=True)
                for word in chance.sample(words_of, n)
            ]
            if len(query) in (4, 5):
                mix.append(chance.sample(query, len(query)))
    frequent = sorted(
        word for word, n in frequencies.items() if n >= 0.06 * passages and not word.startswith("=")
    )
    codes = sorted(word for word, n in frequencies.items() if word.startswith("=") and n <= 20)
    return {
        "mix": mix,
        "common": [chance.sample(frequent, chance.randint(4, 5)) for _ in range(COMMON)],
        "code": [[word] for word in chance.sample(codes, CODE)],
    }
