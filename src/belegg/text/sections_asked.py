"""
The section numbers that stand in a question: `§ 15-3`, `§§ 15-3 og 15-4`, `§§ 5–7`, `artikkel 17`.

All readings are kept, for only a document knows whether `§ 9 a` is its § 9a or § 9, and `§§ 5–7` its § 5-7 or
the three of a range.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import regex

from belegg.records import Span
from belegg.text.words import Word, words

LONGEST_RANGE: Final = 20
"""Sections of one range."""
_RANGE_WORDS: Final = frozenset({"til", "till", "to", "bis", "–", "-"})
_BETWEEN: Final = regex.compile(
    r"\s*(?:,|(?<=\s)(?P<word>og|eller|and|or|och|samt|und|oder|til|till|to|bis)(?=\s)|(?P<word>-))\s*(?:og\s+)?"
)
_LAST_NUMBER: Final = regex.compile(r"(?P<before>§(?:.*[-.])?)(?P<last>\d+)")
_RANGE_IN_ONE: Final = regex.compile(r"§(?P<before>(?:\d+-)?)(?P<first>\d+)-(?P=before)(?P<last>\d+)")
_ARTICLE: Final = regex.compile(
    r"(?<!\p{L})(?:artikkel|artikkelen|artiklene|artikel|article|articles|artigo|artículo|articolo|artikla|art)"
    r"\.?\s*(?P<first>\d{1,4})(?:\s?(?P<letter>\p{L})(?!\p{L}))?"
    r"(?:\s*(?P<join>-|til|to|bis|og|and|,)\s*(?P<second>\d{1,4}))?(?!\d)"
)


@dataclass(frozen=True, slots=True)
class SectionsAsked:
    """
    The readings of the first number, of which the first that a document holds counts; `further` numbers that
    stand in one list with it, each with its readings; `or_range` the sections of the range that the first
    may be instead. `start` and `end` are the place of all.
    """

    first: tuple[str, ...]
    further: tuple[tuple[str, ...], ...]
    or_range: tuple[str, ...]
    start: int
    end: int


def marked_sections(plain: str) -> SectionsAsked | None:
    """The first list of numbers with a §; None without one. `plain`: lower case, one kind of hyphen."""
    marked = [word for word in words(plain) if word.text.startswith("§")]
    numbers = _one_list(plain, [[w for w in marked if w.span == span] for span in _spans(marked)])
    if not numbers:
        return None
    first, *others = numbers
    readings = tuple(word.text for word in first)
    in_one = _RANGE_IN_ONE.fullmatch(readings[0]) if "§§" in plain else None
    or_range: tuple[str, ...] = ()
    if in_one and not others:
        or_range = _expanded(f"§{in_one['before']}", int(in_one["first"]), int(in_one["last"]))
        readings = readings[:1] if or_range else readings
    further: list[tuple[str, ...]] = []
    for before, after in pairwise(numbers):
        between = plain[before[0].end : after[0].start].strip()
        further += [(one,) for one in _between(before[0].text, after[0].text) if between in _RANGE_WORDS]
        further.append(tuple(_spaced(word.text) for word in after))
    return SectionsAsked(
        tuple(map(_spaced, readings)),
        tuple(further),
        tuple(map(_spaced, or_range)),
        first[0].start,
        numbers[-1][0].end,
    )


def articles(plain: str) -> list[SectionsAsked]:
    """The articles that stand in a question, in order: `artikkel 17`, `art. 6 og 9`, `articles 15-17`."""
    found = []
    for match in _ARTICLE.finditer(plain):
        first, letter, second = match["first"], match["letter"], match["second"]
        numbers = [int(first)]
        if (
            second
            and match["join"] in _RANGE_WORDS
            and int(first) < int(second) <= int(first) + LONGEST_RANGE
        ):
            numbers = list(range(int(first), int(second) + 1))
        elif second:
            numbers.append(int(second))
        names = tuple(f"art. {number}" for number in numbers)
        readings = (f"{names[0]}{letter}", names[0]) if letter else names[:1]
        found.append(
            SectionsAsked(readings, tuple((name,) for name in names[1:]), (), match.start(), match.end())
        )
    return found


def _spans(marked: Sequence[Word]) -> list[Span]:
    return list(dict.fromkeys(word.span for word in marked))


def _one_list(plain: str, numbers: Sequence[list[Word]]) -> list[list[Word]]:
    """The first number and those that follow it with nothing but `,`, `og` or the like between."""
    kept = list(numbers[:1])
    for before, after in pairwise(numbers):
        if _BETWEEN.fullmatch(plain[before[0].end : after[0].start]) is None:
            break
        kept.append(after)
    return kept


def _between(first: str, last: str) -> list[str]:
    """The sections between two of one chapter, without the two."""
    low, high = _LAST_NUMBER.fullmatch(first), _LAST_NUMBER.fullmatch(last)
    if low is None or high is None or low["before"] != high["before"]:
        return []
    return [_spaced(one) for one in _expanded(low["before"], int(low["last"]), int(high["last"]))[1:-1]]


def _expanded(before: str, first: int, last: int) -> tuple[str, ...]:
    if not first < last <= first + LONGEST_RANGE:
        return ()
    return tuple(f"{before}{number}" for number in range(first, last + 1))


def _spaced(word: str) -> str:
    """`§15-3` → `§ 15-3`."""
    return f"§ {word[1:]}"
