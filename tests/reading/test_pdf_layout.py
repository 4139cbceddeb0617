"""Lines, columns, tables and paragraphs of pages made for the purpose, and the boxes of their words."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.reading.content import Content
from belegg.reading.pdf import parse
from belegg.reading.pdf.layout import Box, boxes, packed, pages_boxes, unpacked
from belegg.reading.pdf.lines import Line
from belegg.reading.pdf.paragraphs import Paragraph
from belegg.records import Span
from belegg.text.quotes import check_quote
from reading.pdf_pages import HEIGHT, WIDTH, pdf

WORDS = (
    *(
        "the",
        "logger",
        "sends",
        "its",
        "readings",
        "at",
        "night",
        "when",
        "the",
        "radio",
        "is",
        "quiet",
        "and",
    ),
    *(
        "keeps",
        "what",
        "could",
        "not",
        "be",
        "sent",
        "until",
        "the",
        "morning",
        "so",
        "that",
        "nothing",
        "is",
    ),
    *("lost", "when", "the", "cover", "is", "packed", "with", "ice", "for", "a", "week", "or", "longer"),
)


def prose(count: int, start: int = 0) -> str:
    """A text of so many words without a full stop inside."""
    return " ".join(itertools.islice(itertools.cycle(WORDS), start, start + count))


def lines_of(text: str, width: float, size: float = 10) -> list[str]:
    """A text broken into lines of Helvetica."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    lines: list[str] = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if stringWidth(longer, "Helvetica", size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def write(
    canvas: Any, x: float, y: float, lines: list[str], size: float = 10, font: str = "Helvetica"
) -> float:
    """Writes lines downwards from y; returns where the next would stand."""
    canvas.setFont(font, size)
    for line in lines:
        canvas.drawString(x, y, line)
        y -= 1.2 * size
    return y


def text_of(found: Content) -> list[tuple[str, str]]:
    return [(b.kind, found.text[b.span.start : b.span.end]) for b in found.blocks]


@pytest.mark.req("ING-5")
@pytest.mark.parametrize("across", [False, True], ids=["column by column", "line by line"])
def test_columns_are_read_one_after_the_other(across: bool) -> None:
    left, right = lines_of(prose(150), 220), lines_of(prose(150, 7), 220)

    def draw(canvas: Any) -> None:
        write(canvas, 72, 760, ["A title that stands over both columns of this page and is wide"], 14)
        if not across:
            write(canvas, 60, 700, left)
            write(canvas, 310, 700, right)
            return
        for n, (one, other) in enumerate(zip(left, right, strict=False)):
            write(canvas, 60, 700 - 12 * n, [one])
            write(canvas, 310, 700 - 12 * n, [other])

    shown = min(len(left), len(right)) if across else None
    text = " ".join(parse(pdf(draw)).text.split())
    assert " ".join([*left[:shown], *right[:shown]]) in text


@pytest.mark.req("ING-5")
def test_a_table_is_lines_of_cells() -> None:
    rows = [
        ("Network", "Loggers", "Lost"),
        ("Nordvik", "186", "2"),
        ("Norrvik", "118", "23"),
        ("All", "304", ""),
    ]

    def draw(canvas: Any) -> None:
        write(canvas, 72, 760, lines_of(f"{prose(40)}.", 440))
        canvas.setFont("Helvetica", 10)
        for n, (name, *figures) in enumerate(rows):
            canvas.drawString(72, 640 - 14 * n, name)
            for x, figure in zip((280, 380), figures, strict=True):
                canvas.drawRightString(x, 640 - 14 * n, figure)

    assert text_of(parse(pdf(draw)))[1] == (
        "table",
        "| Network | Loggers | Lost |\n| Nordvik | 186 | 2 |\n| Norrvik | 118 | 23 |\n| All | 304 |  |",
    )


@pytest.mark.req("ING-5")
def test_paragraphs_begin_at_gaps_and_at_indents() -> None:
    def draw(canvas: Any) -> None:
        y = write(canvas, 72, 760, lines_of(f"First {prose(60)}.", 440))
        y = write(canvas, 72, y - 8, lines_of(f"Second {prose(60)}.", 440))
        first, *rest = lines_of(f"Third {prose(60)}.", 420)
        y = write(canvas, 92, y, [first])
        write(canvas, 72, y, rest)

    found = [text.split()[0] for _, text in text_of(parse(pdf(draw)))]
    assert found == ["First", "Second", "Third"]


