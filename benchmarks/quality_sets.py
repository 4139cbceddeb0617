"""The retrieval sets of `make quality`, their bars, and searches that give corpus ids."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from belegg.evaluation.measures import ndcg, recall
from belegg.evaluation.sets import RetrievalSet, SetQuery, read_set
from belegg.library.library import Library
from belegg.records import OWNER, Scope
from belegg.search.search import Search
from belegg.search.settings import SearchSettings
from belegg.text.analysis import Analyser

PROJECT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("BELEGG_SHARED", PROJECT.parent / "shared"))
DEPTH = 100


@dataclass(frozen=True)
class Bar:
    """
    A set, and what it must reach: the floors of nDCG@10 and recall@100, and how much nDCG@10 must lie above
    FTS5 + Snowball in the same run. `typo_loss` is what one typo in every query may cost at most.
    """

    name: str
    folder: str
    language: str
    queries: int | None
    ndcg: float
    recall: float
    above_fts5: float
    typo_loss: float = 0.03
    one_language: bool = True

    @property
    def corpus(self) -> Path:
        return SHARED / "data/retrieval" / self.folder / "corpus.jsonl"

    @property
    def root(self) -> str:
        """How the sources of its documents begin."""
        return self.folder if self.one_language else self.name

    def read(self) -> RetrievalSet:
        only = None if self.one_language else self.language
        return read_set(
            self.corpus.parent, corpus_language=only, query_language=only, limit_queries=self.queries
        )


# Floors half a point under what was measured before Belegg was written (notes of the project).
BARS = (
    Bar("scifact", "scifact-en", "en", None, 0.690, 0.91, -0.002),
    Bar("cranfield", "cranfield-en", "en", None, 0.370, 0.74, 0.008),
    Bar("norquad", "norquad-nb", "nb", None, 0.930, 0.995, -0.003),
    Bar("lovdata", "lovdata-sections-nb", "nb", None, 0.575, 0.855, 0.025),
    Bar("tydiqa-fi", "tydiqa-fi", "fi", None, 0.925, 0.98, 0.045, typo_loss=0.05),
    Bar("tydiqa-ru", "tydiqa-ru", "ru", None, 0.868, 0.965, 0.008),
    Bar("swefaq", "swefaq-sv", "sv", None, 0.690, 0.93, 0.01),
    Bar("swequad", "swequad-sv", "sv", None, 0.865, 0.995, 0.02),
    Bar("xquad-de", "xquad-crosslingual", "de", 500, 0.957, 0.99, 0.01, one_language=False),
)


@dataclass(frozen=True)
class Values:
    """nDCG@10 and recall@100 of every query of a set, in its order."""

    ndcg: tuple[float, ...]
    recall: tuple[float, ...]


Ranking = Callable[[str], Sequence[str]]
"""A query's text → corpus ids, best first."""


def measure(search: Ranking, queries: Sequence[SetQuery]) -> Values:
    """Ask every query."""
    found = [search(query.text) for query in queries]
    return Values(
        tuple(ndcg(ids, query.judged, 10) for ids, query in zip(found, queries, strict=True)),
        tuple(recall(ids, query.judged, DEPTH) for ids, query in zip(found, queries, strict=True)),
    )


class Collection:
    """A library that holds the corpora of some sets, and searches in it that give corpus ids."""

    def __init__(self, path: Path, bars: Sequence[Bar], work: Path) -> None:
        self.library = Library.open(path, create=True)
        self.analyser = self.library.analyser
        for bar in bars:
            self.library.ingest(prepared(bar, work), originals=False)
        with self.library.store.reading(Scope(OWNER)) as reader:
            self._sources = {head.id: head.source for head in reader.heads()}

    def ranking(
        self, settings: SearchSettings, analyser: Analyser | None = None, only: Bar | None = None
    ) -> Ranking:
        """
        The first 100 documents of a search, by their best passage; no text is fetched.

        `only` leaves the other sets' documents out of what was found, not out of the library.
        """
        begins = f"{only.root}/" if only else ""
        settings = replace(settings, per_document=1)
        search = Search(self.library.store, analyser or self.analyser, settings)
        scope = Scope(OWNER)

        def ranked(query: str) -> list[str]:
            with self.library.store.reading(scope) as reader:
                taken = search.walk(query, scope, reader, DEPTH)
                keys = [taken.ranked[place].key for place in taken.kept[:DEPTH]]
                found = [self._sources[document] for document in reader.documents_of(keys)]
                return [name.partition("#")[2] for name in found if name.startswith(begins)]

        return ranked


def prepared(bar: Bar, work: Path) -> Path:
    """The set's corpus; of a corpus in many languages, a copy of the one language's records."""
    if bar.one_language:
        return bar.corpus
    part = work / bar.name / "corpus.jsonl"
    part.parent.mkdir(parents=True, exist_ok=True)
    with bar.corpus.open(encoding="utf-8") as lines, part.open("w", encoding="utf-8") as kept:
        kept.writelines(line for line in lines if json.loads(line)["metadata"]["lang"] == bar.language)
    return part
