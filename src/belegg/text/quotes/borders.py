"""
Whether a stretch of a source begins and ends with whole words and whole numbers.

`3 days` is not quoted from `13 days`, nor `refundable` from `non-refundable`, `5` from `5 %` or `2,5`,
`234 kroner` from `1 234 kroner` or `5 °C` from `-5 °C`; nor `gyldig` from `u**gyldig**`, which a reader
sees as one word, `2` from `2½`, `EU` from `EU:n` or `A` from `A+`; nor a number without its brackets, nor
half of one that a line end breaks (`numbers`).
"""

from __future__ import annotations

import regex

from belegg.text.quotes import numbers
from belegg.text.quotes.characters import HARMLESS_DIRECTION, INVISIBLE, LINE_HYPHENS, UNSPACED
from belegg.text.quotes.footnotes import is_exponent, is_lowered

_HIDDEN = f"[{INVISIBLE}{HARMLESS_DIRECTION}]*+"
_W = rf"[[\p{{L}}\p{{Nd}}\p{{Nl}}\p{{M}}]--[{UNSPACED}]]"
_WORD_CHARACTER = regex.compile(_W, regex.V1)
_HYPHEN = rf"[-\u2010-\u2013\u2212{LINE_HYPHENS}]"
_SPACE = numbers.SPACE
_SIDE = 40
_CURRENCY = "$€£¥"

_BEFORE_WORD = regex.compile(
    rf"{_W}{_HIDDEN}\Z|{_W}(?:{_HYPHEN}|[_/@]){_HIDDEN}\Z|(?<!(?<!{_W})[ldLD])(?<={_W})['’]\Z|[\p{{M}}]\Z",
    regex.V1,
)
_MARK_ENDS, _MARK_BEGINS = "*_`>)", "*_`<]"
_MARKS = (
    r"(?:[*_`]{1,3}|</?(?:a|b|i|u|em|strong|span|mark|font|small|code)\b[^<>]{0,300}>|\]\([^()\s]{0,300}\))++"
)
_BEFORE_MARKS = regex.compile(rf"{_W}{_MARKS}\Z", regex.V1 | regex.I)
_AFTER_MARKS = regex.compile(rf"{_MARKS}{_W}", regex.V1 | regex.I)
_FRACTION = r"[¼-¾⅐-⅞]"
_BEFORE_FRACTION = regex.compile(rf"(?<![\p{{Nd}}.,:/-])\p{{Nd}}{{1,3}}{_SPACE}?\Z")
_FRACTION_FIRST = regex.compile(rf"{_FRACTION}|\p{{Nd}}/\p{{Nd}}{{1,2}}(?![\p{{Nd}}/])")
_FRACTION_AFTER = regex.compile(rf"{_SPACE}?(?:{_FRACTION_FIRST.pattern})")
_COMPARISON_BEFORE = regex.compile(rf"&(?:lt|gt|le|ge|ne|minus|plusmn|asymp|#60|#62|#8722);{_SPACE}?\Z")

_HYPHENS = ("-", "\u2010")
# A hyphen with a space on one side, where one half is no word alone: `non -refundable`, `tax -free`.
_BEFORE_APART = regex.compile(
    rf"(?<!{_W})(?:(?:non|un|anti|ex|semi|quasi)(?:\s+-|[-\u2010]\s+)|non\s+-\s+)\Z", regex.V1 | regex.I
)
_AFTER_APART = regex.compile(
    rf"(?:\s+-|[-\u2010]\s+)(?:free|less|fri|fritt|frie|frei|los|løs|lös|vrij)(?!{_W})", regex.V1
)
_BEFORE_SMALL = regex.compile(r"\p{L}[-\u2010\u00ad]\s*\n\s*\Z")
_BEFORE_DIGIT = regex.compile(rf"\p{{Nd}}[.,:'’]\Z|{_HYPHEN}\Z|[+±$€£¥§#<>≤≥≈~×^]\Z|[−±<>≤≥≈~]{_SPACE}\Z")
_TAG_BEFORE = regex.compile(r"</?[a-zA-Z][^<>]*>\Z")
_LONGEST_TAG = 400
_GROUP_BEFORE = regex.compile(rf"(?<![\p{{Nd}}.,:/-])\p{{Nd}}{{1,3}}(?:{_SPACE}\p{{Nd}}{{3}})*{_SPACE}\Z")
_GROUP_FIRST = regex.compile(r"\p{Nd}{3}(?!\p{Nd})")

