"""What a model is at, in one line on standard error that is written over; the draft is never in it."""

from __future__ import annotations

import sys
import time

from belegg.records.runs import Asked, Ended, Event, Writing
from belegg.serving.cli.terminal import one_line, shortened, width
from belegg.serving.doing import doing

WIPED = "\r\x1b[K"
EVERY_S = 0.1


class AtWork:
    """Draws what happens, while a model is there to be waited for. `wipe` before anything else is said."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._last = float("-inf")
        self._is_watched = False
        self._drawn = False

    def __call__(self, event: Event) -> None:
        """Tell of an event; the end of the run wipes the line."""
        if isinstance(event, Asked):
            self._is_watched = bool(event.models)
        if isinstance(event, Ended):
            self.wipe()
        elif self._is_watched and (line := doing(event)):
            self._draw(line, at_once=not isinstance(event, Writing))

    def wipe(self) -> None:
        """Take the line away."""
        if self._drawn:
            print(WIPED, end="", file=sys.stderr, flush=True)
            self._drawn = False

    def _draw(self, line: str, at_once: bool) -> None:
        now = time.monotonic()
        if not at_once and now - self._last < EVERY_S:
            return
        self._last, self._drawn = now, True
        text = shortened(f"{now - self._started:.0f} s · {one_line(line)}", width() - 1)
        print(f"{WIPED}{text}", end="", file=sys.stderr, flush=True)
