"""Tables that hold tables: read row by row where each row says something on its own, else cell by cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

LONGEST_LABEL, LONGEST_ROW = 100, 600
"""Characters."""


class Said(NamedTuple):
    """How many characters a cell holds, whether a table is among them."""

    length: int
    holds_table: bool


def are_labelled(rows: Iterable[Sequence[Said]]) -> bool:
    """Whether each row is short and begins with a label; a row without cells says nothing."""
    for row in rows:
        if not row:
            continue
        label, *others = row
        rest = sum(each.length for each in others)
        if label.holds_table or not 0 < label.length <= LONGEST_LABEL:
            return False
        if label.length + rest > LONGEST_ROW or (others and not rest):
            return False
    return True
