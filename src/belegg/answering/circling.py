"""Whether a model goes round in circles: the same call again and again, or rounds that bring nothing new."""

from __future__ import annotations

from collections.abc import Sequence

from belegg.records.chat import ToolCall

MOST_SAME = 3
"""Calls in a row that are letter by letter the same."""
MOST_EMPTY = 3
"""Rounds in a row of which no call brought anything that the model was not sent before."""


class Circling:
    """What a run's calls come to, round by round. `told` says in words why only answering is left now."""

    def __init__(self) -> None:
        self.told = ""
        self._last = ""
        self._same = 0
        self._empty = 0

    def made(self, calls: Sequence[tuple[ToolCall, bool]]) -> None:
        """The calls of a round, each with whether it brought something new."""
        if not calls or self.told:
            return
        for call, _ in calls:
            written = f"{call.name.strip()} {call.arguments}"
            self._same = self._same + 1 if written == self._last else 1
            self._last = written
        self._empty = 0 if any(is_new for _, is_new in calls) else self._empty + 1
        if self._same >= MOST_SAME:
            self.told = f"the same call came {self._same} times in a row"
        elif self._empty >= MOST_EMPTY:
            self.told = f"{self._empty} rounds in a row brought nothing new"
