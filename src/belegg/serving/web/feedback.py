"""What a reader says of an answer, kept as a question that can be measured."""

from __future__ import annotations

from typing import Final

from belegg.evaluation.golden import Gold, GoldenQuestion
from belegg.records import Answered
from belegg.records.runs import StoredRun
from belegg.serving.web.visit import Visit

SAYS: Final = ("right", "wrong_source", "not_supporting", "missing")
GOLDEN_SET: Final = "feedback"
"""The set that questions go to. One that was answered wrongly has no gold yet: `eval check` says so."""


def take_feedback(visit: Visit, run: StoredRun, says: str) -> None:
    """
    The question, within its day, as a case of the set `feedback`: with the answer's quotations as gold where
    it was right, without where it was not. Asked again by the same person, the later word counts.
    """
    gold: tuple[Gold, ...] = ()
    if says == "right" and isinstance(run.answer, Answered):
        gold = tuple(
            dict.fromkeys(
                Gold(quote.document.id, quote.check.text, quote.page, section=quote.section or "")
                for sentence in run.answer.sentences
                if sentence.supported
                for quote in sentence.quotes
            )
        )
    groups = visit.who.groups
    case = GoldenQuestion(
        id=f"run-{run.id}",
        text=run.question,
        question_class="single" if len({one.document for one in gold}) < 2 else "synthesis",
        language=None,
        gold=gold,
        asker=None if groups is None else tuple(sorted(groups)),
        as_of=(run.filters.get("as_of") or (None,))[0],
        kind=says.replace("_", " "),
        note=f"feedback on run {run.id}: {says.replace('_', ' ')}",
    )
    visit.library.add_questions(GOLDEN_SET, [case], replace=True)
