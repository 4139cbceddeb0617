"""
Words of a quotation that stand broken in a source, by a hyphen at a line end or by signs that cannot be seen.

Where breaks are few they are visited one by one; where a text is full of them (a web page with soft hyphens
in every word), words are looked for letter by letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from belegg.text.quotes.characters import HARMLESS_DIRECTION, INVISIBLE, LINE_HYPHENS

MOST = 300
LONGEST_WORD = 60

Anchor = tuple[int, int]
"""A token of the quotation, and the place of its first character in the source."""

_HIDDEN = INVISIBLE + HARMLESS_DIRECTION
_BREAK = rf"(?:[{_HIDDEN}]+|-[^\S\n]*\n\s*|- |[{LINE_HYPHENS}]\s*)?"


def broken_words(spelled: Mapping[int, Sequence[str]], text: str, start: int, end: int) -> list[Anchor]:
    """Broken words among those given (token: its spellings); no more than `MOST` and one."""
    breaks = [sign for sign in "-" + LINE_HYPHENS + _HIDDEN if sign in text]
    if not breaks:
        return []
    return list(islice(_at_breaks(spelled, breaks, text, start, end), MOST + 1))


def full_of_breaks(found: Sequence[Anchor], text: str) -> bool:
    """Whether more words are broken than were visited, by hidden signs (hyphens are never so many)."""
    return len(found) > MOST and any(sign in text for sign in _HIDDEN)


def letter_by_letter(word: str) -> str:
    """A pattern of the word with a break after any of its letters, tried only where a word begins."""
    first, *others = (re.escape(letter) for letter in word[:LONGEST_WORD])
    begins = rf"{first}(?<![^\W_]{first})(?<![{_HIDDEN}]{first})"
    return _BREAK.join([begins, *others])


def _at_breaks(
    spelled: Mapping[int, Sequence[str]], breaks: Sequence[str], text: str, start: int, end: int
) -> Iterator[Anchor]:
    splits: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for at, forms in spelled.items():
        for form in forms:
            for n in range(1, len(form)):
                splits.setdefault((form[n - 1], form[n]), []).append((at, form[:n]))
    if not splits:
        return
    for match in re.compile(_pattern(breaks, splits)).finditer(text, start, end):
        pair = text[match.start() - 1 : match.start()], text[match.end()]
        for at, head in splits.get(pair, ()):
            begin = match.start() - len(head)
            if text.startswith(head, max(0, begin)) and not text[begin - 1 : begin].isalnum():
                yield at, begin


def _pattern(breaks: Sequence[str], pairs: Mapping[tuple[str, str], object]) -> str:
    """A break with one of the letters before and after it that the words have side by side."""
    lefts, rights = (re.escape("".join({pair[side] for pair in pairs})) for side in (0, 1))
    hyphen = rf"-(?<=[{lefts}]-)(?:[^\S\n]*\n\s*| )(?=[{rights}])"
    others = "".join(sign for sign in breaks if sign != "-")
    return hyphen if not others else rf"{hyphen}|[{others}]+\s*(?=[{rights}])"
