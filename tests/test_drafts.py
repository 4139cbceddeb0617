"""The text of a draft, from text files and DOCX files of any origin."""

from __future__ import annotations

import io
import zipfile

import pytest

from belegg.errors import BadInput
from belegg.library.drafts import read_draft

NAMES = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
COMPATIBLE = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'


def draft_text(data: bytes, name: str) -> str:
    return read_draft(data, name).text


def docx(body: str, **parts: str) -> bytes:
    """A DOCX file with this body, and further parts by name (`footnotes="<w:p>…"`)."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "word/document.xml", f"<w:document {NAMES} {COMPATIBLE}><w:body>{body}</w:body></w:document>"
        )
        for name, inner in parts.items():
            archive.writestr(f"word/{name}.xml", f"<w:{name} {NAMES}>{inner}</w:{name}>")
    return packed.getvalue()


def paragraph(*runs: str) -> str:
    return f"<w:p>{''.join(f'<w:r><w:t>{run}</w:t></w:r>' for run in runs)}</w:p>"


def test_the_paragraphs_of_a_docx_file_are_read_across_their_runs() -> None:
    data = docx(paragraph("Four ", "weeks") + "<w:p/>" + paragraph("of leave.") + "<w:sectPr/>")

    assert draft_text(data, "a.docx") == "Four weeks\n\nof leave."


def test_deleted_text_is_left_out_and_inserted_text_stays() -> None:
    deleted = "<w:del><w:r><w:delText>three</w:delText></w:r></w:del>"
    inserted = "<w:ins><w:r><w:t>four</w:t></w:r></w:ins>"

    assert draft_text(docx(f"<w:p>{deleted}{inserted}</w:p>"), "a.docx") == "four"


def test_a_file_saved_as_strict_open_xml_is_read_too() -> None:
    strict = NAMES.replace(
        "schemas.openxmlformats.org/wordprocessingml/2006", "purl.oclc.org/ooxml/wordprocessingml"
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("word/document.xml", f"<w:document {strict}>{paragraph('Four weeks')}</w:document>")

    assert draft_text(packed.getvalue(), "a.docx") == "Four weeks"


def test_notes_follow_the_text_and_a_text_box_is_read_once() -> None:
    box = (
        "<mc:AlternateContent><mc:Choice><w:txbxContent>"
        + paragraph("Boxed.")
        + "</w:txbxContent></mc:Choice>"
        "<mc:Fallback>" + paragraph("Boxed.") + "</mc:Fallback></mc:AlternateContent>"
    )
    refers = '<w:footnoteReference w:id="2"/>'
    note = f'<w:footnote w:id="2">{paragraph("A note.")}</w:footnote>'
    data = docx(f"<w:p><w:r><w:t>Before</w:t>{refers}{box}</w:r></w:p>", footnotes=note)

    assert draft_text(data, "a.docx") == "Before¹\n\nBoxed.\n\n¹ A note."


def test_text_is_utf_8_with_or_without_a_mark_or_utf_16_with_one() -> None:
    text = "Fire uker: «ærlig»."

    assert {draft_text(text.encode(e), "a") for e in ("utf-8", "utf-8-sig", "utf-16")} == {text}


def test_a_draft_in_a_code_page_is_read_as_documents_are_and_a_note_says_so() -> None:
    text = "Ansatte får «fire uker» permisjon når søknaden er på plass, og lønnen løper."

    read = read_draft(text.encode("cp1252"), "letter.txt")

    assert read.text == text
    assert [note.text for note in read.notes] == [
        "`letter.txt`: not UTF-8; read as Windows-1252, told from its letters"
    ]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (bytes(range(128, 256)), "UTF-8"),
        (b"a\x00b", "no text"),
        (b"PK\x03\x04 broken", "damaged"),
        (b"\xd0\xcf\x11\xe0 old", "old or encrypted"),
        (b"%PDF-1.4 broken", "a PDF file"),
        (docx("<w:p>"), "damaged"),
        (docx("").replace(b"word/document.xml", b"word/documents.xm"), "no DOCX"),
    ],
)
def test_what_is_no_draft_is_refused_in_a_sentence(data: bytes, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        draft_text(data, "draft")


def test_deep_nesting_and_bombs_are_refused() -> None:
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * 20_000_000)

    for data, reason in (
        (bomb.getvalue(), "unpacks"),
        (docx("<w:p>" * 300 + "</w:p>" * 300), "nests"),
    ):
        with pytest.raises(BadInput, match=reason):
            draft_text(data, "draft.docx")


def test_entities_that_a_draft_declares_are_not_expanded() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        body = f"<w:document {NAMES}><w:body>{paragraph('Four &b; weeks.')}</w:body></w:document>"
        archive.writestr("word/document.xml", f'<!DOCTYPE w [<!ENTITY b "bad">]>{body}')

    assert draft_text(packed.getvalue(), "draft.docx") == "Four &b; weeks."


def test_drafts_of_other_word_processors_are_read_and_what_is_odd_is_said() -> None:
    changed = docx(f"<w:p><w:ins><w:r><w:t>Four weeks.</w:t></w:r></w:ins></w:p>{paragraph('More.')}")

    assert draft_text(rb"{\rtf1\ansi Fire \'abuker\'bb.\par}", "a.rtf") == "Fire «uker»."
    assert [note.text for note in read_draft(changed, "a.docx").notes] == [
        "`a.docx`: 1 tracked change; read as if all were accepted"
    ]
