"""How often a source may be asked, and whether at all: a bucket of calls, and a rest after failures."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass

POLICY = re.compile(r"\s*(\d{1,6})\s*;\s*w=\s*(\d{1,5})\s*s?\s*")
FAILURES_BEFORE_REST = 5
REST_S = 600.0


@dataclass(frozen=True, slots=True)
class Pace:
    """At most so many `calls` in any stretch of `seconds`."""

    calls: int = 2
    seconds: float = 1.0


class Bucket:
    """
    The calls that are left of a pace; they come back evenly. A source that says its own limits in headers
    (`x-ratelimit-policy: 40;w=60s`, `x-ratelimit-remaining`) is believed, and one that says "not before"
    is not asked before.
    """

    def __init__(self, pace: Pace, now: float) -> None:
        self._lock = threading.Lock()
        self._pace = pace
        self._left = float(pace.calls)
        self._counted_at = now
        self._closed_until = now

    def take(self, now: float, patience_s: float) -> float:
        """
        Take a call: how many seconds to wait before it is made. More than `patience_s`: nothing was taken.
        """
        with self._lock:
            self._count(now)
            rate = self._pace.calls / self._pace.seconds
            wait_s = max(self._closed_until - now, (1.0 - self._left) / rate, 0.0)
            if wait_s <= patience_s:
                self._left -= 1.0
            return wait_s

    def left(self, now: float) -> int:
        """How many calls could be made at once."""
        with self._lock:
            self._count(now)
            return 0 if self._closed_until > now else max(0, int(self._left))

    def close(self, until: float) -> None:
        """Let no call through before then."""
        with self._lock:
            self._closed_until = max(self._closed_until, until)

    def learn(self, headers: Mapping[str, str], now: float) -> None:
        """Believe the source's own headers (names in small letters); what cannot be read is passed over."""
        policy = POLICY.match(headers.get("x-ratelimit-policy", ""))
        remaining = headers.get("x-ratelimit-remaining", "").strip()
        with self._lock:
            self._count(now)
            if policy and int(policy[1]) and int(policy[2]):
                self._pace = Pace(int(policy[1]), float(policy[2]))
                self._left = min(self._left, float(self._pace.calls))
            if remaining.isdecimal() and len(remaining) < 7:
                self._left = min(self._left, float(remaining))

    def _count(self, now: float) -> None:
        grown = (now - self._counted_at) * self._pace.calls / self._pace.seconds
        self._left = min(float(self._pace.calls), self._left + max(0.0, grown))
        self._counted_at = now


@dataclass(frozen=True, slots=True)
class Standing:
    """
    How a source has done in this process: times in ISO 8601, empty when there was none; `rests_s` is for how
    many seconds more it is not asked, `calls_left` how many calls its pace would let through now.
    """

    last_success: str = ""
    last_error: str = ""
    last_error_at: str = ""
    calls_left: int = 0
    rests_s: float = 0.0


class Record:
    """Of one source: what went well last, what did not, and whether it rests."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._failures = 0
        self._rests_until: float | None = None
        self._success, self._error, self._error_at = "", "", ""

    def rests_s(self, now: float) -> float:
        """How long it still rests; 0 when it may be asked."""
        with self._lock:
            if self._rests_until is None:
                return 0.0
            if now >= self._rests_until:
                self._rests_until, self._failures = None, 0
                return 0.0
            return self._rests_until - now

    def went_well(self, at: str) -> None:
        with self._lock:
            self._failures, self._success = 0, at

    def failed(self, words: str, at: str, now: float, *, counts: bool) -> None:
        """`counts`: it could not answer (five of these in a row, and it rests); else it would not."""
        with self._lock:
            self._error, self._error_at = words, at
            if not counts:
                return
            self._failures += 1
            if self._failures >= FAILURES_BEFORE_REST:
                self._rests_until = now + REST_S

    def standing(self, now: float, calls_left: int) -> Standing:
        rests_s = self.rests_s(now)
        with self._lock:
            return Standing(self._success, self._error, self._error_at, calls_left, rests_s)
