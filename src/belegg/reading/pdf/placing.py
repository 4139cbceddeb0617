"""
Which columns of a table the cells of a row stand in, by what they stand over.

A cell belongs to the column whose text it lies over. Words set so close that they are one piece (years over
narrow figures) are parted where each group plainly has a column of its own; a head over several columns is
repeated in each. Where that does not settle it, the row has no cells: plain words are better than a figure
under the wrong year.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from belegg.reading.pdf.cells import is_worded, text_of
from belegg.reading.pdf.drawn import Box
from belegg.reading.pdf.frames import Frame
from belegg.reading.pdf.pieces import Piece, part, word_starts
from belegg.reading.pdf.rows import Row

Cell = list[Piece]
Span = tuple[float, float]

_LEAST_OVER = 0.2
"""Share of the narrower of a cell and a column that has to lie over the other."""

_ALIGNED = 1.0
"""Points between the edges of a head and its column."""

_WIDER = 1.5
"""How much wider than blanks a gap between heads is."""

_OFF_CENTRE = 0.15
_OFF_RULE = 0.2
"""Share of a line's length that the middle of the head above it may stand off the line's."""

_LONGEST_REPEATED = 60
"""Characters of a head that is repeated over its columns; longer words are text."""

_INDENT = 4.0
_FIGURE = re.compile(r"[$€£¥]?[(\[−–-]{0,2}[$€£¥]?(?:[\d.,]*\d|[—–-])[)\]%]*")
_SIGN = re.compile(r"[$€£¥(]{1,2}")
_UNIT = re.compile(r"\(.*\)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_SHAPE = (re.compile(r"\d"), re.compile(r"[^\W\d_]+"))


@dataclass(slots=True)
class Columns:
    """
    The columns of a table: the middles of the free strips between them, and how far text reaches in each.

    `words` is whether a column holds mostly words, `figures` whether any column holds figures.
    """

    edges: list[float]
    reach: list[Span]
    words: list[bool]
    figures: bool

    @classmethod
    def of(cls, rows: Sequence[Sequence[Cell]], edges: list[float], frame: Frame) -> Columns:
        """The columns parted by `edges`, as wide as the cells that lie between two of them."""
        count = len(edges) + 1
        low, high = [np.inf] * count, [-np.inf] * count
        words, held = [0] * count, [0] * count
        for cell in itertools.chain.from_iterable(rows):
            x0, x1 = reach_of(cell)
            first, last = sum(x0 > edge for edge in edges), sum(x1 > edge for edge in edges)
            if first == last:
                low[first], high[first] = min(low[first], x0), max(high[first], x1)
                held[first] += 1
                words[first] += any(is_worded(piece, frame) for piece in cell)
        worded = [2 * said > all_of_it for said, all_of_it in zip(words, held, strict=True)]
        return cls(edges, list(zip(low, high, strict=True)), worded, not all(worded[1:]))

    def at(self, x: float) -> int:
        """The column of a place."""
        return sum(x > edge for edge in self.edges)

    def crossed(self, span: Span) -> bool:
        """Whether an edge between columns lies inside the span."""
        return self.at(span[0]) != self.at(span[1])

    def under(self, span: Span) -> list[int]:
        """The columns whose text the span lies over; the one it stands in when it lies over none."""
        found = []
        for number, (low, high) in enumerate(self.reach):
            least = max(0.5, _LEAST_OVER * min(span[1] - span[0], high - low))
            if min(span[1], high) - max(span[0], low) > least:
                found.append(number)
        return found or [self.at((span[0] + span[1]) / 2)]

    def touches(self, number: int, span: Span) -> bool:
        """Whether a span lies over text of a column at all."""
        return min(span[1], self.reach[number][1]) > max(span[0], self.reach[number][0])

    def middle(self, first: int, last: int) -> float:
        """The middle of columns `first` to `last`."""
        return (self.reach[first][0] + self.reach[last][1]) / 2


def placed(
    row: Row, cells: Sequence[Cell], columns: Columns, frame: Frame, level: Sequence[Box], first: bool
) -> list[Cell] | None:
    """
    The row's cells by column, empty where nothing stands; None when it is not plain which stands where.

    `first` is whether it is the table's first row, its head where no column holds figures.
    """
    found: list[tuple[Cell, list[int]]] = []
    for cell in cells:
        span = reach_of(cell)
        under = columns.under(span)
        if len(under) > 1 and (parts := _parted(cell, columns, frame, len(cells) == 1)):
            found += parts
            continue
        if len(under) > 1 and under[0] == 0 and columns.words[0]:
            label = span[0] <= columns.reach[0][0] + _INDENT * row.size or columns.at(sum(span) / 2) == 0
            under = [0] if label else []
        elif any(is_worded(piece, frame) for piece in cell) or _YEAR.fullmatch(_text(cell, frame)):
            under = _spanned(cell, under, row, columns, level, frame)
        if not under:
            return None
        found.append((cell, under))
    head = first if not columns.figures else not any(_is_figure(cell, frame) for cell, _ in found)
    return _filled(found, columns, head)


def is_figure(text: str) -> bool:
    """Whether a cell's text is a figure or the dash for none; years are not."""
    return _FIGURE.fullmatch(text) is not None and not _YEAR.fullmatch(text)


