"""
What changed between two texts: their paragraphs put side by side, and the words that changed inside them.

Paragraphs stand between empty lines; list items, table rows and lines that each end a sentence stand alone.
White space does not count. Two paragraphs are one that changed when they share four words of ten; a paragraph
that moved is taken out in one place and put in at the other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from belegg.records import Span
from belegg.text.headings import heading_number

ALIKE = 0.4  # share of words that two paragraphs have in common, for one to be the other changed
MOST_PARAGRAPHS = 4_000  # of one text; above it those that come often are passed over when lines are matched
MOST_PAIRS = 20_000  # of paragraphs that are weighed against each other in one place
MOST_WORDS = 4_000_000  # of one times words of the other: about two seconds
LONGEST_HEADING = 150

_BLOCK = re.compile(r"\S(?:.*(?:\n(?!\s*\n).*)*)")
_ITEM = re.compile(r"\s*(?:[-*+•|>]|\d{1,3}[.)]\s|[a-z][.)]\s|#{1,6}\s|§)")
_ENDED = re.compile(r"[.;:!?…»”\"][*_)\]]*\s*$")
_MARKED = re.compile(r"(#{1,6})\s+(.*)")

Words = Literal["same", "removed", "added"]
Kind = Literal["changed", "added", "removed"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph with the headings above it, outermost first. `plain`: its words, one space between."""

    span: Span
    plain: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """Words in a row that stand in both texts, in the old one alone, or in the new one alone."""

    kind: Words
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """
    One paragraph that changed, came or went. `path`: the headings above it in the text that holds it (the new
    one where both do). `unchanged_before`: paragraphs since the change before it, or since the start.
    `whole`: too long to be compared word by word.
    """

    kind: Kind
    path: tuple[str, ...]
    old: Span | None
    new: Span | None
    runs: tuple[Run, ...]
    unchanged_before: int
    whole: bool = False


Heading = tuple[int, str]
"""A heading's level, which only counts beside those of the same text, and its name."""

Pair = tuple[int | None, int | None]
"""Places of a paragraph in the old and the new text; None where it stands in one only."""


def paragraphs_of(text: str, headings: Mapping[str, tuple[str, ...]]) -> list[Paragraph]:
    """
    The paragraphs of a text, in order. `headings`: known ones of the document, each with its way from the
    top; beside them a line is a heading by its mark (`##`) or its number (`§ 3 Leave`).
    """
    found: list[Paragraph] = []
    above: list[Heading] = []
    for span in _spans(text):
        written = text[span.start : span.end]
        plain = " ".join(written.split())
        way = _way(plain, above, headings) if "\n" not in written.strip() else None
        above = above if way is None else way
        standing = above if way is None else above[:-1]
        found.append(Paragraph(span, plain, tuple(name for _, name in standing)))
    return found


def _spans(text: str) -> Iterator[Span]:
    for block in _BLOCK.finditer(text):
        lines: list[Span] = []
        start = block.start()
        for written in block[0].splitlines(keepends=True):
            lines.append(Span(start, start + len(written.rstrip())))
            start += len(written)
        alone = all(_ENDED.search(text, line.start, line.end) for line in lines[:-1])
        held: Span | None = None
        for line in lines:
            if held is not None and (alone or _ITEM.match(text, line.start, line.end)):
                yield held
                held = None
            held = Span(held.start if held else line.start, line.end)
        if held is not None:
            yield held


def _way(
    plain: str, above: Sequence[Heading], headings: Mapping[str, tuple[str, ...]]
) -> list[Heading] | None:
    """The headings down to this one, when the line is one."""
    marked = _MARKED.fullmatch(plain)
    name = marked[2].strip() if marked else plain
    if name in headings:
        way = headings[name]
        level = len(marked[1]) if marked else len(way)
        return [(level - len(way) + depth, heading) for depth, heading in enumerate(way, start=1)]
    if marked:
        level = len(marked[1])
    elif len(plain) <= LONGEST_HEADING and heading_number(plain) and not _ENDED.search(plain):
        level = above[-1][0] if above else 1  # beside the one before it
    else:
        return None
    return [*(each for each in above if each[0] < level), (level, name)]


