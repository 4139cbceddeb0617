"""The names of groups that may read a document, wherever a list of them was written."""

from __future__ import annotations

from collections.abc import Iterable

_ODD = frozenset("*?;|<>\"'`\\\0\n\r\t")
_LONGEST = 100


def group_names(names: Iterable[str]) -> frozenset[str]:
    """
    The groups of a list, white space around names taken off. Empty means nobody.

    A list with one empty or odd name in it (`*`, quotes, control characters) is odd as a whole: nobody.
    """
    groups = frozenset(name.strip() for name in names)
    odd = any(not name or len(name) > _LONGEST or _ODD & set(name) for name in groups)
    return frozenset() if odd else groups
