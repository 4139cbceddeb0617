"""
Snippets: the part of a passage where the asked words stand closest together, with the words marked.

The text is the passage's as its reader sees it (`text.as_read`), so no mark stands inside the address of a
link. A word is marked when its term is one of those searched for, so inflected forms and compounds are marked
too. Cuts fall between words; white space becomes single spaces.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from belegg.records import Span
from belegg.search.runs import RUN, pieces
from belegg.text.analysis import Analyser

_WHITE_SPACE = re.compile(r"\s+")
_SENTENCE_ENDS = re.compile(r"[.!?:;]\s|\n")
_LONGEST_LEFTOVER = 20  # characters of a word or address that a cut may keep to end at white space


class Match(NamedTuple):
    """An asked word (by number) that a term stands for, and how much it weighs."""

    word: int
    weight: float


class Place(NamedTuple):
    """Where a matched word stands in a text."""

    start: int
    end: int
    match: Match


@dataclass(frozen=True, slots=True)
class Snippet:
    """A cut-out in one line, its matched words between marks; `marked`: the words in it, without marks."""

    text: str
    marked: tuple[Span, ...] = ()


class Marker:
    """
    Cuts and marks the passages of one question.

    `matches` gives each term searched for its asked word and weight; `marks` stand before and after a marked
    word; a snippet has about `length` words.
    """

    def __init__(
        self, matches: Mapping[str, Match], marks: tuple[str, str], length: int, analyser: Analyser
    ) -> None:
        self._matches = matches
        self._marks = marks
        self._length = length
        self._analyser = analyser
        # By name space: runs with what matches in them, and runs with nothing. Hits share most words.
        self._seen: dict[str, tuple[dict[str, dict[str, Match]], set[str]]] = {}

    def snippet(self, text: str, space: str) -> Snippet:
        """The best window of a text in the name space of its language."""
        lowered = _lower(text)
        runs = RUN.findall(lowered)
        places = _places(lowered, self._matched(set(runs), space))
        if len(runs) <= self._length:
            return _marked(text, 0, len(text), places, self._marks)
        about = self._length * len(text) // len(runs)  # characters
        start, end = _window(text, *_cluster(places, about), about, self._length)
        before = "… " if RUN.search(text, 0, start) else ""
        after = " …" if RUN.search(text, end) else ""
        return _marked(text, start, end, places, self._marks, before, after)

    def _matched(self, runs: set[str], space: str) -> dict[str, Match]:
        """What is to be marked, as it is spelled in the text in lower case."""
        matched, unmatched = self._seen.setdefault(space, ({}, set()))
        for run in runs - matched.keys() - unmatched:
            if found := self._in_run(run, space):
                matched[run] = found
            else:
                unmatched.add(run)
        return {spelling: m for run in runs & matched.keys() for spelling, m in matched[run].items()}

    def _in_run(self, run: str, space: str) -> dict[str, Match]:
        """The words of a run that match, by their spelling: the run itself, or parts of a code."""
        if run.isalnum():
            match = self._match(run, space)
            return {run: match} if match else {}
        found = {spelling: self._match(word, space) for spelling, word in pieces(run)}
        return {spelling: match for spelling, match in found.items() if match}

    def _match(self, word: str, space: str) -> Match | None:
        """What a word of a passage matches: by its own term, else by the heaviest of its parts."""
        term, parts = self._analyser.terms_of(word, space)
        match = self._matches.get(term)
        if match is None:
            for part in parts:
                inside = self._matches.get(part)
                if inside and (match is None or inside.weight > match.weight):
                    match = inside
        return match


def _lower(text: str) -> str:
    """Lower case with every character in its place."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(small if len(small := char.lower()) == 1 else char for char in text)


def _places(lowered: str, matched: Mapping[str, Match]) -> list[Place]:
    """Every place of a matched word, by place, the longer first where a code and its part begin together."""
    places = []
    for spelling, match in matched.items():
        at = lowered.find(spelling)
        while at >= 0:
            end = at + len(spelling)
            if not lowered[at - 1 : at].isalnum() and not lowered[end : end + 1].isalnum():
                places.append(Place(at, end, match))
            at = lowered.find(spelling, end)
    return sorted(places, key=lambda place: (place.start, -place.end))


def _cluster(places: Sequence[Place], about: int) -> tuple[int, int]:
    """Start and end of the stretch of `about` characters with the heaviest set of different asked words."""
    best, cluster = -1.0, (0, 0)
    for n, place in enumerate(places):
        inside = [p for p in places[n : n + about] if p.end <= place.start + about]
        heaviest: dict[int, float] = {}
        for p in inside:
            heaviest[p.match.word] = max(heaviest.get(p.match.word, 0.0), p.match.weight)
        # A repeated word decides between stretches with the same words, and nothing more.
        gain = sum(heaviest.values()) * (1 + 0.001 * len(inside))
        if gain > best:
            best, cluster = gain, (place.start, max(p.end for p in inside) if inside else place.end)
    return cluster


def _window(text: str, first: int, last: int, about: int, length: int) -> tuple[int, int]:
    """Widen a stretch to `length` words: from the start of its sentence when that fits, else evenly."""
    left, right = max(0, first - 2 * about), min(len(text), last + 2 * about)
    spans = [match.span() for match in RUN.finditer(text, left, right)]
    if left > 0:
        del spans[0]  # it may begin in the middle of a word
    begin = next((n for n, span in enumerate(spans) if span[1] > first), len(spans) - 1)
    finish = next((n for n, span in enumerate(spans) if span[1] >= last), len(spans) - 1)
    earliest = max(0, finish - length + 1)
    start = max(earliest, min(begin - (length - (finish - begin + 1)) // 2, len(spans) - length))
    for n in range(begin, earliest, -1):
        if _SENTENCE_ENDS.search(text, spans[n - 1][1], spans[n][0]):
            start = n
            break
    stop = min(start + length, len(spans)) - 1
    return _at_space_before(text, spans[start][0]), _at_space_after(text, spans[stop][1])


def _at_space_before(text: str, start: int) -> int:
    """The end of white space a little before, so that brackets and short addresses stay whole."""
    lowest = max(0, start - _LONGEST_LEFTOVER)
    spaces = (place for place in range(start, lowest, -1) if text[place - 1].isspace())
    return next(spaces, start if lowest else 0)


def _at_space_after(text: str, end: int) -> int:
    highest = min(len(text), end + _LONGEST_LEFTOVER)
    spaces = (place for place in range(end, highest) if text[place].isspace())
    return next(spaces, end if highest < len(text) else len(text))


def _marked(
    text: str,
    start: int,
    end: int,
    places: Sequence[Place],
    marks: tuple[str, str],
    first: str = "",
    last: str = "",
) -> Snippet:
    """The text between two places, in one line, with its matched words between the marks."""
    inside, at = [], start
    for place in places:
        if at <= place.start and place.end <= end:
            inside.append(place)
            at = place.end
    told, marked, at = first, [], start
    for place in inside:
        beside = _WHITE_SPACE.sub(" ", text[at : place.start])
        told += (beside if at > start else beside.lstrip()) + marks[0]
        marked.append(Span(len(told), len(told) + place.end - place.start))
        told += text[place.start : place.end] + marks[1]
        at = place.end
    rest = _WHITE_SPACE.sub(" ", text[at:end]).rstrip()
    return Snippet(told + (rest if inside else rest.lstrip()) + last, tuple(marked))
