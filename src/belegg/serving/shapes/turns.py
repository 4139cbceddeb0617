"""A question's outcome as JSON for programs."""

from __future__ import annotations

from typing import Any

from belegg.serving.shapes.answers import answer_json
from belegg.serving.turns import Turn


def turn_json(turn: Turn) -> dict[str, Any]:
    """The answer, and the run as which it is kept."""
    run = turn.run
    kept = {
        "run": run.id if run else None,
        "conversation": run.conversation if run else None,
        "number": run.number if run else None,
    }
    return {**answer_json(turn.answer, turn.usage), **kept}