def _is_figure(cell: Cell, frame: Frame) -> bool:
    return is_figure(_text(cell, frame))


def _text(cell: Cell, frame: Frame) -> str:
    return "".join(text_of(piece, frame) for piece in cell)


def _filled(found: Sequence[tuple[Cell, list[int]]], columns: Columns, head: bool) -> list[Cell] | None:
    """The cells set in their columns, unless two of them claim one column and one stands across its edge."""
    filled: list[Cell] = [[] for _ in range(len(columns.edges) + 1)]
    owner: dict[int, Cell] = {}
    for cell, under in found:
        short = sum(piece.length for piece in cell) <= _LONGEST_REPEATED
        for number in under if head and short else under[:1]:
            before = owner.setdefault(number, cell)
            if before is not cell and (number or not columns.words[0]) and not _share(before, cell, columns):
                return None
            filled[number] += cell
    return filled


def _share(one: Cell, other: Cell, columns: Columns) -> bool:
    """Whether two cells may stand in one column: words, both wholly inside it."""
    figures = all(cell[-1].digits and not cell[-1].letters for cell in (one, other))
    return not (figures or columns.crossed(reach_of(one)) or columns.crossed(reach_of(other)))


def _parted(cell: Cell, columns: Columns, frame: Frame, alone: bool) -> list[tuple[Cell, list[int]]]:
    """
    A cell over several columns as a cell for each, or nothing when its words do not part so plainly.

    `alone` is whether the row has no other cell: words that happen to begin at columns are no heads, then.
    """
    words = [word for piece in cell for word in _words(piece, frame)]
    homes = [_home((word.x0, word.x1), columns) for word in words]
    for at in range(len(words) - 2, -1, -1):
        if _SIGN.fullmatch(text_of(words[at], frame)):
            homes[at] = homes[at + 1]
    if homes[0] == 0 and columns.words[0]:
        label = _label(words, homes, columns, frame)
        homes[:label] = [0] * label
    if any(b < a for a, b in itertools.pairwise(homes)) or len(set(homes)) < 2:
        return []
    cuts = [0, *(n for n in range(1, len(words)) if homes[n] != homes[n - 1]), len(words)]
    groups = [words[a:b] for a, b in itertools.pairwise(cuts)]
    if not _is_plain(groups, [homes[at] for at in cuts[:-1]], columns, frame, alone):
        return []
    return [(_joined(group, cell, frame), [homes[at]]) for group, at in zip(groups, cuts, strict=False)]


def _label(words: Sequence[Piece], homes: Sequence[int], columns: Columns, frame: Frame) -> int:
    """How many words are the row's label: all before its figures, else those before another column's text."""
    worded = [n for n, word in enumerate(words) if is_worded(word, frame)]
    if worded and worded[-1] < len(words) - 1 and homes[worded[-1]] <= 1:
        return worded[-1] + 1
    over = (n for n, word in enumerate(words) if homes[n] and columns.touches(homes[n], (word.x0, word.x1)))
    return next(over, len(words))


def _is_plain(
    groups: Sequence[Cell], homes: Sequence[int], columns: Columns, frame: Frame, alone: bool
) -> bool:
    """Whether groups of words are heads of their own: of one form, set at their columns, or set apart."""
    texts = ["".join(text_of(word, frame) for word in group) for group in groups]
    shown = texts if homes[0] else texts[1:]
    shapes = {_SHAPE[1].sub("a", _SHAPE[0].sub("9", text)) for text in shown}
    if len(shown) > 1 and len(shapes) == 1 and "9" in next(iter(shapes)):
        return True
    if all(_FIGURE.fullmatch(text) for text in shown):
        return True
    labelled = homes[0] == 0 and columns.words[0]
    if not (labelled or alone) and all(
        _is_aligned(reach_of(group), columns.reach[home])
        for group, home in zip(groups, homes, strict=True)
        if home
    ):
        return True
    blanks = [b.x0 - a.x1 for group in groups for a, b in itertools.pairwise(group)]
    between = [b[0].x0 - a[-1].x1 for a, b in itertools.pairwise(groups)]
    return bool(blanks) and min(between) > _WIDER * max(blanks)


