"""
Which two passages of a document are shown: their order by score, beside other orders inside the document.

    python benchmarks/within_document.py [--shared FOLDER] [--set NAME …]

A document keeps its places in the ranking; only its own passages change theirs, before the cap of two.
Orders: `score` (in use); `no title` (the title's words count nothing: every passage has them); `rarity`
(words weigh by how rare they are among the document's candidates); `earlier` (within a tenth of the
document's best, the earlier passage); `apart` (after the best, one under another heading is preferred);
`no cap`: what the cap costs.

Sets: questions with a quotation (`wiki`, `law`, `company`, `un-reports`), with pages (`financebench`),
headings of sections (`headings`), and 500 texts of links that lead to a section of the handbook (`links`).

Printed: how many have a right passage among the first 1, 5, 10 and 100 hits, the mean reciprocal rank, and
how many are better and worse than by score.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from belegg.evaluation.golden import read_questions
from belegg.evaluation.questions import first_answer
from belegg.library.library import Library
from belegg.records import OWNER, DocumentHead, Hit, Passage, Scope
from belegg.seams import Reader
from belegg.search.cap import cap_per_document
from belegg.search.positions import BORDER, find_positions
from belegg.search.search import Search
from belegg.search.settings import SearchSettings
from belegg.search.weights import rarity

PROJECT = Path(__file__).resolve().parent.parent
EVERYTHING = Scope(OWNER)
ROWS = 400
SEED = 3
LINKS = 500
Floats = NDArray[np.float64]
Right = Callable[[DocumentHead, Passage], bool]
Asked = tuple[str, Right]
_LINK = re.compile(r"(?<!!)\[([^\]\[]{8,120})\]\((?:([^):#\s]*\.md))?#([^)\s]+)\)")


@dataclass(frozen=True)
class Candidates:
    """
    A question's passages, best first, with their scores; `counts` are fields × passages × words, fields being
    title, heading and body, `rarities` the words'.
    """

    passages: Sequence[Passage]
    scores: Floats
    counts: Floats
    lengths: Floats
    rarities: Floats
    mean: float

    def by_words(self, rows: NDArray[np.int64], fields: tuple[float, ...], rarities: Floats) -> Floats:
        """BM25 of some of the passages with these weights of fields."""
        counted = sum(weight * self.counts[n, rows] for n, weight in enumerate(fields))
        room = 1.2 * (0.4 + 0.6 * self.lengths[rows, None] / self.mean)
        weighed: Floats = (2.2 * counted / (counted + room)) @ rarities
        return weighed


FIELDS = (2.0, 1.5, 1.0)
Order = Callable[[Candidates, NDArray[np.int64]], Floats]


def no_title(found: Candidates, rows: NDArray[np.int64]) -> Floats:
    with_it = found.by_words(rows, FIELDS, found.rarities)
    without = found.by_words(rows, (0.0, *FIELDS[1:]), found.rarities)
    changed: Floats = found.scores[rows] - with_it + without
    return changed


def by_rarity(found: Candidates, rows: NDArray[np.int64]) -> Floats:
    standing = (found.counts[:, rows].sum(axis=0) > 0).sum(axis=0)
    return found.by_words(rows, FIELDS, np.array([rarity(len(rows), int(n)) for n in standing]))


def earlier(found: Candidates, rows: NDArray[np.int64]) -> Floats:
    scores = found.scores[rows]
    places = np.array([found.passages[row].ordinal for row in rows])
    return np.where(scores >= 0.9 * scores.max(), 2 * scores.max() - places * 1e-6, scores)


def apart(found: Candidates, rows: NDArray[np.int64]) -> Floats:
    scores = found.scores[rows].copy()
    first = found.passages[rows[0]].path
    for place, row in enumerate(rows[1:], start=1):
        scores[place] *= 0.85 if found.passages[row].path == first else 1
    return scores


ORDERS: dict[str, Order] = {
    "score": lambda found, rows: found.scores[rows],
    "no title": no_title,
    "rarity": by_rarity,
    "earlier": earlier,
    "apart": apart,
}


def candidates(search: Search, question: str, reader: Reader) -> Candidates:
    taken = search.walk(question, EVERYTHING, reader, ROWS // 4)
    ranked = [taken.ranked[place] for place in taken.kept][:ROWS]
    keys = [one.key for one in ranked]
    words = taken.wanted.standing_for()
    positions = find_positions(reader.sequences(keys), words)
    counts = np.zeros((3, len(keys), len(words)))
    real = positions.word != BORDER
    np.add.at(counts, (positions.field()[real], positions.passage[real], positions.word[real]), 1)
    collection = reader.collection()
    frequencies = [sum(taken.wanted.frequencies.get(term, 0) for term in terms) for terms in words]
    return Candidates(
        reader.passages(keys),
        np.array([one.score + 1e6 * (one.named > 0) for one in ranked]),
        counts,
        np.maximum(1, positions.lengths).astype(np.float64),
        np.array([rarity(collection.passages, n) for n in frequencies]),
        collection.mean_length,
    )


def reordered(found: Candidates, order: Order) -> list[int]:
    """The places of the candidates when each document's passages stand in this order."""
    rows_of: dict[str, list[int]] = defaultdict(list)
    for row, passage in enumerate(found.passages):
        rows_of[passage.document].append(row)
    places = list(range(len(found.passages)))
    for rows in map(np.array, rows_of.values()):
        for place, row in zip(rows, rows[np.argsort(-order(found, rows), kind="stable")], strict=True):
            places[place] = int(row)
    return places


