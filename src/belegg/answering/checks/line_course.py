"""
Whether quoted figures went the way that a sentence says: `rose from 103.8 to 103.0` is a fall.

Three kinds: two quoted figures in the other order than the verb has them, or than their times; a comparison
(`103.0, higher than 103.8`); a change by a figure of the other sign (`fell by 3.0`, of a rate of 3.0).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import cache
from itertools import pairwise
from typing import Final

import regex

from belegg.answering.checks.line_pairs import Stated
from belegg.answering.checks.line_times import time_of
from belegg.answering.checks.quotations import short
from belegg.answering.phrases import phrases

UP, DOWN = "up", "down"
_KINDS: Final = (UP, DOWN)


_WENT, _CHANGE, _THAN = "went", "change", "than"
_FROM_BEHIND: Final = regex.compile(r":?(?:sta|stä|lta|ltä)\b")
_LESS: Final = regex.compile(r"[-–−]\s?\Z")
_AND: Final = regex.compile(r"[,;:]|\b(?:and|og|och|und|ja|but|men)\b", regex.I)
_NEXT_CLAUSE: Final = regex.compile(
    r"[;:]|\b(?:while|whereas|because|as|mens|medan|fordi|während)\b", regex.I
)
_LEVEL: Final = r"(?:to|til|till|auf|zu|from|fra|frå|från|von|below|above|under|over|in|i)"
"""What stands before a figure that something did not change by."""


def course_doubts(text: str, stated: Sequence[Stated]) -> Iterator[str]:
    """What a sentence says otherwise of the way of its figures; at most one of each kind."""
    alone = [one for one in stated if len(one.lines) == 1]
    for first, second in _from_to(text, alone):
        if told := _against(text, first, second):
            yield told
            break
    yield from _compared(text, alone)
    yield from _by(text, alone)


def says_a_course(text: str) -> bool:
    """Whether a sentence says that something changed."""
    return any(_words(what, kind).search(text) for what in (_WENT, _CHANGE, _THAN) for kind in _KINDS)


def _value(one: Stated) -> Decimal:
    (line,) = one.lines
    return line.value if line.value is not None else one.figure.value


def _from_to(text: str, stated: Sequence[Stated]) -> Iterator[tuple[Stated, Stated]]:
    """Each two figures of which a sentence says `from … to …`, also the other way round."""
    for start in stated:
        if not (_from().search(text[: start.start]) or _FROM_BEHIND.match(text, start.end)):
            continue
        behind = next((one for one in stated if one.start > start.end), None)
        before = next((one for one in reversed(stated) if one.end < start.start), None)
        if behind is not None and (
            _to().search(text, start.end, behind.start) or _FROM_BEHIND.match(text, start.end)
        ):
            yield start, behind
        elif before is not None and _to().search(text[max(0, before.start - 12) : before.start]):
            yield before, start


def _only(text: str, what: str) -> str:
    """The way that a sentence names alone; empty for none or both."""
    said = [kind for kind in _KINDS if _words(what, kind).search(text)]
    return said[0] if len(said) == 1 else ""


def _against(text: str, one: Stated, other: Stated) -> str:
    """`one` and `other` in the order of the sentence, the first behind `from` or before it."""
    is_first = _from().search(text[: one.start]) or _FROM_BEHIND.match(text, one.end)
    start, end = (one, other) if is_first else (other, one)
    told = f"from `{start.figure.text}` to `{end.figure.text}`"
    course, values = _only(_clause(text, one.start), _WENT), (_value(start), _value(end))
    if (course == UP and values[0] > values[1]) or (course == DOWN and values[0] < values[1]):
        return f"the sentence says that it went {course}, and {told} it went {_other(course)}"
    (first,), (last,) = start.lines, end.lines
    times = time_of(first), time_of(last)
    is_of_one = course and first.label[:-1] == last.label[:-1]
    if is_of_one and times[0] and times[1] and times[0].order > times[1].order:
        return f"{told} goes back in time: “{short(first.text)}” is later than “{short(last.text)}”"
    return ""


def _clause(text: str, at: int) -> str:
    """The clause of a sentence that a place is in: another one has its own verb."""
    ends = [found.span() for found in _NEXT_CLAUSE.finditer(text)]
    start = max((end for _, end in ends if end <= at), default=0)
    return text[start : min((begin for begin, _ in ends if begin > at), default=len(text))]


def _other(course: str) -> str:
    return DOWN if course == UP else UP


def _compared(text: str, stated: Sequence[Stated]) -> Iterator[str]:
    """That a figure is called higher than a higher one, or lower than a lower one."""
    for one, other in pairwise(stated):
        last = _AND.split(text[one.end : other.start])[-1]  # not of `1, more than before, and 2`
        course = _only(last, _THAN)
        mine, its = _value(one), _value(other)
        if (course == UP and mine < its) or (course == DOWN and mine > its):
            than = "more than" if course == UP else "less than"
            yield f"`{one.figure.text}` is not {than} `{other.figure.text}`"
            return


def _by(text: str, stated: Sequence[Stated]) -> Iterator[str]:
    """That something went down by a figure that its line has as a rise, or up by one of a fall."""
    for one in stated:
        (line,) = one.lines
        course = _way_to(text, one)
        if not course or line.value is None or _LESS.search(text[: one.start]):
            continue
        label = " ".join(line.label)
        if any(_words(_CHANGE, kind).search(label) or _words(_WENT, kind).search(label) for kind in _KINDS):
            continue  # a line of falls has them without a sign
        if (line.value > 0) if course == DOWN else (line.value < 0):
            its = f"“{short(line.text)}”"
            yield f"the sentence says that it went {course} by `{one.figure.text}`, and its line is {its}"
            return


def _way_to(text: str, one: Stated) -> str:
    """The way in which something went by a figure: `fell by 3.0`, `3.0 per cent lower`."""
    for kind in _KINDS:
        for what in (_WENT, _CHANGE):
            last = None
            for found in _words(what, kind).finditer(text, 0, one.start):
                last = found
            if last is not None and _by_how_much().search(text[last.end() : one.start]):
                return kind
        if _words(_THAN, kind).match(text, len(text) - len(text[one.end :].lstrip())):
            return kind
    return ""


@cache
def _words(what: str, kind: str) -> regex.Pattern[str]:
    return _compiled(f"{what}_{kind}")


@cache
def _from() -> regex.Pattern[str]:
    return _compiled("from", after=r"\s+(?:[\p{L}$€£]+\s+)?\Z")


@cache
def _to() -> regex.Pattern[str]:
    return _compiled("to")


@cache
def _by_how_much() -> regex.Pattern[str]:
    """What may stand between a word for a change and its figure."""
    before = rf"\A\s*(?:(?:(?!{_LEVEL}\b)\p{{L}}+\s+)?"
    after = rf"\s+)?(?:{phrases('courses/about')}\s+)?(?:\p{{Sc}}|NOK|SEK|DKK|EUR|USD|GBP|kr)?\s*\Z"
    return _compiled("by", before, after)


def _compiled(name: str, before: str = "", after: str = "") -> regex.Pattern[str]:
    expression = rf"{before}(?<!\p{{L}}){phrases(f'courses/{name}')}(?!\p{{L}}){after}"
    return regex.compile(expression, regex.I)