def _spanned(
    cell: Cell, under: list[int], row: Row, columns: Columns, level: Sequence[Box], frame: Frame
) -> list[int]:
    """
    The columns that words stand over as a head: told by a line drawn under them, else by their middle.

    Words in brackets, `(in thousands)`, are said of all columns that they are the middle of. Empty when words
    lie over several columns and are the middle of none.
    """
    span = reach_of(cell)
    middle = sum(span) / 2
    if ruled := _ruled(span, row, columns, level):
        return ruled
    lowest, highest = 1 if columns.words[0] else 0, len(columns.reach) - 1
    aside = _UNIT.fullmatch(_text(cell, frame)) is not None
    off = abs(middle - columns.middle(lowest, highest))
    if len(cell) == len(row.pieces) and (aside or len(under) > 1) and off <= (2 if aside else 1) * row.size:
        return list(range(lowest, highest + 1))
    if len(under) == 1 or (columns.words[under[0]] and span[0] - columns.reach[under[0]][0] <= _ALIGNED):
        return under[:1]
    first, last = under[0], under[-1]
    wider = [(first, last), (first - 1, last), (first, last + 1)]
    over = [(low, high) for low, high in wider if low >= lowest and high <= highest]
    touched = [
        (low, high) for low, high in over if columns.touches(low, span) and columns.touches(high, span)
    ]
    if not touched:
        return []
    low, high = min(touched, key=lambda ends: abs(middle - columns.middle(*ends)))
    width = columns.reach[high][1] - columns.reach[low][0]
    if abs(middle - columns.middle(low, high)) > max(row.size, _OFF_CENTRE * width):
        return []
    return list(range(low, high + 1))


def _ruled(span: Span, row: Row, columns: Columns, level: Sequence[Box]) -> list[int]:
    """The columns over which a line is drawn close under a head, when they are several."""
    for x0, y0, x1, _ in level:
        if not row.base < y0 + 0.2 * row.size < row.base + row.size or not (
            x0 - 2 <= span[0] and span[1] <= x1 + 2
        ):
            continue
        under = [n for n, (low, high) in enumerate(columns.reach) if x0 - 2 <= (low + high) / 2 <= x1 + 2]
        centred = abs(sum(span) - x0 - x1) / 2 <= _OFF_RULE * (x1 - x0)
        if (
            centred
            and len(under) > 1
            and under[0] > 0
            and sum(x0 <= piece.x0 <= x1 for piece in row.pieces) == 1
        ):
            return under
    return []


def _home(span: Span, columns: Columns) -> int:
    """The column that a word lies over most, or stands in."""
    over = [min(span[1], high) - max(span[0], low) for low, high in columns.reach]
    best = max(range(len(over)), key=over.__getitem__)
    return best if over[best] > 0 else columns.at((span[0] + span[1]) / 2)


def _is_aligned(span: Span, reach: Span) -> bool:
    ends = (span[0] - reach[0], span[1] - reach[1], (span[0] + span[1] - reach[0] - reach[1]) / 2)
    return min(map(abs, ends)) <= _ALIGNED


def _words(piece: Piece, frame: Frame) -> list[Piece]:
    starts = np.flatnonzero(word_starts(frame)[piece.start : piece.end])[1:] + piece.start
    bounds = [piece.start, *starts.tolist(), piece.end]
    return [part(frame, piece, a, b) for a, b in itertools.pairwise(bounds)]


def _joined(words: Sequence[Piece], cell: Cell, frame: Frame) -> Cell:
    """Words put together again as parts of their pieces."""
    mine = ((piece, [w for w in words if piece.start <= w.start < piece.end]) for piece in cell)
    return [part(frame, piece, inside[0].start, inside[-1].end) for piece, inside in mine if inside]


def reach_of(cell: Cell) -> Span:
    """How far a cell reaches from left to right."""
    return min(piece.x0 for piece in cell), max(piece.x1 for piece in cell)


def column(piece: Piece, edges: Sequence[float]) -> int:
    """The column of a piece: the one that its first half stands in."""
    start = piece.x0 + min(piece.width / 2, piece.size)
    return sum(start > edge for edge in edges)
