"""
Words by which a sentence takes something back: negations, conditions, exceptions; thirteen written languages.

The lists are our own, in `data/reservations/<language>.txt`. A word counts only in the languages that the
text around it is written in: Norwegian `si` (say) is no Spanish `si` (if).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import regex

from belegg.text.small_words import SMALL_WORDS

Held = Literal["negation", "condition", "exception"]

_DATA = Path(__file__).parent.parent / "data" / "reservations"
_WORD = regex.compile(r"[\p{L}\p{M}]+")
_KINDS: dict[str | None, Held] = {
    "negation": "negation",
    "ending": "negation",
    "condition": "condition",
    "clause": "condition",
    "exception": "exception",
}
_NEAR = 0.7  # of the small words of the best language: nb, nn and da, or pt and es, may both be heard


@dataclass(frozen=True, slots=True)
class Reservations:
    """One language: a pattern with a group per kind, and the words that point back at the sentence before."""

    pattern: regex.Pattern[str]
    pointing: regex.Pattern[str]


@cache
def reservations(language: str) -> Reservations:
    lines = (_DATA / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    lists = {kind: phrases.split(", ") for kind, _, phrases in (line.partition(": ") for line in lines)}
    groups = [f"(?P<{kind}>{_any(lists[kind])})" for kind in ("exception", "condition", "negation")]
    if "clause" in lists:  # a conjunction that is also a preposition: only where a clause begins
        groups.append(rf"(?P<clause>(?:^|(?<=[,;:(.] )){_any(lists['clause'])})")
    if "ending" in lists:  # `n't`: no word of its own
        groups.append(rf"(?P<ending>(?<=\p{{L}})(?:{'|'.join(lists['ending'])})(?!\p{{L}}))")
    return Reservations(
        regex.compile("|".join(groups), regex.I | regex.M),
        regex.compile(r"\W*" + _any(lists["this"]), regex.I),
    )


def _any(phrases: Iterable[str]) -> str:
    ordered = sorted(phrases, key=len, reverse=True)
    alternatives = "|".join(regex.sub(r"\\? ", r"\\s+", regex.escape(phrase)) for phrase in ordered)
    return rf"(?<![\p{{L}}\p{{M}}])(?:{alternatives})(?:(?<=['’])|(?![\p{{L}}\p{{M}}]))"


def languages_around(context: str) -> list[str]:
    """The languages whose small words the text holds most of; several where it is close."""
    words = [word.lower() for word in _WORD.findall(context)]
    counts = {code: sum(word in small for word in words) for code, small in SMALL_WORDS.items()}
    best = max(counts.values())
    return [code for code, count in counts.items() if count >= best * _NEAR]


def held(text: str, languages: Iterable[str]) -> Held | None:
    """The first reservation in the text, by kind."""
    first: tuple[int, Held] | None = None
    for language in languages:
        match = reservations(language).pattern.search(text)
        if match and (first is None or match.start() < first[0]):
            first = match.start(), _KINDS[match.lastgroup]
    return first[1] if first else None


def begins_as_exception(sentence: str, languages: Iterable[str]) -> bool:
    """Whether a sentence takes back the one before it: `Fristen kan likevel …`, `This does not apply …`."""
    opening = regex.match(r"(?:\W*[\p{L}\p{M}\p{N}]+){0,8}", sentence)
    beginning = opening[0] if opening else ""
    for language in languages:
        words = reservations(language)
        kinds = {_KINDS[match.lastgroup] for match in words.pattern.finditer(beginning)}
        if "exception" in kinds or ("negation" in kinds and words.pointing.match(beginning)):
            return True
    return False
