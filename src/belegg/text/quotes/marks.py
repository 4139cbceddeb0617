"""
What a source carries between its words that a quotation may leave out: the closed list, as patterns.

Every mark is a stretch of characters with a name. Whether one is skipped, the walk decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

import regex

from belegg.text.quotes.characters import SUPERSCRIPTS

Mark = tuple[int, int, str]
"""Start, end, kind."""

FOOTNOTE, MARKDOWN, BAR, LINE_MARK, FURNITURE = (
    "footnote mark",
    "Markdown mark",
    "table bar",
    "line mark",
    "page furniture",
)

_SUPERSCRIPT = regex.compile(rf"[{SUPERSCRIPTS}]+(?:[,⁾][{SUPERSCRIPTS}]+)*")
_BRACKETED = regex.compile(
    r"\[\^[^\]\s]{1,20}\]|(?<=[\p{L}\p{Nd}.,;:!?)\]\"'”’»*_]|[.!?] )\[\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,9}\]|[†‡]"
)
# pdfium sets a raised number on the line of its word and breaks the line after it.
_LOWERED = regex.compile(
    r"(?<=\p{Ll}{3}|[.,;:)][”’»\"']?|[”’»\"'])\d{1,3}(?=[ \t]*\r?\n)|(?<=\p{Ll}{5}[.!?] )\d{1,3}(?=[ \t]*\r?\n\s*\p{Lu})"
)
_RAISED = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_UNIT = regex.compile(r"(?:^|[^\p{L}])(?:[\p{L}]|[cdkmµn]?m|ft|in|yd|mi|min|sec|[kMG]?[WJN])$")
_BASE = regex.compile(r"(?:^|[^\d.,])(?:\d|10)$|[×·*^]\s?\d+$")

_EMPHASIS = regex.compile(
    r"(?<![\p{L}\p{N}*_\\])[*_]{1,3}(?=[^\s*_])|(?<=[^\s*_\\])[*_]{1,3}(?![\p{L}\p{N}*_])|`+"
)
_ESCAPE = regex.compile(r"\\(?=[!-/:-@\[-`{-~])")
_LINK_END = regex.compile(r"\]\((?:[^()\s]|\([^()\s]*\))*+(?:\s+\"[^\"\n]*\")?\)|\]\[[^\]\n]{0,80}\]")
_LONGEST_LINK_TEXT = 300
_LINE_START = regex.compile(
    r"^[ \t]*(?:(?:>[ \t]?)+(?!\d))?[ \t]*(?:#{1,6}[ \t]+|(?:[-*+–—][ \t]+(?!\d)|[•▪◦●○■‣·][ \t]*))?", regex.M
)
_TABLE_RULE = regex.compile(
    r"^[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)+(?:[ \t]*:?-{2,}:?[ \t]*)?\|?[ \t]*$", regex.M
)
_BAR = regex.compile(r"\|")
_LINE = regex.compile(r"[^\r\n\f]*")
_PAGE_NUMBER = regex.compile(
    r"(?:(?:page|side|sida|sivu|seite|pagina|página|страница|s\.|p\.)\s*)?\d{1,4}\s*(?:(?:of|av|von|/|van|de|di|из|\()\s*\d{1,4}\)?)?"
    r"|[-–—]\s*\d{1,4}\s*[-–—]",
    regex.I,
)
_BARE_NUMBER = regex.compile(r"\d{1,4}")


def marks_of(text: str, start: int, end: int, furniture: Set[str]) -> Iterator[Mark]:
    """All marks of a source in `text[start:end]`, in no particular order; they may overlap."""
    yield from _footnotes(text, start, end)
    yield from emphasis(text, start, end)
    for match in _ESCAPE.finditer(text, start, end):
        yield (*match.span(), MARKDOWN)
    yield from _links(text, start, end)
    for match in _TABLE_RULE.finditer(text, start, end):
        yield (*match.span(), BAR)
    for match in _BAR.finditer(text, start, end):
        yield (*match.span(), BAR)
    for match in _LINE_START.finditer(text, start, end):
        if match[0].strip():
            yield (*match.span(), LINE_MARK)
    yield from _furniture(text, start, end, furniture)


def emphasis(text: str, start: int, end: int) -> Iterator[Mark]:
    """`*`, `_` and backticks at the edge of a word."""
    for match in _EMPHASIS.finditer(text, start, end):
        yield (*match.span(), MARKDOWN)


def _footnotes(text: str, start: int, end: int) -> Iterator[Mark]:
    for match in _SUPERSCRIPT.finditer(text, start, end):
        if not is_exponent(text, match.start()):
            yield (*match.span(), FOOTNOTE)
    for pattern in (_BRACKETED, _LOWERED):
        for match in pattern.finditer(text, start, end):
            yield (*match.span(), FOOTNOTE)


def is_exponent(text: str, at: int) -> bool:
    """Whether a raised number stands here that belongs to what it stands on: `m²`, `x²`, `10⁶`."""
    if not text[at : at + 1] or text[at] not in _RAISED:
        return False
    before = text[max(0, at - 8) : at]
    return text[at] == "⁻" or bool(_UNIT.search(before) or _BASE.search(before))


def is_footnote_number(text: str, at: int) -> bool:
    """Whether a footnote's number stands here that lost its raised place: `Levant1` at a line's end."""
    return _LOWERED.match(text, at) is not None


def _links(text: str, start: int, end: int) -> Iterator[Mark]:
    for match in _LINK_END.finditer(text, start, end):
        opening = text.rfind("[", max(start, match.start() - _LONGEST_LINK_TEXT), match.start())
        if opening >= 0:
            yield (*match.span(), MARKDOWN)
            yield opening, opening + 1, MARKDOWN


def _furniture(text: str, start: int, end: int, furniture: Set[str]) -> Iterator[Mark]:
    """Whole lines that were handed over as furniture, and page numbers that stand alone."""
    for match in _LINE.finditer(text, start, end):
        line = match[0].strip()
        if line and len(line) <= 300 and (line in furniture or _is_page_number(text, match, line)):
            yield (*match.span(), FURNITURE)


def _is_page_number(text: str, match: regex.Match[str], line: str) -> bool:
    """`Page 3 of 12` on a line of its own; a bare `12` only between empty lines or at a page break."""
    if not _PAGE_NUMBER.fullmatch(line):
        return False
    if not _BARE_NUMBER.fullmatch(line):
        return True
    before = text[max(0, match.start() - 40) : match.start()]
    after = text[match.end() : match.end() + 40]
    return _is_apart(before[::-1]) and _is_apart(after)


_APART = regex.compile(r"[ \t\r]*(?:\f|\n[ \t\r]*[\n\f]|\n?[ \t\r]*$)")


def _is_apart(beside: str) -> bool:
    return _APART.match(beside) is not None
