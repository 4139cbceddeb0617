"""What checks of health found, kept in the library's file: whether something was well last night."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from belegg.library.findings import Finding, State

if TYPE_CHECKING:
    from belegg.library.library import Library

WORST_FIRST: tuple[State, ...] = ("wrong", "look", "well")


@dataclass(frozen=True, slots=True)
class KeptHealth:
    """One check of everything: when (ISO 8601, UTC), and what was found."""

    at: str
    findings: tuple[Finding, ...]

    @property
    def state(self) -> State:
        """That of the worst finding."""
        found = {finding.state for finding in self.findings}
        return next((state for state in WORST_FIRST if state in found), "well")

    @property
    def told(self) -> tuple[Finding, ...]:
        """What is not well."""
        return tuple(finding for finding in self.findings if finding.state != "well")


def keep(library: Library, findings: Sequence[Finding]) -> KeptHealth:
    """Keep what a check found. Raises StoreError."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    kept = KeptHealth(now, tuple(findings))
    record = {"at": kept.at, "findings": [asdict(finding) for finding in kept.findings]}
    with library.store.writing("health") as writer:
        writer.add_probe(json.dumps(record, ensure_ascii=False))
    return kept


def history(library: Library) -> list[KeptHealth]:
    """What was kept, the newest first."""
    records = [json.loads(record) for record in library.store.probes()]
    return [
        KeptHealth(record["at"], tuple(Finding(**finding) for finding in record["findings"]))
        for record in reversed(records)
    ]
