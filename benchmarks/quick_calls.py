"""
What the local model of relevance leaves out, through the whole product: ingest, embed, search, judge.

    python benchmarks/quick_calls.py --cache FOLDER [--shared FOLDER] [--fit FILE]

The eight hits of every question (hybrid, two of a document) are judged one search at a time, as the agent
does. For each set: hits, those judged (in the question's language), irrelevant ones put aside at a
probability of 0.90, relevant ones lost, searches of which nothing would be left (all are shown then), area
under the curve. The model is the one that comes with Belegg, or, with `--fit`, one fitted on XQuAD (English
and German) and written to FILE; XQuAD is then no test. Libraries stay in `--cache`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from belegg.answering.relevance import SURELY, judged_alike
from belegg.evaluation.quick_fits import Judged, fitted_relevance
from belegg.evaluation.sets import SetQuery
from belegg.library.classifying import shipped
from belegg.library.library import Library
from belegg.records import OWNER, Hit
from belegg.records.quick_fits import QuickFits, Relevance
from belegg.text.names import normal_section
from hybrid import BARS, LAW, Corpus, Row, embedded, queries_of, rows_of
from quality_sets import SHARED

HITS = 8
HEADER = (
    f"{'set':14} {'questions':>9} {'hits':>6} {'judged':>6}  {'put aside':>13} {'lost':>8} {'all':>4}  area"
)
XQUAD = Corpus("xquad-en-de", "xquad-crosslingual", languages=("en", "de"))
OF_BARS = {row.name: row for row in BARS}
ROWS = (
    replace(OF_BARS["xquad same"], name="xquad", corpus=XQUAD, asked_in=("en", "de"), per_language=150),
    OF_BARS["norquad-nb"],
    OF_BARS["swequad-sv"],
    OF_BARS["tydiqa-fi"],
    OF_BARS["law"],
)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--shared", type=Path, default=SHARED)
    parser.add_argument("--fit", type=Path)
    parser.add_argument("--row", action="append", choices=[row.name for row in ROWS], default=[])
    given = parser.parse_args()
    given.cache.mkdir(parents=True, exist_ok=True)
    model = None if given.fit else shipped()
    print(HEADER)
    for row in ROWS:
        if given.row and row.name not in given.row and not (given.fit and row.name == "xquad"):
            continue
        with embedded(row.corpus, given.shared / "data", given.cache) as library:
            searches = list(judged(row, library, given.shared / "data"))
            if model is None:
                rows = [one for search in searches for one in search if one is not None]
                embedder = library.embedder()
                assert embedder is not None, "the library was embedded"
                model = fitted_relevance(rows, embedder.id, len(searches))
                assert model is not None, "XQuAD has enough questions"
                given.fit.write_text(QuickFits(relevance=model).to_json() + "\n", encoding="utf-8")
        print(told(row, searches, model), flush=True)
    return 0


Search = list[Judged | None]
"""The hits of one search; None: no label, or in another language."""


def judged(row: Row, library: Library, data: Path) -> Iterator[Search]:
    answers = answers_of(row, data)
    for query in queries_of(row, data):
        hits = library.search(query.text, library.scope(OWNER), limit=HITS).hits
        features = judged_alike(query.text, hits)
        told = [is_relevant(hit, row, query, answers.get(query.id, ())) for hit in hits]
        yield [
            Judged(*features[place], relevant) if place in features and relevant is not None else None
            for place, relevant in enumerate(told)
        ]


def answers_of(row: Row, data: Path) -> dict[str, list[str]]:
    """The words of each query's answers, where a set has them."""
    if row.corpus == LAW:
        return {}
    rows = rows_of(data / "retrieval" / row.corpus.folder / "queries.jsonl")
    return {each["_id"]: each["metadata"].get("answers", []) for each in rows}


def is_relevant(hit: Hit, row: Row, query: SetQuery, answers: Sequence[str]) -> bool | None:
    """None for a passage of the judged document without the answer: it may help, and is no label."""
    if name_of(hit, row) not in query.judged:
        return False
    text = hit.passage.text.casefold()
    return True if not answers or any(answer.casefold() in text for answer in answers) else None


def name_of(hit: Hit, row: Row) -> str:
    if row.corpus == LAW:
        return f"{hit.document.source.rpartition('/')[2]} {normal_section(hit.passage.section or '')}"
    return hit.document.source.rpartition("#")[2]


def told(row: Row, searches: list[Search], model: Relevance) -> str:
    every = [one for search in searches for one in search]
    rows = [one for one in every if one is not None]
    chance = {id(one): model.irrelevant(one.cosine, one.gap, one.word_share) for one in rows}
    emptied, aside, lost = 0, 0, 0
    for search in searches:
        sure = [one for one in search if one is not None and chance[id(one)] >= SURELY]
        if sure and len(sure) == len(search):
            emptied += 1
            continue
        aside += sum(not one.relevant for one in sure)
        lost += sum(one.relevant for one in sure)
    good = [chance[id(one)] for one in rows if one.relevant]
    bad = [chance[id(one)] for one in rows if not one.relevant]
    pairs = sum((b > g) + 0.5 * (b == g) for b in bad for g in good)
    area = pairs / (len(good) * len(bad)) if good and bad else float("nan")
    return (
        f"{row.name:14} {len(searches):>9} {len(every):>6} {len(rows):>6}  {aside:>6}/{len(bad):<6} "
        f"{lost:>3}/{len(good):<4} {emptied:>4}  {area:.3f}"
    )


if __name__ == "__main__":
    sys.exit(main())
