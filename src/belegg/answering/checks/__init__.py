"""
What a program, and then another model, say of a drafted answer before anybody sees it.

    Draft ─ prove ▶ [Proof] ─ judged ▶ Judging ─ feedback ▶ one more Draft … ─ concluded ▶ Answer

`prove` asks no model: quotations, figures, names, negations, arithmetic. What was not checked has not passed.
"""

from belegg.answering.checks.conclude import SoFar, concluded
from belegg.answering.checks.conflicting import answered_by, conflicts_of, in_force, remarked
from belegg.answering.checks.feedback import feedback
from belegg.answering.checks.judge import judged
from belegg.answering.checks.proofs import NOT_JUDGED, Judgement, Judging, Proof
from belegg.answering.checks.prove import prove

__all__ = [
    "NOT_JUDGED",
    "Judgement",
    "Judging",
    "Proof",
    "SoFar",
    "answered_by",
    "concluded",
    "conflicts_of",
    "feedback",
    "in_force",
    "judged",
    "prove",
    "remarked",
]
