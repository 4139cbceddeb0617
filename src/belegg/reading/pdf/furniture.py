"""
Page furniture: lines that stand on many pages at the same place, and page numbers.

A line is furniture when it stands among the outermost lines of its page, and the same words (numbers may
differ) stand at the same height of other pages; a page number when it counts with the pages.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from belegg.reading.pdf.edges import DIGITS, LONGEST, ROMAN, Edge, cells, edges, height, key_of, sideways
from belegg.reading.pdf.masthead import masthead
from belegg.reading.pdf.numerals import roman_value
from belegg.reading.pdf.page import PageLines

_SAME_HEIGHT = 5.0
_SHIFTED, _LIKE = 24.0, 0.15
"""Points between running lines of scanned pages, share by which their sizes differ; a heading is larger."""

_FEWEST = 3
_FEWEST_IN_SHORT = 2
_SHORT = 4
_DENSE = 0.3
"""Running lines stand on every page of their part, or on every second; repeated headings do not."""

_OUTER = 0.06
_GAP = 1.7
"""In sizes: lines further apart are not one block."""

_WIDE = 1.3
"""In usual distances of lines: how far a page's number stands off a table above it."""

_MOST_OF_A_BLOCK = 400
"""Characters: a longer block at the edge of a page is text, also when pages begin alike."""

_CLOSE_ABOVE = 2
"""Running lines that may stand close above the text, without a gap."""

_GOES_ON = re.compile(r"[/.…\-–—_ ]{2,}")
_PAGE_WORD = r"(?:page|side|sida|sivu|seite|pagina|página|pág\.?|p\.|s\.|страница|стр\.?|صفحة|第)"
_NUMBER = re.compile(
    rf"[\W_]*(?:{_PAGE_WORD}\s*)?(?P<number>\d{{1,4}}|[ivxlc]{{1,7}}|[A-Z]{{1,2}}-?\d{{1,3}})"
    r"(?:\s*(?:of|/|von|av|af|de|sur|di|van|из|\()\s*\d{1,4}\)?)?[\W_]*(?:页|頁|쪽)?[\W_]*",
    re.IGNORECASE,
)
_LABELLED = re.compile(rf"[\W_]*{_PAGE_WORD}\s*\d{{1,4}}\b.*|\d{{1,4}}\s*/\s*\d{{1,4}}", re.IGNORECASE)
_ENDS_NUMBER = re.compile(r"(?:^|\s)(\d{1,4}|[ivxlc]{1,7})$|^(\d{1,4}|[ivxlc]{1,7})\s", re.IGNORECASE)


@dataclass(slots=True)
class Furniture:
    """Indexes of furniture lines by page index (from 0), and the page numbers that are printed."""

    lines: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    printed: dict[int, str] = field(default_factory=dict)


def furniture(pages: Sequence[PageLines]) -> Furniture:
    """The furniture of a document's pages."""
    found = Furniture()
    outermost = [edge for n, page in enumerate(pages) for edge in edges(n, page)]
    by_key: dict[tuple[str, bool], list[Edge]] = defaultdict(list)
    for edge in [*outermost, *_elsewhere(outermost, pages, found)]:
        by_key[edge.key, edge.top].append(edge)
    _number_pages(outermost, pages, found)
    headings = _headings(by_key, outermost, pages)
    repeated = [
        edge
        for edge in outermost
        if (edge.key, edge.top) not in headings and _repeats(edge, by_key[edge.key, edge.top], len(pages))
    ]
    for edge in _outside(outermost, repeated, pages, found):
        found.lines[edge.page].add(edge.index)
    _in_places(outermost, pages, found)
    _echoes(outermost, found)
    _said_again(outermost, found)
    _labels_in_lines(outermost, found)
    if pages:
        found.lines[0] |= masthead(pages[0])
    if _is_everything(pages, found):
        found.lines.clear()
    return found


def _is_everything(pages: Sequence[PageLines], found: Furniture) -> bool:
    """Whether nothing would be left of a document without pictures: then what repeats is its text."""
    written = [(n, page) for n, page in enumerate(pages) if page.lines]
    if any(page.pictures for page in pages):
        return False
    return bool(written) and all(len(found.lines[n]) == len(page.lines) for n, page in written)


