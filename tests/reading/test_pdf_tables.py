"""Tables of pages made for the purpose: their heads, and what is no part of them."""

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


def rows_of_lines(*lines: list[tuple[float, float, str]]) -> list[str]:
    """The table of words at places (x, y) in Helvetica 8."""

    def draw(canvas: Any) -> None:
        canvas.setFont("Helvetica", 8)
        for x, y, text in (one for line in lines for one in line):
            canvas.drawString(x, y, text)

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
