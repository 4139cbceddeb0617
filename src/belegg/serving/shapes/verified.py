"""What became of an answer's quotations as JSON for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from belegg.library.turns.unheld import Unheld
    from belegg.library.turns.verifying import Verified, VerifiedQuote

Json = dict[str, Any]


def verified_json(outcome: Verified) -> Json:
    return {
        "run": outcome.name,
        "question": outcome.question,
        "asked_at": outcome.asked_at,
        "holds": outcome.holds,
        "by_library": outcome.by_library,
        "faults": list(outcome.faults),
        "withheld": outcome.withheld,
        "quotations": [quotation_json(each) for each in outcome.quotations],
    }


def quotation_json(each: VerifiedQuote) -> Json:
    quoted = each.quoted
    return {
        "document": quoted.document,
        "source": quoted.source,
        "title": quoted.title,
        "version": quoted.version,
        "text": quoted.text,
        "page": quoted.page,
        "state": each.state,
        "page_today": each.page,
        "changed": [{"kind": run.kind, "text": run.text} for run in each.words],
        "told": each.told,
    }


def unheld_json(each: Unheld) -> Json:
    return {
        "run": each.run,
        "question": each.question,
        "asked_at": each.asked_at,
        "quotations": [quotation_json(quotation) for quotation in each.quotations],
    }
