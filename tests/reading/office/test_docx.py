"""Word documents as Word shows them: numbers computed, changes accepted, notes behind their section."""

from __future__ import annotations

import struct

import pytest

from belegg.reading.content import Content
from belegg.reading.office.docx import parse
from belegg.records import Block
from compound_files import compound_file
from reading.office.office_files import (
    cell,
    docx,
    levels,
    numbered,
    paragraph,
    relations,
    run,
    style,
    table,
    zipped,
)

HEADINGS = style("H1", '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>', "heading 1") + style("H2", "", "heading 2")


def blocks(content: Content, kind: str) -> list[str]:
    return [content.text[b.span.start : b.span.end] for b in content.blocks if b.kind == kind]


def headings(content: Content) -> list[Block]:
    return [block for block in content.blocks if block.kind == "heading"]


def codes(content: Content) -> list[str]:
    return [warned.code for warned in content.warnings]


@pytest.mark.req("ING-11")
def test_headings_are_told_by_their_style_and_by_what_it_is_based_on() -> None:
    styles = HEADINGS + style("Own", '<w:basedOn w:val="H2"/>') + style("Text")
    body = paragraph("One", style="H1") + paragraph("Two", style="Own") + paragraph("Words.", style="Text")

    found = headings(parse(docx(body, styles=styles)))

    assert [(block.name, block.level) for block in found] == [("One", 1), ("Two", 2)]


@pytest.mark.req("ING-11", "ING-8")
def test_the_number_of_a_heading_is_computed_and_stands_in_its_text() -> None:
    styles = style("H1", f"<w:pPr>{numbered(1)}</w:pPr>", "heading 1") + style(
        "H2", f"<w:pPr>{numbered(1, 1)}</w:pPr>", "heading 2"
    )
    body = "".join(
        paragraph(text, style=named)
        for text, named in (("Scope", "H1"), ("Staff", "H2"), ("Leave", "H2"), ("Pay", "H1"), ("Rates", "H2"))
    )

    found = headings(
        parse(docx(body, styles=styles, numbering=levels(("decimal", "%1"), ("decimal", "%1.%2"))))
    )

    assert [b.name for b in found] == ["1 Scope", "1.1 Staff", "1.2 Leave", "2 Pay", "2.1 Rates"]
    assert [b.section for b in found] == ["1", "1.1", "1.2", "2", "2.1"]


@pytest.mark.req("ING-11")
def test_lists_keep_their_markers_and_levels() -> None:
    looks = levels(("lowerLetter", "%1)"), ("bullet", "\uf0b7"), ("upperRoman", "%3."))
    body = "".join(
        paragraph(text, properties=numbered(1, level))
        for text, level in (("first", 0), ("under", 1), ("deep", 2), ("second", 0))
    )

    content = parse(docx(body, numbering=looks))

    assert blocks(content, "list") == ["a) first\n  - under\n    I. deep\nb) second"]


@pytest.mark.req("ING-11")
def test_a_list_that_is_told_to_begin_anew_does_and_others_count_on() -> None:
    override = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    again = f'<w:num w:numId="2"><w:abstractNumId w:val="1"/>{override}</w:num>'
    on = '<w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num>'
    body = "".join(paragraph("x", properties=numbered(number)) for number in (1, 1, 2, 2, 3))

    content = parse(docx(body, numbering=levels(("decimal", "%1."), extra=again + on)))

    assert content.text.split("\n") == ["1. x", "2. x", "1. x", "2. x", "3. x"]


@pytest.mark.req("ING-7")
def test_a_footnote_is_marked_in_the_text_and_stands_behind_its_section() -> None:
    refer = '<w:r><w:footnoteReference w:id="{}"/></w:r>'
    notes = "".join(
        f'<w:footnote w:id="{name}">{paragraph("<w:r><w:footnoteRef/></w:r>", " " + text)}</w:footnote>'
        for name, text in ((2, "First note."), (5, "Second note."))
    )
    body = (
        paragraph("One", style="H1")
        + paragraph("Said", refer.format(2), ".")
        + paragraph("More.")
        + paragraph("Two", style="H1")
        + paragraph("Again", refer.format(5))
    )

    content = parse(docx(body, styles=HEADINGS, footnotes=notes))

    assert content.text.split("\n\n") == [
        *("One", "Said¹.", "More.", "¹ First note."),
        *("Two", "Again²", "² Second note."),
    ]
    assert [b.section for b in content.blocks if b.kind == "footnote"] == ["note 1", "note 2"]


