"""What one question of a golden set came to, and the measures of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from typing import Final, Literal

from belegg.evaluation.answer_records import AnswerRecord
from belegg.evaluation.golden import QuestionClass
from belegg.records import Mode, Verdict

DEPTH: Final = 12  # hits that are measured: as many as a reader is given
DEPTH_OF_RANKS: Final = 100  # how far down gold is looked for, to tell a low rank from none

Expected = Literal["answer", "refusal", "nothing"]
"""
What is right. `nothing`: the gold is hidden from who asks, and what else they may read may answer or not.
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    A question and what came of it.

    `ranks`: for each gold quotation the rank of the first hit that holds it, of a hundred, None for none;
    `needed` passages hold all of it. `document_rank` is that of the first hit of a gold document.
    `shown` gold quotations stand in the answer, `met` of the `points` do; `supported` of its `sentences`
    carry a quotation. `answer_language` None: not answered, or not to be told. `mode` is how it
    was searched. `answer` is kept where answers are measured (`eval run --answers`), else None.
    """

    id: str
    text: str
    question_class: QuestionClass
    kind: str
    language: str | None
    expected: Expected
    ranks: tuple[int | None, ...]
    needed: int
    document_rank: int | None
    verdict: Verdict
    shown: int
    points: int
    met: int
    sentences: int
    supported: int
    answer_language: str | None
    mode: Mode
    search_ms: float
    answer_ms: float
    answer: AnswerRecord | None = None

    @property
    def failed(self) -> bool:
        """Whether a model was asked and gave no answer: that is neither an answer nor a refusal."""
        return self.answer is not None and bool(self.answer.failed)

    @property
    def quotes_gold(self) -> bool:
        """Whether the answer quotes gold: whole, or, where answers are measured, by half."""
        return self.shown > 0 or (self.answer is not None and self.answer.cited > 0)

    @property
    def is_found_measured(self) -> bool:
        """Whether the ranks say anything: an answer is expected and there is gold."""
        return self.expected == "answer" and bool(self.ranks)

    @property
    def passed(self) -> bool:
        """
        An answer was expected and came, with a gold quotation in it when there is one; or a refusal was, and
        came. A model that failed passed nothing.
        """
        if self.failed:
            return False
        if self.expected == "answer":
            return self.verdict != "abstained" and (self.quotes_gold or not self.ranks)
        return self.expected == "nothing" or self.verdict == "abstained"


def recall(ranks: Sequence[int | None], k: int) -> float:
    """The share of the gold quotations that stand among the first `k` hits."""
    return sum(rank is not None and rank <= k for rank in ranks) / len(ranks)


def first(ranks: Sequence[int | None]) -> int | None:
    """The rank of the first hit that holds any gold."""
    return min((rank for rank in ranks if rank is not None), default=None)


def gain(ranks: Sequence[int | None], needed: int, k: int) -> float:
    """
    nDCG of the first `k`: a hit gains 1 when it holds gold that no hit before it held; the best order has
    the `needed` passages first.
    """
    gained = sum(1 / log2(rank + 1) for rank in {rank for rank in ranks if rank is not None and rank <= k})
    return gained / sum(1 / log2(rank + 1) for rank in range(1, min(needed, k) + 1))


def _within(k: int) -> Callable[[Outcome], float]:
    return lambda outcome: float((first(outcome.ranks) or k + 1) <= k)


def _reciprocal(outcome: Outcome) -> float:
    rank = first(outcome.ranks)
    return 1 / rank if rank is not None and rank <= 10 else 0.0


FINDING: Final[Mapping[str, Callable[[Outcome], float]]] = {
    f"recall@{DEPTH}": lambda outcome: recall(outcome.ranks, DEPTH),
    "hit@1": _within(1),
    "hit@5": _within(5),
    "hit@10": _within(10),
    "mrr@10": _reciprocal,
    "ndcg@10": lambda outcome: gain(outcome.ranks, outcome.needed, 10),
}
"""Of questions that have gold to be found."""


def _if(asked: bool, value: float) -> float | None:
    return value if asked else None


def values(outcome: Outcome) -> dict[str, float]:
    """
    Every measure that can be taken of a question, 0 to 1. `answered` is of those that have an answer,
    `refused` of those that have none; `language` and `supported` of answers; `worked` where a model was
    called. Of one that failed only `worked` and `passed` are taken, and what was found.
    """
    found = {name: measure(outcome) for name, measure in FINDING.items()} if outcome.is_found_measured else {}
    told = {"passed": _if(outcome.expected != "nothing", float(outcome.passed))}
    if not outcome.failed:
        told |= _of_answer(outcome)
    if outcome.answer is not None and (outcome.failed or outcome.answer.took.rounds):
        told |= {"worked": float(not outcome.failed)}
    taken = found | {name: value for name, value in told.items() if value is not None}
    return {name: taken[name] for name in MEASURES if name in taken}


def _of_answer(outcome: Outcome) -> dict[str, float | None]:
    """The measures of an answer or refusal that came; None for those that cannot be taken of it."""
    is_answered, answerable = outcome.verdict != "abstained", outcome.expected == "answer"
    speaks = outcome.language is not None and outcome.answer_language is not None
    told = {
        "shown": _if(outcome.is_found_measured, outcome.shown / max(len(outcome.ranks), 1)),
        "points": _if(answerable and outcome.points > 0, outcome.met / max(outcome.points, 1)),
        "answered": _if(answerable, float(is_answered)),
        "refused": _if(outcome.expected == "refusal", float(not is_answered)),
        "supported": _if(outcome.sentences > 0, outcome.supported / max(outcome.sentences, 1)),
        "language": _if(speaks, float(plain(outcome.language) == plain(outcome.answer_language))),
    }
    return told | _of_record(outcome.answer, outcome) if outcome.answer else told


def _of_record(record: AnswerRecord, outcome: Outcome) -> dict[str, float | None]:
    """What is measured of an answer that was kept."""
    judged = [each.judged for each in record.sentences if each.judged is not None]
    paged = [q for q in record.quotes if q.page is not None and q.lies != "elsewhere"]
    right = sum(quote.lies in ("gold", "gold page") for quote in paged)
    return {
        "cited": _if(outcome.is_found_measured, record.cited / max(record.gold, 1)),
        "gold page": _if(bool(paged), right / max(len(paged), 1)),
        "faithful": _if(bool(judged), sum(judged) / max(len(judged), 1)),
    }


MEASURES: Final = (
    *FINDING,
    "shown",
    "cited",
    "gold page",
    "points",
    "faithful",
    "answered",
    "refused",
    "supported",
    "language",
    "worked",
    "passed",
)


def amounts(outcome: Outcome) -> dict[str, float]:
    """What an answer took, by what it is counted in; nothing where answers are not measured."""
    if outcome.answer is None:
        return {}
    took = outcome.answer.took
    told: dict[str, float] = {
        "rounds": took.rounds,
        "tokens": took.tokens,
        "seconds": took.seconds,
    }
    return told if took.cost_usd is None else told | {"usd": took.cost_usd}


def plain(language: str | None) -> str | None:
    """Both written forms of Norwegian are one language to who asks in either."""
    return "no" if language in ("nb", "nn") else language


def cover(holders: Sequence[Collection[str]]) -> int:
    """
    How few passages hold every gold quotation, given the passages that hold each: those that hold most of
    what is left are taken first. A quotation that no passage holds needs one of its own.
    """
    left, needed = [set(each) for each in holders if each], sum(not each for each in holders)
    while left:
        counts: dict[str, int] = {}
        for each in left:
            for passage in each:
                counts[passage] = counts.get(passage, 0) + 1
        best = max(sorted(counts), key=counts.__getitem__)
        left, needed = [each for each in left if best not in each], needed + 1
    return needed
