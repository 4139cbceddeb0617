"""The steps of a search that can be switched off at query time, and what each bought and cost on a set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter
from typing import Any, Final

from belegg.evaluation.comparing import Comparison, compare
from belegg.evaluation.outcomes import DEPTH
from belegg.evaluation.runs import Run
from belegg.records import Mode
from belegg.records.gate import NO_GATE
from belegg.search.settings import SearchSettings


@dataclass(frozen=True, slots=True)
class Conditions:
    """What takes part in a search as it is: the modes that questions used, and whether a model reranks."""

    modes: frozenset[Mode]
    reranks: bool


@dataclass(frozen=True, slots=True)
class Step:
    """
    A step: its name, what it does, the settings that switch it off, and when it takes part at all; `idle`
    says why it does not.
    """

    name: str
    does: str
    off: Mapping[str, Any]
    takes_part: Callable[[SearchSettings, Conditions], bool]
    idle: str

    def without(self, settings: SearchSettings) -> SearchSettings:
        return replace(settings, **self.off)


def _always(settings: SearchSettings, conditions: Conditions) -> bool:
    return True


def _is_hybrid(settings: SearchSettings, conditions: Conditions) -> bool:
    return "hybrid" in conditions.modes


NO_VECTORS: Final = "no passage that was asked has vectors (`belegg embed`), or the mode was another"


def _step(name: str, does: str, **off: Any) -> Step:
    return Step(name, does, off, _always, "")


STEPS: Final[tuple[Step, ...]] = (
    _step("synonyms", "the other words of a pack's group are searched too", synonym_weight=0.0),
    _step("compounds", "parts of compound words count", part_weight=0.0),
    _step("neighbours", "a word that nothing holds stands for those one typo away", neighbour_weight=0.0),
    _step("order", "words in the order of the question count more", order_bonus=0.0),
    _step("all words", "passages with all words count more", all_words_bonus=0.0),
    _step("cap", "two passages of a document at most", per_document=DEPTH),
    Step("vectors", "passages near in meaning", {"mode": "keyword"}, _is_hybrid, NO_VECTORS),
    Step("words", "passages with the words", {"mode": "vector"}, _is_hybrid, NO_VECTORS),
    Step(
        "gate",
        "hits too far from the question are dropped",
        {"gate": NO_GATE},
        lambda settings, conditions: settings.gate != NO_GATE,
        "the library has no floor (`belegg calibrate`)",
    ),
    Step(
        "reranker",
        "a model orders the best passages anew",
        {"rerank_pool": 0},
        lambda settings, conditions: conditions.reranks,
        "no reranker is set (`belegg rerank`)",
    ),
)
"""
In the order of the walk. What stands in the index (titles, headings, stems) cannot be switched off by a
setting: `Library.ablate` measures the headings on a copy whose index has none.
"""


@dataclass(frozen=True, slots=True)
class Bought:
    """
    A step and what it bought: the comparison of the run without it (before) with the one that has it (after).
    `made` None: the step takes no part, and `idle` says why. `cost_ms`: what it adds to a search, the median
    of pairs taken in turn.
    """

    name: str
    does: str
    made: Comparison | None
    cost_ms: float = 0.0
    idle: str = ""


def bought(name: str, does: str, without: Run, whole: Run, cost_ms: float) -> Bought:
    """What the step that the first run lacks bought."""
    return Bought(name, does, compare(without, whole), cost_ms)


def cost_ms(having: Sequence[Callable[[], object]], lacking: Sequence[Callable[[], object]]) -> float:
    """
    The median difference of pairs of calls, one right after the other and in turn the first: what else the
    machine does falls on both.
    """
    differences = []
    for number, (one, other) in enumerate(zip(having, lacking, strict=True)):
        if number % 2:
            without = _timed(other)
            differences.append(_timed(one) - without)
        else:
            differences.append(_timed(one) - _timed(other))
    return median(differences)


def _timed(call: Callable[[], object]) -> float:
    started = perf_counter()
    call()
    return (perf_counter() - started) * 1000
