"""One table with merged cells, written in each format, is read the same in all of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from belegg.reading.content import Content
from belegg.reading.html import parse as html
from belegg.reading.office.docx import parse as docx
from belegg.reading.office.odf import parse as odf
from belegg.reading.office.pptx import parse as pptx
from belegg.reading.office.rtf import parse as rtf
from belegg.reading.office.xlsx import parse as xlsx
from reading.office import office_files as made

pytestmark = pytest.mark.req("ING-11")

ROWS = (
    (("Region", 2, 1), ("2024", 1, 2)),
    (None, ("Q1", 1, 1), ("Q2", 1, 1)),
    (("North", 2, 1), ("11", 1, 1), ("12", 1, 1)),
    (None, ("none", 1, 2)),
)
"""Text, rows and columns that each cell reaches over; None goes on with the cell above."""

READ = """\
| Region | 2024 | 2024 |
| Region | Q1 | Q2 |
| North | 11 | 12 |
| North | none |  |"""


def in_word() -> Content:
    def cell(each: tuple[str, int, int] | None) -> str:
        if each is None:
            return made.cell("", "<w:vMerge/>")
        text, down, across = each
        merge = '<w:vMerge w:val="restart"/>' if down > 1 else ""
        return made.cell(text, f'{merge}<w:gridSpan w:val="{across}"/>')

    return docx(made.docx(made.table(*("".join(map(cell, row)) for row in ROWS))))


def in_powerpoint() -> Content:
    def cell(each: tuple[str, int, int] | None) -> str:
        text, _, across = each or ("", 1, 1)
        merge = f'gridSpan="{across}"' if each else 'vMerge="1"'
        body = f"<a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody>"
        return f"<a:tc {merge}>{body}</a:tc>" + '<a:tc hMerge="1"/>' * (across - 1)

    table = "".join(f"<a:tr>{''.join(map(cell, row))}</a:tr>" for row in ROWS)
    frame = f"<a:graphic><a:graphicData><a:tbl>{table}</a:tbl></a:graphicData></a:graphic>"
    return pptx(made.pptx(f"<p:graphicFrame>{frame}</p:graphicFrame>"))


def in_excel() -> Content:
    rows = made.rows("Region | 2024", " | Q1 | Q2", "North | 11 | 12", " | none")
    merged = "".join(f'<mergeCell ref="{place}"/>' for place in ("A1:A2", "B1:C1", "A3:A4", "B4:C4"))
    return xlsx(made.xlsx(f"<sheetData>{rows}</sheetData><mergeCells>{merged}</mergeCells>"))


def in_open_document(kind: str) -> Content:
    def cell(each: tuple[str, int, int] | None) -> str:
        covered = "<table:covered-table-cell/>"
        if each is None:
            return covered
        text, down, across = each
        spans = f'table:number-rows-spanned="{down}" table:number-columns-spanned="{across}"'
        return f"<table:table-cell {spans}><text:p>{text}</text:p></table:table-cell>" + covered * (
            across - 1
        )

    table = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in ROWS)
    return odf(made.open_document(kind, f'<table:table table:name="One">{table}</table:table>'))


def in_rich_text() -> Content:
    def shape(each: tuple[str, int, int] | None) -> str:
        words = r"\clvmrg\cellx1" if each is None else r"\clvmgf\cellx1" if each[1] > 1 else r"\clmgf\cellx1"
        return words + r"\clmrg\cellx2" * ((each or ("", 1, 1))[2] - 1)

    def cell(each: tuple[str, int, int] | None) -> str:
        text, _, across = each or ("", 1, 1)
        return text + r"\cell " * across

    rows = (f"\\trowd{''.join(map(shape, row))}\\intbl {''.join(map(cell, row))}\\row " for row in ROWS)
    return rtf(f"{{\\rtf1\\ansi {''.join(rows)}\\pard\\par}}".encode())


def on_a_page() -> Content:
    def cell(each: tuple[str, int, int] | None) -> str:
        return f"<td rowspan={each[1]} colspan={each[2]}>{each[0]}" if each else ""

    return html(f"<table>{''.join('<tr>' + ''.join(map(cell, row)) for row in ROWS)}</table>".encode())


def nested_in_word(label: str) -> Content:
    inner = made.table(made.cell("Mon") + made.cell("8"), made.cell("Tue") + made.cell("7"))
    holding = f"<w:tc>{made.paragraph('Hours:')}{inner}</w:tc>"
    return docx(made.docx(made.table(made.cell(label) + holding, made.cell("Ola") + made.cell("none"))))


def nested_in_open_document(label: str) -> Content:
    def cell(inner: str) -> str:
        return f"<table:table-cell><text:p>{inner}</text:p></table:table-cell>"

    def table(*rows: str) -> str:
        inner = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)
        return f"<table:table>{inner}</table:table>"

    inner = table(cell("Mon") + cell("8"), cell("Tue") + cell("7"))
    holding = f"<table:table-cell><text:p>Hours:</text:p>{inner}</table:table-cell>"
    return odf(made.open_document("text", table(cell(label) + holding, cell("Ola") + cell("none"))))


@pytest.mark.parametrize("written", [nested_in_word, nested_in_open_document])
def test_a_table_inside_a_short_row_with_a_label_stays_in_it(written: Callable[[str], Content]) -> None:
    assert written("Kari").text == "| Kari | Hours: Mon \\| 8; Tue \\| 7 |\n| Ola | none |"
    assert "| Mon | 8 |\n| Tue | 7 |" in written("Long label " * 20).text


@pytest.mark.parametrize("kind", ["word", "powerpoint", "excel", "text", "spreadsheet", "rich text", "page"])
def test_merged_cells_are_read_alike_in_every_format(kind: str) -> None:
    content = {
        "word": in_word,
        "powerpoint": in_powerpoint,
        "excel": in_excel,
        "text": lambda: in_open_document("text"),
        "spreadsheet": lambda: in_open_document("spreadsheet"),
        "rich text": in_rich_text,
        "page": on_a_page,
    }[kind]()

    [table] = [block for block in content.blocks if block.kind == "table"]

    assert content.text[table.span.start : table.span.end] == READ
