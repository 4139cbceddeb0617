"""What letters tell where styles tell nothing: covers, headings by hand, tables of contents by hand."""

from __future__ import annotations

import pytest

from belegg.reading.content import Content
from belegg.reading.office.docx import parse
from reading.office.office_files import docx, paragraph, run, style

pytestmark = pytest.mark.req("ING-11")

HEADING = style("H1", "", "heading 1")
BOLD = "<w:b/>"


def sized(text: str, half_points: int) -> str:
    return paragraph(run(text, f'<w:sz w:val="{half_points}"/>'))


def bold(text: str) -> str:
    return paragraph(run(text, BOLD))


def headings(content: Content) -> list[tuple[str, int]]:
    return [(block.name, block.level) for block in content.blocks if block.kind == "heading"]


@pytest.mark.req("ING-9")
def test_the_largest_lines_of_a_cover_are_the_title() -> None:
    body = paragraph("Ministry") + sized("Handbook for", 72) + sized("Trustees", 72) + paragraph("2012")

    assert parse(docx(body + paragraph("One", style="H1"), styles=HEADING)).title == "Handbook for Trustees"


@pytest.mark.req("ING-9")
def test_letters_a_little_larger_make_no_title() -> None:
    body = sized("A remark", 24) + paragraph("Words.") + paragraph("One", style="H1")

    assert parse(docx(body, styles=HEADING)).title is None


def test_short_bold_lines_are_headings_where_no_style_says_so() -> None:
    body = "".join(
        bold(name) + paragraph("Words that follow it.") + paragraph("More words.")
        for name in ("1.1 Scope", "Leave", "Pay")
    )

    content = parse(docx(body))

    assert headings(content) == [("1.1 Scope", 1), ("Leave", 1), ("Pay", 1)]
    assert content.blocks[0].section == "1.1"
    assert [w.code for w in content.warnings] == ["headings by look"]


def test_larger_letters_are_headings_above_smaller_ones() -> None:
    words = paragraph("Words that follow it.") * 2
    body = sized("Part", 32) + words + bold("One") + words + bold("Two") + words

    assert headings(parse(docx(body))) == [("Part", 1), ("One", 2), ("Two", 2)]


@pytest.mark.parametrize(
    "body",
    [
        bold("One") + bold("Two") + bold("Three"),
        bold("Only one") + paragraph("Words.") * 9,
        (bold("This is a whole sentence in bold.") + paragraph("Words.") * 3) * 4,
        (paragraph(run("Begins bold", BOLD), " and goes on") + paragraph("Words.") * 3) * 4,
    ],
)
def test_bold_text_that_heads_nothing_stays_text(body: str) -> None:
    assert headings(parse(docx(body))) == []


def test_where_styles_make_headings_bold_lines_stay_text() -> None:
    body = paragraph("One", style="H1") + (bold("Note") + paragraph("Words.") * 3) * 4

    assert headings(parse(docx(body, styles=HEADING))) == [("One", 1)]


@pytest.mark.req("ING-6")
def test_a_table_of_contents_written_by_hand_is_put_aside() -> None:
    entries = (
        "1 Scope\t3",
        "2 Staff ..... 12",
        "3 A long name that goes on",
        "on a second line\t14",
        "4 Pay3-2",
    )
    body = paragraph("Contents") + "".join(map(paragraph, entries)) + paragraph("Words begin here.")

    content = parse(docx(body))

    assert content.text == "Words begin here."
    assert content.furniture == ("Contents", *entries)
    assert [w.text for w in content.warnings] == ["a table of contents of 6 lines was put aside"]


@pytest.mark.req("ING-6")
def test_what_only_begins_like_a_table_of_contents_stays() -> None:
    body = paragraph("Contents") + paragraph("The box holds:") + paragraph("screws\t4") + paragraph("Words.")

    assert parse(docx(body)).text == "Contents\n\nThe box holds:\n\nscrews\t4\n\nWords."
