"""Several orders of tables made one, and a page that no source fills alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, TypeVar

from belegg.records.statistics import TableRef
from belegg.text.names import normal_name

K = TypeVar("K")
RRF_K: Final = 60
PAGE: Final = 10
MOST_OF_ONE: Final = 5
"""Tables of one source on each ten, as long as there are others."""


def fused(lists: Sequence[tuple[float, Sequence[K]]]) -> list[K]:
    """
    One order of several, each with its weight, by the sum of weight / (60 + place); of equals the one
    that was met first. Source: Cormack, Clarke & Büttcher 2009 (RRF).
    """
    score: dict[K, float] = {}
    for weight, keys in lists:
        for place, key in enumerate(keys, start=1):
            score[key] = score.get(key, 0.0) + weight / (RRF_K + place)
    return sorted(score, key=lambda key: -score[key])


def merged(lists: Sequence[tuple[float, Sequence[TableRef]]]) -> list[TableRef]:
    """The same of tables: each counts once, whatever its language, as the first list that has it says."""
    rows: dict[tuple[str, str], TableRef] = {}
    for _, refs in lists:
        for ref in refs:
            rows.setdefault((ref.source, ref.id), ref)
    keys = [(weight, [(ref.source, ref.id) for ref in _once(refs)]) for weight, refs in lists]
    return [rows[key] for key in fused(keys)]


def shared_pages(refs: Sequence[TableRef], limit: int) -> list[TableRef]:
    """
    The first `limit` tables, each once, in their order, but that on each page of ten at most five are of one
    source while another one's are left.
    """
    left, chosen = list(_once(refs)), list[TableRef]()
    while left and len(chosen) < limit:
        on_page = Counter(ref.source for ref in chosen[len(chosen) // PAGE * PAGE :])
        fits = (number for number, ref in enumerate(left) if on_page[ref.source] < MOST_OF_ONE)
        chosen.append(left.pop(next(fits, 0)))
    return chosen


def named_first(query: str, refs: Sequence[TableRef]) -> list[TableRef]:
    """Tables whose number is a word of the query before all others."""
    words = {normal_name(word) for word in query.split() if is_number(word)}
    if not words:
        return list(refs)
    return sorted(refs, key=lambda ref: words.isdisjoint(numbers_of(ref.id)))


def numbers_of(id: str) -> tuple[str, ...]:
    """
    The names by which a table is looked up: its number, and of `DSD_TDG@DF_GOV_TDG` and `IMF.STA:MFS_IR` the
    flow's alone. An id that is a word (`life-expectancy`) is no number: it would come before all that the
    word means.
    """
    names = (id, id.rpartition("@")[2], id.rpartition(":")[2])
    return tuple(dict.fromkeys(map(normal_name, filter(is_number, names))))


def is_number(word: str) -> bool:
    return any(sign.isdigit() or sign in "_.@" for sign in word)


def _once(refs: Sequence[TableRef]) -> list[TableRef]:
    first: dict[tuple[str, str], TableRef] = {}
    for ref in refs:
        first.setdefault((ref.source, ref.id), ref)
    return list(first.values())
