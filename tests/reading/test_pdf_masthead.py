"""First pages of United Nations documents: what the masthead says is in their facts and not in their text."""

from __future__ import annotations

from typing import Any

import pytest

from belegg.reading import read
from belegg.reading.content import Content
from belegg.reading.passages import cut
from belegg.reading.pdf import parse
from reading.pdf_pages import pdf
from reading.test_pdf_layout import lines_of, prose, text_of, write

COLUMN = ["Distr.: General", "13 June 2025", "English", "Original: French"]


def masthead(canvas: Any, column: list[str] = COLUMN, symbol: str = "S/2025/300") -> None:
    write(canvas, 130, 780, ["United Nations"], 14)
    write(canvas, 450, 780, [symbol])
    write(canvas, 130, 755, ["Security Council"], 20, "Helvetica-Bold")
    write(canvas, 400, 755, column)
    canvas.line(60, 640, 550, 640)


def opening(column: list[str] = COLUMN, symbol: str = "S/2025/300", text: str = "") -> Content:
    def draw(canvas: Any) -> None:
        masthead(canvas, column, symbol)
        write(canvas, 130, 610, ["The wells of the northern plain"], 14, "Helvetica-Bold")
        write(canvas, 130, 570, lines_of(f"{text} {prose(120)}.", 360))
        write(canvas, 60, 60, ["25-09499 (E)   250625"])

    return parse(pdf(draw))


@pytest.mark.req("ING-6", "ING-11")
def test_a_masthead_is_kept_aside_and_its_facts_are_known() -> None:
    found = opening()

    assert text_of(found)[0] == ("heading", "The wells of the northern plain")
    assert set(found.furniture) >= {"United Nations", "S/2025/300", "Security Council", *COLUMN}
    assert "25-09499" not in found.text
    facts = {fact.name: fact.value for fact in found.facts}
    assert (facts["organisation"], facts["report_number"], facts["published"]) == (
        "United Nations",
        "S/2025/300",
        "2025-06-13",
    )


@pytest.mark.req("ING-6")
def test_symbols_and_bodies_in_sentences_stay() -> None:
    said = "The United Nations Security Council, in S/2025/300 of 13 June 2025, asked for wells."

    assert said in " ".join(opening(text=said).text.split())


@pytest.mark.req("ING-6")
@pytest.mark.parametrize(
    ("column", "symbol"),
    [(["13 June 2025", "Original: French"], "S/2025/300"), (COLUMN, "Letter 300")],
    ids=["no distribution", "no symbol"],
)
def test_first_lines_stay_where_no_facts_hold_them(column: list[str], symbol: str) -> None:
    found = opening(column, symbol)

    assert "Security Council" in found.text
    assert "13 June 2025" in found.text


@pytest.mark.req("ING-10")
def test_a_passage_is_searched_with_the_symbol_of_the_masthead() -> None:
    def draw(canvas: Any) -> None:
        masthead(canvas)
        write(canvas, 130, 570, lines_of(f"{prose(120)}.", 360))

    passage = cut(read(pdf(draw), "files/wells.pdf", "p").document, "reports")[0]

    assert "S/2025/300" not in passage.text
    assert "S/2025/300" in passage.context


@pytest.mark.req("ING-7")
def test_a_sign_that_is_not_raised_leads_to_its_footnote() -> None:
    def first(canvas: Any) -> None:
        masthead(canvas)
        write(canvas, 60, 620, ["Item 116 of the preliminary list*"])
        write(canvas, 130, 590, ["The wells"], 14, "Helvetica-Bold")
        write(canvas, 130, 560, lines_of(f"{prose(120)}.", 360))
        write(canvas, 130, 460, ["II. Water"], 14, "Helvetica-Bold")
        write(canvas, 130, 430, lines_of(f"{prose(90)}.", 360))
        canvas.line(110, 130, 180, 130)
        write(canvas, 115, 115, ["* A/80/50."], 8)

    kinds = text_of(parse(pdf(first)))

    assert kinds[:3] == [
        ("paragraph", "Item 116 of the preliminary list*"),
        ("footnote", "* A/80/50."),
        ("heading", "The wells"),
    ]


@pytest.mark.req("ING-5")
def test_agenda_items_side_by_side_are_read_one_after_the_other() -> None:
    left = (
        "General Assembly|Seventy-ninth session|Agenda item 59|Permanent sovereignty of the people of"
        "|the northern plain over wells, including|those of the eastern bank and those of|the hills"
    )
    right = (
        "Economic and Social Council|2025 session|Agenda item 17|Repercussions of the drought on the"
        "|living conditions of the people in the|northern plain, including the eastern"
        "|bank, and of the people in|the hills, in the years of the|second decade"
    )

    def draw(canvas: Any) -> None:
        write(canvas, 130, 660, ["The wells of the northern plain"], 20)
        write(canvas, 60, 620, left.split("|"))
        write(canvas, 340, 620, right.split("|"))
        write(canvas, 130, 470, lines_of(f"{prose(120)}.", 360))

    text = " ".join(parse(pdf(draw)).text.split())

    assert f"{left} {right}".replace("|", " ") in text
