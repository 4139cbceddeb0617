"""Office files from a folder to a checked quotation: found, cited with section or slide, quoted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from belegg import OWNER, Library, Scope
from belegg.records import Hit
from reading.office.office_files import docx, levels, numbered, paragraph, pptx, rows, shape, style, xlsx

pytestmark = pytest.mark.req("ING-11", "ING-7", "ING-8", "ANS-1")

ANYONE = Scope(OWNER)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("office") / "files"
    folder.mkdir()
    styles = style("H1", f"<w:pPr>{numbered(1)}</w:pPr>", "heading 1")
    refer = '<w:r><w:footnoteReference w:id="1"/></w:r>'
    body = (
        paragraph("Scope", style="H1")
        + paragraph("The agreement covers all staff.")
        + paragraph("Parental leave", style="H1")
        + paragraph(
            "Employees have fourteen weeks of parental leave", refer, ". It must be taken in one piece."
        )
    )
    note = f'<w:footnote w:id="1">{paragraph("Only after six months of employment.")}</w:footnote>'
    prices = xlsx(rows("Region | Revenue", "Northmark | 1234", "Southmark | 987"), names=("Sales",))
    contract = docx(
        body,
        {"word/embeddings/prices.xlsx": prices},
        styles=styles,
        numbering=levels(("decimal", "%1.")),
        footnotes=note,
    )
    (folder / "contract.docx").write_bytes(contract)
    slides = (
        shape("Plan", holds="title"),
        shape("Milestones", holds="title") + shape("The zeppelin lands in May."),
    )
    (folder / "deck.pptx").write_bytes(pptx(*slides))
    (folder / "people.csv").write_text("Name;Office\nKari Nordmann;Bergen\n", encoding="utf-8")
    with Library.open(folder.parent / "l.db", create=True) as opened:
        opened.ingest(folder)
        yield opened


def first(library: Library, query: str) -> Hit:
    return library.search(query, ANYONE).hits[0]


def test_a_section_is_found_under_its_computed_number(library: Library) -> None:
    found = first(library, "fourteen weeks parental leave").passage

    assert (found.path, found.section) == (("2. Parental leave",), "2")
    assert found.text.endswith("parental leave¹. It must be taken in one piece.")


def test_a_note_is_found_with_its_mark_and_heading(library: Library) -> None:
    found = first(library, "six months of employment").passage

    assert (found.kind, found.section, found.path) == ("footnote", "note 1", ("2. Parental leave",))


def test_a_slide_is_cited_by_its_number(library: Library) -> None:
    assert first(library, "zeppelin").passage.pages == (2, 2)


def test_rows_are_found_also_in_a_workbook_inside_a_document(library: Library) -> None:
    hit = first(library, "Northmark revenue")

    assert hit.document.source == "files/contract.docx/prices.xlsx"
    assert hit.document.title == "prices"
    assert "| Northmark | 1234 |" in hit.passage.text
    assert "| Kari Nordmann | Bergen |" in first(library, "Nordmann Bergen").passage.text


@pytest.mark.parametrize(
    "quotation",
    [
        "Employees have fourteen weeks of parental leave. It must be taken in one piece.",
        "Northmark 1234",
        "| Kari Nordmann | Bergen |",
        "Only after six months of employment.",
    ],
)
def test_what_one_copies_from_the_page_is_verified(library: Library, quotation: str) -> None:
    checked = library.check(f"The file says “{quotation}”", ANYONE)

    assert [claim.quote is not None for claim in checked.claims] == [True]
