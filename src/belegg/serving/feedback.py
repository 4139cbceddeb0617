"""What a reader says of an answer, kept as a question that can be measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from belegg.records import Answered, Principal
from belegg.records.runs import StoredRun

if TYPE_CHECKING:
    from belegg.evaluation.golden import GoldenQuestion
    from belegg.library.library import Library

Says = Literal["right", "wrong_source", "not_supporting", "missing"]
GOLDEN_SET: Final = "feedback"
"""The set that questions go to. One that was answered wrongly has no gold yet: `eval check` says so."""


def case_of(run: StoredRun, says: Says, who: Principal, note: str = "") -> GoldenQuestion:
    """
    The question within its day, as a case: with the answer's quotations as gold where it was right, without
    where it was not. Told again by the same person, the later word counts.
    """
    from belegg.evaluation.golden import Gold, GoldenQuestion

    gold: tuple[Gold, ...] = ()
    if says == "right" and isinstance(run.answer, Answered):
        quotes = [q for sentence in run.answer.sentences if sentence.supported for q in sentence.quotes]
        told = [Gold(q.document.id, q.check.text, q.page, section=q.section or "") for q in quotes]
        gold = tuple(dict.fromkeys(told))
    kind = says.replace("_", " ")
    return GoldenQuestion(
        id=f"run-{run.id}",
        text=run.question,
        question_class="single" if len({one.document for one in gold}) < 2 else "synthesis",
        gold=gold,
        asker=None if who.groups is None else tuple(sorted(who.groups)),
        as_of=(run.filters.get("as_of") or (None,))[0],
        kind=kind,
        note=f"feedback on run {run.id}: {kind}{f'; {note}' if note else ''}",
    )


def take_feedback(library: Library, run: StoredRun, says: Says, who: Principal, note: str = "") -> None:
    """Keep the case in the set `feedback`. Raises StoreError."""
    library.add_questions(GOLDEN_SET, [case_of(run, says, who, note)], replace=True)
