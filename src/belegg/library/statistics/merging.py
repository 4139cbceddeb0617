"""Several orders of tables made one, and a page that no source fills alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from belegg.records.statistics import TableRef
from belegg.text.names import normal_name

RRF_K: Final = 60
PAGE: Final = 10
MOST_OF_ONE: Final = 5
"""Tables of one source on each ten, as long as there are others."""


def merged(lists: Sequence[tuple[float, Sequence[TableRef]]]) -> list[TableRef]:
    """
    One order of several, each with its weight, by the sum of weight / (60 + place). A table counts once,
    whatever its language, as the first list that has it says. Source: Cormack, Clarke & Büttcher 2009 (RRF).
    """
    score: dict[tuple[str, str], float] = {}
    rows: dict[tuple[str, str], TableRef] = {}
    for weight, refs in lists:
        for place, ref in enumerate(_once(refs), start=1):
            table = (ref.source, ref.id)
            score[table] = score.get(table, 0.0) + weight / (RRF_K + place)
            rows.setdefault(table, ref)
    return sorted(rows.values(), key=lambda ref: -score[ref.source, ref.id])


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
    words = {normal_name(word) for word in query.split()}
    return sorted(refs, key=lambda ref: words.isdisjoint(numbers_of(ref.id)))


def numbers_of(id: str) -> tuple[str, ...]:
    """
    The names by which a table is looked up: its number, and of `DSD_TDG@DF_GOV_TDG` the flow's alone. An id
    that is a word (`life-expectancy`) is no number: it would come before all that the word means.
    """
    names = (id, id.partition("@")[2])
    are_numbers = (name for name in names if any(sign.isdigit() or sign in "_.@" for sign in name))
    return tuple(dict.fromkeys(map(normal_name, are_numbers)))


def _once(refs: Sequence[TableRef]) -> list[TableRef]:
    first: dict[tuple[str, str], TableRef] = {}
    for ref in refs:
        first.setdefault((ref.source, ref.id), ref)
    return list(first.values())
