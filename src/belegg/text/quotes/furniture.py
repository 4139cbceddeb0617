"""
Page furniture inside a text: lines that ingest handed over, and page numbers.

A bare number on a line of its own may as well be content (`Gebyr:`, `300`, `kroner`). It is furniture only
at a page break, between empty lines, beside another line of furniture, or, when handed over, in a sentence
that visibly runs on around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

import regex

LONGEST_LINE = 300

_LINE = regex.compile(r"[^\r\n\f]+")
_LABELLED = regex.compile(
    r"(?:Page|Side|Sida|Sivu|Seite|Pagina|Página|Страница)\s+\d{1,4}(?:\s*(?:of|av|von|van|de|di|из|/|\()\s*\d{1,4}\)?)?"
    r"|[-–—]\s*\d{1,4}\s*[-–—]",
    regex.I,
)
_NUMBER = regex.compile(r"(?:[sp]\.\s*)?\d{1,4}(?:\s*(?:of|av|von|van|de|di|из|/|\()\s*\d{1,4}\)?)?", regex.I)
_EMPTY_ABOVE = regex.compile(r"(?:\f|\n[ \t\r]*\n|^)\s*\Z")
_EMPTY_BELOW = regex.compile(r"[ \t\r]*(?:\n[ \t\r]*(?:\n|\f|\Z)|\f|\Z)")
_RUNS_ON = regex.compile(r"[^\n]{20,}[\p{L}\p{Nd},][ \t\r]*\n[ \t]*\Z")
_GOES_ON = regex.compile(r"[ \t\r]*\n\s*\p{Ll}")
_SIDE = 400


def furniture_lines(text: str, start: int, end: int, handed: Set[str]) -> Iterator[tuple[int, int]]:
    """The places of whole lines of `text[start:end]` that are furniture."""
    for match in _LINE.finditer(text, start, end):
        line = match[0].strip()
        first, last = match.span()
        whole = (first == 0 or text[first - 1] in "\r\n\f") and (last == len(text) or text[last] in "\r\n\f")
        if whole and line and is_furniture(text, first, last, line, handed):
            yield first, last


def copied_lines(quote: str, handed: Set[str]) -> Iterator[tuple[int, int]]:
    """
    Lines inside a quotation that are handed-over furniture, copied with it across a page.

    Bare numbers only beside another such line: `within`, `12`, `days` says twelve days.
    """
    first, last = len(quote) - len(quote.lstrip()), len(quote.rstrip())
    for match in _LINE.finditer(quote, first, last):
        line = match[0].strip()
        start, end = match.span()
        if start == first or end == last or line not in handed:
            continue
        beside = _last_line(quote[max(0, start - _SIDE) : start]), _first_line(quote[end : end + _SIDE])
        if not _NUMBER.fullmatch(line) or any(_is_named(other, handed) for other in beside):
            yield match.span()


def is_furniture(text: str, first: int, last: int, line: str, handed: Set[str]) -> bool:
    if len(line) > LONGEST_LINE:
        return False
    if not _NUMBER.fullmatch(line):
        return line in handed or _LABELLED.fullmatch(line) is not None
    above, below = text[max(0, first - _SIDE) : first], text[last : last + _SIDE]
    if "\f" in (above.rstrip(" \t\r\n")[-1:], below.lstrip(" \t\r\n")[:1]):
        return True
    if _EMPTY_ABOVE.search(above) and _EMPTY_BELOW.match(below):
        return True
    if _is_named(_last_line(above), handed) or _is_named(_first_line(below), handed):
        return True
    return line in handed and bool(_RUNS_ON.search(above) and _GOES_ON.match(below))


def _last_line(text: str) -> str:
    return text.rstrip().rpartition("\n")[2].strip()


def _first_line(text: str) -> str:
    return text.lstrip().partition("\n")[0].strip()


def _is_named(line: str, handed: Set[str]) -> bool:
    """A line of furniture that is no mere number."""
    return line in handed and not _NUMBER.fullmatch(line)
