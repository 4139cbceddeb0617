"""
Which quoted line a sentence gives each of its figures: `103.0 in July` of a line of May is another's.

A figure stands with the time or label right behind it (`103.0 in May`). Of what is left a figure stands with
the time or label in the same place of the row, where both are as many and alternate (`in May 103.0, in July
103.8`), or are joined (`May and July: 103.0 and 103.8`). In any other order nobody can tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from belegg.answering.checks.line_times import time_of, times_in
from belegg.answering.checks.quotations import short
from belegg.answering.checks.quoted_lines import Line
from belegg.answering.checks.wording import Word, Wording
from belegg.text.figure_lines import periods_spelled
from belegg.text.figures import Figure

SPARE = 10
"""Characters between the words of a label beyond its own length."""
_NO_UNIT = r"and|og|och|und|ja|but|men|mot|against|to|til|till|from|fra|från|than|enn|än|samt"
_BEHIND = regex.compile(
    rf"(?:\s+(?!(?:{_NO_UNIT})\b)[\p{{L}}%]+)?\s+(?:in|i|for|im|on|den|during|at|by|per|pr)\s+(?:the\s+)?"
    r"|\s*\(\s*(?:in|i)?\s*",
    regex.I,
)
_JOINED = regex.compile(r"\s*(?:,|(?:,\s*)?(?:and|og|och|und|ja))\s*(?:in|i|im|den)?\s*", regex.I)
_BOUNDARY = regex.compile(r"[,;:–—(]|\b(?:and|og|och|und|ja|mot|against|mens|while|medan)\b", regex.I)


@dataclass(frozen=True, slots=True)
class Stated:
    """A figure of the sentence with the quoted lines that have it."""

    figure: Figure
    lines: frozenset[Line]

    @property
    def start(self) -> int:
        return self.figure.span.start

    @property
    def end(self) -> int:
        return self.figure.span.end


@dataclass(frozen=True, slots=True)
class Mention:
    """A time or a label that the sentence names, with the quoted lines that it is of."""

    start: int
    end: int
    lines: frozenset[Line]


def stated_of(figures: Sequence[Figure], lines: Sequence[Line]) -> list[Stated]:
    """The figures of a sentence that quoted lines have; `fell by 0.4` is of a line of -0.4."""
    held = ((one, frozenset(line for line in lines if _has(line, one))) for one in figures)
    return [Stated(figure, its) for figure, its in held if its]


def _has(line: Line, figure: Figure) -> bool:
    return line.holds(figure) or (line.value is not None and -line.value in figure.values)


def paired_doubts(
    text: str, stated: Sequence[Stated], lines: Sequence[Line], wording: Wording, *, is_course: bool
) -> Iterator[str]:
    """
    Which figures a sentence gives another quoted line; at most one. `is_course`: the sentence says how a
    figure changed, or has other figures, so that one figure alone need not be of the time that it names.
    """
    for mentions in (_times(text, lines), *_labels(text, lines, wording)):
        telling = [one for one in mentions if one.lines != frozenset(lines)]
        for figure, mention in _pairs(text, stated, telling, is_course):
            if mention.lines and not figure.lines & mention.lines:
                its = f"“{short(min(line.text for line in figure.lines))}”"
                said = text[mention.start : mention.end]
                yield f"the sentence gives `{figure.figure.text}` with `{said}`; it is of {its}"
                return


def _pairs(
    text: str, stated: Sequence[Stated], mentions: Sequence[Mention], is_course: bool
) -> list[tuple[Stated, Mention]]:
    pairs: list[tuple[Stated, Mention]] = []
    for one in stated:
        behind = next((each for each in mentions if _BEHIND.fullmatch(text, one.end, each.start)), None)
        if behind is not None and behind.start >= one.end:
            pairs.append((one, behind))
    figures = [one for one in stated if all(one is not pair[0] for pair in pairs)]
    named = [one for one in mentions if all(one is not pair[1] for pair in pairs)]
    if len(figures) != len(named) or not figures:
        return pairs
    if len(figures) == 1:
        is_alone = not pairs and not is_course and named[0].start < figures[0].start
        return [*pairs, (figures[0], named[0])] if is_alone or (pairs and not is_course) else pairs
    return [*pairs, *zip(figures, named, strict=True)] if _is_in_order(text, figures, named) else pairs


def _is_in_order(text: str, figures: Sequence[Stated], named: Sequence[Mention]) -> bool:
    """Whether the first figure stands with the first of the other kind, the second with the second …"""
    row: list[Stated | Mention] = sorted([*figures, *named], key=lambda one: one.start)
    kinds = "".join("F" if isinstance(one, Stated) else "M" for one in row)
    if kinds in ("FM" * len(figures), "MF" * len(figures)):
        return True
    if kinds in ("MFFM", "FMMF"):
        return _BOUNDARY.search(text, row[1].end, row[2].start) is not None
    if kinds in ("MMFF", "FFMM"):
        return all(_JOINED.fullmatch(text, row[n].end, row[n + 1].start) for n in (0, 2))
    return False


def _times(text: str, lines: Sequence[Line]) -> list[Mention]:
    known = {line: time for line in lines if (time := time_of(line)) is not None}
    if len(known) < len(lines):
        return []
    return [
        Mention(start, end, frozenset(line for line, its in known.items() if said.is_of(its)))
        for start, end, said in times_in(text)
    ]


def _labels(text: str, lines: Sequence[Line], wording: Wording) -> Iterator[list[Mention]]:
    """Of each column but that of the time: where what tells one of its labels from the others is said."""
    own = wording.words(text)
    for column in range(max(len(line.label) for line in lines) - 1):
        parts = dict.fromkeys(line.label[column] for line in lines if column < len(line.label) - 1)
        if len(parts) > 1:
            words = {part: wording.words(periods_spelled(part)) for part in parts}
            mentions = []
            for part in parts:
                others = [word for other, its in words.items() if other != part for word in its]
                telling = [w for w in words[part] if not any(w.terms & one.terms for one in others)]
                if found := _said(telling, own, len(part)):
                    its = frozenset(line for line in lines if line.label[column : column + 1] == (part,))
                    mentions.append(Mention(*found, its))
            yield sorted(mentions, key=lambda one: one.start)


def _said(telling: Sequence[Word], own: Sequence[Word], length: int) -> tuple[int, int] | None:
    """Where a text has all the words of a label once, side by side."""
    places = [[one for one in own if one.terms & word.terms] for word in telling]
    if not places or any(len(each) != 1 for each in places):
        return None
    start, end = min(each[0].start for each in places), max(each[0].end for each in places)
    return (start, end) if end - start <= length + SPARE else None
