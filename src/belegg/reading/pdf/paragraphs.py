"""
Lines put together as paragraphs, list items and tables, over columns and pages.

A line begins a paragraph when it stands off the one above, is set in another way, is indented, bears a list
mark, or when the line above ends early with its sentence.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from belegg.reading.pdf.lines import Line

_BULLET = re.compile(r"[•‣◦▪■●○·\-–—*➢✓□❖]\s")
_ITEM = re.compile(
    r"(?:\(?[a-zA-Z]\)|\(?[ivxIVX]{1,5}\)|\(?\d{1,3}\)|[a-z]\.|\d{1,3}\.(?!\d)|§+\s?\d)\s?[^\s.,;:)]"
)
_NUMBERED = re.compile(r"(?:\d{1,3}(?:\.\d{1,3})*\.?|[IVXLC]{1,6}\.|[A-Z]\.)\s")
_LONE = re.compile(r"[IVXLC]{1,6}\.?|[A-Z]\.?|\d{1,3}\.?")
"""A number that stands alone in the middle of its line, as those of parts of a judgment do."""

_ENDS = re.compile(r"[.!?:;…。！？؟](?:[\"'”’»)\]⁰¹²³⁴⁵⁶⁷⁸⁹*†‡]|\[\^[a-z]\])*$")
_BREAKS_AFTER = re.compile(r"[-‐‑/–—]$")
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)
"""
Scripts without blanks between words: Chinese, Japanese, Thai, Lao, Burmese, Khmer. Korean has them, and
breaks its lines inside words, too; a line's end does not tell which, so that a blank stands there.
"""

_WIDE_STEP = 1.35
_UNLIKE = 0.08
_FEW_LINES = 4
"""A column of fewer lines does not tell where its right edge is."""

_MOST_OF_AN_ITEM = 3
"""Lines; a longer text after a number is a numbered paragraph, no item of a list."""


@dataclass(slots=True)
class Paragraph:
    """
    Lines that are read as one. `kind` is paragraph, list, table, figure or footnote; `mark` a footnote's.

    `level` is 1 and up for headings (kind heading), with `section` their number.
    """

    lines: list[Line]
    kind: str = "paragraph"
    mark: str = ""
    level: int = 0
    section: str | None = None

    @property
    def text(self) -> str:
        return "".join(piece for piece, _ in joined(self.lines))

    @property
    def page(self) -> int:
        return self.lines[0].page


@dataclass(slots=True)
class _Strip:
    """A column's lines and its measures: left and right edge, usual distance of lines by their size."""

    lines: list[Line]
    left: float
    right: float
    steps: dict[float, float]


def joined(lines: Sequence[Line]) -> Iterator[tuple[str, Line | None]]:
    """The pieces of a paragraph's text: each line, and what stands between lines (with None)."""
    for n, line in enumerate(lines):
        if n:
            yield _between(lines[n - 1], line), None
        yield line.text, line


def _between(before: Line, line: Line) -> str:
    if line.table >= 0 or before.table >= 0:
        return "\n"
    if _BREAKS_AFTER.search(before.text):
        return "\n"
    if _UNSPACED.match(before.text[-1:]) and _UNSPACED.match(line.text[:1]):
        return ""
    return " "


def paragraphs(lines: Sequence[Line]) -> list[Paragraph]:
    """The paragraphs of a document's lines, which are in reading order and without furniture and notes."""
    strips = _strips(lines)
    found: list[Paragraph] = []
    for n, line in enumerate(lines):
        above = lines[n - 1] if n else None
        if above is not None and found:
            opens = len(found[-1].lines) == 1
            if _goes_on(above, line, strips, lines[n + 1 : n + 2], opens):
                found[-1].lines.append(line)
                continue
        found.append(Paragraph([line], _kind(line)))
    for one in found:
        if one.kind == "list" and len(one.lines) > _MOST_OF_AN_ITEM and not _is_bullet(one.lines[0].text):
            one.kind = "paragraph"
    return found


def _kind(line: Line) -> str:
    if line.table >= 0:
        return "figure" if line.figure else "table"
    return "list" if _is_item(line.text) else "paragraph"


def _strips(lines: Sequence[Line]) -> dict[tuple[int, int], _Strip]:
    by_strip: dict[tuple[int, int], list[Line]] = defaultdict(list)
    for line in lines:
        if line.table < 0:
            by_strip[line.page, line.strip].append(line)
    return {place: _measured(mine) for place, mine in by_strip.items()}


def _measured(lines: list[Line]) -> _Strip:
    rights = sorted(line.x1 for line in lines)
    lefts = Counter(round(line.x0) for line in lines)
    steps: dict[float, list[float]] = defaultdict(list)
    for above, line in itertools.pairwise(lines):
        if 0 < line.base - above.base < 4 * line.size and _alike(above, line):
            steps[round(line.size)].append(line.base - above.base)
    usual = {size: _usual(found) for size, found in steps.items()}
    return _Strip(lines, float(lefts.most_common(1)[0][0]), rights[int(0.9 * (len(rights) - 1))], usual)


