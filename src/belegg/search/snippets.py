"""
Snippets: the part of a passage where the asked words stand closest together, with the words marked.

A word is marked when its term is one of those searched for, so inflected forms and compounds are marked
too. Cuts fall between words; white space becomes single spaces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import regex

from belegg.text.analysis import Analyser
from belegg.text.words import Word, words

_SENTENCE_ENDS = regex.compile(r"[.!?:;]\s|\n")
_LEADING = regex.compile(r"[^\s\p{L}\p{N}]*$")
_TRAILING = regex.compile(r"[^\s\p{L}\p{N}]*")


class Match(NamedTuple):
    """An asked word (by number) that stands in the text, and how much it weighs."""

    word: int
    weight: float


@dataclass(frozen=True, slots=True)
class Marking:
    """
    What to mark: `matches` gives each term searched for its asked word and weight; `marks` stand before
    and after a marked word; a snippet has about `length` words.
    """

    matches: Mapping[str, Match]
    marks: tuple[str, str]
    length: int

    def of(self, word: str, space: str, analyser: Analyser) -> Match | None:
        """What a word of a passage matches: by its own term, else by one of its parts."""
        match = self.matches.get(analyser.word_term(word, space))
        if match is not None:
            return match
        return next((self.matches[p] for p in analyser.part_terms(word, space) if p in self.matches), None)


def snippet(text: str, space: str, marking: Marking, analyser: Analyser) -> str:
    """The best window of a passage's text in the name space of its language."""
    found = words(text)
    if not found:
        return " ".join(text.split())
    of_word = {word: marking.of(word, space, analyser) for word in {w.text for w in found}}
    outer = _outer(found)
    matched = {i: match for i, group in enumerate(outer) if (match := _best(group, of_word)) is not None}
    first, last = _window(matched, [group[0] for group in outer], text, marking.length)
    return _render(text, outer, first, last, of_word, marking)


def _outer(found: Sequence[Word]) -> list[list[Word]]:
    """Words grouped with the parts that lie inside them."""
    groups: list[list[Word]] = []
    for word in found:
        if groups and word.end <= groups[-1][0].end:
            groups[-1].append(word)
        else:
            groups.append([word])
    return groups


def _best(group: Sequence[Word], of_word: Mapping[str, Match | None]) -> Match | None:
    matches = [match for word in group if (match := of_word[word.text])]
    return max(matches, key=lambda match: match.weight, default=None)


def _window(matched: Mapping[int, Match], outer: Sequence[Word], text: str, length: int) -> tuple[int, int]:
    """First and last word of the window that holds the heaviest set of different asked words."""
    if len(outer) <= length or not matched:
        return 0, min(len(outer), length) - 1
    places = sorted(matched)
    best = (-1.0, 0, 0)
    for n, start in enumerate(places):
        heaviest: dict[int, float] = {}
        inside = [place for place in places[n : n + length] if place < start + length]
        for place in inside:
            match = matched[place]
            heaviest[match.word] = max(heaviest.get(match.word, 0.0), match.weight)
        # A repeated word decides between windows with the same words, and nothing more.
        gain = sum(heaviest.values()) * (1 + 0.001 * len(inside))
        if gain > best[0]:
            best = (gain, start, inside[-1])
    return _placed(best[1], best[2], outer, text, length)


def _placed(first: int, last: int, outer: Sequence[Word], text: str, length: int) -> tuple[int, int]:
    """Widen a cluster to the length: from the start of its sentence when that fits, else evenly."""
    earliest = max(0, last - length + 1)
    start = max(earliest, min(first - (length - (last - first + 1)) // 2, len(outer) - length))
    for place in range(first, earliest, -1):
        if _SENTENCE_ENDS.search(text, outer[place - 1].end, outer[place].start):
            start = place
            break
    start = max(0, start)
    return start, min(start + length, len(outer)) - 1


def _render(
    text: str,
    outer: Sequence[Sequence[Word]],
    first: int,
    last: int,
    of_word: Mapping[str, Match | None],
    marking: Marking,
) -> str:
    start = outer[first][0].start
    if lead := _LEADING.search(text, outer[first - 1][0].end if first else 0, start):
        start = lead.start()
    end = outer[last][0].end
    if trail := _TRAILING.match(text, end):
        end = trail.end()
    before, after = marking.marks
    pieces, at = [], start
    for group in outer[first : last + 1]:
        for word in group:
            if word.start >= at and of_word[word.text]:
                pieces += [text[at : word.start], before, text[word.start : word.end], after]
                at = word.end
    pieces.append(text[at:end])
    shown = " ".join("".join(pieces).split())
    return ("… " if first else "") + shown + (" …" if last + 1 < len(outer) else "")
