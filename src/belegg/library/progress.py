"""Where a long run stands, for whoever watches it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """
    A moment of a long run: `done` of `total` steps, all of them stored.

    `left_s` is an estimate from the pace so far, None until there is one. `detail` is for people.
    """

    stage: str
    done: int
    total: int
    left_s: float | None = None
    detail: str = ""


UNITS = {".pdf": "page", ".pptx": "slide"}


def place_in(source: str, done: int, of: int) -> str:
    """How far a file is read: `page 12 of 300`, `slide 3 of 40`, otherwise `43 %`."""
    unit = UNITS.get(source[source.rfind(".") :].lower())
    return f"{unit} {done:,} of {of:,}" if unit else f"{100 * done // max(of, 1)} %"


Watcher = Callable[[Progress], None]


def nobody(progress: Progress) -> None:
    """Watches nothing."""


Teller = Callable[[str], None]
"""Is given a sentence that a person should read now, not at the end of the run."""


def told_to_nobody(sentence: str) -> None:
    """Hears nothing."""


GROUND_S, GROUND_SHARE = 5.0, 0.05
"""An estimate needs so long a time of work, and so large a share of it done: less is no ground for one."""


class Pace:
    """
    Estimates the time left from the work done so far, in any unit of work (bytes, passages). Counted from the
    first sign of work: what comes before it (processes that start) is no pace.
    """

    def __init__(self, total: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.total = total
        self.done = 0
        self._clock = clock
        self._first: tuple[float, float] | None = None

    def advance(self, amount: int) -> None:
        self.done += amount

    def left_s(self, under_way: float = 0.0) -> float | None:
        """Seconds left at this pace, `under_way` counted as done; None before there is ground for it."""
        done = self.done + under_way
        if done <= 0:
            return None
        if done >= self.total:
            return 0.0
        now = self._clock()
        if self._first is None:
            self._first = (now, done)
        seconds, work = now - self._first[0], done - self._first[1]
        if seconds < GROUND_S or done < GROUND_SHARE * self.total or work <= 0:
            return None
        return seconds / work * (self.total - done)
