"""Searching at the sources that have a search of their own, all at once and for a few seconds only."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Final

from belegg.errors import SourceError
from belegg.records.statistics import TableRef
from belegg.seams.figures import StatisticsSource

BUDGET_S: Final = 3.0
_Came = tuple[str, Sequence[TableRef] | SourceError | None]


@dataclass(frozen=True, slots=True)
class LiveSearch:
    """What came in time: tables by source, and why a source gave none; `late` are those still being asked."""

    found: dict[str, Sequence[TableRef]] = field(default_factory=dict)
    failed: dict[str, SourceError] = field(default_factory=dict)
    late: tuple[str, ...] = ()


def searched_live(
    sources: Mapping[str, StatisticsSource],
    asked: Mapping[str, tuple[str, str]],
    limit: int,
    budget_s: float,
) -> LiveSearch:
    """
    What the sources' own searches find; `asked` has for each what it is asked, and in which language. A
    source without one is not in the outcome. One that takes longer than the budget is left behind in a thread
    that keeps no process from ending.
    """
    came: SimpleQueue[_Came] = SimpleQueue()
    for name, source in sources.items():
        asking = threading.Thread(target=_ask, args=(name, source, *asked[name], limit, came), daemon=True)
        asking.start()
    until, left = monotonic() + budget_s, set(sources)
    outcome = LiveSearch()
    while left:
        try:
            name, answer = came.get(timeout=max(0.0, until - monotonic()))
        except Empty:
            break
        left.discard(name)
        if isinstance(answer, SourceError):
            outcome.failed[name] = answer
        elif answer is not None:
            outcome.found[name] = answer
    return LiveSearch(outcome.found, outcome.failed, tuple(sorted(left)))


def _ask(
    name: str, source: StatisticsSource, query: str, language: str, limit: int, came: SimpleQueue[_Came]
) -> None:
    try:
        came.put((name, source.search(query, language, limit)))
    except SourceError as error:
        came.put((name, error))
