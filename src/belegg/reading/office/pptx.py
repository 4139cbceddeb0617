"""
PowerPoint presentations: a page a slide, shapes in the order in which one reads them, notes behind the slide.

A slide without a title gets the heading `Slide 3`, so that its text does not stand under another slide's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from belegg.errors import Damaged
from belegg.reading.content import Content, Said, silent
from belegg.reading.office.drawings import chart_lines, diagram_paragraphs
from belegg.reading.office.embedded import embedded
from belegg.reading.office.empty_slides import empty_slide
from belegg.reading.office.leavings import leavings, listed
from belegg.reading.office.package import Package
from belegg.reading.office.properties import core_properties
from belegg.reading.office.slide_shapes import FURNITURE, TITLES, Box, Shape, shapes_of
from belegg.reading.office.slide_text import Line, lines_of, tiny_text
from belegg.reading.stored import Storing, TextBuilder
from belegg.reading.tables.heads import MOST_REPEATED, Cell, text_cell, texts
from belegg.reading.tables.lines import lines
from belegg.records import Page, PageReport, Span, Warned

_EMU_PER_POINT = 12_700
_TRUE = ("1", "true")


def parse(data: bytes, said: Said = silent) -> Content:
    """Raises Damaged, PasswordNeeded and TooLarge."""
    package = Package(data)
    main = package.main("ppt/presentation.xml")
    presentation = package.tree(main)
    reading = _Reading(package, _size(presentation))
    relations = package.relations(main)
    listed = presentation.findall("p_sldIdLst/p_sldId")
    for number, entry in enumerate(listed, 1):
        relation = relations.get(entry.get("r_id") or "")
        if relation is None or relation.external or relation.target not in package:
            raise Damaged(f"the file is damaged: slide {number} is missing")
        reading.slide(number, relation.target)
        said(number, len(listed))
    title, facts = core_properties(package)
    parts, unread = embedded(package)
    return Content(
        reading.builder.text(),
        tuple(reading.builder.blocks),
        title=reading.title or title,
        pages=tuple(reading.pages),
        facts=tuple(facts),
        furniture=tuple(dict.fromkeys(reading.furniture)),
        warnings=(*package.warnings(), *reading.storing.warnings(), *reading.warnings(), *unread),
        page_reports=tuple(reading.reports),
        parts=parts,
    )


def _size(presentation: Element) -> tuple[int, int]:
    size = presentation.find("p_sldSz")
    sides = [(size.get(name) or "") if size is not None else "" for name in ("cx", "cy")]
    width, height = (int(side) if side.isdecimal() and len(side) < 12 else 0 for side in sides)
    return width, height


class _Reading:
    """The slides read so far, and what there is to say about them."""

    def __init__(self, package: Package, size: tuple[int, int]) -> None:
        self.builder = TextBuilder()
        self.storing = Storing()
        self.pages: list[Page] = []
        self.reports: list[PageReport] = []
        self.furniture: list[str] = []
        self.title: str | None = None
        self._package = package
        self._size = size
        self._layers: dict[str, list[Element]] = {}
        self._unshown: list[int] = []
        self._hidden: list[str] = []
        self._comments = 0
        self._tables = self._pictures = 0

    def slide(self, number: int, part: str) -> None:
        """Take in one slide with its notes."""
        slide = self._package.tree(part)
        layers = self._layers_of(part)
        start, hidden = self.builder.length, len(self._hidden)
        self._tables = self._pictures = 0
        shapes = [shape for shape in shapes_of(slide, layers) if self._is_seen(shape, layers)]
        self._heading(number, shapes, layers)
        for shape in shapes:
            if shape.holds not in TITLES:
                self._shape(shape, part, layers)
        self._comments += self._count_comments(part)
        self._notes(number, part)
        unshown = slide.get("show") in ("0", "false")
        self._unshown += [number] if unshown else []
        self._page(number, start, unshown, sum(map(len, self._hidden[hidden:])))

    def _page(self, number: int, start: int, unshown: bool, hidden: int) -> None:
        end = self.builder.length
        start = min(end, start + 2) if start and end > start else start
        width, height = (side / _EMU_PER_POINT for side in self._size)
        self.pages.append(Page(number, None, Span(start, end), width, height))
        self.reports.append(
            PageReport(
                number,
                characters=end - start,
                tables=self._tables,
                hidden=hidden,
                pictures=self._pictures,
                note="hidden: it is not shown in the presentation" if unshown else "",
                empty=empty_slide(end - start, self._pictures, hidden),
            )
        )

    def _layers_of(self, part: str) -> list[Element]:
        """The slide's layout and that layout's master."""
        layouts = self._package.related(part, "slideLayout")[:1]
        key = layouts[0] if layouts else ""
        if key not in self._layers:
            names = [
                *layouts,
                *(m for each in layouts for m in self._package.related(each, "slideMaster")[:1]),
            ]
            self._layers[key] = [self._package.tree(name) for name in names]
        return self._layers[key]

    # ---------------------------------------------------------------- shapes

    def _heading(self, number: int, shapes: Sequence[Shape], layers: Sequence[Element]) -> None:
        titles = [" ".join(self._plain(shape, layers).split()) for shape in shapes if shape.holds in TITLES]
        title = " ".join(each for each in titles if each)
        if title and number == 1:
            self.title = title
        if not title and not any(self._holds_text(shape) for shape in shapes):
            return
        title = title or f"Slide {number}"
        self.builder.add("heading", title, level=1, name=title)

    def _holds_text(self, shape: Shape) -> bool:
        return any((each.text or "").strip() for each in shape.element.iter("a_t")) or any(
            each.tag in ("c_chart", "dgm_relIds") for each in shape.element.iter()
        )

    def _plain(self, shape: Shape, layers: Sequence[Element]) -> str:
        return self.storing.text("\n".join(line.text for line in self._lines(shape, layers)))

    def _lines(self, shape: Shape, layers: Sequence[Element]) -> Iterator[Line]:
        body = shape.element.find("p_txBody")
        return lines_of(body, list(_level_styles(shape, layers)))

    def _is_seen(self, shape: Shape, layers: Sequence[Element]) -> bool:
        """Whether a shape is shown on the slide as text of its own; if not, it is put where it belongs."""
        if shape.holds in FURNITURE:
            self.furniture += [line for line in self._plain(shape, layers).splitlines() if line.strip()]
            return False
        if shape.hidden or self._is_outside(shape.box):
            text = " ".join("".join(each.text or "" for each in shape.element.iter("a_t")).split())
            if text:
                self._hidden.append(self.storing.text(text))
            return False
        if tiny := tiny_text(shape.element):
            self._hidden.append(self.storing.text(tiny))
        return True

    def _is_outside(self, box: Box | None) -> bool:
        width, height = self._size
        if box is None or not width or not height:
            return False
        return (
            box.left >= width or box.top >= height or box.left + box.width <= 0 or box.top + box.height <= 0
        ) and box.width + box.height > 0

    def _shape(self, shape: Shape, part: str, layers: Sequence[Element]) -> None:
        element = shape.element
        if element.tag == "p_pic":
            self._pictures += 1
        elif element.tag == "p_graphicFrame":
            self._frame(element, part)
        else:
            self._text(self._lines(shape, layers))

    def _text(self, found: Iterator[Line]) -> None:
        listed: list[str] = []
        for line in found:
            text = self.storing.text(line.text).strip()
            if line.marker:
                indent = "  " * line.level
                first, *others = text.split("\n")
                listed.append(f"{indent}{line.marker} {first}")
                listed += [f"{indent}{' ' * (len(line.marker) + 1)}{other}" for other in others]
                continue
            self.builder.add("list", "\n".join(listed))
            listed = []
            self.builder.add("paragraph", text)
        self.builder.add("list", "\n".join(listed))

    def _frame(self, element: Element, part: str) -> None:
        for table in element.iter("a_tbl"):
            rows = lines(texts(_table(table)))
            self._tables += 1
            self.builder.add("table", self.storing.text("\n".join(rows)))
        relations = self._package.relations(part)
        for each in element.iter():
            relation = relations.get(each.get("r_id" if each.tag == "c_chart" else "r_dm") or "")
            if (
                each.tag not in ("c_chart", "dgm_relIds")
                or relation is None
                or relation.target not in self._package
            ):
                continue
            if each.tag == "c_chart":
                title, rows = chart_lines(self._package, relation.target)
                self.builder.add("paragraph", self.storing.text(title))
                self.builder.add("table", self.storing.text("\n".join(rows)))
            else:
                for paragraph in diagram_paragraphs(self._package, relation.target):
                    self.builder.add("paragraph", self.storing.text(paragraph))

    # ---------------------------------------------------------------- beside the slide

    def _notes(self, number: int, part: str) -> None:
        for name in self._package.related(part, "notesSlide")[:1]:
            shapes = shapes_of(self._package.tree(name), ())
            bodies = [shape for shape in shapes if shape.holds == "body"]
            texts = [self._plain(shape, ()).strip() for shape in bodies]
            if any(texts):
                self.builder.add("heading", "Notes", level=2, name="Notes")
                for text in texts:
                    for paragraph in text.split("\n"):
                        self.builder.add("paragraph", paragraph)

    def _count_comments(self, part: str) -> int:
        names = self._package.related(part, "comments")
        return sum(
            1 for name in names for each in self._package.tree(name).iter() if each.tag.endswith("_cm")
        )

    def warnings(self) -> Iterator[Warned]:
        """What a reader of the report should know."""
        if self._unshown:
            numbers = listed([str(number) for number in self._unshown])
            yield Warned("hidden slides", f"not shown, but read: slide {numbers}")
        pictures = sum(report.pictures for report in self.reports)
        yield from leavings(self._hidden, self._comments, pictures=pictures)


def _level_styles(shape: Shape, layers: Sequence[Element]) -> Iterator[Element]:
    """What says how each level of a shape's text looks, the nearest first."""
    for element in (shape.element, *shape.above):
        yield from element.findall("p_txBody/a_lstStyle")
    kind = "titleStyle" if shape.holds in TITLES else "otherStyle" if shape.holds is None else "bodyStyle"
    for layer in layers:
        yield from layer.findall(f"p_txStyles/p_{kind}")


def _table(table: Element) -> list[dict[int, Cell]]:
    """Cells by row and column; what reaches over several rows stands in each of them."""
    grid: list[dict[int, Cell]] = []
    for row in table.findall("a_tr"):
        cells: dict[int, Cell] = {}
        for column, element in enumerate(row.findall("a_tc")):
            if element.get("hMerge") in _TRUE:
                continue
            text = " ".join(line.text for line in lines_of(element.find("a_txBody"), ()))
            span = element.get("gridSpan") or "1"
            cell = text_cell(text, int(span) if span.isdecimal() and len(span) < 4 else 1)
            if element.get("vMerge") in _TRUE:
                cell = grid[-1].get(column, Cell("")) if grid else Cell("")
                cell = cell if len(cell.text) <= MOST_REPEATED else Cell("")
            cells[column] = cell
        grid.append(cells)
    return grid
