"""OpenDocument texts, sheets and presentations."""

from __future__ import annotations

import pytest

from belegg.errors import PasswordNeeded
from belegg.reading.content import Content
from belegg.reading.office.odf import parse
from reading.office.office_files import open_document

pytestmark = pytest.mark.req("ING-11")


def text(body: str, styles: str = "") -> Content:
    return parse(open_document("text", body, styles))


def p(inner: str, style: str = "") -> str:
    return f'<text:p text:style-name="{style}">{inner}</text:p>'


def test_headings_keep_their_level_and_get_the_number_of_the_outline() -> None:
    outline = (
        "<text:outline-style>"
        '<text:outline-level-style text:level="1" style:num-format="1" style:num-suffix="."/>'
        '<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/>'
        "</text:outline-style>"
    )
    body = "".join(
        f'<text:h text:outline-level="{level}">{name}</text:h>'
        for level, name in ((1, "Scope"), (2, "Staff"), (2, "Leave"), (1, "Pay"))
    )

    found = text(body, outline).blocks

    assert [(b.name, b.level, b.section) for b in found] == [
        ("1. Scope", 1, "1"),
        ("1.1 Staff", 2, "1.1"),
        ("1.2 Leave", 2, "1.2"),
        ("2. Pay", 1, "2"),
    ]


def test_spaces_tabs_and_breaks_are_those_that_are_shown() -> None:
    inner = "a\n  b<text:s text:c='2'/>c<text:tab/>d<text:line-break/>e <text:span> f</text:span>"

    assert text(p(inner)).text == "a b  c\td\ne f"


def test_lists_are_nested_and_numbered() -> None:
    style = (
        '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="a" '
        'style:num-suffix=")"/><text:list-level-style-bullet text:level="2" text:bullet-char="•"/>'
        "</text:list-style>"
    )
    inner = f"<text:list><text:list-item>{p('deep')}</text:list-item></text:list>"
    body = (
        f'<text:list text:style-name="L"><text:list-item>{p("one")}{inner}</text:list-item>'
        f"<text:list-item>{p('two')}{p('still two')}</text:list-item></text:list>"
    )

    assert text(body, style).text == "a) one\n  - deep\nb) two\n   still two"


def test_notes_are_marked_and_stand_behind_their_section() -> None:
    note = (
        "<text:note><text:note-citation>3</text:note-citation>"
        "<text:note-body><text:p>A note.</text:p></text:note-body></text:note>"
    )
    body = p(f"Said{note}.") + p("More.") + "<text:h>Next</text:h>"

    content = text(body)

    assert content.text.split("\n\n") == ["Said³.", "More.", "³ A note.", "Next"]
    assert content.blocks[2].section == "note 3"


def test_hidden_text_comments_and_changes_are_left_out_and_said() -> None:
    hidden = '<style:text-properties text:display="none"/>'
    styles = f'<style:style style:family="text" style:name="H">{hidden}</style:style>'
    changes = "<text:tracked-changes><text:changed-region/></text:tracked-changes>"
    comment = "<office:annotation><text:p>psst</text:p></office:annotation>"
    body = changes + p(f"Shown{comment}<text:span text:style-name='H'>HID-1</text:span>.")

    content = text(body, styles)

    assert content.text == "Shown."
    assert sorted(w.code for w in content.warnings) == ["comments", "hidden text", "tracked changes"]


def test_a_table_is_a_line_a_row_also_with_cells_that_reach_over_rows() -> None:
    def cell(inner: str, attributes: str = "") -> str:
        return f"<table:table-cell {attributes}>{p(inner)}</table:table-cell>"

    two = 'table:number-rows-spanned="2"'
    body = (
        f"<table:table><table:table-row>{cell('Area')}{cell('Sum')}</table:table-row>"
        f"<table:table-row>{cell('North', two)}{cell('1')}</table:table-row>"
        f"<table:table-row><table:covered-table-cell/>{cell('2')}</table:table-row></table:table>"
    )

    assert text(body).text.splitlines() == ["| Area | Sum |", "| North | 1 |", "| North | 2 |"]


def test_sheets_show_what_the_file_says_is_shown_and_repeat_within_reason() -> None:
    def cell(shown: str, attributes: str = "") -> str:
        return f"<table:table-cell {attributes}>{p(shown)}</table:table-cell>"

    dated, share = 'office:value-type="date"', 'office:value-type="percentage" office:value="0.15"'
    rows = (
        f"<table:table-row>{cell('Date')}{cell('Share')}</table:table-row>"
        f"<table:table-row>{cell('15.01.2024', dated)}"
        f"{cell('15 %', share)}"
        '<table:table-cell table:number-columns-repeated="16000"/></table:table-row>'
        '<table:table-row table:number-rows-repeated="1048570"><table:table-cell/></table:table-row>'
    )

    content = parse(open_document("spreadsheet", f'<table:table table:name="Ark">{rows}</table:table>'))

    assert content.text == "Ark\n\n| Date | Share |\n| 15.01.2024 | 15 % |"


def test_slides_are_pages_with_their_title_first_and_notes_behind() -> None:
    def box(inner: str, kind: str = "") -> str:
        return (
            f'<draw:frame presentation:class="{kind}"><draw:text-box>{p(inner)}</draw:text-box></draw:frame>'
        )

    notes = f"<presentation:notes>{box('Say this.', 'notes')}</presentation:notes>"
    first = f"{box('Words.')}{box('Plan', 'title')}{notes}"
    slides = f"<draw:page>{first}</draw:page><draw:page>{box('More.')}</draw:page>"

    content = parse(open_document("presentation", slides))

    assert content.text.split("\n\n") == ["Plan", "Words.", "Notes", "Say this.", "Slide 2", "More."]
    assert [page.number for page in content.pages] == [1, 2]
    assert content.text[content.pages[1].span.start :] == "Slide 2\n\nMore."
    assert content.title == "Plan"


def test_an_encrypted_file_asks_for_a_password() -> None:
    space = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    manifest = f'<m:manifest xmlns:m="{space}"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>'

    with pytest.raises(PasswordNeeded, match="password"):
        parse(open_document("text", p("x"), parts={"META-INF/manifest.xml": manifest}))


def test_headings_that_are_numbered_as_a_list_get_its_numbers() -> None:
    style = (
        '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="I" '
        'style:num-suffix="."/></text:list-style>'
    )
    body = "".join(
        f'<text:list text:style-name="L" text:continue-numbering="true"><text:list-item>'
        f'<text:h text:outline-level="1">{name}</text:h></text:list-item></text:list>{p("Words.")}'
        for name in ("Scope", "Pay")
    )

    assert [b.name for b in text(body, style).blocks if b.kind == "heading"] == ["I. Scope", "II. Pay"]


def test_a_list_deeper_than_styles_go_loses_nothing() -> None:
    open_, close = "<text:list><text:list-item>", "</text:list-item></text:list>"

    assert "deep" in text(open_ * 40 + p("deep") + close * 40).text
