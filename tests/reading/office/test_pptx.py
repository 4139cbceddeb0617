"""PowerPoint presentations: a page a slide, shapes in reading order, notes behind the slide."""

from __future__ import annotations

import pytest

from belegg.errors import Damaged
from belegg.reading.content import Content
from belegg.reading.office.pptx import parse
from reading.office.office_files import DRAWING, RELATED, SLIDE, docx, pptx, relations, shape, transform

pytestmark = pytest.mark.req("ING-11")

CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"


def listed(content: Content) -> list[str]:
    return content.text.split("\n\n")


def said(content: Content) -> dict[str, str]:
    return {warned.code: warned.text for warned in content.warnings}


@pytest.mark.req("ING-8")
def test_a_slide_is_a_page_under_its_title() -> None:
    first = shape("Words.", place=(0, 50, 100, 10)) + shape("Plan", holds="title")
    content = parse(pptx(first, shape("No title here.")))

    assert listed(content) == ["Plan", "Words.", "Slide 2", "No title here."]
    pages = [content.text[page.span.start : page.span.end] for page in content.pages]
    assert pages == ["Plan\n\nWords.", "Slide 2\n\nNo title here."]
    assert [(page.number, page.label, page.width) for page in content.pages] == [
        (1, None, 100),
        (2, None, 100),
    ]
    assert content.title == "Plan"


def test_shapes_are_read_by_rows_from_the_top_left() -> None:
    slide = "".join(
        shape(text, place=place)
        for text, place in (
            ("d", (50, 52, 40, 20)),
            ("b", (50, 12, 40, 20)),
            ("c", (5, 50, 40, 20)),
            ("a", (5, 10, 40, 20)),
        )
    )

    assert listed(parse(pptx(slide))) == ["Slide 1", "a", "b", "c", "d"]


def test_the_shapes_of_a_group_stay_together() -> None:
    about = "<p:nvGrpSpPr><p:cNvPr id='9' name='g'/></p:nvGrpSpPr>"
    frame = transform("a:xfrm", (0, 0, 40, 90)).replace(
        "</a:xfrm>", '<a:chOff x="0" y="0"/><a:chExt cx="508000" cy="1143000"/></a:xfrm>'
    )
    inside = shape("left top", place=(0, 0, 40, 10)) + shape("left low", place=(0, 80, 40, 10))
    group = f"<p:grpSp>{about}<p:grpSpPr>{frame}</p:grpSpPr>{inside}</p:grpSp>"

    content = parse(pptx(shape("right", place=(50, 20, 40, 10)) + group))

    assert listed(content) == ["Slide 1", "left top", "left low", "right"]


def test_bullets_and_numbers_are_shown_with_their_levels() -> None:
    def item(text: str, look: str, level: int = 0) -> str:
        return f'<a:p><a:pPr lvl="{level}">{look}</a:pPr><a:r><a:t>{text}</a:t></a:r></a:p>'

    number, bullet = '<a:buAutoNum type="alphaLcParenR"/>', '<a:buChar char="•"/>'
    body = shape("Intro", item("one", number), item("deep", bullet, 1), item("two", number))

    assert listed(parse(pptx(body)))[1:] == ["Intro", "a) one\n  - deep\nb) two"]


def test_what_the_master_says_about_bullets_counts() -> None:
    master = (
        f'<p:sldMaster {SLIDE} {DRAWING}><p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr>'
    )
    parts: dict[str, str | bytes] = {
        "ppt/slides/_rels/slide1.xml.rels": relations(("l", "slideLayout", "../slideLayouts/l.xml")),
        "ppt/slideLayouts/l.xml": f"<p:sldLayout {SLIDE}/>",
        "ppt/slideLayouts/_rels/l.xml.rels": relations(("m", "slideMaster", "../slideMasters/m.xml")),
        "ppt/slideMasters/m.xml": f"{master}</p:bodyStyle></p:txStyles></p:sldMaster>",
    }

    content = parse(pptx(shape("point", holds="body") + shape("free"), parts=parts))

    assert listed(content)[1:] == ["- point", "free"]


def test_a_table_is_a_line_a_row() -> None:
    def cell(text: str, merged: str = "") -> str:
        return f"<a:tc {merged}><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>"

    on = 'vMerge="1"'
    table = (
        f"<a:tbl><a:tr>{cell('Area')}{cell('Sum')}</a:tr><a:tr>{cell('North')}{cell('1')}</a:tr>"
        f"<a:tr>{cell('', on)}{cell('2')}</a:tr></a:tbl>"
    )
    frame = f"<p:graphicFrame><a:graphic><a:graphicData>{table}</a:graphicData></a:graphic></p:graphicFrame>"

    content = parse(pptx(frame + shape("x")))

    assert "| Area | Sum |\n| North | 1 |\n| North | 2 |" in content.text


