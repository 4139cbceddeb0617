"""A page that Notion exported: its title without the id, its property lines as facts."""

from __future__ import annotations

import pytest

from belegg.reading import read

pytestmark = pytest.mark.req("ING-15")

ID = "152bb52ee2b580f1bc1bd5ac36d7f9e3"
ROW = "# Roadmap\n\nStatus: In progress\nOwner: Kari Nordmann\n"
ROW += "Last edited time: January 9, 2025 6:16 AM\n\nWe ship."


def facts(text: str, source: str) -> dict[str, str]:
    return {f.name: f.value for f in read(text.encode(), source, "p").document.facts}


def test_property_lines_below_the_title_are_facts_and_stay_in_the_text() -> None:
    found = read(ROW.encode(), f"Export/Plans/Roadmap {ID}.md", "p").document

    assert {f.name: f.value for f in found.facts} == {
        "page_id": ID,
        "Status": "In progress",
        "Owner": "Kari Nordmann",
        "updated": "2025-01-09",
    }
    assert found.text == ROW
    assert found.title == "Roadmap"


def test_only_a_page_that_notion_named_has_property_lines() -> None:
    assert facts(ROW, "notes/roadmap.md") == {}


def test_a_sentence_with_a_colon_is_no_property() -> None:
    text = "# Roadmap\n\nStatus: done\nand then we went home.\n"

    assert facts(text, f"Export/Roadmap {ID}.md") == {"page_id": ID}


def test_a_company_of_a_row_is_not_the_publisher_nor_an_address_the_pages_own() -> None:
    text = "# Deal\n\nCompany: Acme\nURL: https://acme.test\nDate: May 5, 2025\n"

    found = facts(text, f"Export/Deal {ID}.md")

    assert found.keys().isdisjoint({"organisation", "address", "published"})
    assert found["Company"] == "Acme"


def test_a_page_without_a_heading_is_called_by_its_name_without_the_id() -> None:
    assert read(b"Just words.", f"Export/Team notes {ID}.md", "p").document.title == "Team notes"


def test_the_table_of_properties_of_an_html_export_gives_facts() -> None:
    page = (
        "<html><head><title>Deal</title></head><body><article class='page'><h1 class='page-title'>Deal</h1>"
        "<table class='properties'><tbody>"
        "<tr class='property-row property-row-select'><th>Status</th><td>Won</td></tr>"
        "<tr class='property-row'><th>Created time</th><td>March 1, 2024 9:00 AM</td></tr>"
        f"</tbody></table><p>See <a href='Sub%20page%20{ID}.html'>sub</a>.</p></article></body></html>"
    )

    found = read(page.encode(), f"Export/Deal {ID}.html", "p").document

    assert {f.name: f.value for f in found.facts} == {
        "Status": "Won",
        "published": "2024-03-01",
        "link": f"Export/Sub page {ID}.html",
        "page_id": ID,
    }
