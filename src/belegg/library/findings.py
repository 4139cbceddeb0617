"""What `health` says of one check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from belegg.text.counted import counted

State = Literal["well", "look", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """
    One check. `look`: somebody should look, results are right. `wrong`: results are wrong or missing.

    `todo` is empty when it is well.
    """

    check: str
    state: State
    text: str
    todo: str = ""


def probed(name: str, tried: int, failed: Sequence[str], todo: str) -> Finding:
    """The outcome of probes. `failed` names those that did not come out right, by what was probed."""
    probes = counted(tried, "probe")
    if not failed:
        return Finding(name, "well", f"{tried} of {probes} came out right")
    return Finding(name, "wrong", f"{len(failed)} of {probes} failed (`{failed[0]}` …)", todo)
