"""
The masthead of a first page: the issuing body, the document's symbol, how it is distributed, date, language.

It says of the document what stands in its facts (`issuers`), and is no part of its text.
"""

from __future__ import annotations

import re

from belegg.reading.pdf.edges import height
from belegg.reading.pdf.lines import Line
from belegg.reading.pdf.numbers import UN_SYMBOL
from belegg.reading.pdf.page import PageLines
from belegg.reading.pdf.told import DATE

_DISTRIBUTION = re.compile(r"distr\b.*", re.IGNORECASE)
_LANGUAGES = r"(?:arabic|chinese|english|french|russian|spanish)"
_BESIDE = re.compile(
    rf"distr\b.*|(?:general|limited|restricted)|original ?:.*"
    rf"|{_LANGUAGES}(?:(?:,| and|/) ?{_LANGUAGES})*(?: only)?",
    re.IGNORECASE,
)
"""What stands in the column that begins with the distribution, with symbols and the date."""

_JOB = re.compile(r"(?:[A-Z]{1,4}\.)?\d\d-\d{5}\b[\s\w]{0,8}\([A-Z]\)[\s\d]*")
_BARS = re.compile("[\ufffd\\s]{4,}")
"""A bar code is set in a font of bars, which have no letters."""

_HIGHEST, _LOWEST = 0.4, 0.85
"""Shares of the page's height that no masthead reaches below, and no printer's number stands above."""

_LONGEST, _MOST = 80, 500
"""Characters of one line and of all of them; more is text."""


def masthead(page: PageLines) -> set[int]:
    """
    Indexes of the lines of a first page that are its masthead and the printer's number at its foot.

    Empty unless a distribution and a symbol of the United Nations are told: of other issuers the first lines
    are text, since no facts are sure to hold what they say.
    """
    placed = [(n, height(line), line) for n, line in enumerate(page.lines) if len(line.boxes)]
    upper = [(n, y, line) for n, y, line in placed if y <= _HIGHEST * page.height]
    first = next((line for _, _, line in upper if _DISTRIBUTION.fullmatch(line.text)), None)
    if first is None or not any(_is_symbol(line.text) for _, _, line in upper):
        return set()
    end = max(y for _, y, line in upper if _is_beside(line, first))
    mine = {n: line for n, y, line in upper if y <= end + 1}
    if any(len(line.text) > _LONGEST for line in mine.values()):
        return set()
    if sum(len(line.text) for line in mine.values()) > _MOST:
        return set()
    return mine.keys() | {
        n
        for n, y, line in placed
        if y >= _LOWEST * page.height and (_JOB.fullmatch(line.text) or _BARS.fullmatch(line.text))
    }


def _is_beside(line: Line, first: Line) -> bool:
    """Whether a line belongs to the column of the distribution."""
    if abs(line.x0 - first.x0) > 2 * first.size:
        return False
    return bool(_BESIDE.fullmatch(line.text) or DATE.fullmatch(line.text) or _is_symbol(line.text))


def _is_symbol(text: str) -> bool:
    """Whether a text is one symbol or several (`A/79/797-S/2025/109`)."""
    rest = UN_SYMBOL.sub("", text)
    return rest != text and not rest.strip(" -–")
