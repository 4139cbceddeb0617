"""What became of a document's pages, in sum and one by one: why is page 12 empty?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from belegg.errors import BadInput
from belegg.records import EmptyBecause, PageReport, Report
from belegg.text.counted import counted


@dataclass(frozen=True, slots=True)
class PageTotals:
    """
    Sums over pages: `furniture` (running lines), `contents`, `imprint` and `line_numbers` count lines kept
    aside; then `footnotes`, `tables`, `hidden` characters, `pictures`. `empty` and `recognised` (by OCR)
    count pages, `confidence` is the mean of the latter (0 to 1).
    """

    furniture: int = 0
    footnotes: int = 0
    tables: int = 0
    hidden: int = 0
    pictures: int = 0
    contents: int = 0
    imprint: int = 0
    line_numbers: int = 0
    empty: int = 0
    recognised: int = 0
    confidence: float | None = None


def totals_of(pages: Iterable[PageReport]) -> PageTotals:
    """The sums over some pages, of one document or of several."""
    each = list(pages)
    read = [page.ocr for page in each if page.ocr is not None]
    return PageTotals(
        furniture=sum(page.furniture for page in each),
        footnotes=sum(page.footnotes for page in each),
        tables=sum(page.tables for page in each),
        hidden=sum(page.hidden for page in each),
        pictures=sum(page.pictures for page in each),
        contents=sum(page.contents for page in each),
        imprint=sum(page.imprint for page in each),
        line_numbers=sum(page.line_numbers for page in each),
        empty=sum(is_empty(page) for page in each),
        recognised=len(read),
        confidence=round(sum(read) / len(read), 3) if read else None,
    )


def is_empty(page: PageReport) -> bool:
    """Whether nothing of the page stands in the document's text."""
    return not page.characters


def worth_a_look(pages: Sequence[PageReport]) -> list[PageReport]:
    """Pages that are empty, hide something, were recognised by OCR or have a note."""
    return [page for page in pages if is_empty(page) or page.hidden or page.ocr is not None or page.note]


def page_numbered(report: Report, number: int) -> PageReport:
    """The page of that physical number, from 1. Raises BadInput."""
    found = next((page for page in report.page_reports if page.number == number), None)
    if found is not None:
        return found
    if report.failed is not None:
        raise BadInput(f"`{report.source}` could not be read, page {number} neither: {report.failed}")
    if not report.page_reports:
        why = f"nothing is known of single pages of `{report.source}` (read by `{report.reader}`)"
        raise BadInput(why)
    last = max(page.number for page in report.page_reports)
    raise BadInput(f"`{report.source}` has no page {number}; its pages are 1 to {last}")


WHY_EMPTY: Mapping[EmptyBecause, str] = {
    "not opened": "the page is damaged and could not be opened",
    "contents": "it is a table of contents, kept aside",
    "imprint": "it is an imprint or a disclaimer, kept aside",
    "no text layer": "it is a picture without a text layer, and was not recognised (OCR)",
    "hidden text": "its text cannot be seen on the page, and was left out",
    "nothing recognised": "it is a picture in which no text was recognised (OCR)",
    "running lines": "it holds nothing but running headers, footers or page numbers",
    "pictures": "it holds pictures, and no text but running lines, if any",
    "blank": "no text is printed on it",
}


def told(page: PageReport) -> str:
    """What stands in the text of a page, and for an empty one why nothing does."""
    if not is_empty(page):
        return f"{counted(page.characters, 'character')} stand in the text"
    if page.empty is None:
        return "empty; it was read by an older Belegg, which kept no single reason"
    return f"empty: {WHY_EMPTY[page.empty]}"
