"""A quotation's words are found on the pages they were printed on, and a page is read with its footnotes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from belegg import check_quote
from belegg.errors import BadInput, UnknownDocument
from belegg.library.library import Library
from belegg.records import OWNER, Principal, Scope, Span
from reading.pdf_pages import HEIGHT, pdf

OVER_THE_BREAK = "the committee shall publish its findings before the first of May"
LEFT, SIZE = 72, 11
LOWEST = 130  # of the body; the footnote stands below it


def first_page(canvas: Any) -> None:
    canvas.setFont("Helvetica-Bold", 16)
    canvas.drawString(LEFT, 760, "1 Duties of the committee")
    canvas.setFont("Helvetica", SIZE)
    for row in range(40):
        canvas.drawString(
            LEFT, 735 - 14 * row, f"Line {row} of the report is about the duties of a committee and"
        )
    canvas.drawString(LEFT, LOWEST + 14, "that is the rule.")
    canvas.setFont("Helvetica", 7)
    canvas.drawString(LEFT + 82, LOWEST + 18, "1")
    canvas.setFont("Helvetica", SIZE)
    canvas.drawString(
        LEFT, LOWEST, "After every year that has passed without one, the committee shall publish its"
    )
    canvas.line(LEFT, 100, LEFT + 150, 100)
    canvas.setFont("Helvetica", 8)
    canvas.drawString(LEFT, 85, "1 The rule was adopted at the meeting in Strømvåg.")


def second_page(canvas: Any) -> None:
    canvas.setFont("Helvetica", SIZE)
    canvas.drawString(
        LEFT, 780, "findings before the first of May, and the board shall read them at its next meeting,"
    )
    for row in range(30):
        canvas.drawString(
            LEFT, 766 - 14 * row, f"where row {row} of the findings is read aloud to those who came and"
        )
    canvas.drawString(LEFT, 766 - 14 * 30, "then they go home.")


@pytest.fixture
def library(tmp_path: Path) -> Library:
    folder = tmp_path / "reports"
    folder.mkdir()
    (folder / "duties.pdf").write_bytes(pdf(first_page, second_page))
    library = Library.open(tmp_path / "belegg.db", create=True)
    library.ingest(folder)
    return library


def span_of(library: Library, quote: str) -> Span:
    found = check_quote(library.read("duties.pdf", Scope(OWNER)).text, quote)
    assert found.span is not None
    return found.span


@pytest.mark.req("ANS-1", "ING-6")
def test_a_quotation_over_a_page_break_has_boxes_on_both_pages(library: Library) -> None:
    pages = library.marked_pages("duties.pdf", span_of(library, OVER_THE_BREAK), Scope(OWNER))

    assert [page.number for page in pages] == [1, 2]
    assert [len(page.boxes) for page in pages] == [1, 1]
    below, above = pages[0].boxes[0], pages[1].boxes[0]
    assert abs(HEIGHT - below.y1 - LOWEST) < 5, "the last line of the body, not the footnote"
    assert below.x0 > LEFT + 100, "the sentence begins inside the line"
    assert abs(HEIGHT - above.y1 - 780) < 5
    assert abs(above.x0 - LEFT) < 2


@pytest.mark.req("ING-7")
def test_a_page_is_read_with_its_footnotes_and_without_the_next_page(library: Library) -> None:
    first = library.read("duties.pdf", Scope(OWNER), pages="1")
    second = library.read("duties.pdf", Scope(OWNER), pages="2")

    assert first.text.endswith("The rule was adopted at the meeting in Strømvåg.")
    assert "row 3 of the findings" not in first.text
    assert first.pages == (1, 1)
    assert "Strømvåg" not in second.text
    assert second.text.endswith("then they go home.")


@pytest.mark.req("ING-7")
def test_a_footnote_is_read_by_its_number(library: Library) -> None:
    note = library.read("duties.pdf", Scope(OWNER), section="note 1")

    assert note.text.endswith("The rule was adopted at the meeting in Strømvåg.")
    assert note.pages == (1, 1)
    with pytest.raises(BadInput, match="no section `note 2`"):
        library.read("duties.pdf", Scope(OWNER), section="note 2")


@pytest.mark.req("ING-3")
def test_places_are_told_to_those_who_may_read_the_document(library: Library) -> None:
    with pytest.raises(UnknownDocument):
        library.marked_pages("duties.pdf", Span(0, 5), Scope(Principal("eva", frozenset({"staff"}))))


def test_a_span_outside_the_text_is_an_error_that_names_the_length(library: Library) -> None:
    with pytest.raises(BadInput, match="its text has"):
        library.marked_pages("duties.pdf", Span(5, 10_000_000), Scope(OWNER))
