"""
Words, vectors and both, side by side, through the whole product: ingest, embed, search.

    python benchmarks/hybrid.py --cache FOLDER [--shared FOLDER] [--row NAME …] [--fusion HOW] [--json FILE]
    python benchmarks/hybrid.py --cache FOLDER --row "law, all" --row "law, all, pack" [--every N]

The eight rows of the project's measurements of embedding and their samples: every 6th document of norquad,
every 4th of swequad, 35 acts of law with the 20 answerable questions (a document is a section there), 80
queries of each language of xquad, 100 of FLORES; a query counts when its judged document was taken. For
each: nDCG@10, recall@10 and recall@100 of documents by their best passage, against the row's bars; hybrid
must not be more than 0.01 nDCG@10 below the better arm. Run when named: the law questions over all 736
acts (with `--every N` over every N-th beside the 35), without and with the synonyms of `packs/lovdata`; both
are held to the bars of the 35 acts, but for words. The libraries stay in `--cache`, so that a second run
embeds nothing. Ends with 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from belegg.evaluation.measures import ndcg, recall
from belegg.evaluation.sets import SetQuery, read_set, thinned
from belegg.library.library import Library
from belegg.records import OWNER, Mode, PassageKey, Scope
from belegg.seams import Reader
from belegg.search.fuse import fusion_called
from belegg.search.settings import SearchSettings
from belegg.text.names import normal_section
from quality_sets import SHARED

MODES: tuple[Mode, ...] = ("keyword", "vector", "hybrid")
MOST_BELOW = 0.01
DEPTH = 100
HEADER = (
    f"{'row':14} {'queries':>7}  {'words':>6} {'vectors':>7} {'hybrid':>6}   {'R@10':>6} {'R@100':>6}   "
    "bars: words, hybrid, R@10, R@100"
)

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Corpus:
    """Documents of a retrieval set: every `step`-th, of these languages (none: of all)."""

    name: str
    folder: str
    step: int = 1
    languages: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """
    Queries over a corpus and what they must reach; `words` None: no bar. `found_in` is the only language
    searched; `per_language` queries of each of `asked_in` (none: all of the set).
    """

    name: str
    corpus: Corpus
    words: float | None
    hybrid: float
    recall_10: float
    recall_100: float
    qrels: str = "qrels.tsv"
    asked_in: tuple[str, ...] = ()
    per_language: int | None = None
    found_in: str | None = None
    synonyms: bool = True


XQUAD = Corpus("xquad", "xquad-crosslingual", languages=("en", "de", "ru", "ar"))
LAW = Corpus("law", "")
ALL_ACTS = Corpus("law-all", "")
OF_LAW = ("law", "law-all")
PACK = Path(__file__).resolve().parents[1] / "packs" / "lovdata"
BARS = (
    Row("swefaq-sv", Corpus("swefaq", "swefaq-sv"), 0.64, 0.77, 0.93, 0.99),
    Row("tydiqa-fi", Corpus("tydiqa-fi", "tydiqa-fi"), 0.85, 0.92, 0.98, 0.99),
    Row("norquad-nb", Corpus("norquad", "norquad-nb", step=6), 0.93, 0.94, 0.97, 0.99),
    Row("swequad-sv", Corpus("swequad", "swequad-sv", step=4), 0.93, 0.94, 0.98, 0.99),
    Row("law", LAW, 0.42, 0.60, 0.85, 0.95),
    Row("xquad same", XQUAD, 0.94, 0.965, 0.98, 0.99, asked_in=("en", "de", "ru", "ar"), per_language=80),
    Row(
        "xquad -> en",
        XQUAD,
        None,
        0.87,
        0.95,
        0.99,
        "qrels.to-en.tsv",
        ("ar", "de", "es", "ro", "ru", "tr", "zh"),
        80,
        "en",
    ),
    Row(
        "flores -> en",
        Corpus("flores", "flores-nordic-to-en"),
        None,
        0.97,
        0.98,
        0.99,
        asked_in=("nb", "nn", "sv", "da", "fi", "is"),
        per_language=100,
    ),
)
WHEN_NAMED = (
    Row("law, all", ALL_ACTS, None, 0.60, 0.85, 0.95, synonyms=False),
    Row("law, all, pack", ALL_ACTS, None, 0.60, 0.85, 0.95),
)


@dataclass(frozen=True)
class Figures:
    """Means over the queries of a row in one mode."""

    ndcg: float
    recall_10: float
    recall_100: float


@dataclass(frozen=True)
class Outcome:
    """A row as measured; `missed` says which bars, in words."""

    row: str
    queries: int
    modes: dict[Mode, Figures]
    missed: tuple[str, ...]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cache", type=Path, required=True, help="where the libraries are kept")
    parser.add_argument("--shared", type=Path, default=SHARED)
    parser.add_argument(
        "--row", action="append", choices=[row.name for row in (*BARS, *WHEN_NAMED)], default=[]
    )
    parser.add_argument("--every", type=int, default=1, metavar="N", help="of the other acts, every N-th")
    parser.add_argument("--fusion", help="as `belegg search --fusion`")
    parser.add_argument("--json", type=Path, help="write the figures here")
    given = parser.parse_args()
    given.cache.mkdir(parents=True, exist_ok=True)
    outcomes = []
    print(HEADER)
    for row in (*BARS, *WHEN_NAMED):
        if row.name not in (given.row or [row.name for row in BARS]):
            continue
        corpus = replace(row.corpus, step=given.every) if row.corpus == ALL_ACTS else row.corpus
        with embedded(corpus, given.shared / "data", given.cache) as library:
            outcome = measured(row, library, given.shared / "data", given.cache, given.fusion)
        outcomes.append(outcome)
        print(told(row, outcome), flush=True)
    for outcome in outcomes:
        for missed in outcome.missed:
            print(f"MISSED  {outcome.row}: {missed}")
    if given.json:
        given.json.write_text(json.dumps([asdict(outcome) for outcome in outcomes], indent=1))
    return 1 if any(outcome.missed for outcome in outcomes) else 0


def embedded(corpus: Corpus, data: Path, cache: Path) -> Library:
    """The library of a corpus, ingested and embedded, from the cache when it was made before."""
    library = Library.open(cache / f"{corpus.name}.db", create=True)
    pack = library.add_pack(PACK).now.name if corpus.name == ALL_ACTS.name else None
    library.ingest(prepared(corpus, data, cache), pack=pack, originals=False)
    library.embed()
    return library


def prepared(corpus: Corpus, data: Path, cache: Path) -> Path:
    """The corpus as files to ingest."""
    if corpus.name in OF_LAW:
        folder = cache / ("acts" if corpus == LAW else f"acts-{corpus.step}")
        folder.mkdir(exist_ok=True)
        for source in acts(corpus, data):
            (folder / source.name).write_bytes(source.read_bytes())
        return folder
    part = cache / corpus.name / "corpus.jsonl"
    part.parent.mkdir(exist_ok=True)
    with part.open("w", encoding="utf-8") as kept:
        kept.writelines(json.dumps(each, ensure_ascii=False) + "\n" for each in taken(corpus, data))
    return part


def acts(corpus: Corpus, data: Path) -> Iterable[Path]:
    """The 35 acts that the questions are about, and of all acts every `step`-th when others take part."""
    every = data / "law" / "no" / "lover"
    few = (data / "gate" / "law-acts.txt").read_text(encoding="utf-8").lower().split()
    asked = {every / f"{act}.md" for act in few}
    return asked.union(sorted(every.glob("*.md"))[:: corpus.step] if corpus.name == ALL_ACTS.name else ())


def taken(corpus: Corpus, data: Path) -> Rows:
    """The records of the documents that take part."""
    every = rows_of(data / "retrieval" / corpus.folder / "corpus.jsonl")
    spoken = [r for r in every if not corpus.languages or r["metadata"]["lang"] in corpus.languages]
    return spoken[:: corpus.step]


def rows_of(file: Path) -> Rows:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").split("\n") if line.strip()]


def queries_of(row: Row, data: Path) -> list[SetQuery]:
    """The queries of a row whose judged document takes part; of law by `act section`."""
    if row.corpus.name in OF_LAW:
        return list(law_queries(data))
    folder = data / "retrieval" / row.corpus.folder
    there = {each["_id"] for each in taken(row.corpus, data)}
    found: list[SetQuery] = []
    for language in row.asked_in or (None,):
        judged = read_set(folder, qrels=folder / row.qrels, query_language=language).queries
        kept = [query for query in judged if any(d in there for d in query.judged)]
        found += thinned(kept, row.per_language)
    return found


def law_queries(data: Path) -> Iterator[SetQuery]:
    for each in rows_of(data / "law" / "no" / "questions.jsonl"):
        if each["answerable"]:
            gold = {f"{g['file']} {normal_section(g['ref'])}": 1 for g in each["gold"]}
            yield SetQuery(each["id"], each["question"], gold)


def measured(row: Row, library: Library, data: Path, cache: Path, fusion: str | None) -> Outcome:
    """All queries of a row in each mode."""
    queries = queries_of(row, data)
    scope = library.scope(OWNER, languages=[row.found_in] if row.found_in else [])
    modes = {mode: figures(queries, ranking(library, mode, scope, row, fusion)) for mode in MODES}
    return Outcome(row.name, len(queries), modes, tuple(missed(row, modes)))


def ranking(
    library: Library, mode: Mode, scope: Scope, row: Row, fusion: str | None
) -> Callable[[str], list[str]]:
    """A search in a mode that gives ids of documents (of law: of sections) by their best passage."""
    everything = 1_000_000
    settings = SearchSettings(
        mode=mode,
        fusion=fusion_called(fusion) if fusion else None,
        synonym_weight=SearchSettings().synonym_weight if row.synonyms else 0.0,
        per_document=everything if row.corpus.name in OF_LAW else 1,
    )
    search = library._search(settings)
    ids = by_section if row.corpus.name in OF_LAW else by_document

    def ranked(query: str) -> list[str]:
        with library.store.reading(scope) as reader:
            walked = search.walk(query, scope, reader, DEPTH)
            if walked.meaning.mode != mode:
                raise SystemExit(f"`{query}` was searched in mode {walked.meaning.mode}: {walked.notes}")
            keys = [walked.ranked[place].key for place in walked.kept]
            return list(dict.fromkeys(ids(keys, reader)))[:DEPTH]

    return ranked


def by_document(keys: Sequence[PassageKey], reader: Reader) -> Iterable[str]:
    documents = reader.documents_of(keys)
    heads = reader.heads_of(set(documents))
    return [heads[document].source.rpartition("#")[2] for document in documents]


def by_section(keys: Sequence[PassageKey], reader: Reader) -> Iterable[str]:
    passages = reader.passages(keys)
    heads = reader.heads_of({passage.document for passage in passages})
    return [
        f"{heads[p.document].source.rpartition('/')[2]} {normal_section(p.section or '')}" for p in passages
    ]


def figures(queries: Sequence[SetQuery], ranked: Callable[[str], list[str]]) -> Figures:
    found = [(ranked(query.text), query.judged) for query in queries]
    return Figures(
        statistics.fmean(ndcg(ids, judged, 10) for ids, judged in found),
        statistics.fmean(recall(ids, judged, 10) for ids, judged in found),
        statistics.fmean(recall(ids, judged, DEPTH) for ids, judged in found),
    )


def missed(row: Row, modes: dict[Mode, Figures]) -> Iterator[str]:
    hybrid = modes["hybrid"]
    bars = [
        ("words nDCG@10", modes["keyword"].ndcg, row.words),
        ("hybrid nDCG@10", hybrid.ndcg, row.hybrid),
        ("hybrid R@10", hybrid.recall_10, row.recall_10),
        ("hybrid R@100", hybrid.recall_100, row.recall_100),
        ("hybrid beside the better arm", hybrid.ndcg, best_arm(modes) - MOST_BELOW),
    ]
    for name, value, bar in bars:
        if bar is not None and round(value, 3) < round(bar, 3):
            yield f"{name} {value:.3f}, the bar is {bar:.3f}"


def best_arm(modes: dict[Mode, Figures]) -> float:
    return max(modes["keyword"].ndcg, modes["vector"].ndcg)


def told(row: Row, outcome: Outcome) -> str:
    keyword, vector, hybrid = (outcome.modes[mode] for mode in MODES)
    bars = f"{'-' if row.words is None else row.words} {row.hybrid} {row.recall_10} {row.recall_100}"
    return (
        f"{row.name:14} {outcome.queries:>7}  {keyword.ndcg:>6.3f} {vector.ndcg:>7.3f} {hybrid.ndcg:>6.3f}   "
        f"{hybrid.recall_10:>6.3f} {hybrid.recall_100:>6.3f}   {bars}{'  MISSED' if outcome.missed else ''}"
    )


if __name__ == "__main__":
    sys.exit(main())
