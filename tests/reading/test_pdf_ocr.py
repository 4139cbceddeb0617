"""A page that is a picture is read by a recogniser; what it reads stands where the picture shows it."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pytest
from numpy.typing import NDArray
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from belegg.errors import NoTextLayer, ParserFailed
from belegg.reading.fenced import Fence
from belegg.reading.ocr import INSTALL, RecognisedLine, Recogniser, rapid, recogniser, tesseract
from belegg.reading.ocr.tesseract import Tesseract
from belegg.reading.pdf.glyphs import Glyphs, characters
from belegg.reading.pdf.ocr import PageReader, Recognised, recognised, wants_reading
from belegg.reading.pdf.opening import opened
from belegg.reading.pdf.pages import parse
from belegg.reading.recognition import recognised as told_as_recognised
from belegg.records import PageReport, Passage, Span, document_id, passage_id
from belegg.testing.recogniser import FakeRecogniser, recognised_line
from plain_pdf import build, line, one_page, stream

pytestmark = [pytest.mark.req("ING-5"), pytest.mark.req("ING-8")]

PICTURE = b"q 500 0 0 700 40 60 cm BI /W 2 /H 1 /CS /G /BPC 8 ID \x30\xc0 EI Q\n"
TWO_LINES = [
    recognised_line("The notice period", 100, 200),
    recognised_line("is thirty days.", 100, 230, confidence=0.7),
]


def reader(by: Recogniser | None) -> PageReader:
    return PageReader((), lambda languages: by)


def recognise(data: bytes, by: Recogniser | None, pages: PageReader | None = None) -> Recognised | None:
    page = opened(pdfium.PdfDocument(data), 1, False)
    looked = (pages or reader(by)).look(page.page, page.glyphs)
    return recognised(looked, page.glyphs) if looked else None


def text(glyphs: Glyphs) -> str:
    return characters(glyphs.codes)


def wanted(data: bytes) -> bool:
    page = opened(pdfium.PdfDocument(data), 1, False)
    return wants_reading(page.glyphs, page.unseen.why, page.objects)


def test_recognised_words_stand_where_the_picture_shows_them() -> None:
    found = recognise(one_page(PICTURE), FakeRecogniser(TWO_LINES))

    assert found
    assert text(found.glyphs).split("\n") == ["The notice period", "is thirty days.", ""]
    assert found.glyphs.boxes[0].tolist() == [100, 200, 110, 220]
    assert found.by == "fake 1"


def test_confidence_is_the_mean_over_letters() -> None:
    found = recognise(one_page(PICTURE), FakeRecogniser(TWO_LINES))

    assert found
    assert found.confidence == pytest.approx((15 * 0.9 + 13 * 0.7) / 28)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_picture_that_lies_on_its_side_is_turned(turns: int) -> None:
    shape = (842, 595) if turns == 2 else (595, 842)

    def upright(picture: NDArray[np.uint8]) -> bool:
        high, wide = picture.shape
        dark_on_the_left = bool(picture[:, : wide // 2].mean() < picture[:, wide // 2 :].mean())
        dark_on_top = bool(picture[: high // 2].mean() < picture[high // 2 :].mean())
        if turns == 2:
            return wide < high and not dark_on_the_left
        return wide > high and dark_on_top == (turns == 3)

    by = FakeRecogniser([recognised_line("The notice period", 100, 200)], upright)
    found = recognise(one_page(PICTURE), by)

    assert found
    x0, y0, x1, y1 = found.glyphs.boxes[0].tolist()
    expected = {1: (375, 100, 395, 110), 2: (485, 622, 495, 642), 3: (200, 732, 220, 742)}[turns]
    assert (x0, y0, x1, y1) == expected
    assert found.glyphs.runs[0].angle == {1: 270, 2: 180, 3: 90}[turns]
    assert by.asked[-1] == (shape, 72)


def test_text_that_the_page_has_is_kept_and_not_read_again() -> None:
    own = line("Filed in May", x=100, y=842 - 216)
    found = recognise(one_page(PICTURE + own), FakeRecogniser(TWO_LINES))

    assert found
    assert text(found.glyphs) == "Filed in Mayis thirty days.\n"


def test_an_empty_page_is_not_given_to_anybody() -> None:
    by = FakeRecogniser(TWO_LINES)

    assert recognise(one_page(b""), by) is None
    assert by.asked == []


def test_without_a_recogniser_nothing_is_read() -> None:
    assert recognise(one_page(PICTURE), None) is None
    assert "belegg[ocr]" in INSTALL


def test_the_language_of_the_first_page_chooses_for_the_others() -> None:
    swedish = "Uppsägningstiden är trettio dagar och den som inte är anställd har ingen rätt till det."
    asked: list[Sequence[str]] = []

    def choose(languages: Sequence[str]) -> Recogniser:
        asked.append(tuple(languages))
        return FakeRecogniser([recognised_line(swedish, 50, 200, width=5)])

    pages = PageReader(("nb", "sv"), choose)
    recognise(one_page(PICTURE), None, pages)
    recognise(one_page(PICTURE), None, pages)

    assert asked == [("nb", "sv"), ("sv",)]


def test_pages_of_pictures_are_told_from_pages_of_text() -> None:
    many = b"".join(
        line("Enough words to be a page of text, all of them seen.", y=700 - 20 * n) for n in range(6)
    )

    assert wanted(one_page(PICTURE))
    assert wanted(one_page(PICTURE + line("Stamp")))
    assert not wanted(one_page(PICTURE + many))
    assert not wanted(one_page(line("A short page")))


def test_letters_of_one_size_stay_one_size() -> None:
    lines = [
        recognised_line("Short vowels", 50, 100, height=20),
        recognised_line("Apply", 50, 130, height=22),
    ]
    found = recognise(one_page(PICTURE), FakeRecogniser([*lines, recognised_line("BIG", 50, 300, height=60)]))

    assert found
    sizes = [run.size for run in found.glyphs.runs]
    assert sizes[0] == sizes[1] < sizes[2]


needs_tesseract = pytest.mark.skipif(not tesseract.installed(), reason="the program tesseract is not here")
needs_rapid = pytest.mark.skipif(not rapid.is_installed(), reason="`belegg[ocr]` is not installed")


@needs_tesseract
def test_tesseract_reads_a_picture() -> None:
    page = pdfium.PdfDocument(one_page(line("The notice period is 30 days.", size=20)))[0]
    grey = page.render(scale=2, grayscale=True).to_numpy()
    lines = Tesseract(["eng"]).read(grey.reshape(grey.shape[:2]), 144)

    assert " ".join(word.text for word in lines[0].words) == "The notice period is 30 days."


@pytest.mark.skipif(
    not tesseract.installed() >= {"swe", "fin", "deu"}, reason="tesseract's data for these is not here"
)
@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("swe", "Uppsägningstiden är två månader för den som är anställd på Öland."),
        ("fin", "Irtisanomisaika on yksi kuukausi, ja päätös lähetetään työntekijälle."),
        ("deu", "Die Kündigungsfrist beträgt für Angestellte außerhalb Münchens zwölf Tage."),
    ],
)
def test_tesseract_reads_the_letters_of_its_language(data: str, words: str) -> None:
    page = pdfium.PdfDocument(one_page(line(words, size=12)))[0]
    grey = page.render(scale=3, grayscale=True).to_numpy()
    lines = Tesseract([data]).read(grey.reshape(grey.shape[:2]), 216)

    assert " ".join(word.text for word in lines[0].words) == words


@needs_tesseract
def test_data_that_is_not_there_fails_in_words() -> None:
    with pytest.raises(ParserFailed, match="tesseract ended"):
        Tesseract(["xxx"]).read(np.full((50, 50), 255, np.uint8), 72)


@needs_rapid
def test_rapidocr_reads_a_picture_and_nothing_in_an_empty_one() -> None:
    page = pdfium.PdfDocument(one_page(line("Oppsigelsesfristen er 30 dager på Tromsø.", size=20)))[0]
    grey = page.render(scale=2, grayscale=True).to_numpy()
    lines = rapid.Rapid().read(grey.reshape(grey.shape[:2]), 144)

    assert " ".join(word.text for word in lines[0].words) == "Oppsigelsesfristen er 30 dager på Tromsø."
    assert rapid.Rapid().read(np.full((100, 100), 255, np.uint8), 72) == []


@needs_rapid
def test_rapidocr_tries_nothing_behind_the_fence_that_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")  # without tesseract
    with Fence() as fence:
        content = fence.parse("belegg.reading.pdf", picture_of("The notice period is 30 days.")).content

    assert content.text == "The notice period is 30 days."
    assert [warned.code for warned in content.warnings] == ["recognised text"]


def picture_of(words: str) -> bytes:
    """A page that is a picture of a line."""
    page = pdfium.PdfDocument(one_page(line(words)))[0]
    out = BytesIO()
    canvas = Canvas(out, pageSize=(595, 842))
    canvas.drawImage(ImageReader(page.render(scale=3).to_pil()), 0, 0, 595, 842)
    canvas.save()
    return out.getvalue()


@needs_tesseract
@needs_rapid
def test_a_language_without_data_goes_to_the_other() -> None:
    chosen = recogniser(["yi"])

    assert chosen
    assert chosen.name.startswith("rapidocr")


@pytest.mark.skipif(shutil.which("tesseract") is not None or rapid.is_installed(), reason="OCR is here")
def test_without_programs_there_is_no_recogniser() -> None:
    assert recogniser(["en"]) is None


@pytest.mark.skipif(not (tesseract.installed() or rapid.is_installed()), reason="no OCR on this machine")
def test_a_scan_is_read(shared: Path) -> None:
    name = "pdf-document-layout-analysis__ocr-sample-already-ocred.pdf"
    page = opened(pdfium.PdfDocument((shared / "data" / "pdf" / name).read_bytes()), 1, False)
    looked = PageReader(["en"]).look(page.page, page.glyphs)

    assert looked
    found = recognised(looked, page.glyphs)
    assert wants_reading(page.glyphs, page.unseen.why, page.objects)
    assert found
    assert "This is some text in an image" in text(found.glyphs)


def test_a_scan_becomes_a_document_that_says_how_sure_it_is() -> None:
    by = FakeRecogniser(TWO_LINES)
    content = parse(one_page(PICTURE), reader=reader(by))

    assert content.text == "The notice period is thirty days."
    assert [page.ocr for page in content.page_reports] == [pytest.approx((15 * 0.9 + 13 * 0.7) / 28)]
    assert [warned.code for warned in content.warnings] == ["recognised text"]
    assert "fake 1" in content.warnings[0].text


def test_a_passage_is_as_sure_as_its_least_sure_page() -> None:
    reports = [PageReport(1), PageReport(2, ocr=0.9), PageReport(3, ocr=0.7)]
    passages = [passage_on(pages) for pages in ((1, 1), (1, 2), (2, 3), None)]

    assert [passage.confidence for passage in told_as_recognised(passages, reports)] == [None, 0.9, 0.7, None]


def passage_on(pages: tuple[int, int] | None) -> Passage:
    document = document_id("p", "s")
    return Passage(passage_id(document, 0), document, 0, Span(0, 1), "x", pages=pages)


def test_a_scan_that_nobody_reads_is_refused_with_what_to_install() -> None:
    with pytest.raises(NoTextLayer, match=r"belegg\[ocr\]"):
        parse(one_page(PICTURE), reader=reader(None))


def test_a_page_that_recognition_fails_on_is_told_and_the_others_are_read() -> None:
    text_page = b"".join(line("Enough words to be a page of text.", y=700 - 20 * n) for n in range(9))
    content = parse(two_pages(text_page, PICTURE), reader=reader(Failing([])))

    assert content.text.startswith("Enough words")
    assert (content.page_reports[1].empty, content.page_reports[1].note) == (
        "no text layer",
        "it took too long",
    )
    # The text page could not be compared with what it shows either, and that is told too.
    assert [warned.code for warned in content.warnings] == ["fault of the reader", "no text layer"]


class Failing(FakeRecogniser):
    """Never gets ready."""

    def read(self, picture: NDArray[np.uint8], dpi: int) -> Sequence[RecognisedLine]:
        raise ParserFailed("it took too long")


def two_pages(first: bytes, second: bytes) -> bytes:
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R %b >>"
    font = b"/Resources << /Font << /F1 5 0 R >> >>"
    return build(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
            page % (6, font),
            page % (7, font),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
            stream(first),
            stream(second),
        ]
    )
