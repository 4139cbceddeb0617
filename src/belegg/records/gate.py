"""
The relevance gate: floors found by `calibrate`, and the JSON in which a library keeps them.

A floor is of one pack and one language of questions, read on one model's scores: numbers of another model
say nothing about it. What was calibrated and did not separate stays written down, without a value.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, get_args

from belegg.errors import BadSetting

EVERY: Final = ""
"""As a floor's pack or language: every one that has no floor of its own."""

Measure = Literal["cosine", "rerank"]
"""What a floor is read on: the cosine of question and passage, or a reranker's score; never the fused one."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """
    A logistic model of a hit, fitted where it beat a floor on the score alone: what a whole unit of score and
    a whole word share (0 to 1) add to the log-odds that it answers.
    """

    intercept: float
    score: float
    word_share: float

    def log_odds(self, score: float, word_share: float) -> float:
        """Above 0: rather an answer than not, were both as frequent."""
        return self.intercept + self.score * score + self.word_share * word_share


@dataclass(frozen=True, slots=True)
class Floor:
    """
    What `calibrate` found for one pack and one language of questions.

    `language` is a name space of terms (`no`, `en` …), `EVERY` any that is spoken in the scope. `value` is
    the least score that passes, in the measure's own units; None when answerable and unanswerable questions
    overlap (`separable` false). `answerable` and `unanswerable` count the questions it was read from. `model`
    is the id of the embedder, or of the reranker; `corpus_version` names the state of the pack then. With
    `fitted` the value is the least log-odds.
    """

    pack: str
    language: str
    value: float | None
    separable: bool
    answerable: int
    unanswerable: int
    model: str
    corpus_version: str
    measure: Measure = "cosine"
    fitted: Fitted | None = None

    def reading(self, score: float, word_share: float) -> float:
        """What of a hit is held against the value: its score, or the model's log-odds."""
        return self.fitted.log_odds(score, word_share) if self.fitted else score


@dataclass(frozen=True, slots=True)
class Gate:
    """All floors of a library. Without one nothing is dropped."""

    floors: tuple[Floor, ...] = ()

    def floor(self, pack: str, language: str) -> Floor | None:
        """The floor that counts: of pack and language, else of the pack, of the language, of everything."""
        found = {(floor.pack, floor.language): floor for floor in self.floors}
        asked = ((pack, language), (pack, EVERY), (EVERY, language), (EVERY, EVERY))
        return next((found[key] for key in asked if key in found), None)

    def with_floor(self, floor: Floor) -> Gate:
        """The same with this floor in place of the one for its pack and language."""
        others = (f for f in self.floors if (f.pack, f.language) != (floor.pack, floor.language))
        return Gate((*others, floor))

    def without(self, pack: str) -> Gate:
        """The same without the floors of a pack, of any language."""
        return Gate(tuple(floor for floor in self.floors if floor.pack != pack))

    def to_json(self) -> str:
        """`{"floors": [{"pack": …}, …]}`, as the library's setting `gate` holds it."""
        return json.dumps({"floors": [asdict(floor) for floor in self.floors]}, ensure_ascii=False)

    @classmethod
    def of_json(cls, text: str) -> Gate:
        """The gate that `to_json` wrote. Raises BadSetting when it is none."""
        try:
            return cls(tuple(_floor_of(each) for each in json.loads(text)["floors"]))
        except (KeyError, TypeError, ValueError) as error:
            raise BadSetting(
                f"the library's setting `gate` cannot be read ({error}); `belegg calibrate` writes it anew"
            ) from error


NO_GATE: Final = Gate()


def _floor_of(given: Mapping[str, Any]) -> Floor:
    fitted = given.get("fitted")
    floor = Floor(**{**given, "fitted": Fitted(**fitted) if fitted else None})
    if floor.measure not in get_args(Measure):
        raise ValueError(f"unknown measure `{floor.measure}`")
    if floor.separable is not (floor.value is not None):
        raise ValueError("a floor has a value when it is separable, and only then")
    if floor.value is not None and not math.isfinite(float(floor.value)):
        raise ValueError(f"the value `{floor.value}` is no number")
    if floor.fitted and not all(math.isfinite(float(each)) for each in asdict(floor.fitted).values()):
        raise ValueError("a weight of the fitted model is no number")
    return floor
