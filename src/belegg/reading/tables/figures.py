"""Which cells hold figures: numbers that are counted, and name no column or row as a year does."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"[-+−(]?\s*[$€£]?\s*\d[\d\s.,'\u00a0\u202f]*\s*(?:[%)]|kr|€|EUR|NOK|SEK|USD)?")
_YEAR = re.compile(r"(?:18|19|20|21)\d\d")
_LONGEST = 60


def is_figure(text: str) -> bool:
    """Whether a cell's text is a number: `1 234,5`, `(12)`, `$ 3.2`, `15 %`; `2024` is a year."""
    return len(text) <= _LONGEST and bool(_NUMBER.fullmatch(text)) and not _YEAR.fullmatch(text)
