"""
Whether the quotations hold what was asked about: what the verdict `verified` promises, beside the words.

One quotation, with the line it hangs on, its headings and its document's title, must hold every word of
weight: words that are spread over several may be about several things. A word that was only guessed (a typo,
a word like it) and a twin in another language are not held.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from belegg.answering.asked import Asked
from belegg.answering.selection import Picked
from belegg.answering.verdict import named

WORTH_TELLING = 0.15
"""Share of the question's weight from which a word must be held, and is told when it is not."""


def uncovered(asked: Sequence[Asked], picked: Sequence[Picked]) -> list[str]:
    """What the quotations of a question do not hold of it, in plain sentences; none when they hold it all."""
    weights = np.array([word.weight for word in asked], dtype=float)
    must = weights >= min(WORTH_TELLING, weights.max(initial=0.0))
    known = np.array([word.known for word in asked], dtype=bool)
    holds = [one.holds() & known for one in picked] or [np.zeros(len(asked), dtype=bool)]
    fullest = max(holds, key=lambda held: float(held @ weights))
    nowhere = [
        word.word for number, word in enumerate(asked) if must[number] and not any(h[number] for h in holds)
    ]
    apart = [
        word.word
        for number, word in enumerate(asked)
        if must[number] and not fullest[number] and word.word not in nowhere
    ]
    told = []
    if nowhere:
        told.append(
            f"Nothing quoted holds {named(nowhere)} of the question: judge whether this is its answer."
        )
    if apart:
        stands = "stands" if len(apart) == 1 else "stand"
        told.append(f"No one quotation holds all of the question: {named(apart)} {stands} in another.")
    return told
