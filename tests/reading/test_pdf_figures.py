"""A text layer that says other figures than the page shows is told."""

from __future__ import annotations

from pathlib import Path

import pypdfium2 as pdfium
import pytest

from belegg.reading.pdf.figures import Differing, Figures
from belegg.reading.pdf.opening import opened
from belegg.reading.pdf.pages import parse
from plain_pdf import build, line, one_page, stream

pytestmark = [pytest.mark.req("ING-5"), pytest.mark.req("ING-6")]


def look(data: bytes, number: int = 1) -> list[Differing]:
    page = opened(pdfium.PdfDocument(data), number, False)
    return Figures().look(page.page, page.glyphs, page.unseen.why > 0)


def lying(content: bytes, shown: int, said: int, font: bytes = b"Helvetica") -> bytes:
    """A page whose text layer says one digit where it shows another."""
    letters = b"1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <20> <7E> <0020> endbfrange"
    change = b"1 beginbfchar <%02X> <%04X> endbfchar" % (48 + shown, 48 + said)
    cmap = b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap %b %b endcmap end end"
    return build(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R "
            b"/Resources << /Font << /F1 4 0 R >> >> >>",
            b"<< /Type /Font /Subtype /Type1 /BaseFont /%b /Encoding /WinAnsiEncoding /ToUnicode 6 0 R >>"
            % font,
            stream(content),
            stream(cmap % (letters, change)),
        ]
    )


@pytest.mark.parametrize("font", [b"Helvetica", b"Times-Roman", b"Helvetica-Bold", b"Courier"])
@pytest.mark.parametrize(("shown", "said"), [(3, 9), (1, 7), (8, 2), (4, 6), (5, 0)])
def test_a_digit_that_looks_like_another_is_told(font: bytes, shown: int, said: int) -> None:
    data = lying(line(f"The notice period is {shown} days."), shown, said, font)

    assert look(data) == [Differing(1, str(said), str(shown), font.decode())]


@pytest.mark.parametrize("size", [7, 12, 30])
def test_digits_that_look_like_themselves_are_not_told(size: int) -> None:
    assert look(one_page(line("0123456789 and 9876543210", size=size))) == []
    assert look(one_page(b"0 0 0.4 rg 60 690 500 40 re f\n" + line("0123456789", before="1 1 1 rg"))) == []


def test_a_digit_is_looked_at_twice_for_each_font() -> None:
    document = pdfium.PdfDocument(one_page(line("1 1 1 1 1")))
    figures = Figures()
    for _ in range(3):
        page = opened(document, 1, False)
        figures.look(page.page, page.glyphs, page.unseen.why > 0)

    assert figures.pictures == 1


def test_the_report_says_where_and_what() -> None:
    content = parse(lying(line("The notice period is 30 days."), 3, 9))

    assert content.text == "The notice period is 90 days."
    assert [warned.text for warned in content.warnings if warned.code == "text layer differs"] == [
        "page 1: the text layer says `9` where the page shows what looks like `3`; look at the page before "
        "you quote its figures"
    ]
    assert "`9`" in content.page_reports[0].note


def test_a_figure_of_a_real_paper_with_a_broken_text_layer_is_told(shared: Path) -> None:
    data = (shared / "data" / "pdf" / "pdf.js__tracemonkey.pdf").read_bytes()

    assert look(data, 11) == [Differing(11, "1", "8", "Calibri")]  # the page shows `V8`


def test_ordinary_filings_are_not_accused(shared: Path) -> None:
    data = (shared / "data" / "financebench" / "AMCOR_2023Q4_EARNINGS.pdf").read_bytes()

    assert [look(data, number) for number in (1, 4, 9)] == [[], [], []]
