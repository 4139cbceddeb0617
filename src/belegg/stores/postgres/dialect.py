"""The engine's SQL as PostgreSQL writes it. Where it differs, a rule here says how."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import count

MOST_STATEMENTS = 2_000

RULES = (
    # SQLite keeps the order of a CROSS JOIN and takes a condition with it; here the planner orders.
    (re.compile(r"CROSS JOIN (\w+(?: AS \w+)?) ON\b"), r"JOIN \1 ON"),
    # An index is named for SQLite's planner only.
    (re.compile(r" INDEXED BY \w+"), ""),
    # The elements of a JSON list.
    (
        re.compile(r"json_each\(([\w.?]+)\) AS (\w+)"),
        r"json_array_elements_text(CAST(\1 AS json)) AS \2(value)",
    ),
)
PLACE = re.compile(r"\?(\d*)")


@lru_cache(maxsize=MOST_STATEMENTS)
def translated(sql: str) -> bytes:
    """The statement with its rules applied and its places numbered: `$1` for `?`, `$3` for `?3`."""
    for pattern, instead in RULES:
        sql = pattern.sub(instead, sql)
    numbers = count(1)
    return PLACE.sub(lambda place: f"${place[1] or next(numbers)}", sql).encode()