def side_by_side(old: Sequence[Paragraph], new: Sequence[Paragraph]) -> list[Pair]:
    """Every paragraph of both, in order, those that are the same or one changed into the other together."""
    first, second = [p.plain for p in old], [p.plain for p in new]
    often = max(len(first), len(second)) > MOST_PARAGRAPHS
    pairs: list[Pair] = []
    matched = SequenceMatcher(None, first, second, autojunk=often)
    for what, a, b, c, d in matched.get_opcodes():
        if what == "equal":
            pairs += zip(range(a, b), range(c, d), strict=True)
        else:
            pairs += _paired(first[a:b], second[c:d], a, c)
    return pairs


def _paired(old: Sequence[str], new: Sequence[str], old_start: int, new_start: int) -> list[Pair]:
    """The best way to go through both in order, by how alike those are that are put together."""
    first, second = [_words(p) for p in old], [_words(p) for p in new]
    if len(old) * len(new) > MOST_PAIRS:  # too many to weigh each against each: those in the same place
        best = [_score(a, b) for a, b in zip(first, second, strict=False)]
        together = {(n, n) for n, score in enumerate(best) if score}
    else:
        together = _best_way([[_score(a, b) for b in second] for a in first])
    pairs: list[Pair] = []
    i = j = 0
    for a, b in [*sorted(together), (len(old), len(new))]:
        pairs += [(old_start + n, None) for n in range(i, a)]
        pairs += [(None, new_start + n) for n in range(j, b)]
        if a < len(old):
            pairs.append((old_start + a, new_start + b))
        i, j = a + 1, b + 1
    return pairs


def _words(paragraph: str) -> Counter[str]:
    """What a paragraph says, marks of Markdown left out."""
    return Counter(word for word in paragraph.split() if any(map(str.isalnum, word)))


def _score(old: Counter[str], new: Counter[str]) -> float:
    """The share of words that both have, 0 to 1; 0 when they are not alike enough to be one that changed."""
    share = 2 * (old & new).total() / max(1, old.total() + new.total())
    return share if share >= ALIKE else 0.0


def _best_way(scores: Sequence[Sequence[float]]) -> set[tuple[int, int]]:
    """Of all ways through rows and columns in order, the pairs of that with the largest sum of scores."""
    rows, columns = len(scores), len(scores[0]) if scores else 0
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            both = scores[i][j] + best[i + 1][j + 1] if scores[i][j] else 0.0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], both)
    way, i, j = set(), 0, 0
    while i < rows and j < columns:
        if scores[i][j] and best[i][j] == scores[i][j] + best[i + 1][j + 1]:
            way.add((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return way


def changes(old: Sequence[Paragraph], new: Sequence[Paragraph]) -> tuple[list[Change], int]:
    """What changed, in order, and how many paragraphs after the last change did not."""
    found: list[Change] = []
    unchanged = 0
    for a, b in side_by_side(old, new):
        before = old[a] if a is not None else None
        after = new[b] if b is not None else None
        if before and after and before.plain == after.plain:
            unchanged += 1
            continue
        found.append(_change(before, after, unchanged))
        unchanged = 0
    return found, unchanged


def _change(before: Paragraph | None, after: Paragraph | None, unchanged: int) -> Change:
    if before is not None and after is not None:
        runs, whole = word_runs(before.plain, after.plain)
        return Change("changed", after.path, before.span, after.span, runs, unchanged, whole)
    if after is not None:
        return Change("added", after.path, None, after.span, (Run("added", after.plain),), unchanged)
    assert before is not None
    return Change("removed", before.path, before.span, None, (Run("removed", before.plain),), unchanged)


def word_runs(old: str, new: str) -> tuple[tuple[Run, ...], bool]:
    """Two paragraphs as runs of words, and whether they were too long for that and stand there whole."""
    first, second = old.split(), new.split()
    if len(first) * len(second) > MOST_WORDS:
        return (Run("removed", old), Run("added", new)), True
    runs: list[Run] = []
    for what, a, b, c, d in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        if what == "equal":
            runs.append(Run("same", " ".join(first[a:b])))
            continue
        if a < b:
            runs.append(Run("removed", " ".join(first[a:b])))
        if c < d:
            runs.append(Run("added", " ".join(second[c:d])))
    return tuple(runs), False
