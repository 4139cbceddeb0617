"""Whole parts of a report that nobody quotes: tables of contents, and pages of imprint or disclaimer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from belegg.reading.pdf.lines import Line
from belegg.reading.pdf.page import PageLines

_LEADERS = re.compile(r"(?:[.…·_‥]\s?){3,}\s*[\divxlcA-Z-]{1,7}\s*\|?$")
_ENDS_NUMBER = re.compile(r"\S\s+\|?\s*(\d{1,4}|[ivxlc]{1,6})\s*\|?$")
_FIGURES = re.compile(r"\|[^|A-Za-z]*\d[^|A-Za-z]*\|[^|]*\d\s*\|$")
"""A row of a table that ends with two figures or more names no page."""

_TITLE = re.compile(
    r"\W*(?:table of\s+)?contents\W*|\W*(?:innhold(?:sfortegnelse)?|inneh[åa]ll(?:sf[öo]rteckning)?"
    r"|indhold(?:sfortegnelse)?"
    r"|inhalt(?:sverzeichnis|s[üu]bersicht)?|sommaire|table des mati[èe]res|[íi]ndice|contenido"
    r"|sisällys(?:luettelo)?"
    r"|sis[äa]llys|inhoud(?:sopgave)?|indice|目次|目录|차례|목차|المحتويات)\W*",
    re.IGNORECASE,
)
_FEWEST = 5
_MOST_BETWEEN = 4

_BOILERPLATE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\bdisclaimers?\b|\bansvarsfraskrivelse|\bansvarsfriskrivning|\bhaftungsausschluss"
        r"|avis de non-responsabilité",
        r"\ball rights reserved\b|\balle rechte vorbehalten|\btous droits réservés|\bettertrykk",
        r"\bISBN\b|\bISSN\b",
        r"no part of this (?:publication|document|report) may be",
        r"designations employed and the presentation",
        r"do(?:es)? not (?:necessarily )?(?:reflect|represent|imply|constitute)",
        r"\bcopyright\b|©",
        r"\bsuggested citation\b|\bhow to cite\b|\bcitation:",
        r"certain commercial (?:entities|equipment|products)|endorsement by|for any (?:loss|damage)"
        r"|without warranty",
        r"\bpublished by\b|\bprinted (?:in|by|at)\b|\bhrsg\.|\bimpressum\b|\bimprint\b",
    )
)
_FEWEST_SIGNS = 3
_FIRST_PAGES, _LAST_PAGES = 6, 2
_MOST_CHARACTERS = 4_500


def contents(page: PageLines, gone: set[int], goes_on: bool) -> set[int]:
    """
    Indexes of the lines that are a table of contents. `goes_on` says that the page before ended with one.
    """
    lines = [(n, line) for n, line in enumerate(page.lines) if n not in gone]
    title = next((place for place, (_, line) in enumerate(lines[:40]) if _TITLE.fullmatch(line.text)), None)
    leaders = [place for place, (_, line) in enumerate(lines) if _LEADERS.search(line.text)]
    if len(leaders) >= _FEWEST or (leaders and (goes_on or title is not None)):
        entries = leaders
    elif title is not None or goes_on:
        entries = _numbered(lines, title or 0)
    else:
        return set()
    if len(entries) < (_FEWEST if not goes_on else 2):
        return set()
    start = _start(lines, entries, title, goes_on)
    end = _end(entries)
    if title is None and not goes_on and 2 * (end - start + 1) < len(lines):
        return set()  # a list with leaders beside other text
    return {n for n, _ in lines[start : end + 1]}


def _numbered(lines: Sequence[tuple[int, Line]], start: int) -> list[int]:
    """Lines that end with a page number which does not fall, from `start`."""
    found: list[int] = []
    before = -1
    for place, (_, line) in enumerate(lines[start:], start):
        match = _ENDS_NUMBER.search(line.text)
        if (
            match
            and match[1].isdigit()
            and before <= int(match[1]) <= before + 400
            and not _FIGURES.search(line.text)
        ):
            found.append(place)
            before = int(match[1])
    inside = found[-1] - found[0] + 1 if found else 0
    return found if 2 * len(found) >= inside else []


def _start(
    lines: Sequence[tuple[int, Line]], entries: Sequence[int], title: int | None, goes_on: bool
) -> int:
    if goes_on:
        return 0
    if title is not None and title <= entries[0]:
        return title
    first = entries[0]
    while first and entries[0] - first < _MOST_BETWEEN and len(lines[first - 1][1].text) < 60:
        first -= 1
    return first if first == 0 else entries[0]


def _end(entries: Sequence[int]) -> int:
    """The last entry that is not far below the one before."""
    end = entries[0]
    for place in entries:
        if place - end > 3 * _MOST_BETWEEN:
            break
        end = place
    return end


def is_boilerplate(page: PageLines, gone: set[int], pages: int) -> bool:
    """Whether a page near either end is an imprint or disclaimer: several of their phrases, little else."""
    near = 1 < page.number <= _FIRST_PAGES or page.number > max(pages - _LAST_PAGES, 1)
    text = "\n".join(line.text for n, line in enumerate(page.lines) if n not in gone)
    if not near or not text or len(text) > _MOST_CHARACTERS:
        return False
    signs = sum(pattern.search(text) is not None for pattern in _BOILERPLATE)
    return signs >= _FEWEST_SIGNS and 900 * signs >= len(text)
