"""The differences between a quotation and its source, named."""

from __future__ import annotations

from itertools import pairwise

from belegg.records import Difference
from belegg.text.quotes import characters as c
from belegg.text.quotes.places import Match
from belegg.text.quotes.tokens import Token
from belegg.text.quotes.walk import Step


def differences_of(match: Match) -> tuple[Difference, ...]:
    """Every place where quotation and source are not the same characters, in order."""
    found = [_difference(match, step) for step in match.steps]
    spaces = [_space(match, one, other) for one, other in pairwise(match.steps)]
    both = [d for d in (*found, *spaces) if d is not None]
    return tuple(sorted(both, key=lambda difference: difference.offset))


def _difference(match: Match, step: Step) -> Difference | None:
    mine = _raw(match.piece.text, match.piece.tokens, step.quote)
    theirs = _raw(match.window.text, match.window.tokens, step.source)
    if mine == theirs:
        return None
    tokens = match.window.tokens
    offset = tokens[step.source[0]].start if step.source[0] < len(tokens) else match.end
    return Difference(step.kind or _kind(mine, theirs), mine, theirs, offset)


def _raw(text: str, tokens: list[Token], part: tuple[int, int]) -> str:
    first, after = part
    return text[tokens[first].start : tokens[after - 1].end] if first < after else ""


def _kind(mine: str, theirs: str) -> str:
    both = mine + theirs
    for kind, signs in _KINDS:
        if any(char in signs for char in both):
            return kind
    return "composed letter"


_KINDS = (
    ("direction mark", frozenset(c.HARMLESS_DIRECTION)),
    ("full-width character", frozenset(c.FULL_WIDTH)),
    ("invisible character", frozenset(c.INVISIBLE)),
    ("micro sign", frozenset(c.MICRO)),
    ("ligature", frozenset(c.LIGATURES)),
    ("quotation mark", frozenset(c.SINGLE_QUOTES + c.DOUBLE_QUOTES)),
    ("dash", frozenset(c.DASHES + c.LONG_DASHES + c.LINE_HYPHENS)),
    ("ellipsis", frozenset("….")),
)


def _space(match: Match, one: Step, other: Step) -> Difference | None:
    """White space that differs between two tokens that follow each other on both sides."""
    if one.quote[0] == one.quote[1] or other.quote[0] == other.quote[1]:
        return None
    if one.source[0] == one.source[1] or other.source[0] == other.source[1]:
        return None
    mine, theirs = match.piece.gap(other.quote[0]), match.window.gap(other.source[0])
    if mine == theirs:
        return None
    kind = "line break" if "\n" in mine + theirs else "white space"
    return Difference(kind, mine, theirs, match.window.tokens[one.source[1] - 1].end)