def test_the_data_of_a_chart_are_rows() -> None:
    def points(name: str, *values: str) -> str:
        inner = "".join(f'<c:pt idx="{n}"><c:v>{value}</c:v></c:pt>' for n, value in enumerate(values))
        return f"<c:{name}><c:cache><c:formatCode>0%</c:formatCode>{inner}</c:cache></c:{name}>"

    data = points("cat", "North", "South") + points("val", "0.4", "0.6")
    series = f"<c:ser>{points('tx', 'Share')}{data}</c:ser>"
    parts: dict[str, str | bytes] = {
        "ppt/slides/_rels/slide1.xml.rels": relations(("c", "chart", "../charts/chart1.xml")),
        "ppt/charts/chart1.xml": f'<c:space xmlns:c="{CHART}"><c:chart>{series}</c:chart></c:space>',
        "ppt/charts/_rels/chart1.xml.rels": relations(("w", "package", "../embeddings/data.xlsx")),
        "ppt/embeddings/data.xlsx": b"the workbook behind it",
    }
    frame = f'<p:graphicFrame><c:chart xmlns:c="{CHART}" r:id="c"/></p:graphicFrame>'

    content = parse(pptx(frame, parts=parts))

    assert content.text == "Slide 1\n\n|  | Share |\n| North | 40% |\n| South | 60% |"
    assert content.parts == ()


def test_notes_stand_under_a_heading_of_their_own() -> None:
    notes = f"<p:notes {SLIDE} {DRAWING}><p:cSld><p:spTree>{shape('Say this.', holds='body')}"
    parts: dict[str, str | bytes] = {
        "ppt/slides/_rels/slide1.xml.rels": relations(("n", "notesSlide", "../notesSlides/n.xml")),
        "ppt/notesSlides/n.xml": f"{notes}{shape('7', holds='sldNum')}</p:spTree></p:cSld></p:notes>",
    }

    content = parse(pptx(shape("Plan", holds="title"), parts=parts))

    assert [(b.kind, b.level, b.name) for b in content.blocks] == [
        ("heading", 1, "Plan"),
        ("heading", 2, "Notes"),
        ("paragraph", 0, ""),
    ]
    assert content.text.endswith("Say this.")


def test_hidden_slides_are_read_and_said_hidden_shapes_are_left_out() -> None:
    slide = (
        shape("Shown", place=(0, 0, 50, 50))
        + shape("HID-1", hidden=True)
        + shape("HID-2", place=(200, 0, 50, 50))
    )
    content = parse(pptx("<!--hidden-->" + shape("Backup"), slide))

    assert listed(content) == ["Slide 1", "Backup", "Slide 2", "Shown"]
    assert said(content) == {
        "hidden slides": "not shown, but read: slide 1",
        "hidden text": "2 places hold text that is not shown; it was left out: `HID-1`, `HID-2`",
    }
    assert [report.hidden for report in content.page_reports] == [0, 10]


def test_footers_dates_and_slide_numbers_are_furniture() -> None:
    content = parse(pptx(shape("Words") + shape("Acme 2024", holds="ftr") + shape("3", holds="sldNum")))

    assert content.furniture == ("Acme 2024", "3")
    assert "Acme" not in content.text


def test_characters_that_xml_forbids_are_taken_out_and_said() -> None:
    content = parse(pptx(shape("a\x0bb", "c_x000B_d", "e&#1;f")))

    assert listed(content)[1:] == ["a\nb", "c\nd", "ef"]
    assert said(content)["control characters"] == "taken out: 2 characters that XML forbids"


def test_a_slide_with_pictures_only_says_so_and_a_missing_one_is_damage() -> None:
    picture = f"<p:pic {RELATED}><p:nvPicPr><p:cNvPr id='1' name='p'/></p:nvPicPr></p:pic>"
    content = parse(pptx(shape("x"), picture))

    assert [page.empty for page in content.page_reports] == [None, "pictures"]
    assert content.pages[1].span.start == content.pages[1].span.end
    with pytest.raises(Damaged, match="slide 1 is missing"):
        parse(pptx(shape("x")).replace(b"ppt/slides/slide1.xml", b"ppt/slides/slideX.xml"))
    with pytest.raises(Damaged, match=r"no `ppt/presentation\.xml`"):
        parse(docx(""))


def test_letters_too_small_to_read_are_left_out_and_said() -> None:
    tiny = '<a:p><a:r><a:t>Shown</a:t></a:r><a:r><a:rPr sz="100"/><a:t>HID-1</a:t></a:r></a:p>'

    content = parse(pptx(shape(tiny)))

    assert listed(content) == ["Slide 1", "Shown"]
    assert said(content)["hidden text"].endswith("`HID-1`")
