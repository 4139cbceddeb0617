"""Progress on standard error: one line written over on a terminal, a line now and then with --progress."""

from __future__ import annotations

import sys
import time

from belegg.library.progress import Progress, Watcher, nobody
from belegg.text.counted import counted

EVERY_S = 0.1
EVERY_S_WITHOUT_TERMINAL = 5.0


def watcher(asked: bool = False) -> Watcher:
    """A watcher that draws when standard error is a terminal or the user asked, else one that does not."""
    if sys.stderr.isatty():
        return Line(EVERY_S, "\r\x1b[K", "")
    return Line(EVERY_S_WITHOUT_TERMINAL, "", "\n") if asked else nobody


class Line:
    """Writes the progress at most once per `every_s`, and always its last moment."""

    def __init__(self, every_s: float, before: str, after: str) -> None:
        self.every_s = every_s
        self.before = before
        self.after = after
        self.last = float("-inf")

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        ended = progress.done >= progress.total
        if not ended and now - self.last < self.every_s:
            return
        self.last = now
        # A finished line on a terminal is wiped: the outcome is printed in its place.
        line = "" if ended and self.before else sentence(progress)
        print(f"{self.before}{line}", end=self.after, file=sys.stderr, flush=True)


class Remembering:
    """Passes every moment on, and knows the last one when a run is stopped."""

    def __init__(self, watch: Watcher, unit: str = "file") -> None:
        self.watch = watch
        self.unit = unit
        self.last: Progress | None = None

    def __call__(self, progress: Progress) -> None:
        self.last = progress
        self.watch(progress)

    def farewell(self) -> str:
        """What to say when the run was stopped: what stays, and how to go on."""
        stored = (
            f"{self.last.done} of {counted(self.last.total, self.unit)} done, and kept"
            if self.last and self.last.done
            else "nothing was stored yet"
        )
        return f"stopped; {stored}. Run the same command again to go on."


def sentence(progress: Progress) -> str:
    """`ingest  120 of 736 · 3 failed · about 40 s left`"""
    parts = [f"{progress.done} of {progress.total}"]
    if progress.detail:
        parts.append(progress.detail)
    if progress.left_s is not None and progress.done < progress.total:
        parts.append(f"about {spoken(max(progress.left_s, 1.0))} left")
    return f"{progress.stage}  {' · '.join(parts)}"


def spoken(seconds: float) -> str:
    """A duration as people say it, rounded: `0.2 s`, `4 s`, `3 min`, `2 h 10 min`."""
    if seconds < 0.95:
        return f"{max(seconds, 0.1):.1f} s"
    if seconds < 90:
        return f"{round(seconds)} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
