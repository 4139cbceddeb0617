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


class Pace:
    """Estimates the time left from the work done so far, in any unit of work (bytes, passages)."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.started = time.monotonic()

    def advance(self, amount: int) -> None:
        self.done += amount

    def left_s(self, under_way: float = 0.0) -> float | None:
        """Seconds left at the pace so far, `under_way` counted as done; None before anything was done."""
        done = self.done + under_way
        if done <= 0:
            return None
        return (time.monotonic() - self.started) / done * max(self.total - done, 0)