def measure(library: Library, asked: Sequence[Asked], name: str) -> None:
    ranks: dict[str, list[int | None]] = {order: [] for order in (*ORDERS, "no cap")}
    search = Search(library.store, library.analyser, SearchSettings(per_document=ROWS))
    with library.store.reading(EVERYTHING) as reader:
        for question, right in asked:
            found = candidates(search, question, reader)
            heads = reader.heads_of(passage.document for passage in found.passages)
            good = [right(heads[passage.document], passage) for passage in found.passages]
            for order, scored in ORDERS.items():
                places = reordered(found, scored)
                kept = cap_per_document([found.passages[row].document for row in places], 2)[:100]
                ranks[order].append(first([good[places[place]] for place in kept]))
            ranks["no cap"].append(first(good[:100]))
    print(f"{name}, {len(asked)} questions")
    before = np.array([1 / rank if rank else 0 for rank in ranks["score"]])
    for order, own in ranks.items():
        within = " ".join(f"{sum(r is not None and r <= n for r in own):4}" for n in (1, 5, 10, 100))
        now = np.array([1 / rank if rank else 0 for rank in own])
        print(f"  {order:9} {within}  {now.mean():.3f}  +{(now > before).sum()} -{(now < before).sum()}")


def first(good: Sequence[bool]) -> int | None:
    return next((rank for rank, right in enumerate(good, start=1) if right), None)


# ---------------------------------------------------------------- sets


def questions(file: Path) -> Iterator[Asked]:
    for one in read_questions(file):
        if one.answerable and one.gold:
            yield one.text, lambda head, p, gold=one.gold: first_answer([hit_of(head, p)], gold) is not None  # type: ignore[misc]


def hit_of(head: DocumentHead, passage: Passage) -> Hit:
    return Hit(1, passage, head, 0.0, "", {})


def pages(file: Path) -> Iterator[Asked]:
    for row in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
        wanted = {one["page_index0"] + 1 for one in row["evidence"]}
        yield (
            row["question"],
            lambda head, p, name=row["doc"], wanted=wanted: (  # type: ignore[misc]
                head.source.endswith(name)
                and p.pages is not None
                and bool(wanted & set(range(p.pages[0], p.pages[1] + 1)))
            ),
        )


def headings(file: Path) -> Iterator[Asked]:
    for row in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
        act, number = row["metadata"]["act"].lower(), plain(row["metadata"]["ref"])
        yield (
            row["text"],
            lambda head, p, act=act, number=number: (  # type: ignore[misc]
                act in head.source and plain(p.section or "") == number
            ),
        )


def plain(number: str) -> str:
    return "".join(number.split()).rstrip(".")


def links(root: Path) -> Iterator[Asked]:
    seen: dict[tuple[str, str, str], None] = {}
    for file in sorted(root.rglob("*.md")):
        for text, page, anchor in _LINK.findall(file.read_text(encoding="utf-8", errors="replace")):
            target = (file.parent / page).resolve() if page else file
            if target.is_relative_to(root) and " " in text.strip() and slug(text) != anchor.lower():
                seen[text.lower(), f"{root.name}/{target.relative_to(root)}", anchor.lower()] = None
    chosen = list(seen)
    random.Random(SEED).shuffle(chosen)
    for text, source, anchor in chosen[:LINKS]:
        yield (
            text,
            lambda head, p, source=source, anchor=anchor: (  # type: ignore[misc]
                head.source == source and any(slug(heading) == anchor for heading in p.path[-1:])
            ),
        )


def slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", re.sub(r"[*_`]", "", heading.strip().lower())).replace(" ", "-")


def sets(data: Path) -> dict[str, tuple[list[Path], Callable[[], Iterator[Asked]]]]:
    wiki = [data / "wiki/sourcegraph-handbook", data / "wiki/digdir-docs-nb"]
    acts, company = [data / "law/no/lover"], PROJECT / "examples"
    return {
        "wiki": (wiki, lambda: questions(data / "wiki/questions.jsonl")),
        "links": (wiki, lambda: links(wiki[0])),
        "law": (acts, lambda: questions(data / "law/no/questions.jsonl")),
        "headings": (acts, lambda: headings(data / "retrieval/lovdata-sections-nb/queries.jsonl")),
        "company": ([company / "company"], lambda: questions(company / "company.questions.jsonl")),
        "un-reports": ([data / "un-reports"], lambda: questions(data / "un-reports/questions.jsonl")),
        "financebench": ([data / "financebench"], lambda: pages(data / "financebench/questions.jsonl")),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    shared = os.environ.get("BELEGG_SHARED", str(PROJECT.parent / "shared"))
    parser.add_argument("--shared", type=Path, default=Path(shared))
    parser.add_argument("--set", action="append", dest="sets")
    options = parser.parse_args()
    held: dict[tuple[Path, ...], Library] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, (roots, asked) in sets(options.shared / "data").items():
            if options.sets and name not in options.sets:
                continue
            if tuple(roots) not in held:
                library = held[tuple(roots)] = Library.open(Path(folder) / f"{name}.db", create=True)
                for root in roots:
                    library.ingest(root, originals=False)
            measure(held[tuple(roots)], list(asked()), name)


if __name__ == "__main__":
    main()