@pytest.mark.req("ING-7")
def test_endnotes_count_in_roman_numbers_and_a_mark_of_its_own_is_kept() -> None:
    body = paragraph("A", '<w:r><w:endnoteReference w:id="1"/></w:r>') + paragraph(
        "B", '<w:r><w:footnoteReference w:customMarkFollows="1" w:id="1"/><w:t>*</w:t></w:r>'
    )
    notes = '<w:endnote w:id="1">' + paragraph("End.") + "</w:endnote>"
    own = '<w:footnote w:id="1">' + paragraph("* Star.") + "</w:footnote>"

    content = parse(docx(body, endnotes=notes, footnotes=own))

    assert content.text == "A[^i]\n\nB*\n\n[^i] End.\n\n* Star."


@pytest.mark.req("ING-11")
def test_changes_are_read_as_accepted_and_counted() -> None:
    deleted = "<w:del><w:r><w:delText>three</w:delText></w:r></w:del>"
    inserted = f"<w:ins>{run('four')}</w:ins>"
    joined = paragraph("Ends ", properties="<w:rPr><w:del/></w:rPr>") + paragraph("here.")

    content = parse(docx(paragraph("Leave: ", deleted, inserted, " weeks") + joined))

    assert content.text == "Leave: four weeks\n\nEnds here."
    assert "tracked changes" in codes(content)


@pytest.mark.req("ING-11")
def test_comments_are_left_out_and_counted() -> None:
    body = paragraph("Text", '<w:commentRangeStart w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>', ".")
    content = parse(docx(body, comments='<w:comment w:id="0">' + paragraph("Really?") + "</w:comment>"))

    assert content.text == "Text."
    assert [w.text for w in content.warnings] == ["1 comment left out of the text"]


@pytest.mark.req("ING-11", "ING-5")
def test_text_that_word_does_not_show_is_left_out_and_reported() -> None:
    hidden = style("Secret", "<w:rPr><w:vanish/></w:rPr>")
    hidden += style("White", '<w:rPr><w:color w:val="ffffff"/></w:rPr>')
    body = (
        paragraph("Shown. ", run("HID-1", "<w:vanish/>"), run("HID-2", '<w:color w:val="FFFFFF"/>'))
        + paragraph("HID-3", style="Secret")
        + paragraph("HID-5", style="White")
        + paragraph(run("HID-4", '<w:sz w:val="2"/>'), run("back", '<w:vanish w:val="0"/>'))
    )

    content = parse(docx(body, styles=hidden))

    assert content.text == "Shown.\n\nback"
    said = next(w.text for w in content.warnings if w.code == "hidden text")
    assert all(f"HID-{n}" in said for n in (1, 3, 4, 5))


@pytest.mark.req("ING-11")
def test_white_letters_on_a_coloured_ground_are_shown() -> None:
    ground = '<w:shd w:val="clear" w:fill="1F3864"/>'
    white = run("Header", '<w:color w:val="FFFFFF"/>')
    body = table(
        f"<w:tc><w:tcPr>{ground}</w:tcPr>{paragraph(white)}</w:tc>" + cell("b"), cell("c") + cell("d")
    )

    content = parse(docx(body + paragraph(white, properties=ground)))

    assert content.text == "| Header | b |\n| c | d |\n\nHeader"


@pytest.mark.req("ING-11")
def test_a_table_is_a_line_a_row_and_what_reaches_over_rows_stands_in_each() -> None:
    down, on = '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    body = table(
        cell("Region") + cell("Year", '<w:gridSpan w:val="2"/>'),
        cell("North", down) + cell("2023") + cell("a|b"),
        cell("", on) + cell("2024") + cell("7"),
    )

    content = parse(docx(body))

    assert content.text.split("\n") == [
        "| Region | Year | Year |",
        "| North | 2023 | a\\|b |",
        "| North | 2024 | 7 |",
    ]
    assert [block.kind for block in content.blocks] == ["table"]


@pytest.mark.req("ING-11")
def test_a_table_that_only_places_text_gives_its_blocks() -> None:
    body = table(f"<w:tc>{paragraph('One', style='H1')}{paragraph('Words.')}</w:tc>")

    content = parse(docx(body, styles=HEADINGS))

    assert [block.kind for block in content.blocks] == ["heading", "paragraph"]


