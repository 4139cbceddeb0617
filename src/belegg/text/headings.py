"""The number that a heading begins with, as `text.names.normal_section` compares it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import regex

from belegg.text.names import LABELS, normal_section

_LABEL: Final = "|".join(sorted(LABELS, key=len, reverse=True))
_ROMAN: Final = r"(?=[IVXLC])(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
_LETTER: Final = r"(?:\s?[a-hj-z](?!\p{L}))?"  # a lone `i` is a word in the Nordic languages
_DECIMAL: Final = r"\d{1,3}(?:[.-]\d{1,3})*"
_NUMBER: Final = regex.compile(
    rf"""
    (?P<number>
        §+\s*\d+{_LETTER}(?:[-.:]\d+{_LETTER})*                                   # § 15-7, § 9 a
      | \d+(?:\s?[a-z])?\s*(?:§(?!§)|kap\b\.?)                                  # 15 a §, 3 kap.
      | (?i:{_LABEL})\.?\s+(?:{_ROMAN}|(?i:[ivxlc]{{1,6}})|{_DECIMAL}[a-z]?|\p{{L}})(?!\p{{L}}) # Chapter V
      | {_DECIMAL}[a-z]?(?=[.):]?(?:\s|$))                                       # 2.1
      | {_ROMAN}(?=[.):](?:\s|$)|$)                                              # IV.
      | (?:{_ROMAN})(?<=[IVXLC]{{2}})(?=\s)                                      # IV
      | \(?\p{{L}}(?=[.)](?:\s|$)|$)                                             # A., (a)
    )
    """,
    regex.VERBOSE,
)


def heading_number(heading: str) -> str | None:
    """
    The number that a heading begins with, as it stands there: `IV`, `A`, `2.1`, `Chapter V`, `15 a §`.

    A single letter or Roman figure is one only before `.` or `)`, or alone: `A short history` has none.
    """
    found = _NUMBER.match(heading.strip())
    return str(found["number"]).lstrip("(") if found and normal_section(found["number"]) else None


def without_number(heading: str) -> str:
    """`IV. Electoral support` → `Electoral support`; a heading that is all number stays."""
    number = heading_number(heading)
    if number is None:
        return heading
    rest = heading.strip().removeprefix("(").removeprefix(number).lstrip(" .):–—-\t")
    return rest or heading


def section_beside(section: str | None, path: Sequence[str]) -> str:
    """
    The number of a section where a place is told with its headings: none that one of them begins with. Beside
    `B. Security` a `B` says nothing.
    """
    if not section:
        return ""
    own = normal_section(section)
    return "" if any(normal_section(heading_number(each) or "") == own for each in path) else section
