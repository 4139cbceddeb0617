"""Which office file lies before us, and every real file read or flagged with its reason."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

from belegg.errors import NotADocument, PasswordNeeded, ReadingError
from belegg.reading.content import Content
from belegg.reading.kinds import kind_of
from belegg.reading.passages import cut
from belegg.reading.read import Raw, document_of
from reading.office.office_files import docx, open_document, paragraph, pptx, rows, xlsx, zipped

pytestmark = pytest.mark.req("ING-11")

COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
READERS = {
    **{name: f"office.{name}" for name in ("docx", "pptx", "xlsx", "odf", "epub", "rtf")},
    "ods": "office.odf",
    "delimited": "tables.delimited",
}


@pytest.mark.parametrize(
    ("data", "name", "kind"),
    [
        (docx(paragraph("x")), "a.docx", "docx"),
        (docx(paragraph("x")), "named.xlsx", "docx"),
        (docx(paragraph("x")), "without", "docx"),
        (pptx("<p:sp/>"), "a.ppsx", "pptx"),
        (xlsx(rows("a")), "a.xlsm", "xlsx"),
        (open_document("text", ""), "a.odt", "odf"),
        (open_document("spreadsheet", ""), "a.odt", "ods"),
        (zipped({"mimetype": "application/epub+zip"}), "a", "epub"),
        (b"{\\rtf1 x}", "a.doc", "rtf"),
        (b"a;b", "a.TSV", "delimited"),
        (b"<html><body>x</body></html>", "a.xls", "html"),
    ],
)
def test_the_content_tells_the_kind_before_the_name_does(data: bytes, name: str, kind: str) -> None:
    assert kind_of(data, f"n/{name}") == kind


def test_an_encrypted_office_file_asks_for_a_password() -> None:
    with pytest.raises(PasswordNeeded, match="password"):
        kind_of(COMPOUND + "EncryptedPackage".encode("utf-16-le"), "n/a.docx")


def test_a_binary_workbook_says_what_to_do() -> None:
    with pytest.raises(NotADocument, match=r"save it as \.xlsx"):
        kind_of(zipped({"xl/workbook.bin": b""}), "n/a.xlsb")


FLAGGED = {
    "docling__legacy_sample.doc": "an old Word document",
    "python-mammoth__empty.docx": "the file holds no text",
    "tika__testWORD_protected_passtika.docx": "opens with a password only",
    "unstructured__password_protected.xlsx": "opens with a password only",
}
SEEN = {
    "docling__csv-semicolon.csv": "| 1 | DD37Cf93aecA6Dc | Sheryl | Baxter | Rasmussen Group |",
    "docling__docx_checkboxes.docx": "☒ Design",
    "docling__docx_comments.docx": "This is the first paragraph that has a comment attached to it.",
    "docling__docx_lists.docx": "- List item 1\n  - List item 1.1\n    - List item 1.1.1\n- List item 3",
    "docling__omml_multi_equation_paragraph.docx": "a=b c=d e=f",
    "docling__powerpoint_sample.pptx": "| R4 | True | False | True | False | True | False |",
    "docling__text_document_03.odt": "formatting with x² and H2O",
    "docling__unit_test_headers_numbered.docx": "1.2.1. Section 1.2.3",
    "docling__word_tables.docx": "| Cell 2.0 | Merged Cell 1.1 2.1 | Cell 2.2 |",
    "docling__xlsx_04_inflated.xlsx": "| 5 | 1 | -3 |",
    "docling__xlsx_comments.xlsx": "| Saltwater Ducks | Ducks |\n| 2019 | 120 | 80 | 200 |",
    "markitdown__rlink.docx": "Testing Linked Images",
    "markitdown__test.pptx": "- Comment 2:\n  - Sub comment 2",
    "markitdown__test_mskanji.csv": "| 髙橋淳 | 35 | 名古屋 |",
    "python-mammoth__endnotes.docx": "[^i] A tachyon walks into a bar.",
    "python-mammoth__footnotes.docx": "Ouch¹.²",
    "python-mammoth__text-box.docx": "Datum plane",
    "tika__testAltChunkHTML.docx": "Simple paragraph with a emphasized word.",
    "tika__testEXCEL_dateFormats.xlsx": "1996-08-10",
    "tika__testRTFUnicodeUCNControlWordCharacterDoubling.rtf": "0 年 abc 念",
    "unstructured__docx-hdrftr.docx": "Main document",
    "unstructured__eng_spa_mult.rtf": "dotados como están de razón y conciencia",
    "unstructured__group-shapes-nested.pptx": "A\n\nB\n\nD\n\nC\n\nE\n\nF\n\nG\n\nH\n\nI\n\nJ",
    "unstructured__handbook-872p.docx": "¹ /   28 U.S.C. § 586(b), (c), d), (e).",
    "unstructured__stanley-cups-utf-16.csv": "| Maple Leafs | TOR | 13 |",
    "unstructured__winter-sports.epub": "For High Alpine resorts in winter are a conjuring trick",
}


def read_real(path: Path) -> Content | str:
    data = path.read_bytes()
    try:
        kind = kind_of(data, path.name)
        content: Content = import_module(f"belegg.reading.{READERS[kind]}").parse(data, lambda done, of: None)
        document_of(Raw(kind, content), path.name, "p")
    except ReadingError as error:
        return str(error)
    return content


@pytest.mark.req("ING-13")
def test_every_real_file_is_read_or_flagged_with_its_reason(shared: Path) -> None:
    mail = (".eml", ".msg", ".md")
    files = sorted(p for p in (shared / "data" / "office").iterdir() if p.suffix not in mail)

    outcomes = {path.name: read_real(path) for path in files}

    flagged = {name: said for name, said in outcomes.items() if isinstance(said, str)}
    assert flagged.keys() == FLAGGED.keys()
    assert [name for name, why in FLAGGED.items() if why not in flagged[name]] == []
    read = {name: found for name, found in outcomes.items() if isinstance(found, Content)}
    assert [name for name, words in SEEN.items() if words not in read[name].text] == []
    for name, content in read.items():
        spans = [block.span for block in content.blocks]
        assert all(one.end <= other.start for one, other in pairwise(spans)), name
        covered = sum(span.end - span.start for span in spans)
        assert covered + 2 * max(0, len(spans) - 1) == len(content.text), name
        document = document_of(Raw("x", content), name, "p").document
        assert cut(document, content.profile), name
