"""Answers in JSON in which one thing is another than was agreed on."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

OTHERS: tuple[Any, ...] = (None, [], {}, "x", 5, -1, [None], {"a": 1}, True, [[]], "0:0", "9999", 10**12)


def places(told: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where a value stands in it, but for the whole."""
    if path:
        yield path
    within = told.items() if isinstance(told, dict) else enumerate(told) if isinstance(told, list) else ()
    for key, value in within:
        yield from places(value, (*path, key))


def changed_at(told: Any, path: tuple[Any, ...], other: object) -> bytes:
    """The JSON with another value there."""
    mine = copy.deepcopy(told)
    holder = mine
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = other
    return json.dumps(mine).encode()
