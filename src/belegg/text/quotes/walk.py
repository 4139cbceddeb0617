"""
The word-by-word walk: a quotation beside its source, token against token, in either direction.

A step is taken when the two tokens are equal, when they are one word written in two allowed ways, or when a
mark of the closed list is skipped. Nothing is counted and nothing is weighed: one token that differs ends it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from belegg.text.quotes.characters import LONG_DASH, same_but_for_case
from belegg.text.quotes.joins import BRACKETED, bracketed, entities, joined
from belegg.text.quotes.tokens import Token
from belegg.text.quotes.window import Window

EQUAL, RECASED = "", "first letter"
_QUOTE_MARKS = frozenset("'\"")


class Step(NamedTuple):
    """Tokens of the quotation and of the source (first, after the last) that belong together, and why."""

    quote: tuple[int, int]
    source: tuple[int, int]
    kind: str


@dataclass(frozen=True, slots=True)
class Walk:
    """
    The steps taken, in the order of the walk. `stopped` is where it could go no further:
    (quotation's token, source's token), or None when the whole quotation was walked.
    """

    steps: list[Step]
    stopped: tuple[int, int] | None


def walk(quote: Window, at: int, source: Window, place: int, step: int) -> Walk:
    """Walk from token `at` of the quotation and `place` of the source, forward (step 1) or back (-1)."""
    steps: list[Step] = []
    forks: list[tuple[int, Step]] = []
    been: set[tuple[int, int]] = set()
    furthest = Walk([], (at, place))
    while 0 <= at < len(quote.tokens):
        options = [] if (at, place) in been else _options(quote, at, source, place, step)
        been.add((at, place))
        forks.extend((len(steps), option) for option in reversed(options))
        if len(steps) > len(furthest.steps) and not options:
            furthest = Walk(list(steps), (at, place))
        if not forks:
            return furthest
        kept, taken = forks.pop()
        del steps[kept:]
        steps.append(taken)
        at, place = _after(taken, step)
    return Walk(steps, None)


def _after(taken: Step, step: int) -> tuple[int, int]:
    if step > 0:
        return taken.quote[1], taken.source[1]
    return taken.quote[0] - 1, taken.source[0] - 1


def _options(quote: Window, at: int, source: Window, place: int, step: int) -> list[Step]:
    """What may be done here, the plainest first."""
    options: list[Step] = []
    if 0 <= place < len(source.tokens):
        options.extend(_agreements(quote, at, source, place, step))
        for beyond, kind in source.skips(place, step):
            here = (at, at) if step > 0 else (at + 1, at + 1)
            options.append(Step(here, _between(place, beyond, step), kind))
    for beyond, kind in quote.skips(at, step):
        there = (place, place) if step > 0 else (place + 1, place + 1)
        options.append(Step(_between(at, beyond, step), there, kind))
    return options


def _between(first: int, beyond: int, step: int) -> tuple[int, int]:
    return (first, beyond) if step > 0 else (beyond + 1, first + 1)


def _agreements(quote: Window, at: int, source: Window, place: int, step: int) -> Iterator[Step]:
    mine, theirs = quote.tokens[at], source.tokens[place]
    here, there = (at, at + 1), (place, place + 1)
    recased = at in quote.recased
    if _agree(quote, at, source, place):
        yield Step(here, there, EQUAL)
    elif recased and same_word(mine.text, theirs.text, recased):
        yield Step(here, there, RECASED)
    for word in entities(source, place, step):
        if mine.text == word.text:
            yield Step(here, (word.first, word.after), word.kind)
    if mine.text == theirs.text:
        return
    for word in joined(source, place, step):
        if same_word(mine.text, word.text, recased):
            yield Step(here, (word.first, word.after), word.kind)
    for word in (*joined(quote, at, step), *bracketed(quote, at, step)):
        if same_word(word.text, theirs.text, word.kind == BRACKETED or word.first in quote.recased):
            yield Step((word.first, word.after), there, word.kind)


def _agree(quote: Window, at: int, source: Window, place: int) -> bool:
    """Whether two tokens are the same word or sign."""
    mine, theirs = quote.tokens[at].text, source.tokens[place].text
    if mine == theirs:
        return mine != "-" or _same_sign(quote, at, source, place)
    if {mine, theirs} == {"-", LONG_DASH}:
        return _stands_free(*((quote, at) if mine == "-" else (source, place)))
    if mine in _QUOTE_MARKS and theirs in _QUOTE_MARKS:
        return not _is_inside(quote, at) and not _is_inside(source, place)
    return False


def same_word(mine: str, theirs: str, recased: bool) -> bool:
    """Equal, or equal but for the case of the first letter where that may differ."""
    if mine == theirs:
        return True
    return recased and mine[1:] == theirs[1:] and same_but_for_case(mine[0], theirs[0])


def _stands_free(window: Window, at: int) -> bool:
    """Whether a short dash has spaces on both sides, as a long one may be written."""
    return window.tokens[at].spaced and at + 1 < len(window.tokens) and window.tokens[at + 1].spaced


def _is_inside(window: Window, at: int) -> bool:
    """Whether a quote mark follows a word without space: an apostrophe, feet, inches, or a closing mark."""
    token, before, after = window.tokens[at], at - 1, at + 1
    glued_before = before >= 0 and not token.spaced and window.tokens[before].is_word
    glued_after = (
        after < len(window.tokens) and not window.tokens[after].spaced and window.tokens[after].is_word
    )
    return glued_before and (glued_after or window.tokens[before].text[-1].isdigit())


def _same_sign(quote: Window, at: int, source: Window, place: int) -> bool:
    """A dash before a number is a minus, a range or a list mark by the spaces around it: they must agree."""
    mine, theirs = _spaces(quote, at), _spaces(source, place)
    if mine is None or theirs is None or mine == theirs:
        return True
    return mine[0] == mine[1] and theirs[0] == theirs[1]


def _spaces(window: Window, at: int) -> tuple[bool, bool] | None:
    """Whether white space stands before and after a dash; None where no number follows."""
    if at + 1 >= len(window.tokens) or not window.tokens[at + 1].text[0].isdigit():
        return None
    after: Token = window.tokens[at + 1]
    broken = after.spaced and "\n" in window.gap(at + 1) and not window.tokens[at].spaced
    return window.tokens[at].spaced, after.spaced and not broken
