"""Several tokens that are one word: broken at a line end, spaces in a number, a number glued to a word."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

from belegg.text.quotes.characters import LINE_HYPHENS, NO_BREAK_SPACES, folded
from belegg.text.quotes.marks import FURNITURE, MARKDOWN
from belegg.text.quotes.window import Window

LINE_END, NUMBER_SPACE, GLUED, ENTITY = "line-end hyphen", "space in a number", "glued", "HTML entity"
INSIDE = MARKDOWN
BRACKETED = "first letter"
MOST_PARTS = 6
_ENTITY = re.compile("&(?:[a-zA-Z]{2,8}|#[0-9]{2,6}|#[xX][0-9a-fA-F]{2,5});")
_SCRIPTS = ("<sup", "<sub", "</su")  # `x<sup>n</sup>` is no word
_SOFT_END = re.compile("\u00ad[ \t\r]*\n")


class Joined(NamedTuple):
    """Tokens `first` to `after` (exclusive) read as one word."""

    text: str
    first: int
    after: int
    kind: str


def joined(window: Window, at: int, step: int) -> Iterator[Joined]:
    """The longer words that begin (step 1) or end (step -1) with token `at`, shortest first."""
    if not window.tokens[at].is_word:
        return
    first, last, text = at, at, window.tokens[at].text
    for _ in range(MOST_PARTS):
        found = _next_part(window, last) if step > 0 else _part_before(window, first)
        if found is None:
            return
        part, kind = found
        if step > 0:
            last, text = part, text + window.tokens[part].text
        else:
            first, text = part, window.tokens[part].text + text
        yield Joined(text, first, last + 1, kind)


def bracketed(window: Window, at: int, step: int) -> Iterator[Joined]:
    """`[T]he` as one word, when it begins (step 1) or ends (step -1) with token `at`."""
    first = at if step > 0 else at - 3
    if is_bracketed(window, first):
        word = window.tokens[first + 1].text + window.tokens[first + 3].text
        yield Joined(word, first, first + 4, BRACKETED)


def is_bracketed(window: Window, first: int) -> bool:
    """Whether `[`, a letter, `]` and the rest of a word begin with token `first`."""
    if first < 0 or first + 4 > len(window.tokens):
        return False
    opening, letter, closing, rest = window.tokens[first : first + 4]
    return (
        (opening.text, closing.text) == ("[", "]")
        and len(letter.text) == 1
        and letter.text.isalpha()
        and rest.is_word
        and not (letter.spaced or closing.spaced or rest.spaced)
    )


def entities(window: Window, at: int, step: int) -> Iterator[Joined]:
    """The sign that an HTML entity stands for, when one begins (step 1) or ends (step -1) with token `at`."""
    for length in (3, 4):
        first = at if step > 0 else at + 1 - length
        if first < 0 or first + length > len(window.tokens) or window.tokens[first].text != "&":
            continue
        written = window.text[window.tokens[first].start : window.tokens[first + length - 1].end]
        sign = html.unescape(written) if _ENTITY.fullmatch(written) else ""
        if len(sign) == 1 and not sign.isspace():
            yield Joined(folded(sign), first, first + length, ENTITY)


def _next_part(window: Window, at: int) -> tuple[int, str] | None:
    tokens = window.tokens
    if ends_soft(window, at):
        part = _beyond_furniture(window, at + 1, 1)
        return (part, LINE_END) if part < len(tokens) and tokens[part].is_word else None
    if at + 1 < len(tokens) and tokens[at + 1].is_word:
        kind = _joint(window, at, at + 1)
        return (at + 1, kind) if kind else None
    for part, kind in window.skips(at + 1, 1):
        if kind == MARKDOWN and _is_one_word(window, at, part):
            return part, INSIDE
    if at + 2 < len(tokens) and tokens[at + 1].text == "-":
        part = _beyond_furniture(window, at + 2, 1)
        if part < len(tokens) and _is_broken(window, at, at + 1, part):
            return part, LINE_END
    return None


def _part_before(window: Window, at: int) -> tuple[int, str] | None:
    tokens = window.tokens
    part = _beyond_furniture(window, at - 1, -1)
    if part >= 0 and ends_soft(window, part):
        return part, LINE_END
    if part >= 1 and tokens[part].text == "-" and _is_broken(window, part - 1, part, at):
        return part - 1, LINE_END
    if at >= 1 and tokens[at - 1].is_word:
        kind = _joint(window, at - 1, at)
        return (at - 1, kind) if kind else None
    for before, kind in window.skips(at - 1, -1):
        if kind == MARKDOWN and _is_one_word(window, before, at):
            return before, INSIDE
    return None


def _is_one_word(window: Window, before: int, after: int) -> bool:
    """Whether only a mark stands between the letters of two words: `**30 dag**er`. Numbers are not joined."""
    if before < 0 or after >= len(window.tokens):
        return False
    one, other = window.tokens[before], window.tokens[after]
    apart = any(token.spaced for token in window.tokens[before + 1 : after + 1])
    lettered = one.text[-1].isalpha() and other.text[0].isalpha()
    return lettered and not apart and window.text[one.end : one.end + 4].lower() not in _SCRIPTS


def ends_soft(window: Window, at: int) -> bool:
    """Whether a word ends with a soft hyphen at a line's end."""
    token = window.tokens[at]
    return token.is_word and _SOFT_END.match(window.text, token.end - 1) is not None


def _beyond_furniture(window: Window, at: int, step: int) -> int:
    """The first token at or after `at` (before it, with step -1) that is no page furniture."""
    while True:
        beyond = next((place for place, kind in window.skips(at, step) if kind == FURNITURE), at)
        if beyond == at:
            return at
        at = beyond


def _is_broken(window: Window, before: int, hyphen: int, after: int) -> bool:
    """`con-` and `tract` on the next line. Digits are never joined: `2020-` `2024` is no 20202024."""
    tokens = window.tokens
    one, dash, other = tokens[before], tokens[hyphen], tokens[after]
    at_line_end = other.spaced or after > hyphen + 1 or window.text[dash.start] in LINE_HYPHENS
    return (
        one.is_word
        and one.text[-1].isalpha()
        and not dash.spaced
        and dash.end - dash.start == 1
        and at_line_end
        and other.is_word
        and other.text[0].islower()
    )


def _joint(window: Window, before: int, after: int) -> str:
    """Why two words that stand side by side may be one, or nothing."""
    one, other = window.tokens[before], window.tokens[after]
    if not other.spaced:
        return GLUED if one.end == other.start else ""
    gap = window.gap(after)
    digits = other.text[:3]
    grouped = (
        one.text.isdecimal() and digits.isdecimal() and len(digits) == 3 and not other.text[3:4].isdigit()
    )
    whole = len(one.text) <= 3
    return NUMBER_SPACE if grouped and whole and gap in NO_BREAK_SPACES else ""
