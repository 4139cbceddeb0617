"""
The hard limits of a run, counted in the code: text does not stop a model, being offered fewer tools does.

At 70 % of any limit the model is told once; at 90 %, and in its last round, only `answer` is offered, for two
rounds at most; at 100 % it is not asked again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Literal

from belegg.answering.settings import LimitName, Limits
from belegg.records.chat import Usage

WARNED_AT, ANSWER_AT = 0.7, 0.9
MOST_ANSWER_ROUNDS = 2

Phase = Literal["free", "near", "answer only", "over"]


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a run has come: the phase, and the limit that is nearest, with what is spent of it (0 to 1)."""

    phase: Phase
    limit: LimitName
    share: float


class Meter:
    """What one run has taken so far. `now` gives seconds."""

    def __init__(self, limits: Limits, now: Callable[[], float] = perf_counter) -> None:
        self.limits = limits
        self.usage = Usage()
        self.rounds = 0
        self.searches = 0
        self._now = now
        self._started = now()
        self._last_sent = 0
        self._answer_rounds = 0

    def took(self, usage: Usage, *, answering: bool = False) -> None:
        """Count a request. `answering`: one of the answer model; the next sends at least as much again."""
        self.usage += usage
        if answering:
            self.rounds += 1
            self._last_sent = usage.input_tokens

    def searched(self, phrasings: int) -> None:
        """Count what a call searched."""
        self.searches += phrasings

    def asked_to_answer(self) -> None:
        """Count a round in which only `answer` was offered."""
        self._answer_rounds += 1

    def leave_out(self, seconds: float) -> None:
        """Seconds that just passed and that no limit counts."""
        self._started += seconds

    @property
    def is_done_answering(self) -> bool:
        """Whether the model had all the rounds in which only `answer` is offered."""
        return self._answer_rounds >= MOST_ANSWER_ROUNDS

    @property
    def seconds(self) -> float:
        return self._now() - self._started

    @property
    def seconds_left(self) -> float:
        return max(0.0, self.limits.seconds - self.seconds)

    @property
    def tokens_left(self) -> int:
        return max(1, self.limits.tokens - self.usage.tokens)

    @property
    def searches_left(self) -> int:
        return max(0, self.limits.searches - self.searches)

    def shares(self) -> dict[LimitName, float]:
        """What is spent of each limit; of the tokens, with what the next request sends at least."""
        limits = self.limits
        shares: dict[LimitName, float] = {
            "rounds": self.rounds / limits.rounds,
            "searches": self.searches / limits.searches,
            "tokens": (self.usage.tokens + self._last_sent) / limits.tokens,
            "seconds": self.seconds / limits.seconds,
        }
        if limits.cost_usd is not None and self.usage.cost_usd is not None:
            shares["cost"] = self.usage.cost_usd / limits.cost_usd
        return shares

    def standing(self) -> Standing:
        """Before the next round. That the searches are used up leaves the model two rounds to answer in."""
        shares = self.shares()
        limit = max(shares, key=lambda name: shares[name])
        over = [name for name, share in shares.items() if share >= 1 and name != "searches"]
        if over:
            return Standing("over", over[0], shares[over[0]])
        if self.is_done_answering:
            return Standing("over", limit, shares[limit])
        if self.rounds >= self.limits.rounds - 1:
            return Standing("answer only", "rounds", shares["rounds"])
        share = shares[limit]
        phase: Phase = "answer only" if share >= ANSWER_AT else "near" if share >= WARNED_AT else "free"
        return Standing(phase, limit, share)

    def told(self, limit: LimitName) -> str:
        """`12 of 16 rounds`, in words."""
        spent = {
            "rounds": f"{self.rounds} of {self.limits.rounds} rounds",
            "searches": f"{self.searches} of {self.limits.searches} searches",
            "tokens": f"{self.usage.tokens:,} of {self.limits.tokens:,} tokens",
            "seconds": f"{self.seconds:.0f} of {self.limits.seconds:.0f} seconds",
            "cost": f"{self.usage.cost_usd or 0:.2f} of {self.limits.cost_usd or 0:.2f} dollars",
        }
        return spent[limit]
