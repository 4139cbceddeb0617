"""Numbers out of a server's answer: what is no probability is nothing, so that its question stays open."""

from __future__ import annotations

import math
from collections.abc import Mapping

from belegg.records.deciding import DecidedBy, Decision, Level, OneOf, QuickQuestion, YesNo

YES, NO = "yes", "no"


def probability(value: object) -> float | None:
    """A number from 0 to 1; None for NaN, a truth value, a text, and what lies outside."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) and 0 <= value <= 1 else None


def answers_of(question: QuickQuestion) -> tuple[str, ...]:
    """The values that a decision of the question may have, in their order."""
    match question:
        case YesNo():
            return (YES, NO)
        case OneOf(options=options):
            return tuple(options)
        case Level(levels=levels):
            return levels


def yes_or_no(yes: float, source: DecidedBy) -> Decision:
    """From the probability of yes."""
    value = YES if yes >= 0.5 else NO
    return Decision(value, max(yes, 1 - yes), source, {YES: yes, NO: 1 - yes})


def likeliest(
    probabilities: Mapping[str, object], question: QuickQuestion, source: DecidedBy
) -> Decision | None:
    """
    The likeliest of the question's answers, with its probability as confidence. None when one of the answers
    has no probability, or all together have none.

    Servers have a `confidence` of their own: how peaked the distribution is. It is not the chance that the
    answer is right, so it is not used.
    """
    found: dict[str, float] = {}
    for name in answers_of(question):
        value = probability(probabilities.get(name))
        if value is None:
            return None
        found[name] = value
    whole = sum(found.values())
    if whole <= 0:
        return None
    found = {name: value / whole for name, value in found.items()}
    best = max(found, key=lambda name: found[name])
    return Decision(best, found[best], source, found)
