"""Gold stands where the check finds it: the passages that hold it, its pages, the borders it crosses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from belegg.evaluation.golden import Gold
from belegg.evaluation.standing import Standing, Standings
from belegg.reading import read
from belegg.reading.passages import cut
from belegg.records import OWNER, Document, Page, Scope, Span
from belegg.testing.desk import Desk
from belegg.testing.shelf import Shelf

pytestmark = pytest.mark.req("EVA-1")

RULES = "# Rules\n\n## Notice\n\nThe **notice period** is 30 days.\n\n## Leave\n\nLeave lasts five weeks.\n"


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.put("handbook/rules.md", RULES)
    desk.put("old/rules.md", RULES.replace("30", "14"))
    return desk


def standing(desk: Desk | Shelf, gold: Gold) -> Standing:
    with desk.store.reading(Scope(OWNER)) as reader:
        return Standings(reader).of(gold)


def test_gold_stands_in_the_passages_that_hold_its_words(desk: Desk) -> None:
    found = standing(desk, Gold("handbook/rules.md", "Leave lasts five weeks."))

    (place,) = found.places
    assert (place.status, place.across, place.pages) == ("exact", False, ())
    assert [passage.text for passage in place.passages] == [
        passage.text for passage in place.passages if "Leave lasts five weeks." in passage.text
    ]
    assert found.passages == {passage.id for passage in place.passages} != set()


def test_marks_of_markdown_may_be_missing_and_words_may_not(desk: Desk) -> None:
    assert standing(desk, Gold("handbook/rules.md", "The notice period is 30 days.")).passages
    assert standing(desk, Gold("handbook/rules.md", "The notice period is 31 days.")).places == ()


def test_a_name_may_fit_several_documents_and_gold_stands_in_those_that_hold_it(desk: Desk) -> None:
    both = standing(desk, Gold("rules.md", "Leave lasts five weeks."))

    assert (len(both.named), len(both.places)) == (2, 2)
    assert [p.head.source for p in standing(desk, Gold("rules.md", "is 14 days")).places] == ["old/rules.md"]


def test_a_document_may_be_named_by_its_id(desk: Desk) -> None:
    (head,) = standing(desk, Gold("handbook/rules.md", "x")).named

    assert standing(desk, Gold(head.id, "Leave lasts five weeks.")).passages


def test_a_document_that_is_not_there_is_not_named(desk: Desk) -> None:
    assert standing(desk, Gold("pay.md", "Leave")).named == ()


def test_gold_over_the_border_of_two_passages_stands_in_the_one_with_most_of_it() -> None:
    shelf = Shelf()
    shelf.put("rules.md", "Leave lasts for", "five whole weeks and a day.")

    (place,) = standing(shelf, Gold("rules.md", "for five whole weeks")).places

    assert place.across
    assert [passage.ordinal for passage in place.passages] == [1]


def paged() -> Document:
    found = read(b"Green lamps hang here.\n\nAnd more.\n\nGreen lamps hang here.\n", "lamps.txt", "documents")
    text = found.document.text
    second = text.index("And")
    pages = (Page(1, None, Span(0, second)), Page(2, None, Span(second, len(text))))
    return replace(found.document, pages=pages)


def test_of_several_places_those_on_the_page_that_gold_names_count() -> None:
    shelf, document = Shelf(), paged()
    shelf.put_document(document, cut(document, "reports"))

    assert standing(shelf, Gold("lamps.txt", "Green lamps")).places[0].pages == (1, 2)
    assert standing(shelf, Gold("lamps.txt", "Green lamps", 2)).places[0].pages == (2,)
    assert standing(shelf, Gold("lamps.txt", "And more", 1)).places[0].pages == (2,)
