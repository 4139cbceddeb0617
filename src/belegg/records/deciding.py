"""Quick calls: small questions with few answers, and what a classifier says to them (System One's types)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class YesNo:
    """A question whose answer is yes or no (`noul`)."""

    instructions: str


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of up to 255 labels, each with what it means (`choice`)."""

    instructions: str
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Level:
    """One of 2 to 10 levels, the lowest first, each in words (`score`)."""

    instructions: str
    levels: tuple[str, ...]


QuickQuestion = YesNo | OneOf | Level
DecidedBy = Literal["systemone", "decisions", "logprobs", "local"]


@dataclass(frozen=True, slots=True)
class Decision:
    """
    What a classifier says: `yes` or `no`, a label, or a level in words, and how sure it is (0 to 1).

    `probabilities` of all answers where they are known. `option_mass`: of logprobs, how much of the model's
    probability fell on the labels at all; little says that it meant to say something else.
    """

    value: str
    confidence: float
    source: DecidedBy
    probabilities: Mapping[str, float] = field(default_factory=dict)
    option_mass: float | None = None
