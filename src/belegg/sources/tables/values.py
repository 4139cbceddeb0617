"""A value of a database as text: as it stands there, or what stands in the place of what is no text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from math import isfinite

LONGEST = 2_000
"""Characters of one value."""

_LONGEST_NAME = 80
_DECIMALS = re.compile(r"REAL\(15(?:,(\d+))?\)")
"""How a column of a folder is declared: its numbers have so many decimals, or each as few as it can."""

Value = None | int | float | str | bytes


def as_text(value: Value) -> str | None:
    """None for a missing one. White space of a text is folded, so that a row stays one line."""
    if value is None:
        return None
    if isinstance(value, bytes):
        return f"(bytes, {len(value):,} of them, not shown)"
    if not isinstance(value, str):
        return repr(value)
    text = " ".join("".join(seen(letter) for letter in value).split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… (cut; {len(text):,} characters)"


def as_declared(value: Value, declared: str | None) -> str | None:
    """A value of a column as its file has it: `0.10` of REAL(15,2), `1` of REAL(15). Never rounded."""
    found = _DECIMALS.fullmatch(declared or "")
    if found is None or not isinstance(value, float) or not isfinite(value):
        return as_text(value)
    text = f"{value:.{int(found[1] or 0)}f}"
    return text if float(text) == value else f"{Decimal(repr(value)):f}"


def seen(letter: str) -> str:
    """A control character stands as a blank, half a surrogate pair as the sign for what cannot be shown."""
    return "\ufffd" if "\ud800" <= letter <= "\udfff" else letter if letter.isprintable() else " "


def names_of(described: Sequence[str]) -> list[str]:
    """Names of columns on one line, each once: the second `v` is `v (2)`."""
    met: Counter[str] = Counter()
    names = []
    for each in described:
        name = (as_text(each) or "")[:_LONGEST_NAME] or "?"
        met[name] += 1
        names.append(name if met[name] == 1 else f"{name} ({met[name]})")
    return names