def _elsewhere(outermost: Sequence[Edge], pages: Sequence[PageLines], found: Furniture) -> list[Edge]:
    """
    Furniture in other places: a page's number and its neighbours that were taken for a row of a table, lines
    of pages that are set sideways. They say what stands at the edge of several other pages.
    """
    rows = [row for n, page in enumerate(pages) for row in cells(n, page)]
    turned = [[edge] for n, page in enumerate(pages) for edge in sideways(n, page)]
    said: dict[str, set[int]] = defaultdict(set)
    counted: dict[int, set[int]] = defaultdict(set)
    mostly = (edge for (edge,) in turned if _is_mostly(pages[edge.page], edge.line.angle))
    for edge in itertools.chain(outermost, *rows, mostly):
        said[edge.text].add(edge.page)
        if (value := _page_number(edge)) is not None:
            counted[value - edge.page].add(edge.page)
    taken: list[Edge] = []
    if len(pages) == 1:
        for edge in (edge for (edge,) in turned if edge.place == 0 and _LABELLED.fullmatch(edge.text)):
            found.lines[0].add(edge.index)
            if (value := _page_number(edge)) is not None:
                found.printed[0] = str(value)
    for group in (*rows, *turned):
        numbers = [edge for edge in group if _counts(edge, counted)]
        others = (edge for edge in group if edge not in numbers)
        if group[0].line.table >= 0 and not _is_foot(group[0], numbers, pages[group[0].page]):
            continue
        if all(len(said[edge.text]) >= _FEWEST for edge in others):
            found.lines[group[0].page].add(group[0].index)
            found.printed |= {edge.page: str(_page_number(edge)) for edge in numbers}
            taken += group
    return taken


def _is_foot(edge: Edge, numbers: Sequence[Edge], page: PageLines) -> bool:
    """Whether a row of a table holds a page's number: one of so many (`4/27`), or far from the other rows."""
    if any(_LABELLED.fullmatch(number.text) for number in numbers):
        return True
    step = _step([height(line) for line in page.lines if len(line.boxes)])
    return bool(numbers) and _stands_free(edge, page, max(_GAP, _WIDE * step / edge.line.size))


def _is_mostly(page: PageLines, angle: int) -> bool:
    """Whether most of the page is set at that angle; else its sideways lines may be labels of figures."""
    mine = sum(len(line.text) for line in page.lines if line.angle == angle)
    return 2 * mine > sum(len(line.text) for line in page.lines)


def _page_number(edge: Edge) -> int | None:
    match = _NUMBER.fullmatch(edge.text)
    return int(match["number"]) if match and match["number"].isdigit() else None


def _counts(edge: Edge, counted: Mapping[int, set[int]]) -> bool:
    """Whether the edge is a number that counts with the pages."""
    value = _page_number(edge)
    return value is not None and len(counted[value - edge.page]) >= _FEWEST


def _outside(
    edges: Sequence[Edge], repeated: Sequence[Edge], pages: Sequence[PageLines], found: Furniture
) -> Iterator[Edge]:
    """
    Repeated lines that no text parts from the edge of their page.

    Lines set close together are one block: it is furniture as a whole, or (when it begins the text itself,
    of pages that begin alike) not at all.
    """
    running = {(edge.page, edge.index) for edge in repeated}
    running |= {(page, index) for page, indexes in found.lines.items() for index in indexes}
    by_side: dict[tuple[int, bool], list[Edge]] = defaultdict(list)
    for edge in edges:
        by_side[edge.page, edge.top].append(edge)
    for (number, top), side in by_side.items():
        for block in _blocks(side, pages[number], top):
            inside = [edge for edge in block if (edge.page, edge.index) in running]
            if sum(len(edge.text) for edge in block) > _MOST_OF_A_BLOCK:
                break
            if len(inside) < len(block):
                first = next(n for n, edge in enumerate(block) if (number, edge.index) not in running)
                yield from block[: min(first, _CLOSE_ABOVE)]
                break
            yield from block


def _blocks(side: Sequence[Edge], page: PageLines, top: bool) -> Iterator[list[Edge]]:
    """Lines at one edge of a page, from outside, in blocks between gaps; the last block may be cut off."""
    heights = sorted((height(line) for line in page.lines if len(line.boxes)), reverse=not top)
    block: list[Edge] = []
    for n, edge in enumerate(side):
        block.append(edge)
        beyond = next((y for y in heights if (y > edge.y + 2 if top else y < edge.y - 2)), None)
        same = n + 1 < len(side) and side[n + 1].place == edge.place
        if not same and (beyond is None or abs(beyond - edge.y) > _GAP * edge.line.size):
            yield block
            block = []


