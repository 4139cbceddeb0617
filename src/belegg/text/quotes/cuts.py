"""What a quotation leaves out of its sentence, and whether that takes back what it says."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

import regex

from belegg.records import Cut, Span
from belegg.text.quotes.reservations import held, languages_around, takes_back
from belegg.text.quotes.sentence import beginning_of, end_of, lead_in

CONTEXT = 1_500
_BARE_NUMBER = regex.compile(r"(?<![\p{L}\d.,-])(?!(?:19|20)\d\d\Z)\d[\d.,  ]*\Z")
Kind = Literal["negation", "condition", "exception", "none"]


def edge_cuts(text: str, start: int, end: int, stopped: bool) -> tuple[Cut, ...]:
    """
    What stands in the sentence beside the quotation when it holds a reservation.

    Also the sentence after it when that begins as an exception, and the lead-in of a list (`Forbidden are:`)
    when an item is quoted alone. `stopped`: the quotation puts a full stop where the source goes on; what
    follows is then always told, as it is after a bare number at the quotation's end (`30` of `30 days`).
    """
    languages = _languages(text, start, end)
    opening, close = beginning_of(text, start), end_of(text, end)
    cuts = [_cut(text, *lead_in(text, opening), languages), _cut(text, opening, start, languages)]
    quoted = text[start:end]
    always = stopped or (_BARE_NUMBER.search(quoted) is not None and text[end : end + 2].strip().isalpha())
    cuts.append(_cut(text, end, close, languages, always, _open_clause(quoted, languages)))
    following = end_of(text, _next_start(text, close))
    taken_back = takes_back(text[close:following], languages)
    if taken_back:
        cuts.append(_told(text, close, following, taken_back))
    return tuple(cut for cut in cuts if cut is not None)


def omitted(text: str, spans: Sequence[Span]) -> tuple[Cut, ...]:
    """What stands between the pieces of a shortened quotation, reservation or not."""
    languages = _languages(text, spans[0].start, spans[-1].end)
    between = [_cut(text, one.end, other.start, languages, always=True) for one, other in pairwise(spans)]
    return tuple(cut for cut in between if cut is not None)


def _languages(text: str, start: int, end: int) -> list[str]:
    end = min(end, start + CONTEXT)
    return languages_around(text[max(0, start - CONTEXT) : end + CONTEXT])


def _next_start(text: str, at: int) -> int:
    while at < len(text) and not text[at].isalnum():
        at += 1
    return at


def _open_clause(quoted: str, languages: list[str]) -> Kind | None:
    """The condition or exception that the quotation's last clause begins, and may not end."""
    clause = quoted[max(quoted.rfind(sign) for sign in ",;:.") + 1 :]
    kind = held(clause, languages)
    return None if kind == "negation" else kind


def _cut(
    text: str, start: int, end: int, languages: list[str], always: bool = False, within: Kind | None = None
) -> Cut | None:
    words = text[start:end]
    if not any(char.isalnum() for char in words):
        return None
    kind = held(words.strip(), languages) or within
    if kind is None and not always:
        return None
    return _told(text, start, end, kind or "none")


def _told(text: str, start: int, end: int, kind: Kind) -> Cut:
    """The cut without white space at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Cut(text[start:end], Span(start, end), kind)
