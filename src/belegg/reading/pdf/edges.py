"""The outermost lines of pages: where furniture stands."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from belegg.reading.pdf.lines import Line
from belegg.reading.pdf.page import PageLines

OUTERMOST = 6
LONGEST = 200
ROMAN = re.compile(r"\b[ivxlc]+\b", re.IGNORECASE)
DIGITS = re.compile(r"\d+")

_ZONE = 0.22
"""Share of the page's height, at either end, that furniture stands in."""

_RULE = re.compile(r"_{5,}")
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Edge:
    """
    A line near the edge of a page, or a cell of a table's row that stands there.

    `text` is what it says, `key` that without what may differ, `y` its height in points from the top, `place`
    its rank from the edge.
    """

    page: int
    index: int
    line: Line
    text: str
    key: str
    y: float
    top: bool
    place: int


def edges(n: int, page: PageLines) -> Iterator[Edge]:
    """The outermost lines of page `n` (from 0) that are no rows of tables; `y` is as the page is shown."""
    placed = [(height(line), index, line) for index, line in enumerate(page.lines) if _counts(line)]
    yield from _outermost(n, placed, page.height)


def _outermost(n: int, placed: list[tuple[float, int, Line]], high: float) -> Iterator[Edge]:
    """Lines from either edge of a page that is so `high`, up to the first row of a table."""
    placed = sorted(placed, key=lambda one: one[0])
    for top, ordered in ((True, placed), (False, placed[::-1])):
        place, last = -1, float("nan")
        for y, index, line in ordered[: 2 * OUTERMOST]:
            near = y <= _ZONE * high if top else y >= (1 - _ZONE) * high
            if not near or line.table >= 0:
                break
            if not abs(y - last) <= 2:
                place, last = place + 1, y
            if place >= OUTERMOST:
                break
            if len(line.text) <= LONGEST and not _RULE.fullmatch(line.text):
                yield Edge(n, index, line, line.text, key_of(line.text), y, top, place)


def sideways(n: int, page: PageLines) -> Iterator[Edge]:
    """The outermost of lines that are set sideways or upside down; `y` is as they are read."""
    turned: dict[int, list[tuple[float, int, Line]]] = defaultdict(list)
    for index, line in enumerate(page.lines):
        if line.angle and len(line.boxes):
            turned[line.angle].append(((line.y0 + line.y1) / 2, index, line))
    for angle, placed in turned.items():
        yield from _outermost(n, placed, page.height if angle == 180 else page.width)


def cells(n: int, page: PageLines) -> Iterator[list[Edge]]:
    """
    By its cells: the row of a table that is the outermost line of the page, or stands beside the outermost.

    A page's number and what stands on its base line may be taken for the last row of a table above them.
    """
    placed = sorted(
        ((height(line), index, line) for index, line in enumerate(page.lines) if _counts(line)),
        key=lambda one: one[0],
    )
    for top, ordered in ((True, placed), (False, placed[::-1])):
        outermost = ordered[0][0] if ordered else 0.0
        for y, index, line in ordered:
            near = y <= _ZONE * page.height if top else y >= (1 - _ZONE) * page.height
            if not near or abs(y - outermost) > line.size:
                break
            texts = [text for cell in line.text.split("|") if (text := cell.strip())]
            if line.table >= 0 and texts:
                yield [Edge(n, index, line, text, key_of(text), y, top, 0) for text in texts]


def _counts(line: Line) -> bool:
    return len(line.boxes) > 0 and not line.figure


def height(line: Line) -> float:
    """The middle of a line as the page is shown, in points from the top."""
    return float(line.boxes[:, 1].min() + line.boxes[:, 3].max()) / 2


def key_of(text: str) -> str:
    """A line's words without what differs from page to page: numbers, case and spaces."""
    lowered = DIGITS.sub("#", text) if text.islower() else ROMAN.sub("#", DIGITS.sub("#", text.lower()))
    return _SPACES.sub(" ", lowered).strip()
