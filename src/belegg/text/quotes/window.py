"""A stretch of a text as tokens, and the marks in it that may be skipped, by token."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field

from belegg.text.quotes.marks import Mark
from belegg.text.quotes.tokens import Token, tokens_of


@dataclass(frozen=True, slots=True)
class Window:
    """
    Tokens of `text[start:end]`. `ahead[n]` are marks that begin with token n: (token after the mark, kind);
    `behind[n]` marks that end with token n: (token before the mark, kind). `recased` are words whose first
    letter may be small or capital.
    """

    text: str
    start: int
    end: int
    tokens: list[Token]
    ahead: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    behind: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    recased: frozenset[int] = frozenset()

    def skips(self, at: int, step: int) -> list[tuple[int, str]]:
        """Where a walk in direction `step` stands after each mark that it meets at token `at`."""
        return (self.ahead if step > 0 else self.behind).get(at, [])

    def at(self, offset: int) -> int | None:
        """The token that holds the character at `offset`."""
        place = bisect_left(self.tokens, offset + 1, key=lambda token: token.start) - 1
        return place if place >= 0 and offset < self.tokens[place].end else None

    def gap(self, at: int) -> str:
        """What stands between a token and the one before it."""
        return self.text[self.tokens[at - 1].end : self.tokens[at].start]

    def add(self, first: int, last: int, kind: str) -> None:
        """Let tokens `first` to `last` (exclusive) be skipped."""
        self.ahead.setdefault(first, []).append((last, kind))
        self.behind.setdefault(last - 1, []).append((first - 1, kind))


def window_of(text: str, start: int, end: int, marks: Iterable[Mark]) -> Window:
    ordered = sorted(marks, key=lambda mark: mark[0] - mark[1])  # the longest first
    window = Window(text, start, end, _divided(text, tokens_of(text, start, end), ordered))
    starts = [token.start for token in window.tokens]
    for first, stop, kind in ordered:
        lower, upper = bisect_left(starts, first), bisect_left(starts, stop)
        if lower < upper:
            window.add(lower, upper, kind)
    return window


def _divided(text: str, tokens: list[Token], marks: list[Mark]) -> list[Token]:
    """The tokens, those with a mark glued to their end (`Levant1`) in two."""
    ends = {token.end: n for n, token in enumerate(tokens)}
    cuts = sorted(
        (ends[stop], first) for first, stop, _ in marks if stop in ends and tokens[ends[stop]].start < first
    )
    for place, at in reversed(cuts):
        token = tokens[place]
        if token.is_word:
            tokens[place : place + 1] = [
                *tokens_of(text, token.start, at),
                *tokens_of(text, at, token.end),
            ]
            tokens[place] = tokens[place]._replace(spaced=token.spaced)
    return tokens
