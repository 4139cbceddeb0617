"""RTF: characters in any code page, headings by style, tables, notes, and nothing that is not shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import Damaged, TooLarge
from belegg.reading.content import Content
from belegg.reading.office.rtf import parse

pytestmark = pytest.mark.req("ING-11")


def rtf(body: str, head: str = "") -> Content:
    return parse(("{\\rtf1\\ansi\\ansicpg1252\\uc1" + head + "\\pard " + body + "}").encode("cp1252"))


def test_paragraphs_and_letters_of_all_kinds_are_read() -> None:
    body = r"Bl\'e5b\'e6r \u8212\'97 {\b fet}\par En\emdash to\~tre\line fire\par \uc0\u55357 \u56842 ok"

    assert rtf(body).text == "Blåbær — fet\n\nEn—to\u00a0tre\nfire\n\n😊ok"


def test_a_fonts_code_page_counts_for_its_text() -> None:
    fonts = r"{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial;}{\f2\fcharset128 Gothic;}}"

    assert rtf(r"{\f1 \'cc\'e8\'f0}\par{\f2 \'94\'4f}\par{\f0 \'e5}", fonts).text == "Мир\n\n念\n\nå"


def test_the_unicode_form_is_taken_where_both_are_given() -> None:
    assert rtf(r"a{\upr{b}{\*\ud{\u229 ?}}}c").text == "aåc"


def test_headings_are_told_by_the_name_of_their_style() -> None:
    styles = r"{\stylesheet{\s0 Normal;}{\s3\b heading 2;}{\s5 Title;}}"

    found = rtf(r"{\pard\s5 Report\par}{\pard\s3 2.1 Scope\par}\pard\s0 Words.\par", styles).blocks

    assert [(b.kind, b.level, b.name, b.section) for b in found] == [
        ("heading", 1, "Report", None),
        ("heading", 2, "2.1 Scope", "2.1"),
        ("paragraph", 0, "", None),
    ]


def test_lists_keep_the_markers_that_are_written() -> None:
    bullet = r"{\listtext\u8226 ?\tab}"

    assert rtf(r"{\listtext 1.\tab}one\par{\listtext 2.\tab}two\par" + bullet + r"dot\par").text == (
        "1. one\n2. two\n- dot"
    )


def test_a_table_is_a_line_a_row() -> None:
    row = r"\trowd\cellx100\cellx200\intbl {}\cell {}\cell\row "

    content = rtf(row.format("Area", "Sum") + row.format("North", "a|b") + r"\pard After.\par")

    assert content.text == "| Area | Sum |\n| North | a\\|b |\n\nAfter."


def test_notes_are_marked_and_stand_at_the_end_of_their_section() -> None:
    body = r"Said{\super\chftn}{\footnote \pard{\super\chftn} A note.\par}.\par More.\par"

    content = rtf(body)

    assert content.text.split("\n\n") == ["Said¹.", "More.", "¹ A note."]
    assert content.blocks[-1].section == "note 1"


def test_what_is_not_text_or_not_shown_stays_out() -> None:
    body = (
        r"Shown{\v HID-1}{\deleted HID-2}{\*\unknown HID-3}{\pict\pngblip 89504e47}"
        r"{\field{\*\fldinst HYPERLINK x}{\fldrslt link}}{\header Acme\par}.{\*\annotation HID-4}"
    )

    content = rtf(body)

    assert content.text == "Shownlink."
    assert content.furniture == ("Acme",)
    assert [w.code for w in content.warnings] == ["hidden text", "comments", "tracked changes", "pictures"]


def test_a_text_box_is_read() -> None:
    assert rtf(r"a{\shp{\*\shpinst{\sp{\sn x}{\sv y}}{\shptxt \pard Boxed\par}}}").text == "aBoxed"


def test_properties_are_facts_and_the_title_is_the_title() -> None:
    info = r"{\info{\title Plan 2024}{\author Kari}{\creatim\yr2024\mo5\dy12\hr8}}"

    content = rtf("Words.", info)

    assert content.title == "Plan 2024"
    assert [(f.name, f.value) for f in content.facts] == [("author", "Kari"), ("created", "2024-05-12")]


def test_what_is_no_rtf_or_nests_without_end_is_refused() -> None:
    with pytest.raises(Damaged, match="no RTF"):
        parse(b"plain")
    with pytest.raises(TooLarge, match="nests"):
        parse(b"{\\rtf1" + b"{" * 100_000)


_PIECES = r"{ } \par \u8364 ? \'e5 \'8 \uc3 \v \cell \row \footnote \* \bin3 \s1 \intbl \upr x å"


@given(st.lists(st.sampled_from(_PIECES.split())))
def test_any_order_of_words_and_groups_gives_a_content(pieces: list[str]) -> None:
    content = rtf(" ".join(pieces))

    assert all(block.span.end <= len(content.text) for block in content.blocks)
