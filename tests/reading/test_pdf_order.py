"""Order of reading, where paragraphs, headings and notes begin: faults that were seen beside their pages."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest

from belegg.reading.pdf import parse
from belegg.reading.pdf.direction import Placed, phrases_from_right
from belegg.reading.pdf.glyphs import Font, font_named
from reading.pdf_pages import WIDTH, pdf
from reading.test_pdf_layout import lines_of, prose, text_of, write

pytestmark = pytest.mark.req("ING-5")


def widest(lines: list[str], size: float = 10) -> float:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return max(float(stringWidth(line, "Helvetica", size)) for line in lines)


def draw_columns(canvas: Any, top: float, left: list[str], right: list[str], gutter: float = 10) -> None:
    write(canvas, 72, top, left)
    write(canvas, 72 + 220 + gutter, top + 16, right)


def test_a_column_that_begins_beside_a_heading_is_read_after_the_other() -> None:
    left, right = lines_of(prose(150), 220), lines_of(f"Beside {prose(150, 7)}", 220)

    def draw(canvas: Any) -> None:
        write(canvas, 180, 780, ["A title in the middle"], 17)
        write(canvas, 240, 750, ["January 2024"], 12)
        write(canvas, 72, 700, ["Abstract"], 14, "Helvetica-Bold")
        draw_columns(canvas, 680, left, right, 20)

    texts = [text for _, text in text_of(parse(pdf(draw)))]
    assert texts.index("Abstract") < next(n for n, text in enumerate(texts) if text.startswith("the logger"))
    assert " ".join([*left, *right]) in " ".join(parse(pdf(draw)).text.split())


def test_a_heading_set_larger_does_not_end_narrow_columns() -> None:
    left, right = lines_of(prose(90), 220), lines_of(prose(150, 7), 220)
    beside = 72 + widest(left) + 9

    def draw(canvas: Any) -> None:
        y = write(canvas, 72, 700, left)
        write(canvas, 72, y - 12, ["Second part"], 15, "Helvetica-Bold")
        write(canvas, 72, y - 36, left)
        write(canvas, beside, 700, right)

    text = " ".join(parse(pdf(draw)).text.split())
    assert " ".join([*left, "Second part", *left, *right]) in text


def test_a_number_in_the_margin_does_not_make_one_column_of_two() -> None:
    aside = [
        "It was found on",
        "margins of pages",
        "that were kept",
        "and told in few",
        "words that stood",
    ] * 3
    body = lines_of(prose(180), 350)

    def draw(canvas: Any) -> None:
        write(canvas, 4, 560, ["240"])
        write(canvas, 96, 700, aside)
        write(canvas, 190, 700, body)

    text = " ".join(parse(pdf(draw)).text.replace("240", "").split())
    assert " ".join(aside) in text
    assert " ".join(body) in text


def test_columns_stay_when_only_a_number_in_the_margin_stands_clear_of_what_follows() -> None:
    aside = lines_of(prose(45), 100)
    body = lines_of(prose(260), 330)

    def draw(canvas: Any) -> None:
        write(canvas, 60, 700, body)
        write(canvas, 420, 697, aside)
        write(canvas, 560, 600, ["239"])
        write(canvas, 300, 700 - 12 * len(body) - 20, ["A line below that is wide and stands over both"])

    text = " ".join(parse(pdf(draw)).text.replace("239", "").split())
    assert " ".join(body) in text
    assert " ".join(aside) in text


def test_the_caption_of_a_judgment_is_read_left_of_its_line_and_then_right() -> None:
    left = ["IN RE: Logger Filters Products", "Liability Litigation,", "Plaintiffs"]

    def draw(canvas: Any) -> None:
        write(canvas, 200, 740, ["IN THE COURT OF THE DISTRICT OF LOGGERS"])
        canvas.line(300, 600, 300, 710)
        write(canvas, 72, 700, left)
        write(canvas, 320, 700, ["No. MDL 15-02641"])
        write(canvas, 320, 670, ["SUGGESTION OF REMAND AND", "TRANSFER ORDER"])
        write(canvas, 72, 560, lines_of(f"{prose(60)}.", 440))

    text = " ".join(parse(pdf(draw)).text.split())
    assert f"{' '.join(left)} No. MDL 15-02641 SUGGESTION OF REMAND AND TRANSFER ORDER the logger" in text


def test_the_frame_of_a_picture_in_a_column_does_not_interrupt_the_columns() -> None:
    left, right = lines_of(prose(90), 220), lines_of(f"Rightmost {prose(150, 7)}", 220)

    def draw(canvas: Any) -> None:
        canvas.rect(80, 560, 200, 140)
        write(canvas, 100, 604, ["A sign", "in a", "picture"])
        write(canvas, 72, 540, left)
        write(canvas, 310, 700, right)

    assert " ".join([*left, *right]) in " ".join(parse(pdf(draw)).text.split())


def test_terms_beside_an_upright_line_stay_with_what_they_mean() -> None:
    meanings = [lines_of(f"It is {prose(24, n)}.", 200) for n in range(3)]

    def draw(canvas: Any) -> None:
        canvas.line(200, 540, 200, 710)
        y = 700.0
        for n, lines in enumerate(meanings):
            write(canvas, 72, y, [f"Logger {n}"])
            y = write(canvas, 220, y, lines) - 8

    text = " ".join(parse(pdf(draw)).text.replace("|", "").split())
    assert [text.index(f"Logger {n}") < text.index(f"Logger {n + 1}") for n in (0, 1)] == [True, True]
    assert text.index(meanings[0][0]) < text.index("Logger 1") < text.index(meanings[1][0])


def test_an_ornament_larger_than_the_page_is_no_line_of_a_table() -> None:
    left, right = lines_of(prose(110), 220), lines_of(prose(110, 7), 220)

    def draw(canvas: Any) -> None:
        for y in (640, 620, 600):
            canvas.line(-40, y, WIDTH + 60, y)
        write(canvas, 60, 700, left)
        write(canvas, 310, 700, right)

    assert " ".join([*left, *right]) in " ".join(parse(pdf(draw)).text.split())


@pytest.mark.req("ING-6")
def test_numbered_headings_that_begin_pages_stay_in_the_text() -> None:
    def article(first: int) -> Any:
        def draw(canvas: Any) -> None:
            y = 770.0
            for number in (first, first + 1, first + 2):
                y = write(canvas, 72, y, [f"Article {number}"]) - 10
                y = write(canvas, 72, y, lines_of(f"{prose(40, number)}.", 440)) - 10

        return draw

    found = parse(pdf(*(article(n) for n in (1, 4, 9, 15, 20))))

    assert found.furniture == ()
    assert [f"Article {n}" in found.text for n in (1, 4, 9, 15, 20)] == [True] * 5


@pytest.mark.req("ING-6")
def test_running_heads_with_numbers_are_still_taken_out() -> None:
    def page(number: int) -> Any:
        def draw(canvas: Any) -> None:
            write(canvas, 72, 805, [f"Handbook, sheet {number} of 5"], 8)
            write(canvas, 72, 760, lines_of(f"{prose(120, number)}.", 440))

        return draw

    found = parse(pdf(*(page(n) for n in range(1, 6))))

    assert len(found.furniture) == 5
    assert "Handbook" not in found.text


def test_formulas_that_look_like_a_head_of_unlike_rows_are_read(shared: Path) -> None:
    book = pypdfium2.PdfDocument(shared / "data" / "pdf" / "sample-files__GeoTopo-komprimiert.pdf")
    page, out = pypdfium2.PdfDocument.new(), io.BytesIO()
    page.import_pages(book, [103])
    page.save(out)

    text = parse(out.getvalue()).text
    assert text.index("Lösung zu Aufgabe 3") < text.index("Lösung zu Aufgabe 4")


def test_signs_beyond_sixteen_bits_do_not_shift_the_words(shared: Path) -> None:
    text = parse((shared / "data" / "pdf" / "pdf.js__bug1997343.pdf").read_bytes()).text

    assert "Let 𝑝 be a prime, then" in text
    assert "then there are no non-zero integers 𝑎, 𝑏, 𝑐 such that" in text


def test_an_arabic_phrase_in_an_english_line_is_read_from_the_right(shared: Path) -> None:
    text = parse((shared / "data" / "pdf" / "PyMuPDF__test-E+A.pdf").read_bytes()).text

    assert "or “ وجدير بالذكر “ as a signal in Arabic" in text


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (0, 2, 1, 3)], ids=["as read", "as drawn"])
def test_a_phrase_from_the_right_reads_the_same_however_it_is_stored(order: tuple[int, ...]) -> None:
    texts = ("or", "وجدير", "بالذكر", "as")
    boxes = np.array([(10, 0, 20, 9), (50, 0, 70, 9), (25, 0, 45, 9), (75, 0, 85, 9)], np.float32)
    words = [Placed(texts[n], np.array([n]), n > 0, False) for n in order]

    assert tuple(word.text for word in phrases_from_right(words, boxes)) == texts


@pytest.mark.req("ING-7")
def test_a_section_that_begins_a_line_of_small_print_is_no_footnote() -> None:
    small = lines_of(f"{prose(30)} and that §5.05(b)(1)", 300, 9)

    def draw(canvas: Any) -> None:
        write(canvas, 72, 780, lines_of(f"{prose(300)}.", 440), 11)

    def last(canvas: Any) -> None:
        write(canvas, 72, 780, [*small[:-1], "and that", "§5.05(b)(1)’s cap on each share"], 9)

    blocks = text_of(parse(pdf(draw, last)))
    assert {kind for kind, _ in blocks} == {"paragraph"}
    assert blocks[-1][1].endswith("§5.05(b)(1)’s cap on each share")


def test_a_bold_line_whose_sentence_goes_on_is_no_heading() -> None:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    bold = "Figure 12. How the time was spent on each of the stations by the"
    body = lines_of(f"loggers {prose(60)}.", stringWidth(bold, "Helvetica-Bold", 10) + 2)

    def draw(canvas: Any) -> None:
        write(canvas, 72, write(canvas, 72, 700, [bold], font="Helvetica-Bold"), body)

    assert text_of(parse(pdf(draw))) == [("paragraph", " ".join([bold, *body]))]


def test_a_title_in_italics_is_not_joined_to_its_text() -> None:
    def draw(canvas: Any) -> None:
        y = write(canvas, 72, 760, lines_of(f"{prose(60)}.", 440)) - 3
        y = (
            write(
                canvas,
                102,
                y,
                ["A. Rules for the care of loggers in the long winter and in the dark months"],
                font="Helvetica-Oblique",
            )
            - 3
        )
        y = write(canvas, 102, y, ["The rules say that a logger is kept dry, that it is seen to at least"])
        write(canvas, 72, y, lines_of(f"{prose(60)}.", 440))

    texts = [text for _, text in text_of(parse(pdf(draw)))]
    assert "A. Rules for the care of loggers in the long winter and in the dark months" in texts


def test_a_numbered_line_in_italics_is_a_heading() -> None:
    def draw(canvas: Any) -> None:
        y = write(canvas, 72, 760, lines_of(f"{prose(60)}.", 440)) - 3
        y = write(canvas, 102, y, ["A. Rules for the care of loggers"], font="Helvetica-Oblique") - 3
        write(canvas, 72, y, lines_of(f"{prose(60)}.", 440))

    blocks = parse(pdf(draw)).blocks
    assert [(b.name, b.section) for b in blocks if b.kind == "heading"] == [
        ("A. Rules for the care of loggers", "A")
    ]


def test_a_letter_of_a_picture_is_no_heading() -> None:
    def draw(canvas: Any) -> None:
        write(canvas, 250, 700, ["A"], 60)
        write(canvas, 72, 600, lines_of(f"{prose(60)}.", 440))

    assert [kind for kind, _ in text_of(parse(pdf(draw)))] == ["paragraph", "paragraph"]


def test_the_outline_gives_levels_to_the_headings_it_names_and_to_others_that_look_like_them() -> None:
    def cover(canvas: Any) -> None:
        for n, name in enumerate(("Anna Berg", "Bo Dahl", "Carl Eng")):
            write(canvas, 300, 700 - 60 * n, [name], 14)
            write(canvas, 300, 684 - 60 * n, [f"Institute {n}"], 9)

    def chapters(first: int) -> Any:
        def draw(canvas: Any) -> None:
            y = 760.0
            for number in (first, first + 1):
                canvas.bookmarkPage(f"{number}")
                canvas.addOutlineEntry(f"{number}. Chapter of loggers", f"{number}", level=0)
                y = write(canvas, 72, y, [f"{number}. Chapter of loggers"], 12, "Helvetica-Bold") - 6
                y = write(canvas, 72, y, lines_of(f"{prose(90)}.", 440), 12) - 20
            y = write(canvas, 72, y, ["A part that the outline leaves out"], 12, "Helvetica-Bold") - 6
            write(canvas, 72, y, lines_of(f"{prose(60)}.", 440), 12)

        return draw

    found = parse(pdf(cover, chapters(1), chapters(3)))
    levels = {b.name: b.level for b in found.blocks if b.kind == "heading"}
    assert levels["Anna Berg"] >= 1
    assert [levels[f"{n}. Chapter of loggers"] for n in range(1, 5)] == [1, 1, 1, 1]
    assert levels["A part that the outline leaves out"] == 1


def test_a_number_after_an_abbreviation_begins_no_list() -> None:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    last = "except as amended in any of the papers that are held with it (Exs. 1 and 2 at p."
    lines = lines_of(prose(60), stringWidth(last, "Helvetica", 10) + 2)

    def draw(canvas: Any) -> None:
        write(canvas, 72, 760, [*lines[:4], last, "7)."])

    assert text_of(parse(pdf(draw))) == [("paragraph", " ".join([*lines[:4], last, "7)."]))]


def test_two_first_lines_with_the_same_indent_are_two_paragraphs() -> None:
    def draw(canvas: Any) -> None:
        write(
            canvas,
            84,
            760,
            ["JUSTICE SOTOMAYOR delivered the opinion of the Court and of all its other members."],
        )
        write(
            canvas,
            84,
            748,
            ["The Compact allocates water rights among the States of the basin as it winds west"],
        )
        write(canvas, 72, 736, lines_of(f"{prose(80)}.", 400))

    assert text_of(parse(pdf(draw)))[0][1].endswith("other members.")


def test_numbers_alone_in_the_middle_of_their_lines_stand_apart() -> None:
    def draw(canvas: Any) -> None:
        y = write(canvas, 72, 760, lines_of(f"{prose(60)}.", 400))
        canvas.drawCentredString(272, y, "II")
        canvas.drawCentredString(272, y - 12, "A")
        write(canvas, 72, y - 24, lines_of(f"{prose(60)}.", 400))

    assert [text for _, text in text_of(parse(pdf(draw)))][1:3] == ["II", "A"]


@pytest.mark.parametrize(
    ("name", "bold", "italic"),
    [
        ("SFBX1095", True, False),
        ("ECBX1000", True, False),
        ("SFSX1440", True, False),
        ("SFBI1000", True, True),
        ("SFTI1095", False, True),
        ("SFRM1095", False, False),
        ("SFXX", False, False),
    ],
)
def test_the_names_of_fonts_of_tex_tell_how_they_look(name: str, bold: bool, italic: bool) -> None:
    assert font_named(name) == Font(name, bold, italic)
