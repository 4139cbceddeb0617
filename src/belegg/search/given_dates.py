"""Dates as people give them to a search, refused when there is no such day."""

from __future__ import annotations

import re
from datetime import date

from belegg.errors import BadQuery

_PARTLY = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?", re.ASCII)


def partial_date(given: str | None) -> str | None:
    """`2024`, `2024-05` or `2024-05-12`, as given. Raises BadQuery."""
    if given is not None and not (_PARTLY.fullmatch(given) and _is_day((given + "-01-01")[:10])):
        raise BadQuery(f"`{given}` is no date; write `2024`, `2024-05` or `2024-05-12`")
    return given


def day(given: str | None) -> str | None:
    """`2024-05-12`, as given. Raises BadQuery."""
    if given is not None and not (_PARTLY.fullmatch(given) and len(given) == 10 and _is_day(given)):
        raise BadQuery(f"`{given}` is no day; write it as `2024-05-12`")
    return given


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
