"""
Whether a name stands in a text as another language has it: `Sweden` in `de ansatte i Sverige`.

Names are one where they share their first letters (`Libya`, `Libyen`), or stand in one line of
`data/countries.txt`, our own list. What the list lacks and begins otherwise is taken for another name.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import regex

SHARED = 4
"""First letters that two forms of a name share."""

_LIST = Path(__file__).parent / "data" / "countries.txt"
_WORD = regex.compile(r"[\p{L}\p{M}]+")


def held_otherwise(text: str, others: Iterable[str]) -> frozenset[str]:
    """
    The words of the names of a text, in small letters, that stand in others as another language has them.
    Names are what begins with a capital.
    """
    there = "\n".join(others)
    found: set[str] = set()
    for pattern in map(_pattern, _lines()):
        said = list(pattern.finditer(text))
        if said and pattern.search(there):
            found.update(word.casefold() for match in said for word in _WORD.findall(match[0]))
    begun = {word.casefold()[:SHARED] for word in _WORD.findall(there) if word[0].isupper()}
    alike = (word.casefold() for word in _WORD.findall(text) if word[0].isupper() and len(word) >= SHARED)
    return frozenset(found | {word for word in alike if word[:SHARED] in begun})


@cache
def _lines() -> tuple[tuple[str, ...], ...]:
    lines = _LIST.read_text(encoding="utf-8").splitlines()
    return tuple(tuple(line.split("|")) for line in lines if line and not line.startswith("#"))


@cache
def _pattern(forms: tuple[str, ...]) -> regex.Pattern[str]:
    """The whole words that begin with a form; short ones (`FN`, `EU`) with it alone or its genitive."""
    ends = (
        regex.escape(form) + (r"[\p{L}\p{M}]*" if len(form) >= SHARED else r"(?:s|:s|'s|’s)?(?!\p{L})")
        for form in sorted(forms, key=len, reverse=True)
    )
    return regex.compile(rf"(?<!\p{{L}})(?:{'|'.join(ends)})", regex.I)
