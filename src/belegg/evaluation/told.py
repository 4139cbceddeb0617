"""What a question came to, and what measures are called, in words for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from belegg.evaluation.answer_records import Lies
from belegg.evaluation.outcomes import DEPTH, Outcome, first
from belegg.records import AbstentionReason

MEASURES_TOLD: Final = {
    f"recall@{DEPTH}": f"Gold among {DEPTH} hits",
    "hit@1": "Any gold in the first hit",
    "hit@5": "Any gold among 5 hits",
    "hit@10": "Any gold among 10 hits",
    "mrr@10": "How far up the first gold is (MRR@10)",
    "ndcg@10": "How far up all gold is (nDCG@10)",
    "shown": "Gold that the answer quotes",
    "cited": "Gold that the answer cites, by half at least",
    "gold page": "Quotations of gold documents that are on a page of gold",
    "points": "Points that the answer holds",
    "faithful": "Sentences that the judge finds carried",
    "answered": "Answered, of those with an answer",
    "refused": "Refused, of those without one",
    "supported": "Sentences with a quotation",
    "language": "In the language of the question",
    "worked": "The model gave an answer or refused",
    "passed": "Passed",
}

CHANGES_TOLD: Final = {
    "better": "better",
    "worse": "worse",
    "noise": "may be noise",
    "too few": "too few questions differ",
    "same": "the same",
}

AMOUNTS_TOLD: Final = {
    "rounds": "rounds",
    "tokens": "tokens",
    "seconds": "seconds",
    "usd": "US dollars",
}

REASONS_TOLD: Final[Mapping[AbstentionReason, str]] = {
    "not_covered": "not covered",
    "sources_conflict": "sources conflict",
    "likely_outdated": "likely outdated",
    "draft_did_not_hold": "draft did not hold",
    "cut_short": "cut short",
}

LIES_TOLD: Final[Mapping[Lies, str]] = {
    "gold": "gold",
    "gold page": "other words on a page of gold",
    "gold document": "elsewhere in a document of gold",
    "elsewhere": "another document",
}


def what_came(outcome: Outcome) -> str:
    """What was found and answered, in a few words."""
    said = "refused" if outcome.verdict == "abstained" else f"answered, {outcome.verdict}"
    if outcome.failed:
        said = "the model failed"
    elif outcome.verdict != "abstained" and outcome.is_found_measured and not outcome.quotes_gold:
        said += ", gold not quoted"
    if not outcome.ranks:
        return said
    if first(outcome.ranks) is not None:
        return f"gold at {', '.join(str(rank) if rank else 'none' for rank in outcome.ranks)}; {said}"
    if outcome.document_rank:
        return f"hit {outcome.document_rank} is another passage of its document; {said}"
    return f"its document is not among the hits; {said}"
