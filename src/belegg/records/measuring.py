"""What a library keeps of measuring."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KeptRun:
    """
    A run over a golden set as it is kept: `record` is JSON, in the form of `belegg.evaluation.runs`. Numbers
    count from 1 and are not given twice while a later run is kept.
    """

    number: int
    golden_set: str
    record: str
