"""
Words by which a sentence takes something back: negations, conditions, exceptions; thirteen written languages.

The lists are our own, in `data/reservations/<language>.txt`. A word counts only in the languages that the
text around it is written in: Norwegian `si` (say) is no Spanish `si` (if).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Literal

import regex

from belegg.text.small_words import SMALL_WORDS

Held = Literal["negation", "condition", "exception"]
Bound = Literal["most", "least"]

_DATA = Path(__file__).parent.parent / "data" / "reservations"
_WORD = regex.compile(r"[\p{L}\p{M}]+")
_KINDS: dict[str | None, Held] = {
    "negation": "negation",
    "ending": "negation",
    "condition": "condition",
    "clause": "condition",
    "exception": "exception",
    "turn": "exception",
}
_OTHERS = (
    "and",
    "verb",
    "aside",
    "same",
    "idle",
    "it",
    "bars",
    "limits",
    "back",
    "most",
    "not more",
    "least",
    "not less",
)
"""
What joins clauses; the verb of one; what excepts from its own sentence (`Notwithstanding § 4`); what adds to
the sentence before (`the same applies`); a `not` that denies nothing (`not only`); pronouns, which may be
empty or only go on, and what is barred after them (`it may not`); what limits, whatever its subject (`the
limit does not apply`), or turns back (`kan likevel`), `…` for up to two words; what sets a bound (`at most`),
and by a negation (`not exceed`). Clauses, `the same` and bounds: Nordic languages, English and German.
"""
_TURNED = regex.compile(r"\s*(?:[\p{L}\p{M}]+\s+){0,2}")
# An address is no sentence: `avtale.no/x` holds no "no". `No. 5` is a number's name.
_NO_SENTENCE = regex.compile(
    r"(?:https?://|www\.)\S+|\S+@\S+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/\S*|\bno\.(?=\s?\p{N})", regex.I
)
_COMPOUND = regex.compile(r"(?<![\p{L}-])(?:non|not|ikke|ikkje|icke|inte|nicht)-(?=\p{L})", regex.I)
_FIRST = r"\W*(?:\p{N}+\W+)?"  # `(2) This …`, `- This …`
_NOT_BEYOND: dict[Bound, str] = {"most": "not more", "least": "not less"}
_NEAR = 0.7  # of the small words of the best language: nb, nn and da, or pt and es, may both be heard


@dataclass(frozen=True, slots=True)
class Reservations:
    """
    One language: a pattern with a group per kind, the words that point back at the sentence before, and what
    `words_for` finds besides.
    """

    pattern: regex.Pattern[str]
    pointing: regex.Pattern[str]
    others: dict[str, regex.Pattern[str]]


@cache
def reservations(language: str) -> Reservations:
    lines = (_DATA / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    lists = {kind: phrases.split(", ") for kind, _, phrases in (line.partition(": ") for line in lines)}
    groups = [f"(?P<{kind}>{_any(lists[kind])})" for kind in ("exception", "turn", "condition", "negation")]
    if "clause" in lists:  # a conjunction that is also a preposition: only where a clause begins
        groups.append(rf"(?P<clause>(?:^|(?<=[,;:(.] )){_any(lists['clause'])})")
    if "ending" in lists:  # `n't`: no word of its own
        groups.append(rf"(?P<ending>(?<=\p{{L}})(?:{'|'.join(lists['ending'])})(?!\p{{L}}))")
    return Reservations(
        regex.compile("|".join(groups), regex.I | regex.M),
        regex.compile(_FIRST + _any(lists["this"]), regex.I),
        {name: regex.compile(_any(lists[name]), regex.I) for name in _OTHERS if name in lists},
    )


def _any(phrases: Iterable[str]) -> str:
    ordered = sorted(phrases, key=len, reverse=True)
    alternatives = "|".join(
        r"\s+(?:[\p{L}\p{M}]+\s+){0,2}".join(
            regex.sub(r"\\? ", r"\\s+", regex.escape(part)) for part in phrase.split(" … ")
        )
        for phrase in ordered
    )
    return rf"(?<![\p{{L}}\p{{M}}])(?:{alternatives})(?:(?<=['’])|(?![\p{{L}}\p{{M}}]))"


def languages_around(context: str) -> list[str]:
    """The languages whose small words the text holds most of; several where it is close."""
    words = [word.lower() for word in _WORD.findall(context)]
    counts = {code: sum(word in small for word in words) for code, small in SMALL_WORDS.items()}
    best = max(counts.values())
    return [code for code, count in counts.items() if count >= best * _NEAR]


def held(text: str, languages: Iterable[str]) -> Held | None:
    """The first reservation in the text, by kind; `but only if …` is a condition, whatever turns to it."""
    first: tuple[int, Held] | None = None
    text = _COMPOUND.sub(_blank, _NO_SENTENCE.sub(" ", text))
    for language in languages:
        plain = _without_idle(text, language)
        found = reservations(language).pattern.finditer(plain)
        match = next(found, None)
        if match and (first is None or match.start() < first[0]):
            first = match.start(), _kind(plain, match, found)
    return first[1] if first else None


def negates(text: str, languages: Iterable[str]) -> bool:
    """Whether a text holds a negation anywhere, in one of its languages."""
    text = _NO_SENTENCE.sub(" ", text)
    return any(
        _KINDS[match.lastgroup] == "negation"
        for language in languages
        for match in reservations(language).pattern.finditer(_without_idle(text, language))
    )


def _without_idle(text: str, language: str) -> str:
    """A text with each `not` that denies nothing (`not only`) blank."""
    for pattern in words_for("idle", (language,)):
        text = pattern.sub(_blank, text)
    return text


def _blank(match: regex.Match[str]) -> str:
    return " " * len(match[0])


def words_for(name: str, languages: Iterable[str]) -> Iterator[regex.Pattern[str]]:
    """The patterns of one of the other lists, in those languages that have it."""
    for language in languages:
        if pattern := reservations(language).others.get(name):
            yield pattern


def bounds_in(text: str, languages: Collection[str]) -> frozenset[Bound]:
    """The bounds that a text sets: `at most` and `not exceed` are one."""
    return frozenset(
        bound
        for bound, negated in _NOT_BEYOND.items()
        if any(one.search(text) for name in (bound, negated) for one in words_for(name, languages))
    )


def without_bounds(text: str, languages: Collection[str], bounds: Iterable[Bound]) -> str:
    """A text without the negations that set these bounds."""
    for bound in bounds:
        for pattern in words_for(_NOT_BEYOND[bound], languages):
            text = pattern.sub(" ", text)
    return text


def _kind(text: str, match: regex.Match[str], following: Iterator[regex.Match[str]]) -> Held:
    """A word that only turns (`but`) takes the kind of the condition that it turns to at once."""
    if match.lastgroup == "turn":
        for other in islice(following, 2):  # `but not if`
            near = _TURNED.fullmatch(text, match.end(), other.start())
            if near and _KINDS[other.lastgroup] == "condition":
                return "condition"
    return _KINDS[match.lastgroup]


def takes_back(sentence: str, languages: Iterable[str]) -> Held | None:
    """
    How a sentence takes back the one before it, if it does: `Fristen kan likevel …`, `This does not apply …`
    as an exception, `But only if …` as a condition.
    """
    opened = _opening(sentence)
    for language in languages:
        words = reservations(language)
        beginning = _without_idle(opened, language)
        found = list(words.pattern.finditer(beginning))
        if _adds(beginning, found, language):
            return None
        kinds = {_KINDS[match.lastgroup] for match in found}
        if "exception" in kinds and found[0].lastgroup == "turn":
            return _kind(beginning, found[0], iter(found[1:]))
        if "exception" in kinds or _limits(beginning, language):
            return "exception"
        if "negation" in kinds and (words.pointing.match(beginning) or _begins("it", beginning, language)):
            return "exception"
    return None


def _opening(sentence: str) -> str:
    opening = regex.match(r"(?:\W*[\p{L}\p{M}\p{N}]+){0,8}", sentence)
    return _COMPOUND.sub(_blank, opening[0]) if opening else ""


def _limits(beginning: str, language: str) -> bool:
    """Whether a sentence limits the one before it or turns back to it, by its first words."""
    return any(one.search(beginning) for name in ("limits", "back") for one in words_for(name, (language,)))


def _begins(name: str, beginning: str, language: str) -> bool:
    start = regex.match(_FIRST, beginning)
    return any(one.match(beginning, start.end() if start else 0) for one in words_for(name, (language,)))


def _adds(sentence: str, found: list[regex.Match[str]], language: str) -> bool:
    """Whether a sentence says `the same applies`, with nothing before its condition that denies it."""
    is_same = any(pattern.match(sentence.lstrip()) for pattern in words_for("same", (language,)))
    return is_same and (not found or _KINDS[found[0].lastgroup] == "condition")


def points_back(sentence: str, languages: Iterable[str]) -> bool:
    """
    Whether what a sentence takes back is of the one before it: it begins with what points there (`This …`,
    `It may not …`), excepts, limits (`The limit does not apply …`) or turns back (`… kan likevel …`). What
    names itself what it excepts from (`Notwithstanding § 4, …`) does not.
    """
    opened = _opening(sentence)
    for language in languages:
        words, beginning = reservations(language), _without_idle(opened, language)
        aside = next((one.match(sentence) for one in words_for("aside", (language,))), None)
        first = words.pattern.match(beginning)
        if words.pointing.match(sentence, aside.end() if aside else 0):
            return True
        if first and first.lastgroup == "exception" and aside is None:
            return True
        if _limits(beginning, language) and aside is None:
            return True
        if _begins("it", beginning, language) and any(
            one.search(beginning) for one in words_for("bars", (language,))
        ):
            return True
    return False
