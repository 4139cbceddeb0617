"""
Footnotes: small lines at the foot of a column, below a short line or begun by a mark.

A footnote may go on at the foot of the next page. Its mark is looked for in the text of its own page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from belegg.reading.pdf.lines import Line
from belegg.reading.pdf.page import PageLines

_SMALL = 0.95
_HIGHEST = 0.15
"""Share of a page's height that no footnote stands above."""

_UNDERLINE = 0.4
"""In sizes: what is drawn so close below a line's base line belongs to the line."""

_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁽⁾", "0123456789()")
_RULE = re.compile(r"[_–—-]{5,}")
_PLAIN = re.compile(r"(?:\[?(\d{1,3})\]?[.)]?|([*†‡§¶]{1,3})|([a-z])[.)]?)\s")
_BRACKETED = re.compile(r"\[\^([a-z])\]")
_SIGNS = "*†‡§¶∗"
_SIGN = re.compile(rf"(?<=[\w.,;:?!)\]”’»%])[{_SIGNS}]{{1,3}}(?![\w{_SIGNS}])")
"""Signs close after a word: a mark also where it is not raised."""

_SECTION = re.compile(r"[§¶]+\s?\d")
"""A section that the text names (`§5.05`), no mark."""


@dataclass(slots=True)
class Footnote:
    """A footnote: its mark in plain digits (`44`, `*`), its page, its lines (over pages, when it goes on)."""

    mark: str
    page: int
    lines: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class PageNotes:
    """The footnotes that begin on a page, indexes of all lines that are notes or the line above them."""

    notes: list[Footnote] = field(default_factory=list)
    lines: set[int] = field(default_factory=set)
    rules: set[int] = field(default_factory=set)


def marks_in(line: Line) -> Iterator[tuple[str, int]]:
    """The raised marks of a line in plain digits, and where they stand; `¹,²` are two."""
    for start, end in line.marks:
        raised = line.text[start:end]
        letter = _BRACKETED.fullmatch(raised)
        if letter:
            yield letter[1], start
            continue
        for mark in re.split("[,⁾ ]", raised.translate(_LOWERED)):
            if mark.strip("()"):
                yield mark.strip("()"), start


def signs_in(line: Line) -> Iterator[str]:
    """Signs of a line that mark a note without being raised (`preliminary list*`)."""
    for found in _SIGN.finditer(line.text):
        yield found[0].replace("∗", "*")


def footnotes(pages: Sequence[PageLines], aside: Sequence[set[int]], body: float) -> list[PageNotes]:
    """The footnotes of each page. `aside` are furniture's lines, `body` the size of most text in points."""
    found: list[PageNotes] = []
    last: Footnote | None = None
    for page, gone in zip(pages, aside, strict=True):
        mine = PageNotes()
        marks = {mark for n, line in enumerate(page.lines) if n not in gone for mark, _ in marks_in(line)}
        for zone in _zones(page, gone, body, marks):
            small = all(page.lines[n].size <= _SMALL * body for n in zone)
            last = _read(zone, page, mine, marks, last if small else None) or last
        found.append(mine)
        if not mine.notes and not mine.lines:
            last = None
    return found


def _zones(page: PageLines, gone: set[int], body: float, marks: set[str]) -> Iterator[list[int]]:
    """The small lines at the foot of each column; also those of body size below a short line."""
    strips: dict[int, list[int]] = {}
    for n, line in enumerate(page.lines):
        if n not in gone and line.angle == 0:
            strips.setdefault(line.strip, []).append(n)
    for order in strips.values():
        lines = [page.lines[n] for n in order]
        start = _small_from(lines, body)
        ruled = _below_rule(page, lines)
        if ruled is not None and (start is None or ruled > start or start == len(lines)):
            start = ruled
        elif start is not None and ruled is not None and ruled < start:
            start = ruled if _begins(lines[min(ruled, len(lines) - 1)], marks) else start
        if start is not None and start < len(lines) and lines[start].y0 > _HIGHEST * page.height:
            yield order[start:]


