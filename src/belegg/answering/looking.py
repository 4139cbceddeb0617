"""That a title is not a number, told once to a model that looks at tables and fetches nothing (AGE-6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from belegg.answering.nudges import NO_NUMBER
from belegg.records.runs import Event, Nudged, Opened

MOST_LOOKS: Final = 3
"""Calls that look for a table, or at one, before it is told."""
LOOKS: Final = frozenset({"find_statistics", "describe_statistics", "list_tables", "describe_table"})
FETCHES: Final = frozenset({"get_statistics", "query_table"})


class Looking:
    """What a run's calls did with tables, so far."""

    def __init__(self) -> None:
        self._looks = 0
        self._is_over = False

    def made(self, tool: str, round: int, events: Sequence[Event]) -> Nudged | None:
        """What the answer of a call ends with, of which these are the events; at most one in a run."""
        if tool in FETCHES and any(isinstance(event, Opened) for event in events):
            self._is_over = True
        self._looks += tool in LOOKS
        if self._is_over or self._looks < MOST_LOOKS:
            return None
        self._is_over = True
        return Nudged(round, "fetch the cells", NO_NUMBER)
