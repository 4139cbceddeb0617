"""A fault of the reader on one page costs what it was at on that page, and is told by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from belegg.reading.content import Content
from belegg.reading.pdf import parse
from belegg.reading.pdf.drawn import Drawn
from belegg.reading.pdf.glyphs import Glyphs
from belegg.reading.pdf.layout import boxes
from belegg.reading.pdf.ocr import PageReader
from belegg.reading.pdf.page import PageLines, page_lines
from belegg.reading.pdf.plainly import Lay
from belegg.records import Span
from reading.pdf_pages import pdf
from reading.test_pdf_layout import write

pytestmark = pytest.mark.req("ING-5")


def page_of(name: str) -> Callable[[Any], None]:
    def draw(canvas: Any) -> None:
        write(canvas, 60, 760, [f"The {name} well"], 18, "Helvetica-Bold")
        write(canvas, 60, 700, [f"Water was found in the {name}", "well, at 40 metres."])
        canvas.setFillColorRGB(1, 1, 1)
        write(canvas, 60, 500, ["an unseen order"])

    return draw


def failing_on(number: int, error: type[BaseException] = ValueError) -> Lay:
    def lay(
        found: Glyphs, seen: Drawn, label: str | None, hidden: NDArray[np.bool_] | None = None
    ) -> PageLines:
        if found.number == number:
            raise error("what the text says")
        return page_lines(found, seen, label, hidden)

    return lay


def read_with(lay: Lay, data: bytes | None = None) -> Content:
    data = data or pdf(page_of("first"), page_of("second"), page_of("third"))
    return parse(data, reader=PageReader(choose=lambda _: None), lay=lay)


def test_one_page_is_laid_out_plainly_and_the_rest_as_ever() -> None:
    found = read_with(failing_on(2))

    assert [found.text[b.span.start : b.span.end] for b in found.blocks if b.kind == "heading"] == [
        "The first well",
        "The third well",
    ]
    assert "The second well Water was found in the second well, at 40 metres." in " ".join(found.text.split())


def test_the_fault_is_named_with_its_page_and_not_what_the_text_says() -> None:
    found = read_with(failing_on(2))

    (told,) = [warned for warned in found.warnings if warned.code == "fault of the reader"]
    assert told.text.startswith("page 2: laid out plainly: a fault of the reader (`ValueError`, test_pdf_")
    assert "what the text says" not in told.text
    notes = [report.note for report in found.page_reports]
    assert "laid out plainly: a fault of the reader (`ValueError`" in notes[1]
    assert "fault" not in notes[0] + notes[2]


def test_hidden_text_stays_out_of_a_plain_page() -> None:
    found = read_with(failing_on(2))

    assert "unseen" not in found.text
    assert [report.hidden for report in found.page_reports] == [13, 13, 13]


def test_words_of_a_plain_page_have_the_same_boxes_as_ever() -> None:
    plain, usual = read_with(failing_on(2)), read_with(page_lines)

    assert box_of(plain, "metres.", 2) == pytest.approx(box_of(usual, "metres.", 2))


def box_of(found: Content, word: str, page: int) -> tuple[float, ...]:
    mine = next(one for one in found.pages if one.number == page)
    at = found.text.index(word, mine.span.start)
    (box,) = boxes(mine.layout, Span(at, at + len(word)))
    return box.x0, box.y0, box.x1, box.y1


@pytest.mark.parametrize("error", [KeyError, IndexError, TypeError, ZeroDivisionError, RecursionError])
def test_any_fault_of_code_costs_its_page_only(error: type[BaseException]) -> None:
    found = read_with(failing_on(1, error))

    assert f"(`{error.__name__}`, " in next(w for w in found.warnings if "fault" in w.code).text


@pytest.mark.parametrize("error", [MemoryError, KeyboardInterrupt])
def test_memory_and_interruption_still_end_the_file(error: type[BaseException]) -> None:
    with pytest.raises(error):
        read_with(failing_on(1, error))


def test_where_the_rules_over_all_pages_fail_every_line_stands_in_the_text() -> None:
    def without_strip(
        found: Glyphs, seen: Drawn, label: str | None, hidden: NDArray[np.bool_] | None = None
    ) -> PageLines:
        page = page_lines(found, seen, label, hidden)
        for line in page.lines:
            line.size = float("nan")
        return page

    found = read_with(without_strip)

    told = [w for w in found.warnings if w.code == "fault of the reader"]
    assert told[0].text.startswith("all 3 pages: laid out plainly, page by page: a fault of the reader (`")
    assert found.text.count("well, at 40 metres.") == 3
    assert [page.number for page in found.pages] == [1, 2, 3]


@pytest.mark.parametrize("page", [1, 5])
def test_a_real_page_laid_out_plainly_holds_the_same_words(shared: Path, page: int) -> None:
    data = (shared / "data" / "un-reports" / "S_2025_223.en.pdf").read_bytes()

    plain, usual = read_with(failing_on(page), data), read_with(page_lines, data)

    said = " ".join(words_on(plain, page))
    assert [word for word in words_on(usual, page) if word.isalpha() and word not in said] == []


def words_on(found: Content, number: int) -> list[str]:
    spans = [page.span for page in found.pages if page.number == number]
    return " ".join(found.text[span.start : span.end] for span in spans).split()
