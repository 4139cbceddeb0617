"""`eval retrieval`: how well a search finds the documents that a set judges relevant, end to end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from time import perf_counter

from belegg.evaluation.measures import Judgements, hit, ndcg, recall, reciprocal_rank
from belegg.evaluation.sets import RetrievalSet

RankedIds = Callable[[str], Sequence[str]]
"""A search as seen from here: a query's text → the corpus' ids found, best first, each once, up to 100."""

MEASURES: Mapping[str, Callable[[Sequence[str], Judgements], float]] = {
    "ndcg@10": lambda found, judged: ndcg(found, judged, 10),
    "recall@100": lambda found, judged: recall(found, judged, 100),
    "mrr@10": lambda found, judged: reciprocal_rank(found, judged, 10),
    "hit@1": lambda found, judged: hit(found, judged, 1),
    "hit@5": lambda found, judged: hit(found, judged, 5),
    "hit@10": lambda found, judged: hit(found, judged, 10),
}


@dataclass(frozen=True, slots=True)
class RetrievalRun:
    """
    The outcome on one set. `values` holds every measure for every query, in the set's order, so that two
    runs can be compared pair by pair; `query_ms` the time of every query.
    """

    set: str
    values: Mapping[str, tuple[float, ...]]
    query_ms: tuple[float, ...]
    index_seconds: float
    warnings: tuple[str, ...]

    def mean(self, measure: str) -> float:
        return fmean(self.values[measure])

    def as_json(self) -> dict[str, object]:
        """The record of `belegg eval retrieval --json`."""
        return {
            "set": self.set,
            "queries": len(self.query_ms),
            **{name: round(self.mean(name), 4) for name in self.values},
            "index_seconds": round(self.index_seconds, 3),
            "query_ms": {
                "p50": round(percentile(self.query_ms, 50), 3),
                "p95": round(percentile(self.query_ms, 95), 3),
            },
            "warnings": list(self.warnings),
        }


def run(search: RankedIds, golden: RetrievalSet, index_seconds: float = 0.0) -> RetrievalRun:
    """Ask every query of a set and measure what comes back."""
    values: dict[str, list[float]] = {name: [] for name in MEASURES}
    query_ms = []
    for query in golden.queries:
        started = perf_counter()
        found = search(query.text)
        query_ms.append((perf_counter() - started) * 1000)
        for name, measure in MEASURES.items():
            values[name].append(measure(found, query.judged))
    return RetrievalRun(
        golden.name,
        {name: tuple(of_query) for name, of_query in values.items()},
        tuple(query_ms),
        index_seconds,
        _warnings(values["recall@100"]),
    )


def _warnings(recalls: Sequence[float]) -> tuple[str, ...]:
    if recalls and not any(recalls):
        return (
            "recall@100 is 0 on every query: suspect a bug (wrong library, ids, language or filter) "
            "before the ranking",
        )
    return ()


def percentile(values: Sequence[float], percent: int) -> float:
    """The smallest value that at least `percent` of 100 of the values do not exceed."""
    place = -(-len(values) * percent // 100)
    return sorted(values)[max(place, 1) - 1]
