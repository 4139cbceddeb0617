"""What became of a kept answer's quotations since it was given, in lines for every way of showing it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from belegg.library.differences import Run
from belegg.library.turns.verifying import Verified, VerifiedQuote, failing
from belegg.text.counted import counted

AROUND: Final = 6  # words beside a change, to see where it is
MOST_OF_A_QUOTATION: Final = 160


@dataclass(frozen=True, slots=True)
class Since:
    """What does not hold any more: a line about the answer, and one for each quotation."""

    told: str
    lines: tuple[str, ...]


def since(checked: Verified) -> Since | None:
    """None where every quotation holds, wherever it stands today."""
    wrong = failing(checked)
    if not wrong:
        return None
    stand = "stands" if len(wrong) == 1 else "stand"
    told = (
        f"No longer holds: {len(wrong)} of {counted(len(checked.quotations), 'quotation')} no longer {stand} "
        f"in today's documents. What follows is the answer as it was given on {checked.asked_at[:10]}."
    )
    return Since(told, tuple(map(line_of, wrong)))


def line_of(each: VerifiedQuote) -> str:
    """`leave.md, page 3: changed. Then: “… sixteen weeks …”. Now: “… ten weeks …”.`"""
    page = f", page {each.quoted.page}" if each.quoted.page else ""
    place = f"{each.quoted.source}{page}: {each.state}"
    if each.words:
        then, now = said_by("removed", each.words), said_by("added", each.words)
        has_now = any(run.kind != "removed" for run in each.words)
        return f"{place}. Then: “{then}”. {f'Now: “{now}”.' if has_now else 'That part is gone.'}"
    words = " ".join(each.quoted.text.split())
    cut = f"{words[:MOST_OF_A_QUOTATION].rstrip()} …" if len(words) > MOST_OF_A_QUOTATION else words
    return f"{place}. “{cut}”: {each.told}."


def said_by(kind: str, runs: Sequence[Run]) -> str:
    """The words of one side, those that did not change cut to what stands around those that did."""
    parts = []
    for number, run in enumerate(runs):
        words = run.text.split()
        if run.kind == kind:
            parts += words
        elif run.kind == "same":
            first, last = number == 0, number == len(runs) - 1
            if len(words) <= (AROUND if first or last else 2 * AROUND):
                parts += words
            else:
                before = [] if first else words[:AROUND]
                after = [] if last else words[-AROUND:]
                parts += [*before, "…", *after]
    return " ".join(parts)
