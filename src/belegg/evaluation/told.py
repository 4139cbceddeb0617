"""What a question came to, and what measures are called, in words for people."""

from __future__ import annotations

from typing import Final

from belegg.evaluation.outcomes import DEPTH, Outcome, first

MEASURES_TOLD: Final = {
    f"recall@{DEPTH}": f"Gold among {DEPTH} hits",
    "hit@1": "Any gold in the first hit",
    "hit@5": "Any gold among 5 hits",
    "hit@10": "Any gold among 10 hits",
    "mrr@10": "How far up the first gold is (MRR@10)",
    "ndcg@10": "How far up all gold is (nDCG@10)",
    "shown": "Gold that the answer quotes",
    "points": "Points that the answer holds",
    "answered": "Answered, of those with an answer",
    "refused": "Refused, of those without one",
    "supported": "Sentences with a quotation",
    "language": "In the language of the question",
    "passed": "Passed",
}

CHANGES_TOLD: Final = {
    "better": "better",
    "worse": "worse",
    "noise": "may be noise",
    "too few": "too few questions differ",
    "same": "the same",
}


def what_came(outcome: Outcome) -> str:
    """What was found and answered, in a few words."""
    said = "refused" if outcome.verdict == "abstained" else f"answered, {outcome.verdict}"
    if outcome.verdict != "abstained" and outcome.is_found_measured and not outcome.shown:
        said += ", gold not quoted"
    if not outcome.ranks:
        return said
    if first(outcome.ranks) is not None:
        return f"gold at {', '.join(str(rank) if rank else 'none' for rank in outcome.ranks)}; {said}"
    if outcome.document_rank:
        return f"hit {outcome.document_rank} is another passage of its document; {said}"
    return f"its document is not among the hits; {said}"