def _small_from(lines: Sequence[Line], body: float) -> int | None:
    """Where the run of small lines begins that ends a column."""
    start = len(lines)
    while start and lines[start - 1].size <= _SMALL * body and lines[start - 1].table < 0:
        start -= 1
    if start and _RULE.fullmatch(lines[start - 1].text):
        start -= 1
    return start if start < len(lines) else None


def _below_rule(page: PageLines, lines: Sequence[Line]) -> int | None:
    """The first line below a short line (drawn or typed) that stands at the column's left edge."""
    left, right = min(line.x0 for line in lines), max(line.x1 for line in lines)
    for n in range(len(lines) - 1, 0, -1):
        if _RULE.fullmatch(lines[n].text) and lines[n].x1 - lines[n].x0 < 0.6 * (right - left):
            return n
        if lines[n].table >= 0 or lines[n - 1].table >= 0:
            return None
        top, bottom = lines[n - 1].base, lines[n].base - 0.3 * lines[n].size
        for x0, y0, x1, _ in page.level:
            short = 20 <= x1 - x0 <= 0.6 * (right - left)
            beyond = top + _UNDERLINE * lines[n - 1].size if x0 < lines[n - 1].x1 else top - 1
            if short and abs(x0 - left) <= 30 and beyond <= y0 <= bottom:
                return n
    return None


def _begins(line: Line, marks: set[str]) -> str | None:
    """The mark that a line begins with, when it begins a footnote."""
    first = next(marks_in(line), None)
    if first and first[1] == 0:
        return first[0]
    text = line.text
    if text[:1] in _SIGNS and not _SECTION.match(text):
        return text[: len(text) - len(text.lstrip(_SIGNS))].replace("∗", "*")
    plain = _PLAIN.match(text)
    mark = next((group for group in plain.groups() if group), None) if plain else None
    return mark if mark in marks else None


def _read(
    zone: Sequence[int], page: PageLines, mine: PageNotes, marks: set[str], last: Footnote | None
) -> Footnote | None:
    """The zone's footnotes; the last one, which may go on."""
    lines = [(n, page.lines[n]) for n in zone]
    rule = lines.pop(0)[0] if lines and _RULE.fullmatch(lines[0][1].text) else -1
    raised = [n for n, (_, line) in enumerate(lines) if line.marks and line.marks[0][0] == 0]
    starts = raised or _counting([(n, _begins(line, marks)) for n, (_, line) in enumerate(lines)])
    ruled = rule >= 0 or _ruled(page, lines[0][1]) if lines else False
    goes_on = last is not None and ruled and bool(lines) and (not starts or starts[0] > 0)
    if not starts and not goes_on:
        return last
    if rule >= 0:
        mine.rules.add(rule)
    if goes_on and last is not None:
        for n, line in lines[: starts[0] if starts else len(lines)]:
            last.lines.append(line)
            mine.lines.add(n)
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=False):
        mark = _begins(lines[start][1], marks) or ""
        last = Footnote(mark, page.number, [line for _, line in lines[start:end]])
        mine.notes.append(last)
        mine.lines.update(n for n, _ in lines[start:end])
    return last


def _counting(begun: Sequence[tuple[int, str | None]]) -> list[int]:
    """Lines that begin a footnote; a lower number than the one before is a list inside a footnote."""
    starts: list[int] = []
    highest = 0
    for n, mark in begun:
        if mark is None or (mark.isdigit() and int(mark) <= highest):
            continue
        highest = int(mark) if mark.isdigit() else highest
        starts.append(n)
    return starts


def _ruled(page: PageLines, line: Line) -> bool:
    """Whether a drawn line stands just above a line of text."""
    return any(
        x1 - x0 >= 20 and line.base - 3.5 * line.size <= y0 <= line.base - 0.5 * line.size
        for x0, y0, x1, _ in page.level
        if x0 < line.x1 and x1 > line.x0
    )
