"""A quotation as it is walked: its pieces between marked omissions, and the quoter's own marks in it."""

from __future__ import annotations

from collections.abc import Set

import regex

from belegg.text.quotes.furniture import copied_lines
from belegg.text.quotes.marks import FURNITURE, Mark, emphasis
from belegg.text.quotes.tokens import Token
from belegg.text.quotes.window import Window, window_of

OUTER, CLOSING, SIC = "outer quotation marks", "closing mark", "[sic]"
_SIC = regex.compile(r"\[sic!?\]", regex.I)
_OPENERS, _CLOSERS = {"[": "]", "(": ")"}, frozenset("])")
_QUOTE_MARKS = frozenset("'\"")


def whole(quote: str, furniture: Set[str]) -> Window:
    """The quotation as one piece."""
    marks: list[Mark] = [
        *emphasis(quote, 0, len(quote)),
        *((*m.span(), SIC) for m in _SIC.finditer(quote)),
        *((*span, FURNITURE) for span in copied_lines(quote, furniture)),
    ]
    window = _with_bracketed_letters(window_of(quote, 0, len(quote), marks))
    _let_outer_marks_go(window)
    return window


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


def _with_bracketed_letters(window: Window) -> Window:
    """`[T]he` as one word whose first letter may be recased, as may that of the quotation."""
    tokens = window.tokens
    recased = {next((n for n, token in enumerate(tokens) if token.is_word), 0)}
    bracketed = [n for n in range(len(tokens) - 3) if _is_bracketed_letter(tokens[n : n + 4])]
    if not bracketed:
        return Window(
            window.text, window.start, window.end, tokens, window.ahead, window.behind, frozenset(recased)
        )
    kept = list(tokens)
    for n in reversed(bracketed):
        word = tokens[n + 1].text + tokens[n + 3].text
        kept[n : n + 4] = [Token(word, tokens[n].start, tokens[n + 3].end, True, tokens[n].spaced)]
    letters = {n - 3 * place for place, n in enumerate(bracketed)}
    first = next(n for n, token in enumerate(kept) if token.is_word)
    return Window(window.text, window.start, window.end, kept, recased=frozenset(letters | {first}))


def _is_bracketed_letter(four: list[Token]) -> bool:
    opening, letter, closing, rest = four
    return (
        opening.text == "["
        and len(letter.text) == 1
        and letter.text.isalpha()
        and closing.text == "]"
        and rest.is_word
        and not (letter.spaced or closing.spaced or rest.spaced)
    )


def _let_outer_marks_go(window: Window) -> None:
    """Quotation marks around the whole quotation, and its last stop or comma, may be the quoter's own."""
    tokens = window.tokens
    first, last = 0, len(tokens) - 1
    if last >= 2 and tokens[first].text in _QUOTE_MARKS and tokens[last].text in _QUOTE_MARKS:
        window.add(first, first + 1, OUTER)
        window.add(last, last + 1, OUTER)
        last -= 1
    if last >= 1 and tokens[last].text in ".,":
        window.add(last, last + 1, CLOSING)