@pytest.mark.req("ING-5")
def test_headings_are_told_by_size_weight_and_number_and_nest() -> None:
    def draw(canvas: Any) -> None:
        y = write(canvas, 72, 780, ["2 Results"], 16, "Helvetica-Bold")
        y = write(canvas, 72, y - 10, ["2.1 Loggers that stopped"], 12, "Helvetica-Bold")
        y = write(canvas, 72, y - 6, ["2.1.1 In the first winter"], 10)
        y = write(canvas, 72, y - 6, lines_of(f"Nothing {prose(120)}.", 440))
        y = write(canvas, 72, y - 10, ["2.2 Estimated life"], 12, "Helvetica-Bold")
        write(canvas, 72, y - 6, lines_of(f"The {prose(120)}.", 440))

    found = parse(pdf(draw))
    headings = [(b.section, b.name) for b in found.blocks if b.kind == "heading"]
    levels = [b.level for b in found.blocks if b.kind == "heading"]
    assert headings == [
        ("2", "2 Results"),
        ("2.1", "2.1 Loggers that stopped"),
        ("2.1.1", "2.1.1 In the first winter"),
        ("2.2", "2.2 Estimated life"),
    ]
    assert levels[0] < levels[1] < levels[2]
    assert levels[3] == levels[1]


@pytest.mark.req("ING-5")
def test_a_bookmark_makes_its_line_a_heading() -> None:
    def draw(canvas: Any) -> None:
        canvas.bookmarkPage("here")
        canvas.addOutlineEntry("Sleeping loggers", "here", level=0)
        y = write(canvas, 72, 760, ["Sleeping loggers"])
        write(canvas, 72, y - 8, lines_of(f"In winter {prose(60)}.", 440))

    assert text_of(parse(pdf(draw)))[0] == ("heading", "Sleeping loggers")


@pytest.mark.req("ING-5", "ANS-2")
def test_a_quotation_over_two_columns_has_its_boxes_in_both() -> None:
    left = lines_of(f"{prose(150)} as it stands at the foot of one column", 220)
    right = lines_of(f"and at the head of another {prose(150)}", 220)

    def draw(canvas: Any) -> None:
        write(canvas, 60, 760, left)
        write(canvas, 310, 760, right)

    data = pdf(draw)
    found = parse(data)
    check = check_quote(found.text, "one column and at the head of another")
    assert check.span is not None
    places = boxes(found.pages[0].layout, check.span)
    assert [(box.x0 < 290, round(box.y1) > 200) for box in places] == [(True, True), (False, False)]
    assert_marked(data, 1, places)


@pytest.mark.req("ING-5", "ING-6", "ANS-1", "ANS-2")
def test_a_quotation_over_pages_and_a_line_end_hyphen_has_its_boxes_on_both() -> None:
    data = two_pages()
    found = parse(data)

    check = check_quote(found.text, "keeps what could not be transmitted until the morning", found.furniture)
    assert check.span is not None
    places = pages_boxes([(page.number, page.layout) for page in found.pages], check.span)
    assert {number: len(lines) for number, lines in places.items()} == {1: 1, 2: 1}
    assert "Running header" not in found.text
    for number, lines in places.items():
        assert_marked(data, number, lines)


def two_pages() -> bytes:
    """A sentence over a page break, inside a word that the line end divides, with a header and a footer."""
    body = lines_of(prose(430), 440)

    def draw(n: int) -> Any:
        def page(canvas: Any) -> None:
            write(canvas, 72, 810, ["Running header of the report"], 8)
            write(canvas, 290, 40, [f"{n + 1}"], 8)
            y = 760.0
            if n == 1:
                y = write(canvas, 72, y, ["mitted until the morning, and nothing is lost by that."])
            y = write(canvas, 72, y, body)
            if n == 0:
                write(canvas, 72, y, ["When it freezes the logger sleeps and keeps what could not be trans-"])

        return page

    return pdf(*(draw(n) for n in range(4)))


