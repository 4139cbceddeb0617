"""The pieces of a shortened quotation, found in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from belegg.text.quotes.places import Match, Miss, located
from belegg.text.quotes.sentence import end_of
from belegg.text.quotes.source import PreparedSource
from belegg.text.quotes.window import Window

FARTHEST_APART = 1_500  # characters between two pieces
MOST_PLACES = 100  # of the longest piece


def chained(parts: Sequence[Window], source: PreparedSource, misses: list[Miss]) -> list[Match] | None:
    """
    The pieces where each follows the one before it within reach; from the longest piece to both sides.

    A piece of one word must stand in the sentence of its neighbour: single words can be picked from anywhere,
    and nothing but single words is no quotation.
    """
    longest = max(range(len(parts)), key=lambda n: len(parts[n].tokens))
    if len(parts) > 1 and all(_words(part) < 2 for part in parts):
        return None
    tried = 0
    for outcome in located(parts[longest], source, 0, len(source.text)):
        if isinstance(outcome, Miss):
            misses.append(outcome)
            continue
        before = _before(parts[:longest], outcome, source, misses)
        after = _after(parts[longest + 1 :], outcome, source, misses) if before is not None else None
        if before is not None and after is not None:
            return [*before, outcome, *after]
        tried += 1
        if tried >= MOST_PLACES:
            return None
    return None


def _after(
    parts: Sequence[Window], match: Match, source: PreparedSource, misses: list[Miss]
) -> list[Match] | None:
    found = [match]
    for part in parts:
        begin = found[-1].end
        places = _matches(located(part, source, begin, begin + FARTHEST_APART), misses)
        near = [place for place in places if place.start >= begin and _may_follow(found[-1], place)]
        if not near:
            return None
        found.append(min(near, key=lambda place: place.start))
    return found[1:]


def _before(
    parts: Sequence[Window], match: Match, source: PreparedSource, misses: list[Miss]
) -> list[Match] | None:
    found = [match]
    for part in reversed(parts):
        end = found[0].start
        places = _matches(located(part, source, max(0, end - FARTHEST_APART), end), misses)
        near = [place for place in places if place.end <= end and _may_follow(place, found[0])]
        if not near:
            return None
        found.insert(0, max(near, key=lambda place: place.end))
    return found[:-1]


def _matches(outcomes: Iterable[Match | Miss], misses: list[Miss]) -> list[Match]:
    found = []
    for outcome in outcomes:
        if isinstance(outcome, Match):
            found.append(outcome)
        else:
            misses.append(outcome)
    return found


def _may_follow(one: Match, other: Match) -> bool:
    if _words(one.piece) > 1 and _words(other.piece) > 1:
        return True
    return end_of(one.window.text, one.end) >= other.start


def _words(piece: Window) -> int:
    return sum(token.is_word for token in piece.tokens)
