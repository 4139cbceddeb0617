"""A quotation as it is walked: its pieces between marked omissions, and the quoter's own marks in it."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

import regex

from belegg.text.quotes.furniture import copied_lines
from belegg.text.quotes.marks import FURNITURE, MARKDOWN, Mark
from belegg.text.quotes.markup import emphasis
from belegg.text.quotes.tokens import Token
from belegg.text.quotes.window import Window, window_of

OUTER, CLOSING, SIC = "outer quotation marks", "closing mark", "[sic]"
_SIC = regex.compile(r"\[sic!?\]", regex.I)
_OPENERS, _CLOSERS = {"[": "]", "(": ")"}, frozenset("])")
_QUOTE_MARKS = frozenset("'\"")
_STOPS = frozenset(".,")


def whole(quote: str, furniture: Set[str]) -> Window:
    """The quotation as one piece."""
    marks: list[Mark] = [
        *((*span, MARKDOWN) for span in emphasis(quote, 0, len(quote))),
        *((*m.span(), SIC) for m in _SIC.finditer(quote)),
        *((*span, FURNITURE) for span in copied_lines(quote, furniture)),
    ]
    window = window_of(quote, 0, len(quote), marks)
    _let_outer_marks_go(window)
    first = next((n for n, token in enumerate(window.tokens) if token.is_word), 0)
    return replace(window, recased=frozenset({first}))


def pieces(window: Window) -> list[Window]:
    """The pieces between `[…]`, `(…)` and `…`; a piece without a word is none."""
    found: list[list[int]] = [[]]
    tokens = window.tokens
    at = 0
    while at < len(tokens):
        if length := _omission(tokens, at):
            found.append([])
            at += length
        else:
            found[-1].append(at)
            at += 1
    kept = [piece for piece in found if any(tokens[n].is_word for n in piece)]
    return [_part(window, piece[0], piece[-1] + 1) for piece in kept]


def _omission(tokens: list[Token], at: int) -> int:
    """How many tokens a mark of omission takes here: `…` 1, `[…]` 3, none 0."""
    if tokens[at].text == "…":
        return 1
    closer = _OPENERS.get(tokens[at].text)
    if closer and [t.text for t in tokens[at + 1 : at + 3]] == ["…", closer]:
        return 3
    return 0


def _part(window: Window, first: int, after: int) -> Window:
    """Tokens `first` to `after` (exclusive) with their marks."""
    part = Window(
        window.text,
        window.tokens[first].start,
        window.tokens[after - 1].end,
        window.tokens[first:after],
        recased=frozenset(n - first for n in window.recased if first <= n < after),
    )
    for begin, options in window.ahead.items():
        for beyond, kind in options:
            if first <= begin and beyond <= after:
                part.add(begin - first, beyond - first, kind)
    return part


def _let_outer_marks_go(window: Window) -> None:
    """Quotation marks around the whole quotation, and a stop or comma at its end, may be the quoter's own."""
    tokens = window.tokens
    last = _let_stop_go(window, len(tokens) - 1)
    if last >= 2 and tokens[0].text in _QUOTE_MARKS and tokens[last].text in _QUOTE_MARKS:
        window.add(0, 1, OUTER)
        window.add(last, last + 1, OUTER)
        _let_stop_go(window, last - 1)


def _let_stop_go(window: Window, last: int) -> int:
    """The token before a stop or comma that ends the quotation, else its last token."""
    if last < 1 or window.tokens[last].text not in _STOPS:
        return last
    window.add(last, last + 1, CLOSING)
    return last - 1
