"""
Characters that may differ between a quotation and its source, and those that never may.

Folded: ligatures, quotation marks, dashes, full-width forms, the micro sign, decomposed letters (NFC),
invisible characters.
Never folded: letters with and without marks, look-alikes and digits of other scripts, superscripts.
NFKC is not used: it would turn `300¹²` into `30012` and `½` into `1⁄2`.
"""

from __future__ import annotations

import unicodedata

from belegg.text.normalise import LIGATURES as PRINTED_LIGATURES

INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f"
HARMLESS_DIRECTION = "\u200e\u202a\u202c\u202d\u2066\u2068\u2069"
"""Direction marks that leave left-to-right text in its order; RLO, RLI, RLM and kin are never skipped."""

LINE_HYPHENS = "\x02\ufffe"
"""What pdfium writes for a hyphen at the end of a line."""

DASHES = "-\u2010\u2011\u2012\u2013\u2212"
LONG_DASHES = "\u2014\u2015"
LONG_DASH = "—"
SINGLE_QUOTES = "'\u00b4\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u02bc"
DOUBLE_QUOTES = '"\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb'
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # Japanese, Chinese
)
"""Scripts without spaces between words: each letter is a word."""

NO_BREAK_SPACES = "\u00a0\u2007\u2009\u202f"
SUPERSCRIPTS = "\u2070\u00b9\u00b2\u00b3\u2074-\u2079"

LIGATURES = PRINTED_LIGATURES | {"\u0132": "IJ", "\u0133": "ij"}
MICRO = {"\u00b5": "\u03bc"}
"""The micro sign and the letter mu are one sign that keyboards and fonts write in two ways."""
FULL_WIDTH = {chr(0xFF01 + n): chr(0x21 + n) for n in range(94)}

_FOLDED = str.maketrans(
    dict.fromkeys(INVISIBLE + HARMLESS_DIRECTION, "")
    | dict.fromkeys(DASHES + LINE_HYPHENS, "-")
    | dict.fromkeys(LONG_DASHES, LONG_DASH)
    | dict.fromkeys(SINGLE_QUOTES, "'")
    | dict.fromkeys(DOUBLE_QUOTES, '"')
    | LIGATURES
    | MICRO
    | FULL_WIDTH
)


def folded(text: str) -> str:
    """A token as it is compared. Case stays."""
    if text.isascii() and "\x02" not in text:
        return text
    return unicodedata.normalize("NFC", text.translate(_FOLDED))


def same_but_for_case(one: str, other: str) -> bool:
    """Whether two letters are each other's capital and small letter, both ways (`ſ` is no `s`)."""
    return one.swapcase() == other and other.swapcase() == one
