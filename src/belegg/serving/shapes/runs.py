"""Kept runs, verified answers and gaps as JSON for programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from belegg.library.turns.codec import to_plain
from belegg.library.turns.since import since
from belegg.serving.shapes.answers import answer_json
from belegg.serving.shapes.documents import hit_json

if TYPE_CHECKING:
    from belegg.library.turns.gaps import Gap
    from belegg.library.turns.verifying import Verified
    from belegg.records.runs import StoredRun
    from belegg.records.turns import TurnHead

Json = dict[str, Any]


def head_json(head: TurnHead, holds: bool) -> Json:
    """`holds`: whether all that it quotes stands in today's documents."""
    return {
        "run": head.id,
        "conversation": head.conversation,
        "number": head.number,
        "asker": head.asker or None,
        "asked_at": head.at,
        "question": head.question,
        "verdict": head.verdict,
        "reason": head.reason,
        "model": head.model or None,
        "holds": holds,
    }


def run_json(run: StoredRun, checked: Verified) -> Json:
    """`checked`: the same run verified, as it holds today."""
    outdated = since(checked)
    return {
        "holds": checked.holds,
        "no_longer": [outdated.told, *outdated.lines] if outdated else [],
        "run": run.id,
        "conversation": run.conversation,
        "number": run.number,
        "asker": run.asker or None,
        "asked_at": run.started_at,
        "question": run.question,
        "filters": {name: list(values) for name, values in run.filters.items()},
        "models": dict(run.models),
        "belegg": run.belegg,
        "corpus": run.corpus,
        "took_s": run.took_s,
        "usage": asdict(run.usage),
        "events": [to_plain(event) for event in run.events],
        "answer": answer_json(run.answer),
    }


def gap_json(gap: Gap) -> Json:
    return {
        "number": gap.number,
        "question": gap.question,
        "after": gap.after or None,
        "reason": gap.reason,
        "told": gap.told,
        "asked": gap.asked,
        "askers": gap.askers,
        "first_at": gap.first_at,
        "last_at": gap.last_at,
        "searches": list(gap.searches),
        "nearest": [hit_json(hit) for hit in gap.nearest],
        "would_settle": gap.would_settle,
        "runs": list(gap.runs),
        "closed_at": gap.closed_at or None,
    }
