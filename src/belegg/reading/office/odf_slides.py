"""The slides of an OpenDocument presentation: a page a slide, its title first, its notes behind it."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from belegg.reading.content import Content
from belegg.reading.office.empty_slides import empty_slide
from belegg.reading.office.odf_text import OdfText
from belegg.reading.stored import Storing
from belegg.records import Page, PageReport, Span

_FURNITURE = frozenset({"header", "footer", "date-time", "page-number"})


class Slides:
    """Takes in the slides of one file."""

    def __init__(self, text: OdfText, storing: Storing) -> None:
        self._text = text
        self._storing = storing

    def taken(self, body: Element) -> Content:
        """Take in all slides; the content holds their pages and the first slide's title."""
        pages: list[Page] = []
        reports: list[PageReport] = []
        first: str | None = None
        builder = self._text.builder
        for number, slide in enumerate(body.findall("draw_page"), 1):
            start = builder.length
            pictures = self._text.counts["pictures"]
            title = self._slide(slide, number)
            first = title if number == 1 else first
            self._text.finish()
            end = builder.length
            start = min(end, start + 2) if start and end > start else start
            pages.append(Page(number, None, Span(start, end)))
            pictures = self._text.counts["pictures"] - pictures
            empty = empty_slide(end - start, pictures)
            reports.append(PageReport(number, characters=end - start, pictures=pictures, empty=empty))
        return Content("", (), title=first, pages=tuple(pages), page_reports=tuple(reports))

    def _slide(self, slide: Element, number: int) -> str | None:
        shapes = [each for each in _shapes(slide) if each.get("presentation_class") not in _FURNITURE]
        titles = [each for each in shapes if each.get("presentation_class") == "title"]
        title = " ".join(self._text.line(p) for each in titles for p in each.iter("text_p")).strip()
        others = [each for each in shapes if each not in titles]
        if title or any(_holds_text(each) for each in others):
            name = title or f"Slide {number}"
            self._text.builder.add("heading", name, level=1, name=name)
        for each in others:
            self._text.counts["pictures"] += sum(1 for _ in each.iter("draw_image"))
            self._text.take(each)
        for notes in slide.findall("presentation_notes"):
            bodies = [each for each in _shapes(notes) if each.get("presentation_class") == "notes"]
            if any(_holds_text(each) for each in bodies):
                self._text.builder.add("heading", "Notes", level=2, name="Notes")
                for each in bodies:
                    self._text.take(each)
        return title or None


def _shapes(element: Element) -> Iterator[Element]:
    for child in element:
        if child.tag == "draw_g":
            yield from _shapes(child)
        elif child.tag.startswith("draw_"):
            yield child


def _holds_text(element: Element) -> bool:
    return any("".join(each.itertext()).strip() for each in element.iter("text_p"))
