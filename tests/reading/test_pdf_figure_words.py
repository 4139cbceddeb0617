"""What is recognised on a map or a chart is kept as it stands, neither as headings nor as a table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from belegg.reading.content import Content
from belegg.reading.ocr import RecognisedLine, tesseract
from belegg.reading.pdf.figure_words import holds_figure_words
from belegg.reading.pdf.ocr import PageReader
from belegg.reading.pdf.pages import parse
from belegg.reading.pdf.pictured import Pictured
from belegg.testing.recogniser import FakeRecogniser, recognised_line
from plain_pdf import one_page

pytestmark = [pytest.mark.req("ING-5"), pytest.mark.req("ING-11")]

PICTURE = b"q 500 0 0 700 40 60 cm BI /W 2 /H 1 /CS /G /BPC 8 ID \x30\xc0 EI Q\n"
NAMES = ["PX 5", "oBaki~ wd", "JE ISIN", "Golfe du Nord", "a ~ i", "DHEXE =< Ne", "I. HOOSE", "46 48 50"]
MAP = [
    recognised_line(name, 60 + 40 * (n % 3), 80 + 60 * n, height=10 + 9 * (n % 4), confidence=0.6)
    for n, name in enumerate(NAMES)
]
TEXT = [
    recognised_line(f"The wells of district {n} hold water in most months.", 60, 80 + 30 * n, 7)
    for n in range(8)
]


def read_as(lines: Sequence[RecognisedLine]) -> Content:
    by = FakeRecogniser(lines)
    return parse(one_page(PICTURE), reader=PageReader(("en",), lambda languages: by))


def kinds(found: Content) -> list[str]:
    return [block.kind for block in found.blocks]


def told(lines: Sequence[RecognisedLine]) -> bool:
    return holds_figure_words(Pictured("fake 1", 0, 1.0, (842, 595), lines))


def test_words_of_a_map_are_one_paragraph_a_line_a_line() -> None:
    found = read_as(MAP)

    assert kinds(found) == ["paragraph"]
    assert found.text.splitlines() == NAMES
    assert [report.tables for report in found.page_reports] == [0]


def test_the_page_and_the_file_say_so() -> None:
    found = read_as(MAP)

    (warned,) = [one for one in found.warnings if one.code == "figure words"]
    assert warned.text.startswith("page 1 of 1: mostly a map, chart or drawing")
    assert "not in headings or tables" in found.page_reports[0].note


def test_a_scan_of_text_is_none() -> None:
    found = read_as(TEXT)

    assert not [one for one in found.warnings if one.code == "figure words"]
    assert told(MAP)
    assert not told(TEXT)


def test_neither_figures_in_rows_nor_unsure_text_nor_a_few_words_are_a_map() -> None:
    rows = [recognised_line(f"{n} 120 {n * 7} 45", 60, 80 + 30 * n) for n in range(12)]
    unsure = [
        recognised_line("The wells of this district hold water", 60, 80 + 30 * n, confidence=0.5)
        for n in range(9)
    ]

    assert not told(rows)
    assert not told(unsure)
    assert not told(MAP[:5])


def test_the_map_of_a_report_gives_no_heading_and_no_table(shared: Path) -> None:
    if not tesseract.installed():
        pytest.skip("tesseract is not installed")
    data = (shared / "data" / "un-reports" / "S_2025_303.en.pdf").read_bytes()

    found = parse(data)

    heads = [found.text[b.span.start : b.span.end] for b in found.blocks if b.kind == "heading"]
    assert "Map showing areas controlled" in " ".join(heads)
    assert not [head for head in heads if "ISIN" in head or "REPUBLIC" in head]
    assert [report.number for report in found.page_reports if "mostly a map" in report.note] == [4]
