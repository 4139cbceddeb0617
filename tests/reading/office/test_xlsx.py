"""Excel workbooks: cells as Excel shows them, a line a row, and what is hidden is said."""

from __future__ import annotations

import pytest

from belegg.errors import Damaged
from belegg.reading.content import Content
from belegg.reading.office.xlsx import parse
from reading.office.office_files import SHEET, relations, rows, xlsx

pytestmark = pytest.mark.req("ING-11")


def row(number: int, *cells: str) -> str:
    return f'<row r="{number}">{"".join(cells)}</row>'


def said(content: Content) -> dict[str, str]:
    return {warned.code: warned.text for warned in content.warnings}


def test_a_sheet_is_a_heading_and_its_rows_are_lines() -> None:
    content = parse(xlsx(rows("Region | Revenue", "North | 12"), rows("x | y"), names=("Sales", "Other")))

    assert content.text == "Sales\n\n| Region | Revenue |\n| North | 12 |\n\nOther\n\n| x | y |"
    assert [block.kind for block in content.blocks] == ["heading", "table", "heading", "table"]
    assert content.title is None


def test_cells_stand_as_excel_shows_them() -> None:
    cells = (
        '<c r="A1" s="1"><v>0.153</v></c><c r="B1" s="2"><v>45306</v></c><c r="C1" t="b"><v>1</v></c>'
        '<c r="D1" t="e"><v>#DIV/0!</v></c><c r="E1" t="s"><v>0</v></c>'
        '<c r="F1" t="str"><f>A1</f><v>kr</v></c>'
        '<c r="G1"><v>0.30000000000000004</v></c>'
    )
    strings = "<si><r><t>Åsa</t></r><r><t xml:space='preserve'> &amp; co</t></r><rPh><t>x</t></rPh></si>"

    content = parse(xlsx(row(1, cells), strings=strings, formats=("0.0%", "yyyy-mm-dd")))

    assert content.text.endswith("| 15.3% | 2024-01-15 | TRUE | #DIV/0! | Åsa & co | kr | 0.3 |")


def test_no_cell_is_ever_nan_and_a_formula_without_a_value_is_said() -> None:
    formulas = '<c r="A1"><f>SUM(B1:B2)</f></c><c r="D1"><f>1+1</f><v/></c>'

    content = parse(xlsx(row(1, formulas, '<c r="E1"><v>NaN</v></c><c r="F1"><v>2</v></c>')))

    assert "nan" not in content.text.lower()
    assert "`Sheet1!A1`, `Sheet1!D1`" in said(content)["formulas without values"]


def test_a_cell_in_the_last_corner_is_a_cell_like_others() -> None:
    far = row(1_048_576, '<c r="XFD1048576" t="inlineStr"><is><t>corner</t></is></c>')

    content = parse(xlsx(rows("a | b") + far))

    assert content.text == "Sheet1\n\n| a | b |\n\ncorner"


def test_hidden_sheets_rows_and_columns_are_read_and_said() -> None:
    sheet = (
        '<cols><col min="2" max="3" hidden="1"/></cols><sheetData>'
        '<row r="1" hidden="1"><c r="A1"><v>1</v></c></row>'
        '<row r="2"><c r="B2"><v>2</v></c></row></sheetData>'
    )

    content = parse(xlsx(sheet, rows("secret"), names=("One", "Two"), states=("", "veryHidden")))

    assert "secret" in content.text
    assert said(content)["hidden cells"] == (
        "not shown, but read: 2 columns of `One`, 1 row of `One`, sheet `Two`"
    )


def test_a_merged_cell_stands_in_each_row_that_it_reaches_over() -> None:
    sheet = (
        f"<sheetData>{rows('Region | Sum', 'North | 1', ' | 2')}</sheetData>"
        '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>'
    )

    assert parse(xlsx(sheet)).text.splitlines()[2:] == ["| Region | Sum |", "| North | 1 |", "| North | 2 |"]


@pytest.mark.req("ING-11", "LAN-1")
def test_a_norwegian_workbook_shows_norwegian_numbers_and_says_so() -> None:
    cells = '<c r="A1" s="1"><v>1234.5</v></c><c r="B1"><v>0.5</v></c>'

    content = parse(xlsx(f'<row r="1">{cells}</row>', formats=("#,##0.00 [$kr-414]",)))

    assert content.text.endswith("| 1 234,50 kr | 0,5 |")
    assert "`1 234,5`" in said(content)["number separators"]


def test_comments_are_counted_and_left_out() -> None:
    parts: dict[str, str | bytes] = {
        "xl/worksheets/_rels/sheet1.xml.rels": relations(("c", "comments", "../comments1.xml")),
        "xl/comments1.xml": f"<comments {SHEET}><commentList><comment ref='A1'>"
        "<text><t>psst</t></text></comment></commentList></comments>",
    }

    content = parse(xlsx(rows("a | b"), parts=parts))

    assert "psst" not in content.text
    assert said(content) == {"comments": "1 comment left out of the text"}


def test_a_row_out_of_order_or_a_missing_sheet_is_damage() -> None:
    with pytest.raises(Damaged, match="row 1 of `Sheet1`"):
        parse(xlsx(rows("a | b", start=5) + rows("c | d")))

    lost = xlsx(rows("a")).replace(b"xl/worksheets/sheet1.xml", b"xl/worksheets/sheetX.xml")
    with pytest.raises(Damaged, match="sheet `Sheet1` is missing"):
        parse(lost)


def test_what_is_printed_above_and_below_a_sheet_is_furniture() -> None:
    header = '<headerFooter><oddHeader>&amp;L&amp;"Arial"Acme &amp;P</oddHeader></headerFooter>'
    sheet = f"<sheetData>{rows('a | b')}</sheetData>{header}"

    assert parse(xlsx(sheet)).furniture == ("Acme",)


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []

    parse(xlsx(rows("a"), rows("b")), lambda done, of: told.append((done, of)))

    assert told == [(100, 200), (200, 200)]


def test_what_a_cell_does_not_show_is_left_out_and_said() -> None:
    styles = (
        f'<styleSheet {SHEET}><numFmts><numFmt numFmtId="164" formatCode=";;;"/></numFmts><fonts><font/>'
        '<font><color rgb="FFFFFFFF"/></font></fonts><fills><fill><patternFill patternType="none"/></fill>'
        '<fill><patternFill patternType="solid"/></fill></fills><cellXfs><xf/><xf numFmtId="164"/>'
        '<xf fontId="1" fillId="0"/><xf fontId="1" fillId="1"/></cellXfs></styleSheet>'
    )
    cells = (
        '<c r="A1"><v>1</v></c><c r="B1" s="1"><v>7</v></c><c r="C1" s="2"><v>8</v></c>'
        '<c r="D1" s="3"><v>9</v></c>'
    )

    content = parse(xlsx(row(1, cells), parts={"xl/styles.xml": styles}))

    assert content.text == "Sheet1\n\n| 1 | 9 |"
    assert said(content)["hidden text"].endswith("left out: `Sheet1!B1`, `8`")


def test_white_letters_are_read_where_a_rule_may_colour_their_ground() -> None:
    fonts = '<fonts><font><color theme="0"/></font></fonts>'
    styles = f'<styleSheet {SHEET}>{fonts}<cellXfs><xf fontId="0"/></cellXfs>'
    sheet = f"<sheetData>{rows('a | b')}</sheetData><conditionalFormatting/>"

    content = parse(xlsx(sheet, parts={"xl/styles.xml": styles + "</styleSheet>"}))

    assert content.text.endswith("| a | b |")
