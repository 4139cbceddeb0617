"""Furniture in other places than the first and last plain lines of upright pages; hyphens set off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from belegg.reading.content import Content
from belegg.reading.pdf import parse
from reading.pdf_pages import HEIGHT, WIDTH, pdf
from reading.test_pdf_layout import lines_of, prose, text_of, write

PLACES = ("North bank", "Old mill", "Ferry", "South bank", "New mill", "Harbour")


def listing(number: int, foot: tuple[str, str], y_foot: float) -> Callable[[Any], None]:
    """A page that a table fills down to a foot, whose two parts stand in its first and last column."""

    def draw(canvas: Any) -> None:
        for n in range(34):
            y = 760 - 20 * n
            write(canvas, 60, y, [f"{34 * number + n}"])
            write(canvas, 130, y, [f"{n % 28 + 1}-Nov-24"])
            write(canvas, 220, y, [PLACES[(n + number) % 6]])
            write(canvas, 470, y, [f"seen {n * number % 7} times"])
        write(canvas, 60, y_foot, [foot[0]])
        write(canvas, 470, y_foot, [foot[1]])

    return draw


def listed(*feet: tuple[str, str], y: float = 50) -> Content:
    return parse(pdf(*(listing(number, foot, y) for number, foot in enumerate(feet, 1))))


@pytest.mark.req("ING-6")
def test_a_page_number_under_a_table_is_no_row_of_it() -> None:
    found = listed(*((f"{n}/4", "25-02954") for n in range(1, 5)))

    assert {kind for kind, _ in text_of(found)} == {"table"}
    assert found.text.count("seen") == 4 * 34
    assert "25-02954" not in found.text
    assert "/4" not in found.text
    assert [page.label for page in found.pages] == ["1", "2", "3", "4"]


@pytest.mark.req("ING-6")
def test_a_last_row_close_under_the_others_stays_though_it_counts_with_the_pages() -> None:
    found = listed(*((str(n), "seen by all") for n in range(1, 5)), y=760 - 20 * 34)

    assert found.text.count("seen by all") == 4


@pytest.mark.req("ING-6")
def test_furniture_of_a_page_set_sideways_is_taken_out() -> None:
    def upright(number: int) -> Callable[[Any], None]:
        def draw(canvas: Any) -> None:
            write(canvas, 60, 800, ["S/2025/300"], 8)
            write(canvas, 60, 760, lines_of(f"{prose(200, number)}.", 440))
            write(canvas, 500, 40, [f"{number}/5"], 8)

        return draw

    def sideways(canvas: Any) -> None:
        canvas.translate(WIDTH, 0)
        canvas.rotate(90)
        write(canvas, 60, WIDTH - 40, ["S/2025/300"], 8)
        write(canvas, 200, WIDTH / 2, ["A map of the northern wells"])
        write(canvas, HEIGHT - 95, 40, ["5/5"], 8)

    found = parse(pdf(*(upright(n) for n in range(1, 5)), sideways))

    assert text_of(found)[-1][1] == "A map of the northern wells"
    assert "S/2025/300" not in found.text
    assert "5/5" not in found.text


@pytest.mark.req("ING-6")
def test_a_label_up_the_side_of_figures_stays() -> None:
    def draw(canvas: Any) -> None:
        write(canvas, 60, 760, lines_of(f"{prose(200)}.", 440))
        canvas.saveState()
        canvas.translate(60, 300)
        canvas.rotate(90)
        write(canvas, 0, 0, ["Litres a day"])
        canvas.restoreState()

    assert parse(pdf(draw, draw, draw, draw)).text.count("Litres a day") == 4


def shifted(number: int, head: str, by: float, size: float = 8) -> Callable[[Any], None]:
    """A page whose head stands a little lower than that of others."""

    def draw(canvas: Any) -> None:
        write(canvas, 60, 800 - by, [head], size)
        write(canvas, 60, 740, lines_of(f"{prose(200, number)}.", 440))

    return draw


@pytest.mark.req("ING-6")
def test_a_running_head_that_stands_lower_on_a_scanned_page_is_taken_out() -> None:
    found = parse(pdf(*(shifted(n, "A/45/696/Add.1", 14 * (n == 3)) for n in range(1, 7))))

    assert "A/45/696/Add.1" not in found.text


@pytest.mark.req("ING-6")
def test_a_heading_with_the_words_of_the_running_heads_after_it_stays() -> None:
    pages = [shifted(1, "Northern wells", 14, 16), *(shifted(n, "Northern wells", 0) for n in range(2, 7))]

    assert parse(pdf(*pages)).text.count("Northern wells") == 1


@pytest.mark.req("ING-5")
@pytest.mark.parametrize(
    ("before", "after", "read"),
    [
        ("a long", "-term loan", "a long-term loan"),
        ("between long ", "- and short", "between long - and short"),
    ],
    ids=["set off", "typed apart"],
)
def test_a_hyphen_a_little_off_its_word_belongs_to_it(before: str, after: str, read: str) -> None:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    def draw(canvas: Any) -> None:
        write(canvas, 72, 700, [before])
        write(canvas, 72 + stringWidth(before, "Helvetica", 10) + 2.4, 700, [after])

    assert parse(pdf(draw)).text == read