def _usual(steps: Sequence[float]) -> float:
    """The distance of lines inside paragraphs: the lower middle, since gaps between them are larger."""
    ordered = sorted(steps)
    return ordered[len(ordered) // 3] if len(ordered) > 2 else ordered[0]


def _alike(one: Line, other: Line) -> bool:
    return abs(one.size - other.size) <= _UNLIKE * max(one.size, other.size)


def _goes_on(
    above: Line, line: Line, strips: dict[tuple[int, int], _Strip], after: Sequence[Line], opens: bool
) -> bool:
    """Whether a line belongs to the paragraph of the line before it, which `opens` it or stands inside."""
    if line.table >= 0 or above.table >= 0:
        return line.table >= 0 and (above.page, above.table) == (line.page, line.table)
    strip = strips[line.page, line.strip]
    if not _alike(above, line) or _bold_changes(above, line, strip):
        return False
    if (above.page, above.strip) == (line.page, line.strip):
        return not _begins_here(above, line, strip, after, opens)
    return _runs_over(above, line, strips[above.page, above.strip], strip)


def _bold_changes(above: Line, line: Line, strip: _Strip) -> bool:
    """
    From lines that are bold to one that begins otherwise, and the other way round.

    A full bold line whose sentence goes on in small letters is the start of a caption, no heading.
    """
    if above.bold and not line.starts_bold:
        full = strip.right - above.x1 < 0.04 * (strip.right - strip.left)
        return not (full and line.text[:1].islower() and not _ENDS.search(above.text))
    return line.bold and not above.ends_bold and bool(_ENDS.search(above.text))


def _begins_here(above: Line, line: Line, strip: _Strip, after: Sequence[Line], opens: bool) -> bool:
    step = line.base - above.base
    usual = strip.steps.get(round(line.size), 1.2 * line.size)
    if step <= 0.3 * line.size or step > max(_WIDE_STEP * usual, usual + 2.5):
        return True
    if _is_bullet(line.text) or (line.bold and _NUMBERED.match(line.text)):
        return True
    width = max(strip.right - strip.left, 1.0)
    free = strip.right - above.x1
    ended = bool(_ENDS.search(above.text))
    if _is_item(line.text) and (ended or free > 0.2 * width or line.x0 < above.x0 - line.size):
        return True
    if above.bold and line.bold and line.text[:1].islower() and not ended:
        return False
    if _centred(above, strip) and _centred(line, strip):
        return bool(_LONE.fullmatch(above.text) or _LONE.fullmatch(line.text))
    first = line.text.partition(" ")[0]
    would_fit = free > (len(first) + 1) * 0.55 * line.size
    if would_fit and ((ended and free > 0.04 * width) or (above.italic and not line.italic)):
        return True
    if free > 0.4 * width and would_fit and not _BREAKS_AFTER.search(above.text):
        return True
    return _indented(above, line, strip, after, ended and opens)


def _indented(above: Line, line: Line, strip: _Strip, after: Sequence[Line], whole: bool) -> bool:
    """
    A first line's indent: further in than the line before and the line after.

    The line before may have the same indent when it is a `whole` paragraph.
    """
    if _is_item(above.text):
        return False
    inset = 0.8 * line.size
    alike = whole and abs(line.x0 - above.x0) < 0.2 * line.size
    if not inset < line.x0 - strip.left < 8 * line.size or not (alike or line.x0 - above.x0 >= inset):
        return False
    if not after or (after[0].page, after[0].strip) != (line.page, line.strip):
        return abs(above.x0 - strip.left) < inset
    return line.x0 - after[0].x0 > inset


def _centred(line: Line, strip: _Strip) -> bool:
    left, right = line.x0 - strip.left, strip.right - line.x1
    return left > 2 * line.size and right > 2 * line.size and abs(left - right) < 2 * line.size


def _runs_over(above: Line, line: Line, before: _Strip, strip: _Strip) -> bool:
    """Whether a paragraph goes on in the next column or on the next page."""
    if above.angle != line.angle or line.page - above.page > 1 or above.bold != line.bold:
        return False
    if _is_bullet(line.text) or (_is_item(line.text) and not line.text[:1].islower()):
        return False
    if _BREAKS_AFTER.search(above.text) or line.text[:1].islower():
        return True
    if len(before.lines) < _FEW_LINES:
        return False
    full = before.right - above.x1 < 0.06 * max(before.right - before.left, 1.0)
    inset = line.x0 - strip.left > 0.8 * line.size
    if above.bold and not full:
        return False  # a heading at the end of a page, and another at the start of the next
    if _ENDS.search(above.text):
        return full and not inset and not _NUMBERED.match(line.text)
    return not inset and (full or before.right - above.x1 < 0.35 * (before.right - before.left))


def _is_bullet(text: str) -> bool:
    return _BULLET.match(text) is not None


def _is_item(text: str) -> bool:
    return _is_bullet(text) or _ITEM.match(text) is not None


def body_size(lines: Sequence[Line]) -> float:
    """The size in points of most text, to half a point; 0 without text."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(2 * line.size) / 2] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0