def _repeats(edge: Edge, same: Sequence[Edge], pages: int) -> bool:
    """Whether the same words stand at the same height on other pages."""
    if not any(char.isalpha() for char in edge.key):
        same = [other for other in same if other.text == edge.text]
        if _NUMBER.fullmatch(edge.text):
            return False
        if _GOES_ON.fullmatch(edge.key):  # at whatever height the page ends
            return len({other.page for other in same}) >= _FEWEST
    there = {other.page for other in same if abs(other.y - edge.y) <= _SAME_HEIGHT}
    if len(there) >= _FEWEST:
        return len(there) >= _DENSE * (max(there) - min(there) + 1)
    alike = sum(other.text == edge.text for other in same) >= _FEWEST_IN_SHORT
    return pages <= _SHORT and len(there) >= _FEWEST_IN_SHORT and edge.place <= 1 and alike


def _headings(
    by_key: Mapping[tuple[str, bool], Sequence[Edge]], edges: Sequence[Edge], pages: Sequence[PageLines]
) -> set[tuple[str, bool]]:
    """
    Keys (and edge) of numbered headings of the text that happen to begin pages: `Article 4`, `Article 19`.

    They are set inside pages too, and their numbers neither come back nor count with the pages.
    """
    doubtful = {
        place: same
        for place, same in by_key.items()
        if "#" in place[0] and any(char.isalpha() for char in place[0]) and not _steady(same)
    }
    if not doubtful:
        return set()
    outer = {(edge.page, edge.index) for edge in edges}
    keys = {key for key, _ in doubtful}
    inside: Counter[tuple[str, float, bool]] = Counter()
    for n, page in enumerate(pages):
        for index, line in enumerate(page.lines):
            if (n, index) not in outer and len(line.text) <= LONGEST and (key := key_of(line.text)) in keys:
                inside[key, round(line.size), line.bold] += 1
    return {
        place
        for place, same in doubtful.items()
        if sum(inside[look] for look in {(one.key, round(one.line.size), one.line.bold) for one in same}) >= 2
    }


def _steady(same: Sequence[Edge]) -> bool:
    """Whether lines that differ in numbers come back as they are, or count with the pages."""
    texts = Counter(edge.text for edge in same)
    if max(texts.values()) >= _FEWEST_IN_SHORT:
        return True
    counted = Counter(
        (place, int(number) - edge.page)
        for edge in same
        for place, number in enumerate(DIGITS.findall(edge.text))
    )
    return max(counted.values(), default=0) > len(same) / 2


def _number_pages(edges: Sequence[Edge], pages: Sequence[PageLines], found: Furniture) -> None:
    """Lines that are a number which counts with the pages."""
    votes: Counter[tuple[bool, bool, int]] = Counter()
    read: list[tuple[Edge, str, int, bool]] = []
    for edge in edges:
        match = _NUMBER.fullmatch(edge.text)
        if match is None or edge.place > 2:
            continue
        number = match["number"]
        value = _value(number)
        if value is not None:
            read.append((edge, number, value, number.isdigit()))
    seen: set[tuple[int, bool, int]] = set()
    for edge, _, value, arabic in read:
        if (edge.page, arabic, value) not in seen:
            seen.add((edge.page, arabic, value))
            votes[edge.top, arabic, value - edge.page] += 1
    for edge, number, value, arabic in read:
        alone = len(pages) == 1 or _LABELLED.fullmatch(edge.text) is not None
        steady = votes[edge.top, arabic, value - edge.page] >= 2
        lonely = len(pages) == 1 and edge.place == 0 and _stands_free(edge, pages[edge.page])
        if steady or (alone and _LABELLED.fullmatch(edge.text)) or lonely:
            found.lines[edge.page].add(edge.index)
            found.printed.setdefault(edge.page, number)
    if len(pages) == 1:
        _only_page(edges, pages[0], found)


def _only_page(edges: Sequence[Edge], page: PageLines, found: Furniture) -> None:
    """The foot of a lone page: a short line with a number at one end, at the very edge."""
    for edge in edges:
        outermost = not edge.top and edge.place == 0 and edge.y > (1 - _OUTER) * page.height
        if outermost and _ENDS_NUMBER.search(edge.text) and len(edge.text) <= 80:
            found.lines[0].add(edge.index)


def _value(number: str) -> int | None:
    if number.isdigit():
        return int(number)
    if not ROMAN.fullmatch(number):
        return None
    return roman_value(number)


def _stands_free(edge: Edge, page: PageLines, gap: float = 2.5) -> bool:
    """Whether the next line is more than `gap` sizes away."""
    others = (height(line) for n, line in enumerate(page.lines) if n != edge.index and len(line.boxes))
    nearest = min((away for y in others if (away := abs(y - edge.y)) > 2), default=page.height)
    return nearest > gap * edge.line.size


