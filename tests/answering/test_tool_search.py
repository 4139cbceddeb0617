"""`search`: several phrasings at once, exact totals, how to go on, nothing twice, what was changed told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answering.toolbox import Toolbox, texts_in
from belegg.answering.tools.fitting import Budgets
from belegg.records import OWNER, Pack, Scope
from belegg.records.runs import Searched
from belegg.testing import FakeEmbedder
from belegg.testing.shelf import Shelf


def harbour(pages: int = 12) -> Shelf:
    shelf = Shelf()
    for number in range(pages):
        texts = [f"Pier {number} part {part}: boats moor at the pier at night." for part in range(4)]
        facts = [("published", f"20{10 + number}-03-01"), ("organisation", "Harbour Ltd")]
        shelf.put(f"pier-{number:02}.md", *texts, title=f"Pier {number}", facts=facts)
    shelf.put("fees.md", "Mooring fees are paid in May.", title="Fees", facts=[("published", "2025-05-02")])
    return shelf


def toolbox(shelf: Shelf, **budgets: int) -> Toolbox:
    return Toolbox(shelf.finder(), shelf.store, budgets=Budgets(**budgets))


@pytest.mark.req("AGE-1")
def test_phrasings_are_merged_and_a_document_gives_two_of_ten() -> None:
    told = toolbox(harbour()).told("search", {"queries": ["boats moor night", "pier mooring", "fees May"]})

    texts = texts_in(told)
    assert len(texts) == len(set(texts)) == 10
    assert "Mooring fees are paid in May." in texts
    assert max(sum(text.startswith(f"Pier {n} ") for text in texts) for n in range(12)) == 2


def test_what_several_phrasings_find_stands_before_what_one_finds() -> None:
    shelf = Shelf()
    shelf.put("both.md", "Lanterns on the quay are lit at dusk.", title="a")
    shelf.put("one.md", "Lanterns, lanterns, lanterns.", title="b")
    shelf.put("other.md", "The quay, the quay, the quay.", title="c")

    told = toolbox(shelf).told("search", {"queries": ["lanterns", "quay"]})

    assert texts_in(told)[0].startswith("Lanterns on the quay")


@pytest.mark.parametrize("most", [1, 3, 10])
def test_going_on_shows_every_passage_once_and_the_totals_are_exact(most: int) -> None:
    box = toolbox(harbour(6), hits=most)
    seen: list[str] = []
    skip = 0

    while True:
        told = box.told("search", {"queries": ["boats moor", "mooring fees"], "skip": skip})
        seen += texts_in(told)
        head = told.partition("\n")[0]
        assert head.startswith("25 passages in 7 documents.")
        if f"skip={skip + most}" not in head:
            break
        skip += most

    assert len(seen) == len(set(seen)) == 25
    assert "none is left after 25" in box.told("search", {"queries": ["boats moor"], "skip": 25})


@pytest.mark.req("AGE-5")
def test_a_passage_and_the_address_of_its_document_go_out_once() -> None:
    box = toolbox(harbour(1))
    first = box.told("search", {"queries": ["boats moor"]})
    second = box.told("search", {"queries": ["pier boats"]})

    assert "Harbour Ltd" in first
    assert "pier-00.md" in first
    assert texts_in(first)
    assert not texts_in(second)
    assert "shown above." in second
    assert "Harbour Ltd" not in second
    assert "pier-00.md" not in second


@pytest.mark.req("AGE-5")
def test_what_was_read_is_not_found_again() -> None:
    box = toolbox(harbour(1))
    box.told("read", {"document": "pier-00.md"})

    assert not texts_in(box.told("search", {"queries": ["boats night"]}))


def test_a_search_inside_named_documents_shows_all_that_they_have() -> None:
    box = toolbox(harbour())
    box.told("find_documents", {"query": "Pier 3"})

    told = box.told("search", {"queries": "boats moor", "documents": "D1"})

    assert [text[:6] for text in texts_in(told)] == ["Pier 3"] * 4


def test_dates_narrow_and_the_order_of_two_must_be_right() -> None:
    box = toolbox(harbour())

    told = box.told("search", {"queries": "boats moor", "since": "2020-01", "until": "2021"})
    assert {text.split()[1] for text in texts_in(told)} == {"10", "11"}
    assert "lies before" in box.told("search", {"queries": "boats", "since": "2022", "until": "2021"})
    assert "is a date such as 2024" in box.told("search", {"queries": "boats", "since": "last year"})


@given(
    since=st.sampled_from(["", "2012", "2014-02", "2016-03-01"]),
    until=st.sampled_from(["", "2013", "2019-12"]),
)
def test_a_call_narrows_the_desk_and_never_widens_it(since: str, until: str) -> None:
    shelf = harbour()
    scope = Scope(OWNER, since="2015", until="2017-06")
    box = Toolbox(shelf.finder(), shelf.store, scope)

    told = box.told("search", {"queries": "boats moor", "since": since, "until": until})

    assert {text.split()[1] for text in texts_in(told)} <= {"5", "6", "7"}
    assert "No document" in box.told("read", {"document": "pier-01.md"})
    assert "pier-01" not in box.told("list_documents", {"since": "2000"})


def test_packs_are_offered_by_name_when_there_are_several_and_others_refused() -> None:
    shelf = harbour(2)
    shelf.put("act.md", "Boats moor by law.", title="Act", pack="law")
    box = toolbox(shelf)

    spec = next(tool for tool in box.specs if tool.name == "search")
    assert "packs" in spec.parameters["properties"]  # type: ignore[operator]
    assert texts_in(box.told("search", {"queries": "boats moor", "packs": "Law"})) == ["Boats moor by law."]
    refused = box.told("search", {"queries": "boats", "packs": "secret"})
    assert refused == "refused: No pack `secret`; the packs are `documents`, `law`."


def test_a_pack_that_is_off_is_not_spoken_of() -> None:
    shelf = harbour(2)
    shelf.put("act.md", "Boats moor by law.", title="Act", pack="law")
    with shelf.store.writing("test") as writer:
        writer.set_pack(Pack("law", on=False))
    box = toolbox(shelf)

    assert "packs" not in str(box.specs[0].parameters)
    for name, given_ in [
        ("find_documents", {"query": "Act"}),
        ("read", {"document": "act.md"}),
        ("list_documents", {}),
        ("search", {"queries": "law"}),
    ]:
        assert "by law" not in (told := box.told(name, given_))
        assert "«Act»" not in told


def test_a_search_fits_its_budget_and_says_how_to_go_on() -> None:
    shelf = Shelf()
    for number in range(9):
        shelf.put(
            f"{number}.md", f"{number} boats. " + "A long report on boats follows. " * 40, title=str(number)
        )
    box = toolbox(shelf, search=4_000)

    told = box.told("search", {"queries": "boats"})

    assert 1_000 < len(told) < 6_000
    assert "9 passages in 9 documents. Nearest first, 1 to 2; skip=2" in told


def test_what_the_search_changed_is_told_in_a_line() -> None:
    shelf = harbour(2)

    told = toolbox(shelf).told("search", {"queries": ["boaats zyxwvut"]})

    assert "Note: no passage has `boaats`; searched for `boats`." in told
    assert "Note: no passage has `zyxwvut`." in told


def test_a_look_up_gives_the_section_and_not_those_of_its_number_elsewhere() -> None:
    shelf = Shelf()
    for name in ("Lamp Act", "Pier Act", "Boat Act"):
        sections = [(f"§ {n}", (f"§ {n} Duty",), f"The {name} says {n}.") for n in (3, 4)]
        shelf.put(f"{name}.md", *sections, title=name, facts=[("short_title", name)])

    told = toolbox(shelf).told("search", {"queries": "Lamp Act § 3"})

    assert texts_in(told) == ["The Lamp Act says 3."]


def test_a_phrasing_of_unknown_words_does_not_come_first() -> None:
    shelf = Shelf()
    shelf.put("a.md", "Lanterns of the quay.", title="a")
    shelf.put("b.md", "An entail is a rule of inheritance.", title="b")

    told = toolbox(shelf).told("search", {"queries": ["entails antalt lyktr", "lanterns quay"]})

    assert texts_in(told)[0] == "Lanterns of the quay."


def test_passages_without_vectors_are_told_in_words_for_a_model() -> None:
    shelf = harbour(3)
    shelf.embed(FakeEmbedder(), most=12)
    box = Toolbox(shelf.finder(mode=None), shelf.store)

    told = box.told("search", {"queries": "boats moor"})

    assert "Note: searched by words alone: 12 of 13 passages are embedded so far." in told
    assert "belegg embed" not in told


def test_nothing_found_says_what_to_try() -> None:
    assert "Nothing found for: zyxwvut. Try other words" in toolbox(harbour(1)).told(
        "search", {"queries": "zyxwvut"}
    )


def test_each_phrasing_is_an_event_with_what_it_found() -> None:
    told = toolbox(harbour(2)).act("search", {"queries": ["boats moor", "fees"]})

    events = [event for event in told.events if isinstance(event, Searched)]
    assert [(event.query, event.by, event.round) for event in events] == [
        ("boats moor", "model", 1),
        ("fees", "model", 1),
    ]
    assert [seen.title for seen in events[1].found] == ["Fees"]


def test_an_empty_library_offers_no_tool() -> None:
    assert not toolbox(Shelf()).rooms


@pytest.mark.req("AGE-1")
def test_a_query_is_text_and_never_syntax_that_breaks_out() -> None:
    box = toolbox(harbour(1))
    for query in [
        "' OR 1=1 --",
        'boats" NEAR/2 (',
        "boats*",
        "title:boats AND",
        "\x00\x1b[31m",
        "§§§",
        "NOT",
    ]:
        assert not box.told("search", {"queries": [query]}).startswith("refused")
