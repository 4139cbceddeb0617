"""What a check of one sentence found."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Findings:
    """
    Gathered in the order in which they were found; see `Proof` for what each is. `computed`: figures of the
    sentence, as it writes them, that a line of arithmetic holds.
    """

    failures: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    arithmetic: list[str] = field(default_factory=list)
    computed: list[str] = field(default_factory=list)
