"""What was done for figures, in the words of whoever watches a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from belegg.records.runs import Used

FigureDoing = Literal["looked_for", "looked_at", "fetched", "listed", "asked"]

DOINGS: Final[Mapping[str, FigureDoing]] = {
    "find_statistics": "looked_for",
    "describe_statistics": "looked_at",
    "get_statistics": "fetched",
    "list_tables": "listed",
    "describe_table": "looked_at",
    "query_table": "asked",
}
_SAID: Final[Mapping[FigureDoing, str]] = {
    "looked_for": "looked for statistics",
    "looked_at": "looked at the table",
    "fetched": "fetched",
    "listed": "looked which tables of the company there are",
    "asked": "asked the table",
}


@dataclass(frozen=True, slots=True)
class FigureStep:
    """What a call of a tool for figures did, to what, and what came of it; `is_done`: it gave something."""

    doing: FigureDoing
    what: str
    outcome: str
    is_done: bool

    @property
    def action(self) -> str:
        """`looked for statistics`; holds nothing of what was asked."""
        return _SAID[self.doing]

    @property
    def said(self) -> str:
        """`looked for statistics: population`, `fetched 3 figures from Statistics Norway, table 07459`."""
        if self.doing == "fetched":
            return f"fetched {self.outcome}" if self.is_done else f"fetched nothing of {self.what}"
        return f"{self.action}{f': {self.what}' if self.what else ''}"


def figure_step(event: Used) -> FigureStep | None:
    """Of a call that was one for figures; None for another."""
    doing = DOINGS.get(event.tool)
    if doing is None:
        return None
    failed = event.outcome.startswith(("not run", "the same call")) or event.outcome.endswith("was fetched.")
    return FigureStep(doing, event.arguments, event.outcome, not failed)


def used_told(event: Used) -> str:
    """A used tool in a line: `fetched 3 figures from …`, `used find_documents leave → 2 documents`."""
    step = figure_step(event)
    if step is None:
        return f"used: {event.tool} {event.arguments} → {event.outcome}"
    done = step.doing == "fetched" and step.is_done
    return step.said if done else f"{step.said} → {event.outcome}"