@pytest.mark.req("ING-11")
def test_fields_give_their_result_and_check_boxes_their_state() -> None:
    def mark(kind: str, inner: str = "") -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}">{inner}</w:fldChar></w:r>'

    box = '<w:ffData><w:checkBox><w:default w:val="1"/></w:checkBox></w:ffData>'
    field = mark("begin") + "<w:r><w:instrText>PAGEREF x</w:instrText></w:r>" + mark("separate")
    symbol = '<w:r><w:sym w:font="Wingdings" w:char="F0A8"/></w:r>'

    content = parse(
        docx(paragraph("See ", field, "12", mark("end"), " ", mark("begin", box), mark("end"), symbol))
    )

    assert content.text == "See 12 ☒☐"


@pytest.mark.req("ING-11")
def test_a_field_that_never_ends_hides_nothing_behind_its_paragraph() -> None:
    begun = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>X</w:instrText></w:r>'

    assert parse(docx(paragraph("a", begun) + paragraph("b"))).text == "a\n\nb"


@pytest.mark.req("ING-11")
def test_text_boxes_follow_their_paragraph_once() -> None:
    box = f"<w:txbxContent>{paragraph('Boxed.')}</w:txbxContent>"
    drawn = (
        f"<w:r><mc:AlternateContent><mc:Choice><w:drawing>{box}</w:drawing></mc:Choice>"
        f"<mc:Fallback><w:pict>{box}</w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )

    assert parse(docx(paragraph("Before", drawn) + paragraph("after"))).text == "Before\n\nBoxed.\n\nafter"


@pytest.mark.req("ING-11")
def test_formulas_become_one_line_of_text() -> None:
    def part(name: str, *inner: str) -> str:
        return f"<m:{name}>{''.join(inner)}</m:{name}>"

    def letters(text: str) -> str:
        return part("r", part("t", text))

    fraction = part("f", part("num", letters("a+b")), part("den", letters("c")))
    power = part("sSup", part("e", letters("x")), part("sup", letters("2")))
    root = part("rad", part("deg"), part("e", letters("y")))

    content = parse(docx(paragraph("So ", part("oMath", fraction, letters("="), power, letters("+"), root))))

    assert content.text == "So (a+b)/c=x^2+√(y)"


@pytest.mark.req("ING-11")
def test_a_raised_number_does_not_run_into_the_one_before_it() -> None:
    lifted = '<w:vertAlign w:val="superscript"/>'

    assert parse(docx(paragraph("10", run("6", lifted), " and 4", run("th", lifted)))).text == "10⁶ and 4th"


@pytest.mark.req("ING-6", "ING-11")
def test_headers_and_contents_lists_go_to_the_furniture() -> None:
    styles = HEADINGS + style("TOC1", "", "toc 1")
    section = '<w:sectPr><w:headerReference r:id="h" w:type="default"/></w:sectPr>'
    parts: dict[str, str | bytes] = {
        "word/_rels/document.xml.rels": relations(("h", "header", "header1.xml")),
        "word/header1.xml": '<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        + paragraph("Acme report")
        + "</w:hdr>",
    }
    body = (
        paragraph("1 Scope\t3", style="TOC1") + paragraph("Scope", style="H1") + paragraph("Words.") + section
    )

    content = parse(docx(body, parts, styles=styles))

    assert content.text == "Scope\n\nWords."
    assert content.furniture == ("Acme report", "1 Scope\t3")


@pytest.mark.req("ING-11")
def test_a_page_of_html_inside_is_read_where_it_stands() -> None:
    parts: dict[str, str | bytes] = {
        "word/_rels/document.xml.rels": relations(("x", "aFChunk", "page.html")),
        "word/page.html": "<html><body><h2>Inside</h2><p>Words &amp; more.</p></body></html>",
    }

    content = parse(docx(paragraph("Before.") + '<w:altChunk r:id="x"/>' + paragraph("After."), parts))

    assert content.text == "Before.\n\nInside\n\nWords & more.\n\nAfter."
    assert [block.kind for block in content.blocks][1] == "heading"


@pytest.mark.req("ING-11", "ING-9")
def test_the_title_is_the_one_shown_and_properties_are_facts() -> None:
    core = (
        "<cp:coreProperties "
        'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">'
        "<dc:title>{}</dc:title><dc:creator>Kari Nordmann</dc:creator>"
        "<dcterms:created>2024-05-12T08:00:00Z</dcterms:created></cp:coreProperties>"
    )
    package = relations(("c", "metadata/core-properties", "docProps/core.xml"))

    def read(stated: str, body: str) -> Content:
        parts: dict[str, str | bytes] = {"_rels/.rels": package, "docProps/core.xml": core.format(stated)}
        return parse(docx(body, parts, styles=style("T", "", "Title")))

    assert read("Stated", paragraph("Shown", style="T")).title == "Shown"
    assert read("Stated", paragraph("Words.")).title == "Stated"
    assert read("Microsoft Word - Document1", paragraph("Words.")).title is None
    assert [(f.name, f.value) for f in read("x", paragraph("y")).facts] == [
        ("author", "Kari Nordmann"),
        ("created", "2024-05-12"),
    ]


@pytest.mark.req("ING-11")
def test_files_inside_are_parts_and_pictures_outside_are_never_fetched() -> None:
    parts: dict[str, str | bytes] = {
        "word/embeddings/figures.xlsx": b"a workbook",
        "word/embeddings/oleObject1.bin": b"\xd0\xcf\x11\xe0",
        "word/_rels/document.xml.rels": relations(("p", "image", "file:///etc/passwd")),
    }

    content = parse(docx(paragraph("Words."), parts))

    assert [(part.name, part.data) for part in content.parts] == [("figures.xlsx", b"a workbook")]
    assert codes(content) == ["outside parts", "embedded objects"]


@pytest.mark.req("LAN-1")
def test_the_language_of_styles_counts_only_where_the_text_does_not_tell() -> None:
    defaults = (
        "<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val='fi-FI'/></w:rPr></w:rPrDefault></w:docDefaults>"
    )
    told = "The period of notice is one month and it is to be given in writing by the employer."

    assert parse(docx(paragraph("Xyzzy 42"), styles=defaults)).language == "fi"
    assert parse(docx(paragraph(told), styles=defaults)).language is None


@pytest.mark.req("ING-11")
def test_strict_files_and_a_byte_order_mark_are_read_alike() -> None:
    strict = "http://purl.oclc.org/ooxml/wordprocessingml/main"
    plain = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    part = f'<w:document xmlns:w="{plain}"><w:body>{paragraph("Fire uker")}</w:body></w:document>'

    for data in (
        part.replace(plain, strict).encode(),
        b"\xef\xbb\xbf" + part.encode(),
        part.encode("utf-16"),
    ):
        assert parse(zipped({"word/document.xml": data})).text == "Fire uker"


@pytest.mark.req("ING-11")
def test_a_file_that_windows_packed_is_unwrapped_and_named_as_it_was() -> None:
    inner = docx(paragraph("Deep."))
    packed = (
        b"\0\0\0\0\2\0" + b"Plan.docx\0" + b"C:\\Users\\kari\\Plan.docx\0" + b"\0\0\3\0\5\0\0\0" + b"temp\0"
    )
    packed += struct.pack("<L", len(inner)) + inner
    objects: dict[str, str | bytes] = {
        "word/embeddings/oleObject1.bin": compound_file({"\x01Ole10Native": packed}),
        "word/embeddings/oleObject2.bin": compound_file({"Package": inner}),
        "word/embeddings/oleObject3.bin": compound_file({"Equation Native": b"x"}),
    }

    content = parse(docx(paragraph("Words."), objects))

    assert [(part.name, part.data) for part in content.parts] == [
        ("Plan.docx", inner),
        ("oleObject2.docx", inner),
    ]
    assert codes(content) == ["embedded objects"]


@pytest.mark.req("ING-7", "ING-13")
def test_notes_that_count_anew_on_each_page_are_said() -> None:
    settings = '<w:footnotePr><w:numRestart w:val="eachPage"/><w:numFmt w:val="lowerLetter"/></w:footnotePr>'
    note = f'<w:footnote w:id="1">{paragraph("Note.")}</w:footnote>'

    content = parse(
        docx(paragraph("A", '<w:r><w:footnoteReference w:id="1"/></w:r>'), settings=settings, footnotes=note)
    )

    assert content.text == "A[^a]\n\n[^a] Note."
    assert codes(content) == ["note numbers"]


@pytest.mark.req("ING-13")
def test_damaged_properties_cost_the_text_nothing_and_are_said() -> None:
    parts: dict[str, str | bytes] = {
        "_rels/.rels": relations(("c", "metadata/core-properties", "docProps/core.xml")),
        "docProps/core.xml": "<torn",
    }

    content = parse(docx(paragraph("Words."), parts))

    assert content.text == "Words."
    assert [w.text for w in content.warnings] == ["damaged, and left out: `docProps/core.xml`"]


@pytest.mark.req("ING-11")
def test_an_empty_numbered_paragraph_counts_as_word_counts_it() -> None:
    body = "".join(paragraph(text, properties=numbered(1)) for text in ("one", "", "three"))

    assert parse(docx(body, numbering=levels(("decimal", "%1.")))).text == "1. one\n3. three"
