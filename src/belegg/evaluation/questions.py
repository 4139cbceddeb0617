"""
`eval questions`: whether the passages that answer are found, and whether the unanswerable is refused.

A hit is a passage of the gold source that holds the gold quotation, by the same check as every quotation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from belegg.evaluation.sets import Gold, GoldenQuestion
from belegg.records import Hit
from belegg.text.quotes import check_quote

DEPTHS = (1, 5, 10, 12, 100)


@dataclass(frozen=True, slots=True)
class QuestionOutcome:
    """A question, the rank of the first passage that answers (None: none did), and whether it was refused."""

    question: GoldenQuestion
    rank: int | None
    abstained: bool


@dataclass(frozen=True, slots=True)
class QuestionsRun:
    """The outcome on one file of questions."""

    outcomes: tuple[QuestionOutcome, ...]

    def as_json(self) -> dict[str, object]:
        """The record of `belegg eval questions --json`."""
        answerable = [o for o in self.outcomes if o.question.answerable]
        unanswerable = [o for o in self.outcomes if not o.question.answerable]
        kinds = dict.fromkeys(o.question.kind for o in self.outcomes)
        return {
            "questions": len(self.outcomes),
            "answerable": _found(answerable),
            "unanswerable": _refused(unanswerable),
            "false_refusals": sum(o.abstained for o in answerable),
            "by_kind": {kind: self._of_kind(kind) for kind in kinds},
            "warnings": _warnings(answerable),
        }

    def _of_kind(self, kind: str) -> dict[str, int]:
        of_kind = [o for o in self.outcomes if o.question.kind == kind]
        if any(o.question.answerable for o in of_kind):
            return {**_found(of_kind), "abstained": sum(o.abstained for o in of_kind)}
        return _refused(of_kind)


def run(
    search: Callable[[str], Sequence[Hit]],
    abstains: Callable[[str], bool],
    questions: Sequence[GoldenQuestion],
) -> QuestionsRun:
    """Ask every question: `search` gives up to 100 hits, `abstains` says whether the answer is a refusal."""
    return QuestionsRun(
        tuple(
            QuestionOutcome(
                question, first_answer(search(question.text), question.gold), abstains(question.text)
            )
            for question in questions
        )
    )


def first_answer(hits: Sequence[Hit], gold: Sequence[Gold]) -> int | None:
    """The rank of the first hit that answers."""
    ranks = (rank for rank, hit in enumerate(hits, start=1) if any(_answers(hit, one) for one in gold))
    return next(ranks, None)


def _answers(hit: Hit, gold: Gold) -> bool:
    return gold.is_source(hit.document.source) and (
        check_quote(hit.passage.text, gold.quote).status in ("exact", "same words")
    )


def _found(outcomes: Sequence[QuestionOutcome]) -> dict[str, int]:
    return {"n": len(outcomes)} | {
        f"hit@{depth}": sum(o.rank is not None and o.rank <= depth for o in outcomes) for depth in DEPTHS
    }


def _refused(outcomes: Sequence[QuestionOutcome]) -> dict[str, int]:
    return {"n": len(outcomes), "abstained": sum(o.abstained for o in outcomes)}


def _warnings(answerable: Sequence[QuestionOutcome]) -> list[str]:
    if answerable and all(o.rank is None for o in answerable):
        return ["no gold passage was found for any question: suspect a bug (wrong library or source names)"]
    return []
