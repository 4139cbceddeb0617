"""
Footnote marks: raised numbers, numbers in brackets, and numbers that lost their raised place.

A raised number is no footnote mark on a unit (`m²`), a single letter (`x²`) or a base (`10⁶`).
"""

from __future__ import annotations

from collections.abc import Iterator

import regex

from belegg.text.quotes.characters import SUPERSCRIPTS

_RAISED = regex.compile(rf"[{SUPERSCRIPTS}]+(?:[,⁾][{SUPERSCRIPTS}]+)*")
_RAISED_SIGNS = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_UNIT = regex.compile(r"(?:^|[^\p{L}])(?:\p{L}|[hcdkmµn]?m|dam|ft|in|yd|mi|min|sec|[kMG]?[WJN])\Z|[⁻⁺]\Z")
_SHORT = regex.compile(r"(?:^|[^\p{L}])\p{L}{1,2}\Z")  # `mc²`; a footnote mark on so short a word is seldom
_POWER = regex.compile(rf"[²³](?![{SUPERSCRIPTS}])")
_BASE = regex.compile(r"(?:^|[^\d.,])(?:\d|10)\Z|[×·*^]\s?\d+\Z")

# Glued to a word, number or sign, or after the stop of a sentence: `[30] days` is text.
_BRACKETED = regex.compile(
    r"\[\^[^\]\s]{1,20}\]|[†‡]"
    r"|(?<=[\p{L}\p{Nd}.,;:!?)\]\"'”’»*_])\[\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,9}\]"
    r"|(?<=[.!?] )\[\d{1,3}\](?=\s*(?:\p{Lu}|\Z))"
)
_NUMBERED = (  # words whose number is their name, also when the space between is lost
    "bilag|vedlegg|kapittel|artikkel|punkt|fase|type|nivå|trinn|tabell|figur|bilaga|kapitel|artikel|punkten|steg"
    "|nivå|annex|article|section|chapter|phase|level|step|table|figure|rule|liite|luku|taulukko|kuva|vaihe"
)
# pdfium writes a raised number after its word, and breaks the line: `the Levant1`, `three reports. 12`.
_TAGGED = regex.compile(r"<sup>\s*(?:<a\s[^<>]{0,300}>)?\s*\[?\d{1,3}\]?\s*(?:</a>)?\s*</sup>", regex.I)
_LOWERED = regex.compile(
    rf"(?<!\b(?:{_NUMBERED}))"
    r"(?:(?<=\p{Ll}{3})|(?<=\p{L}{4}[.,;:)][”’»\"']?)|(?<=\p{L}[”’»\"')]))\d{1,3}(?=[ \t]*\r?\n)"
    r"|(?<=\p{Ll}{5}[.!?] )\d{1,3}(?=[ \t]*\r?\n\s*\p{Lu})"
)


def footnote_marks(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for pattern in (_RAISED, _TAGGED):
        for match in pattern.finditer(text, start, end):
            if not is_exponent(text, match.start()):
                yield match.span()
    for pattern in (_BRACKETED, _LOWERED):
        for match in pattern.finditer(text, start, end):
            yield match.span()


def is_exponent(text: str, at: int) -> bool:
    """Whether a raised number stands here that belongs to what it stands on: `m²`, `x²`, `10⁶`."""
    if text[at : at + 1] not in _RAISED_SIGNS and not text.startswith("<sup>", at):
        return False
    before = text[max(0, at - 8) : at]
    if text[at] == "⁻" or _UNIT.search(before) or _BASE.search(before):
        return True
    return bool(_POWER.match(text, at) and _SHORT.search(before))


def is_lowered(text: str, at: int) -> bool:
    """Whether a footnote's number stands here that lost its raised place."""
    return _LOWERED.match(text, at) is not None
