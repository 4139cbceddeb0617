"""Roman numerals."""

from __future__ import annotations

_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


def roman_value(number: str) -> int:
    """The value of a Roman numeral of I, V, X, L and C. Raises KeyError for other letters."""
    values = [_VALUES[char] for char in number.lower()]
    return sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True))
