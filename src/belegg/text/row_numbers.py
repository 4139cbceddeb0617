"""The rows of a sheet that a passage or a quotation stands in: `rows 2–40, 42`, as the sheet numbers them."""

from __future__ import annotations

import re
from collections.abc import Sequence

_RANGE = re.compile(r"(\d+)(?:–(\d+))?")
_ROW = "|"
"""How the line of a row begins."""


def rows_told(numbers: Sequence[int]) -> str:
    """`row 7`, `rows 2–40, 42`; numbers in the order of the lines. Empty for none."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    told = ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs)
    return f"{'row' if len(numbers) == 1 else 'rows'} {told}" if told else ""


def row_numbers(told: str | None) -> list[int]:
    """What `rows_told` was given; empty for any other address."""
    if not told or not told.startswith(("row ", "rows ")):
        return []
    ranges = ((int(m[1]), int(m[2] or m[1])) for m in _RANGE.finditer(told))
    return [number for first, last in ranges for number in range(first, last + 1)]


def rows_within(text: str, told: str | None, start: int, end: int) -> str:
    """The rows of the characters `start` to `end` of a passage's text, which has the rows `told`."""
    numbers = row_numbers(told)
    found, place = [], 0
    rows = iter(numbers)
    for line in text.split("\n"):
        stop = place + len(line)
        if line.startswith(_ROW):
            number = next(rows, None)
            if number is not None and place < end and start < stop:
                found.append(number)
        place = stop + 1
    return rows_told(found)
