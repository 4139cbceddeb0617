"""Titles of many lines, headings in italics, job numbers, lists with leaders: what is a heading."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from belegg.reading.content import Content
from belegg.reading.pdf import parse
from belegg.reading.pdf.ocr import PageReader
from reading.pdf_pages import pdf
from reading.test_pdf_layout import lines_of, prose, text_of, write
from reading.test_pdf_masthead import masthead

pytestmark = pytest.mark.req("ING-5")

LETTER = lines_of(f"Letter dated 6 February from the President of the Council on {prose(52)}", 240)


def headings(found: Content) -> list[str]:
    return [text for kind, text in text_of(found) if kind == "heading"]


def test_a_title_of_seven_bold_lines_is_a_heading() -> None:
    def draw(canvas: Any) -> None:
        write(canvas, 120, 760, LETTER, 12, "Helvetica-Bold")
        write(canvas, 120, 600, lines_of(f"{prose(120, 3)}.", 360))

    assert 6 <= len(LETTER) <= 8
    assert headings(parse(pdf(draw))) == [" ".join(LETTER)]


def test_a_bold_title_that_goes_on_in_small_letters_is_one() -> None:
    title = ["Elections to fill vacancies in other", "elections: members of the Council"]

    def draw(canvas: Any) -> None:
        write(canvas, 72, 760, title, 10, "Helvetica-Bold")
        write(canvas, 72, 700, lines_of(f"{prose(120, 3)}.", 420))

    assert headings(parse(pdf(draw))) == [" ".join(title)]


def test_headings_at_the_end_of_a_page_and_the_start_of_the_next_are_two() -> None:
    def first(canvas: Any) -> None:
        write(canvas, 72, 760, lines_of(f"{prose(120)}.", 420))
        write(canvas, 72, 500, ["The wells of the plain"], 10, "Helvetica-Bold")

    def second(canvas: Any) -> None:
        write(canvas, 72, 760, ["Introduction"], 10, "Helvetica-Bold")
        write(canvas, 72, 730, lines_of(f"{prose(120, 3)}.", 420))

    assert headings(parse(pdf(first, second))) == ["The wells of the plain", "Introduction"]


def test_a_short_line_in_italics_above_a_paragraph_is_a_heading() -> None:
    def draw(canvas: Any) -> None:
        write(canvas, 72, 760, ["Wells of the north"], 10, "Helvetica-Oblique")
        write(canvas, 72, 730, lines_of(f"{prose(80, 3)}.", 420))
        write(canvas, 72, 600, ["so it was said at the well"], 10, "Helvetica-Oblique")
        write(canvas, 72, 570, ["Yes."], 10)
        write(canvas, 72, 500, ["If the well is dry:"], 10, "Helvetica-Oblique")
        write(canvas, 72, 470, lines_of(f"{prose(80, 5)}.", 420))

    assert headings(parse(pdf(draw))) == ["Wells of the north"]


def test_a_job_number_with_its_series_stays_out_of_the_text_and_the_note_above_it_stays() -> None:
    def draw(canvas: Any) -> None:
        masthead(canvas)
        write(canvas, 113, 610, lines_of(f"{prose(120)}.", 360))
        write(
            canvas, 113, 95, ["* The annex is circulated as it came, in the language of submission only."], 8
        )
        write(canvas, 60, 60, ["GE.19-22573(E)"])

    found = parse(pdf(draw))

    assert "22573" not in found.text
    assert "* The annex is circulated" in found.text
    assert "GE.19-22573(E)" in found.furniture


def test_a_list_with_leaders_beside_prose_is_no_table_of_contents() -> None:
    def draw(canvas: Any) -> None:
        write(canvas, 72, 780, lines_of(f"{prose(300)}.", 420))
        write(
            canvas, 72, 300, [f"File the form for month {n} . . . . . . . . . . . {n + 20}" for n in range(6)]
        )

    found = parse(pdf(draw))

    assert [report.contents for report in found.page_reports] == [0]
    assert "File the form for month 3" in found.text


@pytest.mark.parametrize(
    ("name", "heading"),
    [
        ("un-reports/S_2025_202.en.pdf", "Democratic Republic of the Congo"),
        (
            "un-reports/A_80_96.en.pdf",
            "Elections to fill vacancies in subsidiary organs and other elections: ",
        ),
        (
            "un-reports/S_2025_71.en.pdf",
            "Letter dated 6 February 2025 from the President of the Security Council",
        ),
    ],
)
def test_headings_of_real_reports(shared: Path, name: str, heading: str) -> None:
    found = quietly(shared / "data" / name)

    assert [one for one in headings(found) if one.startswith(heading)]


def test_the_foot_of_a_page_set_sideways_is_furniture(shared: Path) -> None:
    found = quietly(shared / "data" / "pdf" / "pdfplumber__nics-background-checks-2015-11-rotated.pdf")

    assert "Page 1 of 205" not in found.text
    assert [page.label for page in found.pages] == ["1"]


def quietly(path: Path) -> Content:
    return parse(path.read_bytes(), reader=PageReader(choose=lambda _: None))
