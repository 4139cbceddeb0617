"""The names of groups that may read a document, wherever a list of them was written."""

from __future__ import annotations

from collections.abc import Iterable

from belegg.records import EVERYONE, NOBODY

_ODD = frozenset("*?;|<>[]{}\"'`\\\0\n\r\t")
_LONGEST = 100


def group_names(names: Iterable[str]) -> frozenset[str]:
    """
    The groups of a list, white space around names taken off. Empty means nobody.

    `everyone` and `nobody` mean what they say in any case of letters; `nobody` closes a list whatever stands
    beside it. A list with one empty or odd name in it (`*`, quotes, `[` and `{`, control characters) is
    nobody's too.
    """
    groups = frozenset(_without_case(name.strip()) for name in names)
    odd = any(not name or len(name) > _LONGEST or _ODD & set(name) for name in groups)
    return frozenset() if odd or NOBODY in groups else groups


def spelled_alike(given: Iterable[str], known: Iterable[str]) -> list[tuple[str, str]]:
    """Groups that are not known, each with one that is and differs in the case of letters alone."""
    by_letters: dict[str, str] = {}
    names = sorted(known)
    for name in names:
        by_letters.setdefault(name.casefold(), name)
    return [
        (name, by_letters[name.casefold()])
        for name in sorted(set(given) - set(names))
        if name.casefold() in by_letters
    ]


def _without_case(name: str) -> str:
    return folded if (folded := name.casefold()) in (EVERYONE, NOBODY) else name