def assert_marked(data: bytes, number: int, lines: list[Box]) -> None:
    """Nearly all ink that drawing the boxes white would take away, and no more than them, is theirs."""
    document = pypdfium2.PdfDocument(data)
    page = document[number - 1].render(scale=2).to_numpy()[:, :, 0]
    document.close()
    for box in lines:
        x0, y0, x1, y1 = (round(2 * side) for side in (box.x0, box.y0, box.x1, box.y1))
        inside = page[y0:y1, x0:x1] < 128
        assert inside.any(axis=0).mean() > 0.5
        assert inside.any(axis=1).mean() > 0.5
        above, below = page[y0 - 3 : y0, x0:x1], page[y1 : y1 + 3, x0:x1]
        assert (above < 128).mean() + (below < 128).mean() < 0.1


@pytest.mark.req("ANS-2")
@given(
    st.lists(
        st.tuples(st.integers(1, 20), *(st.floats(0, 900, width=32) for _ in range(4))),
        min_size=1,
        max_size=30,
    )
)
def test_a_layout_gives_back_what_was_packed(words: list[tuple[int, float, float, float, float]]) -> None:
    starts = np.cumsum([0, *(length + 1 for length, *_ in words)])[:-1]
    spans = np.array([(start, start + length) for start, (length, *_) in zip(starts, words, strict=True)])
    places = np.array([box for _, *box in words], np.float32)

    again_spans, again_places = unpacked(packed(spans, places, 900.0))

    assert again_spans.tolist() == spans.tolist()
    assert np.abs(again_places - places).max() <= 0.06


def test_a_layout_of_another_form_is_refused() -> None:
    with pytest.raises(ValueError, match="layout"):
        boxes(b"L2" + bytes(8), Span(0, 1))


@pytest.mark.req("ING-5")
def test_text_that_was_turned_is_read_in_its_own_direction() -> None:
    def draw(canvas: Any) -> None:
        write(canvas, 120, 760, lines_of(f"Upright {prose(60)}.", 380))
        canvas.saveState()
        canvas.translate(40, 200)
        canvas.rotate(90)
        canvas.drawString(0, 0, "Filed on the tenth of May in the margin")
        canvas.restoreState()

    texts = [text for _, text in text_of(parse(pdf(draw)))]
    assert texts[-1] == "Filed on the tenth of May in the margin"
    assert texts[0].startswith("Upright")


@pytest.mark.req("ING-5")
def test_raised_numbers_stay_raised() -> None:
    def draw(canvas: Any) -> None:
        text = canvas.beginText(72, 700)
        text.setFont("Helvetica", 10)
        text.textOut("It met the Government.")
        text.setFont("Helvetica", 6)
        text.setRise(4)
        text.textOut("12")
        text.setRise(0)
        text.setFont("Helvetica", 10)
        text.textOut(" Then it left 5 m")
        text.setFont("Helvetica", 6)
        text.setRise(4)
        text.textOut("2")
        canvas.drawText(text)

    assert parse(pdf(draw)).text == "It met the Government.¹² Then it left 5 m²"


@pytest.mark.req("ING-5", "ING-13")
def test_each_page_is_told_what_became_of_it() -> None:
    found = parse(two_pages())

    report = found.page_reports[1]
    assert (report.number, report.label, report.furniture, report.note) == (2, "2", 2, "")
    assert report.characters > 1_000
    assert (found.pages[0].width, found.pages[0].height) == (WIDTH, HEIGHT)


@pytest.mark.parametrize(
    ("above", "below", "joined"),
    [
        ("数据量大约是结构化数据的", "四倍", "数据量大约是结构化数据的四倍"),
        ("ภาษา", "ไทย", "ภาษาไทย"),
        ("보험약관상 재해", "보험금", "보험약관상 재해 보험금"),
        ("The loggers", "stopped", "The loggers stopped"),
    ],
)
def test_lines_are_joined_without_a_blank_where_the_script_has_none(
    above: str, below: str, joined: str
) -> None:
    lines = [printed(above), printed(below)]

    assert Paragraph(lines).text == joined


def printed(text: str) -> Line:
    words = np.array([(0, len(text))], np.int32)
    place = np.array([(72, 90, 400, 100)], np.float32)
    return Line(1, text, words, place, 72, 90, 400, 100, 98, 10, False, False, False, False)
