"""
What kind of thing a question asks for, and whether a sentence holds one.

All languages are tried together: a question of four words does not tell its own. A kind is a hint that lifts
a sentence, never a condition.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, get_args

import regex

from belegg.answering.phrases import phrases

Kind = Literal["time_span", "date", "amount", "number", "person", "meaning", "yes_or_no"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def kinds_asked(question: str) -> tuple[Kind, ...]:
    """Every kind of thing that the question may ask for; empty for key words."""
    return tuple(kind for kind in KINDS if _asked(kind).search(question))


def holds(kind: Kind, text: str) -> bool:
    """Whether a text holds a thing of that kind."""
    return _held(kind).search(text) is not None


def figures_in(text: str) -> frozenset[str]:
    """The numbers of a text, in digits or words, as written."""
    return frozenset(match[0].lower() for match in _figures().finditer(text))


@cache
def _asked(kind: Kind) -> regex.Pattern[str]:
    return regex.compile(rf"(?<!\w){phrases(f'asked/{kind}')}(?!\w)", regex.I)


@cache
def _held(kind: Kind) -> regex.Pattern[str]:
    figure = rf"(?:\d+(?:[.,:/ ]\d+)*|\b{phrases('numerals')}\b)"
    number = rf"(?:{figure}|\b{phrases('articles')}\b)"
    expression = phrases(f"held/{kind}")
    for name, meant in (
        ("{figure}", figure),
        ("{number}", number),
        ("{time}", phrases("times")),
        ("{month}", phrases("months")),
    ):
        expression = expression.replace(name, meant)
    return regex.compile(rf"(?<!\w){expression}(?!\w)", regex.I)


@cache
def _figures() -> regex.Pattern[str]:
    return regex.compile(rf"\d+(?:[.,:/]\d+| \d{{3}}(?!\d))*|\b{phrases('numerals')}\b", regex.I)
