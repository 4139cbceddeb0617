"""What limits, waits and the age of an answer are measured with."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> float:
        """Seconds from some moment on, never going back."""

    def utc(self) -> datetime:
        """The time of day, in UTC."""

    def wait(self, seconds: float) -> None:
        """Return when they have passed."""


@dataclass(frozen=True, slots=True)
class SystemClock:
    """The machine's own."""

    def now(self) -> float:
        return time.monotonic()

    def utc(self) -> datetime:
        return datetime.now(UTC)

    def wait(self, seconds: float) -> None:
        time.sleep(seconds)


SYSTEM_CLOCK = SystemClock()
