"""A clock that stands until it is told to go on; waiting moves it."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta


class StandingClock:
    """Begins at `start` (UTC). `waited` holds every wait, in seconds, in order."""

    def __init__(self, start: datetime = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)) -> None:
        self._lock = threading.Lock()
        self._start = start
        self._passed_s = 0.0
        self.waited: list[float] = []

    def now(self) -> float:
        return self._passed_s

    def utc(self) -> datetime:
        return self._start + timedelta(seconds=self._passed_s)

    def wait(self, seconds: float) -> None:
        with self._lock:
            self.waited.append(seconds)
            self._passed_s += seconds

    def go_on(self, seconds: float) -> None:
        """Let time pass without anybody waiting."""
        with self._lock:
            self._passed_s += seconds
