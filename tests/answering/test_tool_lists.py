"""Finding and listing documents, and words for the next search that may not be quoted."""

from __future__ import annotations

import pytest

from answering.toolbox import Toolbox, texts_in
from belegg.answering.tools.fitting import Budgets
from belegg.records import Pack
from belegg.records.packs import Entry, OtherNames
from belegg.testing.shelf import Shelf


def library() -> Shelf:
    shelf = Shelf()
    for year in (2023, 2024, 2025):
        facts = [("published", f"{year}-06-01"), ("organisation", "Ministry of Lights")]
        facts.append(("report_number", f"L/{year}/7"))
        shelf.put(f"annual-{year}.md", "Lamps burned.", title=f"Annual report {year}", facts=facts)
    facts = [("short_title", "Lamp Act"), ("alias", "lampeloven"), ("organisation", "Parliament")]
    shelf.put("act.md", "Lamps shall burn at night.", title="Act on lamps and lanterns", facts=facts)
    shelf.put("notes.md", "Lamps were painted.", title="Keeper's notes")
    return shelf


def toolbox(shelf: Shelf, **budgets: int) -> Toolbox:
    return Toolbox(shelf.finder(), shelf.store, budgets=Budgets(**budgets))


@pytest.mark.req("AGE-1")
@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("Annual report 2024", "Annual report 2024"),
        ("L/2023/7", "Annual report 2023"),
        ("L-2023-7", "Annual report 2023"),
        ("Lamp Act", "Act on lamps and lanterns"),
        ("lampeloven", "Act on lamps and lanterns"),
        ("act on lantrens", "Act on lamps and lanterns"),
        ("Parliament", "Act on lamps and lanterns"),
        ("annual", "Annual report 2025"),
        ("keepers notes", "Keeper's notes"),
    ],
)
def test_a_document_is_found_by_any_name_and_with_typing_errors(query: str, first: str) -> None:
    told = toolbox(library()).told("find_documents", {"query": query})

    assert f"«{first}»" in told.splitlines()[1]


def test_editions_come_newest_first_with_their_dates() -> None:
    told = toolbox(library()).told("find_documents", {"query": "annual report"})

    assert told.startswith("3 documents for `annual report`, the nearest first.")
    assert [line.split(" · ")[2] for line in told.splitlines()[1:]] == [
        "2025-06-01",
        "2024-06-01",
        "2023-06-01",
    ]


def test_dates_narrow_what_is_found() -> None:
    told = toolbox(library()).told("find_documents", {"query": "annual report", "until": 2023})

    assert told.startswith("1 document for `annual report`.")
    assert "2023-06-01" in told


def test_a_name_that_a_pack_lists_is_known() -> None:
    shelf = library()
    with shelf.store.writing("test") as writer:
        writer.set_pack(Pack("documents", names=(OtherNames("Lamp Act", ("the light law",)),)))

    assert "«Act on lamps" in toolbox(shelf).told("find_documents", {"query": "the light law"})


def test_nothing_of_that_name_says_what_to_do() -> None:
    told = toolbox(library()).told("find_documents", {"query": "submarines"})

    assert told == "No document is called `submarines`. Search for what it says, or list_documents."


def test_an_overview_has_exact_totals() -> None:
    told = toolbox(library()).told("list_documents")

    assert told.startswith("5 documents, 5 passages.")
    assert "«Ministry of Lights» 3" in told
    assert "«Parliament» 1" in told
    assert "By year: 2025 1, 2024 1, 2023 1, no date 2." in told


def test_a_list_goes_on_until_all_were_named_once() -> None:
    shelf = Shelf()
    for number in range(47):
        shelf.put(f"{number}.md", "Light.", title=f"Page {number}")
    box = toolbox(shelf)
    named: list[str] = []
    for skip in (0, 20, 40):
        told = box.told("list_documents", {"skip": skip})
        assert ("of 47 documents" in told) == (skip < 40)
        named += [line.split("«")[1].split("»")[0] for line in told.splitlines() if " = «" in line]

    assert len(named) == len(set(named)) == 47
    assert "None is left after 60; there are 47." in box.told("list_documents", {"skip": "60"})


def test_filters_of_a_list() -> None:
    box = toolbox(library())

    assert "3 documents" in box.told("list_documents", {"organisation": "ministry"})
    assert "1 document," in box.told("list_documents", {"organisation": "ministry", "since": "2025"})
    assert "No document fits" in box.told("list_documents", {"organisation": "nobody"})


def test_a_list_fits_its_budget() -> None:
    shelf = Shelf()
    for number in range(30):
        shelf.put(f"{number}.md", "Light.", title=f"Page {number} " + "on lamps " * 10)

    told = toolbox(shelf, listed=1_000).told("list_documents")

    assert len(told) < 1_500
    assert "of 30 documents; skip=" in told


LAMP = Entry("lamp", ("luminaire", "lantern"), ("the thing that burns",), ("luminaire duty",), "Who owns it.")


def with_dictionary() -> Shelf:
    shelf = library()
    with shelf.store.writing("test") as writer:
        writer.set_pack(Pack("documents", dictionary=(LAMP,)))
    return shelf


@pytest.mark.req("AGE-1", "PAC-3")
def test_related_terms_are_offered_only_where_there_is_a_dictionary() -> None:
    assert "related_terms" not in toolbox(library()).rooms
    assert "related_terms" in toolbox(with_dictionary()).rooms


def test_related_terms_help_to_search_and_say_that_they_are_no_quotations() -> None:
    box = toolbox(with_dictionary())
    told = box.told("related_terms", {"word": "lamps"})

    assert "the documents say luminaire, lantern" in told
    assert "search: luminaire duty" in told
    assert "cannot be quoted" in told
    assert not texts_in(told)
    assert "No entry for `lampp`; the nearest:" in box.told("related_terms", {"word": "lampp"})
    assert "no entry for `zebra`" in box.told("related_terms", {"word": "zebra"})


@pytest.mark.req("AGE-1", "PAC-4")
def test_discovered_terms_are_words_of_the_documents_and_no_quotations() -> None:
    shelf = Shelf()
    for number in range(60):
        shelf.put(f"{number}.md", f"Nothing of note on day {number}.")
    for number in range(3):
        shelf.put(f"storm-{number}.md", f"In a storm the keeper lights the foghorn beacon, {number} times.")

    told = toolbox(shelf).told("discover_terms", {"query": "storm"})

    assert "foghorn" in told
    assert "cannot be quoted" in told
    assert "No word stands out" in toolbox(shelf).told("discover_terms", {"query": "zebra"})
