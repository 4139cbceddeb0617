"""
What a model proposes as its answer: sentences with claims, unchecked.

A `Draft` comes from the arguments of the `answer` tool, in which a document is called by its handle. Nothing
of it is shown to anybody before `answering.checks` has seen it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from belegg.records import AbstentionReason, Claim

Settled = Literal["yes", "partly", "no"]


@dataclass(frozen=True, slots=True)
class DraftSentence:
    """One sentence with the quotations that it rests on; `Claim.source_hint` holds the handle."""

    text: str
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class DraftConflict:
    """Sources that differ, as the model saw it: what about, and a claim for each side."""

    about: str
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """
    A proposed answer. `settled` is the model's own view of whether the documents settle the question; with
    `no`, `reason` says which kind of abstention it is. `missing` says what is not settled, `would_settle`
    what kind of document would settle it.
    """

    sentences: tuple[DraftSentence, ...]
    settled: Settled
    reason: AbstentionReason | None = None
    missing: str = ""
    would_settle: str = ""
    conflicts: tuple[DraftConflict, ...] = ()
