"""PDF pages: their text, their numbers and labels, and a reason for each file that gives none."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from belegg.errors import NotADocument, NoTextLayer, OutOfMemory, PasswordNeeded
from belegg.reading import Read, read
from belegg.reading.ocr import recogniser
from belegg.reading.passages import cut

pytestmark = pytest.mark.req("ING-5")


def pdf(*texts: str, title: str = "", password: str = "") -> bytes:
    from reportlab.lib.pdfencrypt import StandardEncryption
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, encrypt=StandardEncryption(password) if password else None)
    canvas.setTitle(title)
    for text in texts:
        for number, line in enumerate(text.splitlines()):
            canvas.drawString(72, 700 - 14 * number, line)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def outcome(data: bytes) -> Read:
    return read(data, "files/report.pdf", "p")


def test_pages_are_spans_of_the_text() -> None:
    document = outcome(pdf("First page here\nsecond line.", "Second page here")).document

    assert [(p.number, document.text[p.span.start : p.span.end]) for p in document.pages] == [
        (1, "First page here second line."),
        (2, "Second page here"),
    ]


def test_an_empty_page_keeps_its_number_and_is_told() -> None:
    found = outcome(pdf("", "Second page.", "", "Fourth page."))

    assert [p.number for p in found.document.pages] == [1, 2, 3, 4]
    assert found.document.text == "Second page.\n\nFourth page."
    assert [w.text for w in found.warnings if w.code == "pages without text"] == [
        "pages 1, 3 of 4 hold no text (pictures, or empty)"
    ]
    assert cut(found.document, found.profile)[0].pages == (2, 4)


def test_a_file_of_empty_pages_is_told() -> None:
    with pytest.raises(NotADocument, match="empty"):
        outcome(pdf("", ""))


@pytest.mark.skipif(recogniser() is not None, reason="this machine recognises pictures (OCR)")
@pytest.mark.parametrize("name", ["OCRmyPDF__francais.pdf", "doctor__image-pdf.pdf"])
def test_a_scan_is_told_with_a_remedy(shared: Path, name: str) -> None:
    with pytest.raises(NoTextLayer, match=r"belegg\[ocr\]"):
        outcome((shared / "data" / "pdf" / name).read_bytes())


def test_a_file_behind_a_password_is_told() -> None:
    with pytest.raises(PasswordNeeded):
        outcome(pdf("Secret", password="open sesame"))


@pytest.mark.parametrize("data", [b"%PDF-1.7\nnot really\n", b"%PDF-1.7\n1 0 obj\n<< /Type /Cat"])
def test_a_damaged_file_is_told(data: bytes) -> None:
    with pytest.raises(NotADocument, match="damaged"):
        outcome(data)


def test_a_file_that_is_only_named_pdf_is_told() -> None:
    with pytest.raises(NotADocument, match="no PDF"):
        outcome(b"just text")


@pytest.mark.req("ING-13")
@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not hold a process to its memory")
def test_a_file_that_eats_memory_ends_its_own_process_only(shared: Path, tmp_path: Path) -> None:
    generator = shared / "data" / "security" / "gen" / "gen_pdf_recursive.py"
    subprocess.run(
        [sys.executable, generator.name, tmp_path], cwd=generator.parent, check=True, capture_output=True
    )

    with pytest.raises(OutOfMemory, match="1,536 MiB"):
        outcome((tmp_path / "form_exponential.pdf").read_bytes())
    assert outcome(pdf("The next file")).document.text == "The next file"


@pytest.mark.parametrize(
    ("title", "shown"),
    [("Annual report", "Annual report"), ("untitled", "report"), ("Microsoft Word - a.doc", "report")],
)
def test_a_title_that_says_nothing_is_not_used(title: str, shown: str) -> None:
    assert outcome(pdf("Annual report\nof the year", title=title)).document.title == shown


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("pdfplumber__password-example.pdf", PasswordNeeded),
        ("pypdf__r6-user-password.pdf", PasswordNeeded),
        ("pdfplumber__empty.pdf", NotADocument),
        ("OCRmyPDF__invalid.pdf", NotADocument),
        ("pdf-document-layout-analysis__error.pdf", NotADocument),
    ],
)
def test_files_without_text_say_why(shared: Path, name: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        outcome((shared / "data" / "pdf" / name).read_bytes())


def test_a_word_that_the_page_divides_keeps_its_hyphen(shared: Path) -> None:
    text = outcome((shared / "data" / "pdf" / "pdf.js__tracemonkey.pdf").read_bytes()).document.text

    assert "an al-\nternative co" in text
    assert "\ufffe" not in text


def test_signs_without_a_letter_are_shown_and_counted(shared: Path) -> None:
    found = outcome((shared / "data" / "pdf" / "tika__testPDF_childAttachments.pdf").read_bytes())

    assert "of\ufffdcial guidance" in found.document.text.replace("\n", " ")
    assert "unknown letters" in [w.code for w in found.warnings]


def test_empty_pages_do_not_shift_numbers(shared: Path) -> None:
    document = outcome(
        (shared / "data/pdf/pdf-document-layout-analysis__some_empty_pages.pdf").read_bytes()
    ).document

    assert [p.number for p in document.pages if p.span.start < p.span.end] == [2, 4]
