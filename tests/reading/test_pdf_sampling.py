"""A sample of the text is compared with what the pages show: lies are told, honest pages are not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from belegg.errors import ParserFailed
from belegg.reading.ocr import RecognisedLine, RecognisedWord, Recogniser, tesseract
from belegg.reading.pdf.ocr import PageReader
from belegg.reading.pdf.pages import parse
from belegg.reading.pdf.sampling import distance
from belegg.records import Warned
from plain_pdf import build, line, one_page, stream
from scanned import pdf, reader

pytestmark = [pytest.mark.req("ING-7"), pytest.mark.req("ING-13")]

HONEST = "The notice period is thirty days for all who work here."


@dataclass(slots=True)
class ReadsInk:
    """Gives these words to the groups of ink in a picture of one line, from the left."""

    words: Sequence[str]
    confidence: float = 0.95
    name: str = "fake 1"
    lacks: tuple[str, ...] = ()
    dpi: int = 300
    lines_a_second: int = 15
    asked: list[tuple[int, ...]] = field(default_factory=list)

    def read(self, picture: NDArray[Any], dpi: int) -> Sequence[RecognisedLine]:
        self.asked.append(picture.shape)
        inked = np.flatnonzero((picture < 128).any(axis=0))
        groups = np.split(inked, np.flatnonzero(np.diff(inked) > 8) + 1)
        rows = np.flatnonzero((picture < 128).any(axis=1))
        top, bottom = float(rows[0]), float(rows[-1])
        found = [
            RecognisedWord(word, (float(group[0]), top, float(group[-1]), bottom), self.confidence)
            for word, group in zip(self.words, groups, strict=True)
        ]
        return [RecognisedLine(tuple(found))]


def differences(data: bytes, by: Recogniser | None) -> list[Warned]:
    content = parse(data, reader=PageReader(("en",), lambda languages: by) if by else reader(None))
    return [warned for warned in content.warnings if warned.code == "text layer differs"]


def shown_as(text: str) -> ReadsInk:
    return ReadsInk(text.split())


def test_a_page_that_shows_what_it_says_is_not_told() -> None:
    assert differences(one_page(line(HONEST)), shown_as(HONEST)) == []


def test_a_word_that_the_page_shows_otherwise_is_told_with_its_page() -> None:
    found = differences(one_page(line(HONEST)), shown_as(HONEST.replace("thirty", "ninety")))

    assert len(found) == 1
    assert found[0].text.startswith("page 1 (OCR of a sample)")
    assert "`thirty` where the page shows `ninety`" in found[0].text


def test_another_line_is_told_as_a_whole() -> None:
    found = differences(one_page(line(HONEST)), shown_as("A B C D EEEEE FFFFF GGGGG HHHHH IIIII JJJJJ KKKKK"))

    assert f"`{HONEST}` where the page shows" in found[0].text


@pytest.mark.parametrize("letters", ["thinty", "tnirty", "THIRTY", "thirty.", "thirtv"])
def test_a_letter_that_recognition_gets_wrong_is_not_told(letters: str) -> None:
    assert differences(one_page(line(HONEST)), shown_as(HONEST.replace("thirty", letters))) == []


def test_what_was_not_surely_recognised_is_not_told() -> None:
    unsure = ReadsInk(HONEST.replace("thirty", "ninety").split(), confidence=0.6)

    assert differences(one_page(line(HONEST)), unsure) == []


def test_without_a_recogniser_nothing_is_compared() -> None:
    assert differences(one_page(line(HONEST)), None) == []


class Fails(ReadsInk):
    """Whatever it is shown."""

    def read(self, picture: NDArray[Any], dpi: int) -> Sequence[RecognisedLine]:
        raise ParserFailed("it failed")


def test_a_sample_that_cannot_be_recognised_costs_the_comparison_and_is_told() -> None:
    by = Fails(())
    read = parse(one_page(line(HONEST)), reader=PageReader(("en",), lambda languages: by))

    assert differences(one_page(line(HONEST)), by) == []
    assert any("the text layer not compared with the pages" in warned.text for warned in read.warnings)


def test_one_picture_of_few_lines_is_looked_at_however_long_the_document() -> None:
    page = b"".join(line(HONEST, y=780 - 20 * n) for n in range(30))

    class Blind(ReadsInk):
        def read(self, picture: NDArray[Any], dpi: int) -> Sequence[RecognisedLine]:
            self.asked.append(picture.shape)
            return []

    by = Blind(())
    parse(pdf([page] * 12), reader=PageReader(("en",), lambda languages: by))

    assert len(by.asked) == 1
    assert 15 * 60 < by.asked[0][0] < 15 * 90  # fifteen lines of twelve points


@given(st.text("abc", max_size=6), st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_the_distance_of_words_is_one(one: str, other: str, third: str) -> None:
    assert distance(one, one) == 0
    assert distance(one, other) == distance(other, one)
    assert distance(one, third) <= distance(one, other) + distance(other, third)
    assert abs(len(one) - len(other)) <= distance(one, other) <= max(len(one), len(other))


needs_tesseract = pytest.mark.skipif("eng" not in tesseract.installed(), reason="tesseract is not here")


@needs_tesseract
@pytest.mark.parametrize(
    "layer", [HONEST, HONEST.replace("thirty", "ninety"), "Nobody may leave before the year is over, ever."]
)
def test_a_layer_over_a_scan_that_says_something_else(layer: str) -> None:
    found = differences(layer_over_a_picture(HONEST, layer), tesseract.Tesseract(["eng"]))

    assert bool(found) == (layer != HONEST)


@needs_tesseract
def test_a_font_that_shows_other_letters_than_it_says() -> None:
    found = differences(font_that_lies(), tesseract.Tesseract(["eng"]))

    assert "`nine` where the page shows `five`" in found[0].text


@needs_tesseract
@pytest.mark.parametrize("name", ["un-reports/S_2025_107.en.pdf", "pdf/uwazi__spn.pdf"])
def test_reports_that_show_what_they_say(shared: Path, name: str) -> None:
    data = (shared / "data" / name).read_bytes()

    assert differences(data, tesseract.Tesseract(["eng"])) == []


def layer_over_a_picture(shown: str, said: str) -> bytes:
    """A scan of six lines under an invisible text layer."""
    page = pdfium.PdfDocument(one_page(b"".join(line(shown, y=700 - 20 * n) for n in range(6))))[0]
    out = BytesIO()
    canvas = Canvas(out, pageSize=(595, 842))
    canvas.drawImage(ImageReader(page.render(scale=4).to_pil()), 0, 0, 595, 842)
    for n in range(6):
        text = canvas.beginText(72, 700 - 20 * n)
        text.setFont("Helvetica", 12)
        text.setTextRenderMode(3)
        text.textLine(said)
        canvas.drawText(text)
    canvas.save()
    return out.getvalue()


def font_that_lies() -> bytes:
    """Its `f` and `v` are `n` in the text layer: `five` is shown, `nine` is said."""
    codes = (
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <ff> "
        b"endcodespacerange 2 beginbfchar <66> <006e> <76> <006e> endbfchar endcmap end end"
    )
    content = (
        b"BT /F1 12 Tf 72 700 Td (The notice period of everybody is ) Tj /F2 12 Tf (five) Tj "
        b"/F1 12 Tf ( months in all cases.) Tj ET"
    )
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding %b >>"
    return build(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 6 0 R "
            b"/Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>",
            font % b"",
            font % b"/ToUnicode 7 0 R",
            stream(content),
            stream(codes),
        ]
    )
