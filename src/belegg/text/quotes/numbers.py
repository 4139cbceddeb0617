"""
Numbers that must not be taken apart though nothing touches them: alone in brackets, and broken in two lines.

In accounts brackets are a minus: `3,200` is not quoted from `(3,200)`. A year, and a number of one or two
digits, may be a mark or a reference (`(2024)`, `(2) The tenant`) and goes free, unless the border of a cell
or, for the shorter ones, another number beside the brackets says that they stand in accounts.
"""

from __future__ import annotations

import regex

SPACE = r"[ \u00a0\u2007\u2009\u200a\u202f]"
LONGEST = 40
LONGEST_LINE = 300
_MARKS = r"(?:[*_`]{1,3})?"
_CURRENCY = "$€£¥"
_AMOUNT = (
    rf"(?:[{_CURRENCY}]{SPACE}?)?"
    rf"(?P<number>\p{{Nd}}{{1,3}}(?:(?:[.,'’]|{SPACE})\p{{Nd}}{{3}})+(?:[.,]\p{{Nd}}+)?|\p{{Nd}}+(?:[.,]\p{{Nd}}+)?)"
    rf"(?P<unit>{SPACE}?(?:[%‰]|[{_CURRENCY}]))?"
)
_IN_BRACKETS = regex.compile(rf"[(（]{SPACE}?{_MARKS}(?P<amount>{_AMOUNT}){_MARKS}{SPACE}?[)）]")
_OPENING = regex.compile(rf"[(（]{SPACE}?{_MARKS}(?:[{_CURRENCY}]{SPACE}?)?\Z")
_CLOSING = regex.compile(rf"(?:{SPACE}?(?:[%‰]|[{_CURRENCY}]))?{_MARKS}{SPACE}?[)）]")
_MAY_BE_A_MARK = regex.compile(r"\p{Nd}{1,2}|(?:19|20)\p{Nd}{2}")
_CELL_BEFORE, _CELL_AFTER = regex.compile(r"[|\t][ \t]*\Z"), regex.compile(r"[ \t]*[|\t]")
_NUMBER_BEFORE = regex.compile(r"(?:\p{Nd}[%)]?|[)）])[ \t]+\Z")
_NUMBER_AFTER = regex.compile(r"[ \t]+[(（]?\p{Nd}")

# `12` at a line's end, `500 kr` on the next line: the line is prose, and the number has no name (`§ 12`).
_NAMED = (
    "side|s|kapittel|kap|artikkel|art|punkt|pkt|nr|nummer|no|bilag|vedlegg|fase|type|nivå|trinn|tabell|figur|ledd"
    "|sid|sida|sidan|kapitel|artikel|bilaga|steg|page|pages|p|chapter|article|section|annex|number|step|table"
    "|figure|rule|line|item|konto|account|seite|nummer|abschnitt|tabelle|liite|luku|taulukko|kuva|vaihe|sivu"
)
_BROKEN_BEFORE = regex.compile(
    rf"^(?=[^\n]*\p{{L}})[^\S\n]*+[^\s\p{{Nd}}|#][^\n|]*(?<!§[ ]?|\b(?:{_NAMED})\.?[ ]?)"
    rf"(?<=[^\s\p{{Nd}}%‰)]{SPACE}|[($€£¥])\p{{Nd}}{{1,3}}(?:{SPACE}\p{{Nd}}{{3}})*"
    rf"(?:{SPACE}|\t)?\r?\n[ \t]*\Z",
    regex.M | regex.I,
)
_BROKEN_AFTER = regex.compile(
    rf"\p{{Nd}}{{3}}(?:{SPACE}\p{{Nd}}{{3}})*(?:,\p{{Nd}}{{1,2}})?(?![\p{{Nd}}\p{{L}}])(?![.:/)-]\p{{Nd}}|[)])"
    r"(?![ \t]+(?!(?:NOK|SEK|DKK|EUR|USD|GBP|CHF|MNOK|Kč|Euro)\b)[\p{Lu}\p{Nd}]|[ \t]*\|)"
)
_LINE_END = regex.compile(rf"(?:{SPACE}|\t)?\r?\n[ \t]*")


def needs_brackets(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` begins or ends with a number alone in brackets, and leaves one out."""
    if _begins_amount(text[start]):
        opening = _OPENING.search(text[max(0, start - 8) : start])
        if opening and _is_alone(text, start - len(opening[0])):
            return True
    if not (_ends_amount(text[end - 1]) and _CLOSING.match(text, end)):
        return False
    opened = max(text.rfind(sign, max(0, end - LONGEST), end) for sign in "(（")
    return opened >= 0 and _is_alone(text, opened, at_least=end)


def _begins_amount(char: str) -> bool:
    return char.isdecimal() or char in _CURRENCY


def _ends_amount(char: str) -> bool:
    return char.isdecimal() or char in "%‰" + _CURRENCY


def _is_alone(text: str, opening: int, at_least: int = 0) -> bool:
    """Whether the bracket that opens there holds nothing but a number that is no mark."""
    found = _IN_BRACKETS.match(text, opening, opening + LONGEST)
    if found is None or found.end() <= at_least:
        return False
    if found["unit"] or not _MAY_BE_A_MARK.fullmatch(found["amount"]):
        return True
    before = text[max(0, opening - 8) : opening]
    if _CELL_BEFORE.search(before) or _CELL_AFTER.match(text, found.end()):
        return True
    small = len(found["amount"]) <= 2  # `resolution 2727 (2024)` is a year
    return small and bool(_NUMBER_BEFORE.search(before) or _NUMBER_AFTER.match(text, found.end()))


def continues_number(text: str, at: int) -> bool:
    """Whether the digits at `at` begin a line and go on with a number at the end of the line before."""
    if not _BROKEN_AFTER.match(text, at):
        return False
    return _BROKEN_BEFORE.search(text[max(0, at - LONGEST_LINE) : at]) is not None


def continued_below(text: str, end: int) -> bool:
    """Whether the number that ends at `end`, the end of a line, goes on in the next line."""
    gap = _LINE_END.match(text, end)
    return gap is not None and continues_number(text, gap.end())
