"""Evaluating a whole library from outside: a retrieval set end to end, and questions with known answers."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from belegg.answering.settings import BY_RULE
from belegg.errors import BadInput, BadSetting
from belegg.evaluation import questions as question_runs
from belegg.evaluation import retrieval
from belegg.evaluation.golden import read_questions
from belegg.evaluation.questions import QuestionsRun
from belegg.evaluation.retrieval import RetrievalRun
from belegg.evaluation.sets import read_set
from belegg.library.library import Library
from belegg.library.progress import Watcher
from belegg.records import OWNER, Scope
from belegg.sources.beir import CORPUS_NAMES

DEPTH = 100
MODES = ("keyword",)


def evaluate_retrieval(
    folder: Path,
    watch: Watcher,
    *,
    mode: str = "keyword",
    qrels: Path | None = None,
    corpus_language: str | None = None,
    query_language: str | None = None,
    limit_queries: int | None = None,
    library: Path | None = None,
) -> RetrievalRun:
    """
    Ingest a BEIR folder and ask its queries. `library` None is a temporary one; else what it holds besides
    takes part, and a second run ingests nothing. Raises BadInput, BadSetting.
    """
    if mode not in MODES:
        raise BadSetting(f"`--mode {mode}` needs vectors, which this Belegg does not have; use `keyword`")
    golden = read_set(
        folder,
        qrels=qrels,
        corpus_language=corpus_language,
        query_language=query_language,
        limit_queries=limit_queries,
    )
    with opened(library, watch) as held:
        ingested = held.ingest(corpus_of(folder), originals=False)
        begins = f"{ingested.root}/"
        scope = held.scope(OWNER, languages=[corpus_language] if corpus_language else [])

        def ranked_ids(query: str) -> list[str]:
            hits = held.search(query, scope, DEPTH, per_document=1).hits
            return [corpus_id(hit.document.source, begins) for hit in hits]

        return retrieval.run(ranked_ids, golden, ingested.seconds)


@contextmanager
def opened(file: Path | None, watch: Watcher) -> Iterator[Library]:
    """The library in this file, made when there is none; without a file one that is gone afterwards."""
    with (
        tempfile.TemporaryDirectory(prefix="belegg-eval-") as folder,
        Library.open(file or Path(folder) / "belegg.db", create=True, watch=watch) as library,
    ):
        yield library


def corpus_of(folder: Path) -> Path:
    for name in sorted(CORPUS_NAMES):
        if (folder / name).is_file():
            return folder / name
    raise BadInput(f"`{folder}` holds no `corpus.jsonl`; give a folder in BEIR's layout")


def corpus_id(source: str, begins: str) -> str:
    """The record's `_id`, for a document of the set's root; else the source, which is relevant to nothing."""
    return source.partition("#")[2] if source.startswith(begins) else source


def evaluate_questions(library: Library, file: Path, scope: Scope) -> QuestionsRun:
    """Ask every question of a file in a library. Raises BadInput."""
    return question_runs.run(
        lambda question: library.search(question, scope, DEPTH).hits,
        lambda question: library.search(question, scope, DEPTH, per_document=DEPTH).hits,
        lambda question: library.ask(question, scope, settings=BY_RULE),
        read_questions(file),
        [head.source for head in library.documents(scope)],
    )