def _in_places(edges: Sequence[Edge], pages: Sequence[PageLines], found: Furniture) -> None:
    """Running headers that change (chapter titles): in the place and the look of the pages' furniture."""
    looks: Counter[tuple[bool, int, float, bool, bool]] = Counter()
    for edge in edges:
        if edge.index in found.lines[edge.page]:
            looks[_look(edge)] += 1
    usual = {look for look, count in looks.items() if count >= max(_FEWEST, 0.2 * len(pages))}
    for edge in edges:
        if edge.index in found.lines[edge.page] or edge.place > 1:
            continue
        if any(_alike(_look(edge), look) for look in usual) and _is_apart(edge, pages[edge.page], found):
            found.lines[edge.page].add(edge.index)


def _look(edge: Edge) -> tuple[bool, int, float, bool, bool]:
    return edge.top, round(edge.y), round(edge.line.size, 1), edge.line.bold, edge.line.italic


def _alike(one: tuple[bool, int, float, bool, bool], other: tuple[bool, int, float, bool, bool]) -> bool:
    return one[0] == other[0] and abs(one[1] - other[1]) <= 2 and one[2:] == other[2:]


def _is_apart(edge: Edge, page: PageLines, found: Furniture) -> bool:
    """Whether more is free between the line and the text than between the lines of the text."""
    rest = [
        height(line)
        for n, line in enumerate(page.lines)
        if n != edge.index and n not in found.lines[edge.page] and len(line.boxes) and line.angle == 0
    ]
    beyond = [y for y in rest if (y > edge.y + 2 if edge.top else y < edge.y - 2)]
    before = [y for y in rest if (y < edge.y - 2 if edge.top else y > edge.y + 2)]
    nearest = min((abs(y - edge.y) for y in beyond), default=page.height)
    return not before and nearest > max(1.6 * edge.line.size, 1.2 * _step(rest))


def _step(heights: Sequence[float]) -> float:
    """The usual distance of lines, in points; 0 for fewer than five."""
    ordered = sorted(heights)
    steps = [b - a for a, b in itertools.pairwise(ordered) if b - a > 2]
    return median(steps) if len(steps) >= 4 else 0.0


def _echoes(edges: Sequence[Edge], found: Furniture) -> None:
    """At the foot: the number of a running line again, in another form (a bar code, the first page's)."""
    digits = {
        _only_digits(edge.text) for edge in edges if not edge.top and edge.index in found.lines[edge.page]
    }
    told = {number for number in digits if len(number) >= 6}
    for edge in edges:
        mine = _only_digits(edge.text)
        letters = sum(char.isalpha() for char in edge.text)
        if not edge.top and letters <= 3 and any(number in mine for number in told):
            found.lines[edge.page].add(edge.index)


def _said_again(outermost: Sequence[Edge], found: Furniture) -> None:
    """Words of running lines a little higher or lower, as on scanned pages, with no text outside of them."""
    running: dict[tuple[str, bool], list[Edge]] = defaultdict(list)
    for edge in outermost:
        if edge.index in found.lines[edge.page]:
            running[edge.text, edge.top].append(edge)
    closed: set[tuple[int, bool]] = set()
    for edge in outermost:  # from outside
        if edge.index in found.lines[edge.page] or (edge.page, edge.top) in closed:
            continue
        near = {
            other.page
            for other in running[edge.text, edge.top]
            if abs(other.y - edge.y) <= _SHIFTED
            and abs(other.line.size - edge.line.size) <= _LIKE * edge.line.size
        }
        if len(near) >= _FEWEST:
            found.lines[edge.page].add(edge.index)
        else:
            closed.add((edge.page, edge.top))


def _only_digits(text: str) -> str:
    return "".join(char for char in text if char.isdigit())


def _labels_in_lines(edges: Sequence[Edge], found: Furniture) -> None:
    """Page numbers inside furniture (`Chapter 2   45`), when they count with the pages."""
    read = []
    votes: Counter[tuple[bool, int]] = Counter()
    for edge in edges:
        if edge.index not in found.lines[edge.page] or edge.page in found.printed:
            continue
        match = _ENDS_NUMBER.search(edge.text)
        number = (match[1] or match[2]) if match else ""
        value = _value(number) if number else None
        if value is not None:
            read.append((edge.page, number, value))
            votes[number.isdigit(), value - edge.page] += 1
    for page, number, value in read:
        if votes[number.isdigit(), value - page] >= _FEWEST_IN_SHORT:
            found.printed.setdefault(page, number)
