"""
What `calibrate` fits for quick calls, and the JSON in which a library keeps it.

Every number is of one model: a temperature of the classifier that it was fitted for, a relevance model of the
embedder whose cosines it weighs. Numbers of another model say nothing, and are not used.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Final

from belegg.errors import BadSetting

NUMBERS: Final = ("intercept", "cosine", "gap", "word_share")


@dataclass(frozen=True, slots=True)
class Relevance:
    """
    A logistic model of a hit of a search: what cosine, gap (the best cosine of the search less its own) and
    word share (0 to 1) add to the log-odds that it is relevant. `model` is the embedder's id; `questions`
    counts those that it was fitted on.
    """

    model: str
    intercept: float
    cosine: float
    gap: float
    word_share: float
    questions: int

    def irrelevant(self, cosine: float, gap: float, word_share: float) -> float:
        """The probability (0 to 1) that a hit is irrelevant."""
        odds = self.intercept + self.cosine * cosine + self.gap * gap + self.word_share * word_share
        return 1 / (1 + math.exp(max(-500.0, min(500.0, odds))))


@dataclass(frozen=True, slots=True)
class QuickFits:
    """`temperatures` by classifier id, then by decision; `relevance` is the local model, None for none."""

    temperatures: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    relevance: Relevance | None = None

    def temperature(self, classifier: str, decision: str) -> float | None:
        """None where none was fitted for this classifier."""
        return self.temperatures.get(classifier, {}).get(decision)

    def to_json(self) -> str:
        """As the library's setting `quick_calls` holds it."""
        relevance = asdict(self.relevance) if self.relevance else None
        told = {"temperatures": {k: dict(v) for k, v in self.temperatures.items()}, "relevance": relevance}
        return json.dumps(told, ensure_ascii=False)

    @classmethod
    def of_json(cls, text: str) -> QuickFits:
        """What `to_json` wrote. Raises BadSetting when it is none."""
        try:
            told = json.loads(text)
            relevance = None if told["relevance"] is None else Relevance(**told["relevance"])
            temperatures = {
                str(id): {str(name): float(value) for name, value in of_one.items()}
                for id, of_one in told["temperatures"].items()
            }
            _sound(relevance, temperatures)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise BadSetting(
                f"the library's setting `quick_calls` cannot be read ({error}); `belegg calibrate "
                "--quick-calls` writes it anew"
            ) from error
        return cls(temperatures, relevance)


NO_FITS: Final = QuickFits()


def _sound(relevance: Relevance | None, temperatures: Mapping[str, Mapping[str, float]]) -> None:
    numbers = [] if relevance is None else [float(getattr(relevance, name)) for name in NUMBERS]
    if not all(map(math.isfinite, numbers)):
        raise ValueError("a weight of the relevance model is no number")
    if not all(0 < value < math.inf for of_one in temperatures.values() for value in of_one.values()):
        raise ValueError("a temperature is no number above 0")
