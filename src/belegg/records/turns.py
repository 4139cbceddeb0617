"""What a store keeps of runs: rows that it lists, and records that it does not look into."""

from __future__ import annotations

from dataclasses import dataclass

from belegg.records.answers import AbstentionReason, ShownVerdict
from belegg.records.runs import Touched
from belegg.records.searching import ANONYMOUS, Principal


@dataclass(frozen=True, slots=True)
class TurnHead:
    """
    A stored run as lists show it. `asker` is empty for the owner; `model` is empty when no model wrote. `gap`
    is the digest of a question that was left open, empty when it was not.
    """

    id: str
    conversation: str
    number: int
    asker: str
    at: str
    question: str
    verdict: ShownVerdict
    reason: AbstentionReason | None
    model: str
    gap: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A stored run with its record (JSON, in the form of `belegg.library.turns`) and what it was sent."""

    head: TurnHead
    record: str
    touched: tuple[Touched, ...]


@dataclass(frozen=True, slots=True)
class KeptGap:
    """A question that was left open, by its digest; `closed_at` is empty while it is open."""

    number: int
    gap: str
    closed_at: str


def asker_of(principal: Principal) -> str:
    """By whom a run is kept: the principal's id, empty for the owner of the file."""
    return "" if principal.groups is None else principal.id


def sees(principal: Principal, asker: str) -> bool:
    """
    Whether a principal may look at a run of this asker: the owner at all, others at their own, and who has
    not signed in at none, for many are called that.
    """
    if principal.groups is None:
        return True
    return asker == principal.id and asker not in ("", ANONYMOUS)
