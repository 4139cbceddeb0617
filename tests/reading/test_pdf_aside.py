"""What is taken out of the running text of a PDF: furniture, footnotes, contents, boilerplate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from belegg.reading import read
from belegg.reading.content import Content
from belegg.reading.passages import cut
from belegg.reading.pdf import parse
from belegg.reading.pdf.layout import pages_boxes
from belegg.text.quotes import check_quote
from reading.pdf_pages import pdf
from reading.test_pdf_layout import lines_of, prose, text_of, write

Draw = Callable[[Any], None]


def page(number: int, header: str, footer: str, text: str, more: Draw | None = None) -> Draw:
    """A page with a running header and a footer."""

    def draw(canvas: Any) -> None:
        write(canvas, 72, 805, [header], 8)
        write(canvas, 290, 30, [footer], 8)
        write(canvas, 72, 760, lines_of(f"Page {number} begins. {text}", 440))
        if more is not None:
            more(canvas)

    return draw


def numbered(count: int) -> list[Draw]:
    return [page(n, "Field report 7", f"– {n} –", f"{prose(100, 5 * n)}.") for n in range(1, count + 1)]


@pytest.mark.req("ING-6")
def test_headers_and_page_numbers_are_taken_out_and_kept() -> None:
    found = parse(pdf(*numbered(4)))

    assert "Field report" not in found.text
    assert "–" not in found.text
    assert found.furniture == tuple(line for n in range(1, 5) for line in ("Field report 7", f"– {n} –"))
    assert [report.label for report in found.page_reports] == ["1", "2", "3", "4"]


@pytest.mark.req("ING-6")
def test_headers_of_chapters_are_taken_out_in_the_look_of_the_others() -> None:
    headers = ["Summary", "Results", "Results", "Results", "Results", "Thanks"]
    pages = [page(n, head, f"{n}", f"{prose(90, 5 * n)}.") for n, head in enumerate(headers, 1)]

    found = parse(pdf(*pages))

    assert [line for line in found.furniture if not line.isdigit()] == headers
    assert "Thanks" not in found.text


@pytest.mark.req("ING-6")
def test_a_line_that_comes_back_inside_the_pages_stays() -> None:
    def draw(canvas: Any) -> None:
        y = write(canvas, 72, 760, lines_of(f"{prose(150)}.", 440))
        y = write(canvas, 72, y - 12, ["Measures"], 12, "Helvetica-Bold")
        write(canvas, 72, y - 8, lines_of(f"{prose(200)}.", 440))

    assert parse(pdf(draw, draw, draw)).text.count("Measures") == 3


@pytest.mark.req("ING-6")
def test_printed_page_numbers_are_labels_beside_the_physical_ones() -> None:
    romans = [page(n, "Field report 7", label, f"{prose(80, n)}.") for n, label in ((1, "i"), (2, "ii"))]
    others = [page(n, "Field report 7", f"{n - 2}", f"{prose(80, n)}.") for n in (3, 4, 5)]

    found = parse(pdf(*romans, *others))

    assert [(p.number, p.label) for p in found.pages] == [(1, "i"), (2, "ii"), (3, "1"), (4, "2"), (5, "3")]


@pytest.mark.req("ING-6")
def test_line_numbers_down_a_margin_are_taken_out() -> None:
    lines = lines_of(f"{prose(330)}.", 380)

    def draw(canvas: Any) -> None:
        write(canvas, 110, 740, lines)
        for n in range(1, 29):
            canvas.drawRightString(80, 740 - 12 * (n - 1), str(n))

    found = parse(pdf(draw))

    assert found.text == " ".join(lines)
    assert found.furniture == tuple(str(n) for n in range(1, 29))


@pytest.mark.req("ING-5", "ING-6")
@pytest.mark.parametrize("ruled", [True, False])
def test_numbers_of_table_rows_stay_when_each_row_is_one_line(ruled: bool) -> None:
    def draw(canvas: Any) -> None:
        for n in range(1, 29):
            y = 760 - 20 * n
            canvas.drawRightString(80, y, str(n))
            canvas.drawString(110, y, f"A rocket was seen to fall near the well {prose(3, n)}")
            if ruled:
                canvas.line(60, y - 6, 530, y - 6)
            else:
                canvas.drawString(420, y, f"Area {prose(1, n)}")

    found = parse(pdf(draw))

    assert [line.split(" | ")[0] for line in found.text.splitlines()] == [f"| {n}" for n in range(1, 29)]
    assert found.furniture == ()


def note(canvas: Any, y: float, mark: str, text: str) -> None:
    """A footnote with a raised mark."""
    out = canvas.beginText(72, y)
    out.setFont("Helvetica", 5)
    out.setRise(3)
    out.textOut(mark)
    out.setRise(0)
    out.setFont("Helvetica", 8)
    out.textOut(f" {text}")
    canvas.drawText(out)


def marked(canvas: Any, y: float, before: str, mark: str, after: str) -> None:
    """A line with a raised mark in it."""
    out = canvas.beginText(72, y)
    for text, size, rise in ((before, 10, 0), (mark, 6, 4), (after, 10, 0)):
        out.setFont("Helvetica", size)
        out.setRise(rise)
        out.textOut(text)
    canvas.drawText(out)


def with_notes() -> Content:
    """Two pages: a sentence runs over the break, a footnote stands on each, the first goes on."""

    def first(canvas: Any) -> None:
        write(canvas, 72, 780, ["2 Results"], 14, "Helvetica-Bold")
        y = write(canvas, 72, 740, lines_of(f"{prose(250)}.", 440))
        marked(
            canvas,
            y,
            "The radio draws current.",
            "1",
            " When it is quiet, the logger sleeps and keeps what it",
        )
        canvas.line(72, 130, 160, 130)
        note(canvas, 115, "1", "The radio draws 45 mA for two seconds, which is")

    def second(canvas: Any) -> None:
        marked(canvas, 780, "has read until the morning.", "2", f" {prose(10)}.")
        y = write(canvas, 72, 768, lines_of(f"{prose(230)}.", 440))
        write(canvas, 72, y - 12, ["3 Thanks"], 14, "Helvetica-Bold")
        write(canvas, 72, y - 36, lines_of(f"We thank {prose(40)}.", 440))
        canvas.line(72, 130, 160, 130)
        write(canvas, 72, 115, ["little beside what the search for a network costs."], 8)
        note(canvas, 104, "2", "Or until the cover is lifted.")

    return parse(pdf(first, second))


@pytest.mark.req("ING-7")
def test_footnotes_stand_at_the_end_of_their_section_and_not_in_a_paragraph() -> None:
    found = with_notes()

    assert [kind for kind, _ in text_of(found)] == [
        *("heading", "paragraph", "paragraph", "paragraph", "footnote", "footnote", "heading", "paragraph")
    ]
    assert "sleeps and keeps what it has read until the morning.²" in found.text
    assert [b.section for b in found.blocks if b.kind == "footnote"] == ["note 1", "note 2"]
    assert "two seconds, which is little beside what the search" in found.text


@pytest.mark.req("ING-7", "ANS-2")
def test_a_page_that_comes_in_stretches_has_one_number_and_one_layout() -> None:
    found = with_notes()

    assert [p.number for p in found.pages] == [1, 2, 1, 2]
    assert [bool(p.layout) for p in found.pages] == [True, True, False, False]
    spans = [p.span for p in found.pages]
    assert spans == sorted(spans)
    layouts = [(p.number, p.layout) for p in found.pages]
    for words, number in (("The radio draws 45 mA", 1), ("Or until the cover is lifted", 2)):
        span = check_quote(found.text, words).span
        assert span is not None
        assert list(pages_boxes(layouts, span)) == [number]


@pytest.mark.req("ING-7", "ING-8")
def test_a_footnote_is_a_passage_with_its_mark_page_and_headings() -> None:
    def draw(canvas: Any) -> None:
        write(canvas, 72, 780, ["2 Results"], 14, "Helvetica-Bold")
        y = write(canvas, 72, 740, lines_of(f"{prose(150)}.", 440))
        marked(canvas, y, "It met the Government.", "3", "")
        note(canvas, 104, "3", "On 3 March.")

    document = read(pdf(draw), "files/report.pdf", "p").document
    notes = [p for p in cut(document, "reports") if p.kind == "footnote"]

    assert [(p.text, p.section, p.pages, p.path) for p in notes] == [
        ("³ On 3 March.", "note 3", (1, 1), ("2 Results",))
    ]


@pytest.mark.req("ING-6", "ING-13")
def test_a_table_of_contents_is_kept_aside_and_told() -> None:
    entries = [f"{n} Part number {n} {'.' * 60} {n + 2}" for n in range(1, 9)]

    def listed(canvas: Any) -> None:
        y = write(canvas, 72, 760, ["Contents"], 14, "Helvetica-Bold")
        write(canvas, 72, y - 8, entries)

    found = parse(pdf(listed, *numbered(3)))

    assert "Part number" not in found.text
    assert "Contents" in found.furniture
    assert (found.page_reports[0].contents, found.page_reports[0].furniture) == (9, 0)
    assert "table of contents" in [w.code for w in found.warnings]


@pytest.mark.req("ING-6", "ING-13")
def test_a_page_of_boilerplate_is_kept_aside_and_told() -> None:
    def imprint(canvas: Any) -> None:
        text = (
            "Disclaimer. All rights reserved. No part of this report may be reproduced in any form. The "
            "report does not necessarily reflect the views of the board. "
            " © 2026 Strømvåg. ISBN 978-82-000-0000-0"
        )
        write(canvas, 72, 760, lines_of(text, 440))

    first, *rest = numbered(3)
    found = parse(pdf(first, imprint, *rest))

    assert "Disclaimer" not in found.text
    assert found.page_reports[1].empty == "imprint"
    assert found.page_reports[1].imprint > 0


@pytest.mark.req("ING-6", "ANS-1")
def test_a_quotation_copied_with_the_furniture_between_pages_is_found() -> None:
    def second(canvas: Any) -> None:
        write(canvas, 72, 805, ["Field report 7"], 8)
        write(canvas, 290, 30, ["– 2 –"], 8)
        write(canvas, 72, 760, lines_of(f"wakes with the sun. {prose(60)}.", 440))

    first = page(1, "Field report 7", "– 1 –", f"{prose(60)}. When it freezes the logger sleeps and")
    third = page(3, "Field report 7", "– 3 –", f"{prose(60, 3)}.")
    found = parse(pdf(first, second, third))

    copied = "the logger sleeps and\n– 1 –\nField report 7\nwakes with the sun."
    assert check_quote(found.text, copied, found.furniture).span is not None
