"""
The signs between thousands and before decimals. A spreadsheet does not say them: its program takes those of
the computer that it runs on. They are told from the language of the sheet's own words and formats.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from belegg.text.language import language_of


class Separators(NamedTuple):
    """Of thousands, and of decimals."""

    thousands: str = ","
    decimals: str = "."


AS_WRITTEN = Separators()
"""As format codes write them, and as English has them."""

_SPACED, _DOTTED = Separators(" ", ","), Separators(".", ",")
_OF_LANGUAGE = {
    **dict.fromkeys(("no", "nb", "nn", "sv", "fi"), _SPACED),
    **dict.fromkeys(("da", "de"), _DOTTED),
}
_OF_CODE = (
    (re.compile(r"\[\$[^\]]*-(?:[0-9A-F]{0,4})0?(?:414|814|41D|40B)\]", re.IGNORECASE), _SPACED),
    (re.compile(r"\[\$[^\]]*-(?:[0-9A-F]{0,4})0?(?:406|407)\]", re.IGNORECASE), _DOTTED),
    (re.compile(r"_k_r|(?<![a-z])kr(?![a-z])", re.IGNORECASE), _SPACED),
)
"""Windows' numbers of languages (Norwegian, Swedish, Finnish; Danish, German), crowns written out."""

_MOST_TEXTS = 2_000


def separators_of(texts: Iterable[str], codes: Iterable[str]) -> Separators:
    """By the language of the first texts; where that is undecided, by what the format codes name."""
    language = language_of("\n".join(islice(texts, _MOST_TEXTS))).code
    if language is not None:
        return _OF_LANGUAGE.get(language, AS_WRITTEN)
    written = list(codes)
    for pattern, separators in _OF_CODE:
        if any(pattern.search(code) for code in written):
            return separators
    return AS_WRITTEN
