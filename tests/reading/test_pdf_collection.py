"""Sixty real PDFs of all kinds: each is read, or told why not; filings keep their figures in rows."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from belegg.errors import Damaged, NotADocument, NoTextLayer, PasswordNeeded, ReadingError
from belegg.reading.content import Content
from belegg.reading.pdf import parse
from belegg.reading.pdf.ocr import PageReader

pytestmark = [pytest.mark.req("ING-5", "ING-13")]

LARGE = 300_000
"""Bytes: larger files are left to `benchmarks/pdf.py`, for the time they take."""

REFUSED: dict[str, type[ReadingError]] = {
    "OCRmyPDF__francais.pdf": NoTextLayer,
    "OCRmyPDF__invalid.pdf": Damaged,
    "OCRmyPDF__rotated_skew.pdf": NoTextLayer,
    "docling__ocr_test_rotated_180.pdf": NoTextLayer,
    "docling__ocr_test_rotated_90.pdf": NoTextLayer,
    "doctor__image-pdf.pdf": NoTextLayer,
    "markitdown__MEDRPT-2024-PAT-3847_medical_report_scan.pdf": NoTextLayer,
    "pdf-document-layout-analysis__error.pdf": Damaged,
    "pdf.js__poppler-85140-0.pdf": NotADocument,
    "pdfbox__test_pagelabels.pdf": NoTextLayer,
    "pdfplumber__empty.pdf": Damaged,
    "pdfplumber__password-example.pdf": PasswordNeeded,
    "pypdf__r3-user-password.pdf": PasswordNeeded,
    "pypdf__r6-user-password.pdf": PasswordNeeded,
    "uwazi__Привет, мир.pdf": NotADocument,
    "uwazi__헬로월드.pdf": NotADocument,
}


def alone(path: Path) -> Content:
    """What is read without any program for recognition (OCR)."""
    return parse(path.read_bytes(), reader=PageReader(choose=lambda _: None))


def text(shared: Path, name: str) -> str:
    return alone(shared / "data" / "pdf" / name).text


def test_each_file_is_read_or_told_why_not(shared: Path) -> None:
    outcomes: dict[str, type[Exception]] = {}
    for path in sorted((shared / "data" / "pdf").glob("*.pdf")):
        if path.stat().st_size > LARGE:
            continue
        try:
            assert alone(path).text
        except ReadingError as error:
            outcomes[path.name] = type(error)

    folder = shared / "data" / "pdf"
    small = {name: kind for name, kind in REFUSED.items() if (folder / name).stat().st_size <= LARGE}
    assert outcomes == small


@pytest.mark.parametrize(
    ("name", "words"),
    [
        # Two columns, over a hyphen; a figure in the other column; a quotation over the column break.
        ("unstructured__multi-column-2p.pdf", "Retrieval in open-domain QA is usually imple-\nmented using"),
        (
            "pdf.js__tracemonkey.pdf",
            "The system stops extending the inner tree when it reaches an outer loop",
        ),
        # Accents that are drawn over their letters.
        ("unstructured__multi-column-2p.pdf", "Barlas Oğuz"),
        ("pdf.js__tracemonkey.pdf", "In a naïve implementation"),
        # Two pages of a book on one page.
        ("docling__table_mislabeled_as_picture.pdf", "| Persons with disabilities | * | *"),
        # From the right: numbers, brackets and ligatures in the order of reading.
        ("pdf.js__issue11656.pdf", "לחיוב פעולות אלה לפי סעיף 15(ב)(4) לחוק מבקר המדינה"),
        ("docling__right_to_left_03.pdf", "کالای داخلی"),
        ("pdfbox__BidiSample.pdf", "«إختبار ذاتي»"),
        ("docling__right_to_left_01.pdf", "البرمجة بلغة R و Python من الأدوات"),
        # In columns from the right, from the top.
        ("pdfminer.six__jo.pdf", "風景やみんなといっしょに"),
        # Turned pages.
        ("unstructured__rotated-page-90.pdf", "Rotated"),
        ("pdfplumber__senate-expenditures.pdf", "| DISTRICT DIRECTOR | 37,499.96 |"),
        ("doctor__gov.uscourts.azd.1085839.3.0.pdf", "| Conn. | 3:16-cv-01113 |"),
        ("pdfbox__eu-001.pdf", "| Carbon dioxide (CO2) | 100 million | - | - |"),
        # Labels and cells over several lines; ticks; boxes to tick, from the right; words in two directions.
        ("pdfbox__eu-001.pdf", "| Chlorine and inorganic compounds (as HCl) | 10 000 | - | - |"),
        ("pdfbox__eu-001.pdf", "| Toluene | - | 200 (as BTEX) | 200 (as BTEX) |"),
        ("pdfplumber__senate-expenditures.pdf", "| STAFF TRANSPORTATION AIRFARE FOR E JOHNSON KANSAS CITY"),
        ("docling__table_mislabeled_as_picture.pdf", "|  |  | State funded legal aid | CSOs |"),
        ("docling__right_to_left_03.pdf", "بلی خير"),
        ("pdfbox__BidiSample.pdf", "A line with an Arabic العربية word embedded."),
        ("pdfplumber__issue-71-duplicate-chars.pdf", "| 微软公司的 |  |  | 2019年11月 |"),
        (
            "PyMuPDF__test_2635.pdf",
            "La libertà dell’uomo è una libertà responsabile perché è legata alle con-\nseguenze",
        ),
    ],
)
def test_words_stand_in_the_order_of_reading(shared: Path, name: str, words: str) -> None:
    assert words in text(shared, name)


def test_letters_drawn_twice_are_read_once(shared: Path) -> None:
    found = text(shared, "pdfplumber__issue-71-duplicate-chars.pdf")

    assert "项目经验" in found
    assert "项项目目" not in found


@pytest.mark.req("ING-6")
def test_printed_numbers_are_labels(shared: Path) -> None:
    found = alone(shared / "data" / "pdf" / "PyMuPDF__test_3842.pdf")

    labels = {page.number: page.label for page in found.pages}
    assert (labels[5], labels[9], labels[34]) == ("i", "1", "26")
    assert "NIST SP 800-223" in found.furniture
    assert [report.number for report in found.page_reports if report.empty == "contents"] == [7, 8]


def test_figures_of_filings_stand_on_their_page_in_row_order(shared: Path) -> None:
    folder = shared / "data" / "financebench"
    asked = [json.loads(line) for line in (folder / "questions.jsonl").read_text().splitlines()]
    names = {question["doc"] for question in asked}
    docs = {name: alone(folder / name) for name in names if (folder / name).stat().st_size <= LARGE}

    shares = {}
    for question in asked:
        if question["doc"] not in docs:
            continue
        for evidence in question["evidence"]:
            figures = figures_of(evidence["text"])
            there = figures_of(page_text(docs[question["doc"]], evidence["page_index0"] + 1))
            shares[question["id"]] = in_order(figures, there) / max(len(figures), 1)
    assert len(shares) >= 6
    assert {name: share for name, share in shares.items() if share < 0.8} == {}
    assert sum(shares.values()) / len(shares) >= 0.95


def figures_of(text: str) -> list[str]:
    plain = text.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789"))
    return re.findall(r"\d[\d,]*\.?\d*", plain)


def page_text(found: Content, number: int) -> str:
    return "\n".join(found.text[p.span.start : p.span.end] for p in found.pages if p.number == number)


def in_order(wanted: list[str], there: list[str]) -> int:
    """The length of the longest common subsequence."""
    row = [0] * (len(there) + 1)
    for one in wanted:
        before = 0
        for n, other in enumerate(there, 1):
            above = row[n]
            row[n] = before + 1 if one == other else max(above, row[n - 1])
            before = above
    return row[-1]
