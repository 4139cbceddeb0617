"""
Whether the quotations hold what was asked about: what the verdict `verified` promises, beside the words.

One quotation, with the line it hangs on, its headings and its document's title, must hold every word of
weight: words that are spread over several may be about several things. A word that was only guessed (a typo,
a word like it) and a twin in another language are not held. Words that only carry the question ("how much
notice must be *given*") are not owed.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from belegg.answering.by_rule.gather import Searched
from belegg.answering.by_rule.held import HOLDS, hold
from belegg.answering.by_rule.selection import Picked
from belegg.answering.by_rule.verdict import named
from belegg.answering.question.asked import Asked
from belegg.text.analysis import Analyser

WORTH_TELLING = 0.15
"""Share of the question's weight from which a word must be held, and is told when it is not."""


def uncovered(searched: Searched, picked: Sequence[Picked], analyser: Analyser) -> list[str]:
    """
    What quotations do not hold of a question, in plain sentences; none when one of them holds it all.

    They may have been picked for another question.
    """
    asked = _owed(searched)
    weights = np.array([word.weight for word in asked], dtype=float)
    must = weights >= min(WORTH_TELLING, weights.max(initial=0.0))
    known = np.array([word.known for word in asked], dtype=bool)
    holds = [_held(one, asked, analyser) & known for one in picked] or [np.zeros(len(asked), dtype=bool)]
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
        words = "word" if len(nowhere) == 1 else "words"
        told.append(
            f"The quotations stand word for word; they do not use your {words} {named(nowhere)}. "
            "Judge whether this is your answer."
        )
    if apart:
        stands = "stands" if len(apart) == 1 else "stand"
        told.append(f"No one quotation holds all of the question: {named(apart)} {stands} in another.")
    return told


def _owed(searched: Searched) -> list[Asked]:
    """The words of a question that a quotation must hold: its own; all when every one only carries it."""
    own = [word for word in searched.asked if word.word not in searched.leans_on]
    return [word for word in own if not word.carries] or own or list(searched.asked)


def _held(picked: Picked, asked: Sequence[Asked], analyser: Analyser) -> NDArray[np.bool_]:
    """For each word whether a quotation, its headings and its title surely hold it."""
    choice = picked.choice
    material = choice.material
    space = analyser.name_space(material.analysed_as)
    _, sure = hold(material.passage, material.document, choice.pieces, asked, space, analyser)
    return sure.by(picked.numbers) >= HOLDS