_AFTER_WORD = regex.compile(
    rf"{_HIDDEN}{_W}|(?:{_HYPHEN}|[_/@'’]){_W}|-(?=\s)|[\u2010{LINE_HYPHENS}\u00ad]|\p{{M}}"
    rf"|[+#\u2212]|:\p{{Ll}}{{1,4}}(?!\p{{L}})",  # `A+`, `C#`, `O−`; `EU:n`, `SJ:s`
    regex.V1,
)
_AFTER_DIGIT = regex.compile(r"[.,:/]\p{Nd}|\s?[%‰‱°º′″]")
_GROUP_LAST = regex.compile(rf"(?<![\p{{Nd}}.,:/-])\p{{Nd}}{{1,3}}(?:{_SPACE}\p{{Nd}}{{3}})*\Z")
_GROUP_AFTER = regex.compile(rf"{_SPACE}\p{{Nd}}{{3}}(?!\p{{Nd}})")


def cut_inside(text: str, start: int, end: int) -> str:
    """Why `text[start:end]` begins or ends inside a word or number of `text`, or nothing."""
    if _cuts_head(text, start):
        return f"it begins inside `{_around(text, start)}`"
    if _cuts_tail(text, start, end):
        return f"it ends inside `{_around(text, end)}`"
    if numbers.needs_brackets(text, start, end):
        return "it leaves the brackets of a number out, and brackets can be a minus"
    return ""


def _cuts_head(text: str, start: int) -> bool:
    first, before = text[start], text[max(0, start - _SIDE) : start]
    if not before:
        return False
    if not (first.isalnum() or _WORD_CHARACTER.match(first)):
        return (first in _CURRENCY and before[-1].isalpha()) or regex.match(r"\p{M}", first) is not None
    if _BEFORE_WORD.search(before) or (
        before[-1] in _MARK_ENDS and _BEFORE_MARKS.search(_far_before(text, start))
    ):
        return True
    if _FRACTION_FIRST.match(text, start) and _BEFORE_FRACTION.search(before):
        return True
    if first.islower() and _BEFORE_SMALL.search(before) and not _SUSPENDED.match(text, start):
        return True
    if first.islower() and before.rstrip()[-1:] in _HYPHENS and _BEFORE_APART.search(before):
        return True
    if not first.isdecimal():
        return False
    if numbers.continues_number(text, start):
        return True
    if _COMPARISON_BEFORE.search(before):
        return True
    if _BEFORE_DIGIT.search(before) and not _TAG_BEFORE.search(_far_before(text, start)):
        return True
    return bool(_GROUP_FIRST.match(text, start) and _GROUP_BEFORE.search(before))


def _far_before(text: str, start: int) -> str:
    return text[max(0, start - _LONGEST_TAG) : start]


_SUSPENDED = regex.compile(r"(?:og|eller|och|und|oder|ja|tai|and|or|en|of|et|ou|y|o|e|и|или)\b")


def _cuts_tail(text: str, start: int, end: int) -> bool:
    last, after = text[end - 1], text[end : end + _SIDE]
    if not after:
        return False
    if regex.match(r"\p{M}", after):
        return True
    if not (last.isalnum() or _WORD_CHARACTER.match(last)):
        return last in "-+±" + _CURRENCY and _WORD_CHARACTER.match(after) is not None
    if is_exponent(text, end):
        return True
    if _AFTER_WORD.match(after) and not is_lowered(text, end):
        return True
    if after[0] in _MARK_BEGINS and _AFTER_MARKS.match(text, end):
        return True
    if last.isalpha() and _AFTER_APART.match(text, end):
        return True
    if not last.isdecimal():
        return False
    if numbers.continued_below(text, end):
        return True
    quoted = text[max(start, end - _SIDE) : end]
    if _AFTER_DIGIT.match(after) or (_FRACTION_AFTER.match(after) and _BEFORE_FRACTION.search(quoted)):
        return True
    return bool(_GROUP_AFTER.match(after) and _GROUP_LAST.search(quoted))


def _around(text: str, at: int) -> str:
    """The word or number at a place, as a reader would see it."""
    before = regex.search(r"\S*(?:\p{Nd}\s?)?\Z", text[max(0, at - _SIDE) : at])
    after = regex.match(r"\s?\S*", text[at : at + _SIDE])
    return ((before[0] if before else "") + (after[0] if after else "")).strip()
