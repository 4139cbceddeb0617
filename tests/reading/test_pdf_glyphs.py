"""The characters of a PDF page: their effective size, place as shown, font, colour and mode."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from belegg.reading.pdf.glyphs import Glyphs, Run, characters
from reading.pdf_pages import glyphs_of, pdf

pytestmark = pytest.mark.req("ING-5")


def first(found: Glyphs, letter: str) -> int:
    return characters(found.codes).index(letter)


def run_of(found: Glyphs, letter: str) -> Run:
    return found.runs[int(found.run[first(found, letter)])]


def test_size_is_the_font_size_times_the_text_matrix() -> None:
    def draw(canvas: Any) -> None:
        canvas.scale(0.02, 0.02)
        canvas.setFont("Helvetica", 440)
        canvas.drawString(3600, 35000, "Body")

    assert run_of(glyphs_of(pdf(draw)), "B").size == pytest.approx(8.8, abs=0.01)


def test_boxes_start_at_the_top_left_of_the_page() -> None:
    found = glyphs_of(pdf(lambda canvas: canvas.drawString(72, 742, "Text")))

    at = first(found, "T")
    assert found.origins[at] == pytest.approx([72, 100])
    left, top, right, bottom = found.boxes[at]
    assert left == pytest.approx(72, abs=1)
    assert right > left
    assert top < 100 < bottom


@pytest.mark.parametrize(
    ("turned", "place"), [(0, (72, 342)), (90, (500, 72)), (180, (523, 500)), (270, (95, 770))]
)
def test_a_turned_page_gives_places_as_it_is_shown(turned: int, place: tuple[float, float]) -> None:
    def draw(canvas: Any) -> None:
        canvas.setPageRotation(turned)  # reportlab makes the page 842 wide for 90 and 270
        canvas.drawString(72, 500, "Text")

    found = glyphs_of(pdf(draw))

    assert found.origins[first(found, "T")] == pytest.approx(place, abs=0.5)
    assert (found.width, found.height) == (595, 842)
    assert run_of(found, "T").angle == -turned % 360


def test_font_colour_and_mode_belong_to_the_run() -> None:
    def draw(canvas: Any) -> None:
        canvas.setFont("Times-BoldItalic", 12)
        canvas.setFillColorRGB(1, 0, 0)
        canvas.drawString(72, 700, "A")
        text = canvas.beginText(72, 600)
        text.setFont("Helvetica", 9)
        text.setTextRenderMode(3)
        text.textOut("Z")
        canvas.drawText(text)

    found = glyphs_of(pdf(draw))

    seen, unseen = run_of(found, "A"), run_of(found, "Z")
    assert (seen.font.bold, seen.font.italic, seen.colour, seen.mode) == (True, True, 0xFF0000FF, 0)
    assert (unseen.font.bold, unseen.mode, unseen.size) == (False, 3, 9.0)


def test_what_pdfium_made_up_has_no_run_and_no_box() -> None:
    def draw(canvas: Any) -> None:
        canvas.drawString(72, 700, "one")
        canvas.drawString(72, 680, "two")

    found = glyphs_of(pdf(draw))

    ends = np.flatnonzero(found.codes == 10)
    assert ends.size > 0
    assert (found.run[ends] == -1).all()
    assert np.isnan(found.boxes[ends]).all()
