"""Tables of pages made for the purpose: heads, labels over several lines, signs that stand apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from belegg.reading.content import Content
from belegg.reading.pdf import parse
from reading.pdf_pages import pdf


def blocks_of(found: Content) -> list[tuple[str, str]]:
    return [(b.kind, found.text[b.span.start : b.span.end]) for b in found.blocks]


@dataclass(frozen=True)
class Drawn:
    """A word or figure drawn on a page: where its left or (`right`) right end is."""

    x: float
    text: str
    right: bool = False


def rows_of(*rows: list[Drawn], lines: tuple[tuple[float, float, int], ...] = ()) -> list[str]:
    """The table of some rows 14 points apart; `lines` are drawn under a row (from, to, row)."""

    def draw(canvas: Any) -> None:
        canvas.setFont("Helvetica", 10)
        for n, row in enumerate(rows):
            for one in row:
                (canvas.drawRightString if one.right else canvas.drawString)(one.x, 700 - 14 * n, one.text)
        for x0, x1, n in lines:
            canvas.line(x0, 697 - 14 * n, x1, 697 - 14 * n)

    return [line for _, text in blocks_of(parse(pdf(draw))) for line in text.split("\n")]


def figures(label: str, *right: tuple[float, str]) -> list[Drawn]:
    return [Drawn(72, label), *(Drawn(x, text, right=True) for x, text in right)]


@pytest.mark.req("ING-5")
def test_heads_set_close_together_stand_each_over_its_own_figures() -> None:
    found = rows_of(
        [Drawn(72, "Network"), *(Drawn(x, text, right=True) for x, text in YEARS)],
        figures("Nordvik", (172, "0"), (214, "0"), (256, "2")),
        figures("Norrvik", (172, "3"), (214, "7"), (256, "13")),
        figures("Total", (172, "3"), (214, "7"), (256, "15")),
    )

    assert found == [
        "| Network | 2023–24 | 2024–25 | 2025–26 |",
        "| Nordvik | 0 | 0 | 2 |",
        "| Norrvik | 3 | 7 | 13 |",
        "| Total | 3 | 7 | 15 |",
    ]


YEARS = ((172.0, "2023–24"), (214.0, "2024–25"), (256.0, "2025–26"))


@pytest.mark.req("ING-5")
def test_a_head_over_several_columns_is_repeated_in_each() -> None:
    found = rows_of(
        [Drawn(250, "Three months ended"), Drawn(410, "Twelve months ended")],
        [
            Drawn(x, year, right=True)
            for x, year in ((270, "2022"), (340, "2023"), (430, "2022"), (500, "2023"))
        ],
        figures("Net sales", (270, "3,909"), (340, "3,673"), (430, "14,544"), (500, "14,694")),
        figures("Cost", (270, "(3,115)"), (340, "(2,951)"), (430, "(11,724)"), (500, "(11,969)")),
        figures("Profit", (270, "794"), (340, "722"), (430, "2,820"), (500, "2,725")),
    )

    assert found[:2] == [
        "|  | Three months ended 2022 | Three months ended 2023 "
        "| Twelve months ended 2022 | Twelve months ended 2023 |",
        "| Net sales | 3,909 | 3,673 | 14,544 | 14,694 |",
    ]


@pytest.mark.req("ING-5")
def test_a_line_under_a_head_says_which_columns_it_stands_over() -> None:
    body = [
        figures(name, (260, "1,250"), (330, "1,360"), (400, "1,470"), (470, "1,580"))
        for name in ("North", "South", "West")
    ]
    found = rows_of([Drawn(72, "Region"), Drawn(317, "Ended")], *body, lines=((230, 400, 0),))

    assert found[0] == "| Region | Ended | Ended | Ended |  |"


@pytest.mark.req("ING-5")
def test_a_row_that_fits_no_columns_is_plain_words_and_not_figures_under_a_wrong_head() -> None:
    body = [
        figures(name, (260, "1,250"), (330, "1,360"), (400, "1,470")) for name in ("North", "South", "West")
    ]
    found = rows_of(
        [Drawn(x, year, right=True) for x, year in ((260, "2023"), (330, "2024"), (400, "2025"))],
        *body,
        [Drawn(72, "All"), Drawn(209, "3,750"), Drawn(243, "4,080"), Drawn(378, "4,410")],
        *body,
    )

    assert found[0] == "|  | 2023 | 2024 | 2025 |"
    assert found[4] == "All 3,750 4,080 4,410"


@pytest.mark.req("ING-5")
def test_a_long_label_stays_whole_beside_its_figures() -> None:
    label = "Earnings before income tax and equity in income of affiliates"
    found = rows_of(
        [Drawn(92, "Revenue"), *figures("", (392, "46,298"), (470, "51,761"))[1:]],
        [Drawn(392, f"{label} 1,788", right=True), Drawn(470, "3,024", right=True)],
        [Drawn(92, "Income tax"), *figures("", (392, "370"), (470, "574"))[1:]],
        [Drawn(92, "Net earnings"), *figures("", (392, "1,419"), (470, "2,454"))[1:]],
    )

    assert found[1] == f"| {label} | 1,788 | 3,024 |"


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


def statement(*rows: tuple[str, str, str], y: float = 640, step: float = 14) -> Any:
    """Draws rows of a label and two figures; a label that begins with a blank is a heading of rows."""

    def draw(canvas: Any) -> None:
        canvas.setFont("Helvetica", 10)
        for n, (label, *shown) in enumerate(rows):
            canvas.drawString(72, y - step * n, label)
            for x, figure in zip((400, 480), shown, strict=True):
                canvas.drawRightString(x, y - step * n, figure)

    return draw


CASH = (
    ("Net income", "122,641", "266,799"),
    ("Other items", "31,628", "15,282"),
    ("Deferred", "(58)", "(30)"),
)


@pytest.mark.req("ING-5")
def test_a_head_that_is_set_smaller_and_off_the_figures_is_the_head_of_the_table() -> None:
    def draw(canvas: Any) -> None:
        canvas.setFont("Helvetica", 8)
        canvas.drawCentredString(420, 694, "Year ended December 31,")
        canvas.drawCentredString(385, 680, "2015")
        canvas.drawCentredString(465, 680, "2014")
        canvas.setFont("Helvetica-Bold", 10)
        canvas.drawString(72, 667, "Cash flows from operating activities:")
        statement(*CASH, y=653)(canvas)

    assert blocks_of(parse(pdf(draw))) == [
        (
            "table",
            "|  | Year ended December 31, 2015 | Year ended December 31, 2014 |\n"
            "| Cash flows from operating activities: |  |  |\n"
            "| Net income | 122,641 | 266,799 |\n"
            "| Other items | 31,628 | 15,282 |\n"
            "| Deferred | (58) | (30) |",
        )
    ]


@pytest.mark.req("ING-5")
def test_a_title_over_the_page_is_no_head() -> None:
    def draw(canvas: Any) -> None:
        canvas.setFont("Helvetica", 10)
        canvas.drawCentredString(276, 708, "CONSOLIDATED STATEMENTS OF CASH FLOWS")
        canvas.drawCentredString(276, 694, "(in thousands)")
        canvas.drawCentredString(385, 680, "2015")
        canvas.drawCentredString(465, 680, "2014")
        statement(*CASH, y=660)(canvas)

    table = blocks_of(parse(pdf(draw)))[-1][1]

    assert table.startswith("|  | 2015 | 2014 |\n| Net income |")


@pytest.mark.req("ING-5")
def test_names_of_columns_over_several_lines_are_one_row() -> None:
    found = rows_of_lines(
        [(262, 700, "Rigid"), (422, 700, "Rigid")],
        [(200, 696, "Flexibles"), (360, 696, "Flexibles")],
        [(72, 692, "($ million)"), (255, 692, "Packaging"), (415, 692, "Packaging")],
        [
            (72, 676, "Net sales"),
            (220, 676, "2,777"),
            (280, 676, "897"),
            (380, 676, "11,154"),
            (440, 676, "3,540"),
        ],
        [
            (72, 662, "Cost"),
            (220, 662, "2,967"),
            (280, 662, "942"),
            (380, 662, "11,151"),
            (440, 662, "3,393"),
        ],
        [(72, 648, "Profit"), (220, 648, "(6)"), (280, 648, "(5)"), (380, 648, "(7)"), (440, 648, "(4)")],
    )

    assert found[:2] == [
        "| ($ million) | Flexibles | Rigid Packaging | Flexibles | Rigid Packaging |",
        "| Net sales | 2,777 | 897 | 11,154 | 3,540 |",
    ]


def rows_of_lines(*lines: list[tuple[float, float, str]]) -> list[str]:
    """The table of words at places (x, y) in Helvetica 8."""

    def draw(canvas: Any) -> None:
        canvas.setFont("Helvetica", 8)
        for x, y, text in (one for line in lines for one in line):
            canvas.drawString(x, y, text)

    return [line for _, text in blocks_of(parse(pdf(draw))) for line in text.split("\n")]


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
def test_where_another_head_begins_another_table_does() -> None:
    quarter, months = (
        [("", "", ""), (name, "", ""), ("", "2023", "2022"), *CASH] for name in ("FIRST", "SIX")
    )
    del quarter[:2], months[:1]

    tables = [text for kind, text in blocks_of(parse(pdf(statement(*quarter, *months)))) if kind == "table"]

    assert [table.split("\n")[0] for table in tables] == ["|  | 2023 | 2022 |", "|  | 2023 | 2022 |"]
    assert "SIX" not in tables[0]


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


@pytest.mark.req("ING-5")
def test_a_head_over_ticks_is_one_row() -> None:
    found = rows_of_lines(
        [(300, 700, "State funded"), (400, 700, "Private")],
        [(310, 690, "legal aid")],
        [(72, 674, "Women"), (318, 674, "*"), (412, 674, "*")],
        [(72, 660, "Children"), (318, 660, "*"), (412, 660, "*")],
        [(72, 646, "Migrants"), (318, 646, "*")],
    )

    assert found[:2] == ["|  | State funded legal aid | Private |", "| Women | * | * |"]


@pytest.mark.req("ING-5")
def test_numbers_that_count_columns_are_their_heads() -> None:
    counted = [(200.0 + 40 * n, 680.0, str(n)) for n in range(5)]
    figures_of = [
        [(212.0 + 40 * n, 660.0 - 14 * row, str((row + 3) * n)) for n in range(5)] for row in range(4)
    ]
    found = rows_of_lines(
        [(72, 680, "At least"), *counted],
        *([(72, 660.0 - 14 * row, f"{680 + 40 * row}"), *figures_of[row]] for row in range(4)),
    )

    assert found[:3] == [
        "| At least | 0 | 1 | 2 | 3 | 4 |",
        "| 680 | 0 | 3 | 6 | 9 | 12 |",
        "| 720 | 0 | 4 | 8 | 12 | 16 |",
    ]


@pytest.mark.req("ING-5", "ING-7")
def test_a_table_of_figures_after_the_contents_is_no_part_of_them() -> None:
    def contents(canvas: Any) -> None:
        canvas.setFont("Helvetica", 10)
        canvas.drawString(72, 740, "Contents")
        for n in range(8):
            canvas.drawString(72, 700 - 14 * n, f"Chapter {n}, on what was lost ................... {3 + n}")

    rows = [(f"Position {n}", str(40 + n), str(50 + n)) for n in range(8)]
    text = parse(pdf(contents, statement(*rows))).text

    assert "Chapter" not in text
    assert all(f"| {label} | {one} | {other} |" in text for label, one, other in rows)
