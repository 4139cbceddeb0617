"""Rows of tables: cells and labels over several lines, signs that stand apart, edges of cells."""

from __future__ import annotations

from typing import Any

import pytest

from belegg.reading.pdf import parse
from reading.pdf_pages import pdf
from reading.test_pdf_tables import CASH, blocks_of, rows_of_lines, statement


@pytest.mark.req("ING-5")
def test_cells_of_several_lines_are_one_row_between_drawn_lines() -> None:
    def draw(canvas: Any) -> None:
        canvas.setFont("Helvetica", 10)
        for n, (one, other) in enumerate(
            (("Cold chambers", "change after four"), ("of class D", "years, in summer"))
        ):
            canvas.drawString(72, 700 - 12 * n, one)
            canvas.drawString(300, 700 - 12 * n, other)
        for n, (one, other) in enumerate(
            (("Warm chambers", "change on warning"), ("of class A", "as today"))
        ):
            canvas.drawString(72, 660 - 12 * n, one)
            canvas.drawString(300, 660 - 12 * n, other)
        for n, (one, other) in enumerate((("Chambers", "see the"), ("with water", "manual"))):
            canvas.drawString(72, 620 - 12 * n, one)
            canvas.drawString(300, 620 - 12 * n, other)
        for y in (675, 635):
            canvas.line(72, y, 420, y)

    assert blocks_of(parse(pdf(draw))) == [
        (
            "table",
            "| Cold chambers of class D | change after four years, in summer |\n"
            "| Warm chambers of class A | change on warning as today |\n"
            "| Chambers with water | see the manual |",
        )
    ]


@pytest.mark.req("ING-5")
def test_a_label_over_two_lines_is_one_row_with_its_figures() -> None:
    def draw(canvas: Any) -> None:
        canvas.setFont("Helvetica", 10)
        y = 700.0
        for label, figure, step in (
            ("Net income", "805", 20),
            ("Net income attributable to", "", 11),
            ("non-controlling interests", "10", 20),
            ("Comparable constant", "", 4),
            ("", "12", 7),
            ("growth", "", 20),
            ("Tax expense", "300", 20),
            ("Interest expense", "135", 20),
        ):
            canvas.drawString(72, y, label)
            canvas.drawRightString(400, y, figure)
            y -= step

    assert blocks_of(parse(pdf(draw))) == [
        (
            "table",
            "| Net income | 805 |\n"
            "| Net income attributable to non-controlling interests | 10 |\n"
            "| Comparable constant growth | 12 |\n"
            "| Tax expense | 300 |\n"
            "| Interest expense | 135 |",
        )
    ]


@pytest.mark.req("ING-5")
def test_headings_of_rows_are_not_taken_for_the_start_of_a_label() -> None:
    rows = statement(
        *CASH, ("Assets", "", ""), ("Cash", "7", "8"), ("Equity:", "", ""), ("of parent", "3", "4"), *CASH
    )

    assert blocks_of(parse(pdf(rows)))[0][1].split("\n")[3:7] == [
        "| Assets |  |  |",
        "| Cash | 7 | 8 |",
        "| Equity: |  |  |",
        "| of parent | 3 | 4 |",
    ]


@pytest.mark.req("ING-5")
def test_signs_that_stand_apart_go_with_their_figure_and_far_ones_do_not() -> None:
    def row(
        y: float, label: str, one: str, other: str, change: str, sign: str
    ) -> list[tuple[float, float, str]]:
        return [
            (72, y, label),
            (250, y, "$"),
            (280, y, one),
            (330, y, "$"),
            (360, y, other),
            (430, y, change),
            (447, y, sign),
        ]

    found = rows_of_lines(
        [(72, 700, "(in millions)"), (282, 700, "2022"), (362, 700, "2021"), (430, 700, "Change")],
        row(680, "Interest", "(112)", "(113)", "(1)", "%"),
        row(666, "Revenue", "(19)", "16", "22", "%"),
        [(72, 652, "Gains"), (280, 652, "41"), (360, 652, "42"), (438, 652, "**")],
        row(638, "Total", "(90)", "(97)", "(7)", "%"),
    )

    assert found == [
        "| (in millions) | 2022 | 2021 | Change |",
        "| Interest | $ (112) | $ (113) | (1) % |",
        "| Revenue | $ (19) | $ 16 | 22 % |",
        "| Gains | 41 | 42 | ** |",
        "| Total | $ (90) | $ (97) | (7) % |",
    ]


@pytest.mark.req("ING-5")
def test_words_that_go_on_below_a_row_with_a_figure_are_of_that_row() -> None:
    found = rows_of_lines(
        [(72, 700, "No."), (150, 700, "Description"), (450, 700, "Amount")],
        [(72, 680, "DH01"), (150, 680, "STAFF TRANSPORTATION"), (450, 680, "920.68")],
        [(150, 671, "AIRFARE TO WASHINGTON DC AND RETURN")],
        [(72, 662, "DH02"), (150, 662, "STAFF TRANSPORTATION"), (450, 662, "907.96")],
        [(150, 653, "AIRFARE TO SAINT LOUIS AND RETURN")],
        [(72, 644, "DH03"), (150, 644, "INTERN FROM SEP. 18"), (450, 644, "446.87")],
    )

    assert found == [
        "| No. | Description | Amount |",
        "| DH01 | STAFF TRANSPORTATION AIRFARE TO WASHINGTON DC AND RETURN | 920.68 |",
        "| DH02 | STAFF TRANSPORTATION AIRFARE TO SAINT LOUIS AND RETURN | 907.96 |",
        "| DH03 | INTERN FROM SEP. 18 | 446.87 |",
    ]


@pytest.mark.req("ING-5")
def test_rows_between_the_edges_of_cells_are_rows_and_texts_side_by_side_are_not_mixed() -> None:
    texts = (
        ("Kind", ("by water or", "by food, of", "which many"), "level two"),
        ("Group", ("so deadly", "that it is", "kept apart"), "level one"),
        ("Other", ("all that is", "not named", "and watched"), "level three"),
    )

    def draw(canvas: Any) -> None:
        canvas.setFont("Helvetica", 10)
        for n, (label, lines, level) in enumerate(texts):
            top = 700 - 48 * n
            for k, line in enumerate(lines):
                canvas.drawString(110, top - 12 * k, line)
            canvas.drawString(72, top - 6, label)
            canvas.drawString(72, top - 18, "of")
            canvas.drawString(300, top - 12, level)
            for x0, x1 in ((66, 108), (108, 290), (290, 420)):
                canvas.line(x0, top + 13, x1, top + 13)
                canvas.line(x0, top - 35, x1, top - 35)

    table = blocks_of(parse(pdf(draw)))[0][1]

    assert len(table.split("\n")) == 3
    assert all(" ".join(lines) in table for _, lines, _ in texts)
