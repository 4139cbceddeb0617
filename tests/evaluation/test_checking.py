"""A golden set is held against the library: words, pages, sections, readers; each finding says what to do."""

from __future__ import annotations

from typing import Any

import pytest

from belegg.evaluation.checking import Finding, findings
from belegg.evaluation.golden import Gold, GoldenQuestion, QuestionClass
from belegg.evaluation.standing import Standings
from belegg.records import OWNER, Scope
from belegg.testing.desk import Desk
from belegg.testing.shelf import Shelf

pytestmark = pytest.mark.req("EVA-1")

RULES = "# Rules\n\n## Notice\n\nThe **notice period** is 30 days.\n\n## Leave\n\nLeave lasts five weeks.\n"


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.put("handbook/rules.md", RULES, access=["hr"])
    desk.put("old/rules.md", RULES, access=["everyone"])
    return desk


def told(
    shelf: Desk | Shelf, *gold: Gold, question_class: QuestionClass = "single", **more: Any
) -> list[Finding]:
    question = GoldenQuestion("q", "How long?", question_class, gold, **more)
    with shelf.store.reading(Scope(OWNER)) as reader:
        standings = Standings(reader)
        return findings([question], [[standings.of(each) for each in gold]])


def only(found: list[Finding]) -> str:
    (one,) = found
    assert one.question == "q"
    return f"{'fault' if one.is_fault else 'note'}: {one.text}"


def test_gold_that_stands_as_it_says_is_not_spoken_of(desk: Desk) -> None:
    gold = Gold("handbook/rules.md", "Leave lasts five weeks.", None, ("hr",), "Leave")

    assert told(desk, gold) == []
    assert told(desk, question_class="unanswerable") == []


def test_words_that_do_not_stand_there_are_a_fault_with_the_reason(desk: Desk) -> None:
    assert only(told(desk, Gold("handbook/rules.md", "Leave lasts six weeks."))).startswith(
        "fault: “Leave lasts six weeks.” does not stand in `handbook/rules.md`: the source has `five`"
    )


def test_a_document_that_is_not_there_is_a_fault(desk: Desk) -> None:
    assert only(told(desk, Gold("pay.md", "Leave"))).startswith("fault: the library holds no document")


def test_another_page_section_or_access_list_is_a_fault(desk: Desk) -> None:
    words = "Leave lasts five weeks."

    assert "in a document without pages, not on page 3" in only(
        told(desk, Gold("handbook/rules.md", words, 3))
    )
    assert "does not stand under `Notice` but under" in only(
        told(desk, Gold("handbook/rules.md", words, section="Notice"))
    )
    assert only(told(desk, Gold("handbook/rules.md", words, groups=("all",)))).endswith(
        "may be read by hr, not by all"
    )


def test_other_writing_and_several_documents_are_worth_a_note(desk: Desk) -> None:
    assert only(told(desk, Gold("old/rules.md", "The notice period is 30 days."))).startswith(
        "note: “The notice period is 30 days.” stands there in other writing"
    )
    assert "stands in 2 documents of that name" in only(
        told(desk, Gold("rules.md", "Leave lasts five weeks."))
    )


def test_gold_over_a_border_is_worth_a_note() -> None:
    shelf = Shelf()
    shelf.put("rules.md", "Leave lasts for", "five whole weeks.")

    over, writing = told(shelf, Gold("rules.md", "for five whole"))

    assert "lies over a border" in over.text
    assert "in other writing" in writing.text


def test_a_class_that_its_gold_belies_is_worth_a_note(desk: Desk) -> None:
    gold = Gold("handbook/rules.md", "Leave lasts five weeks.")

    assert "all its gold stands in one document" in only(told(desk, gold, question_class="synthesis"))
    assert "asked in `fi`" in only(told(desk, gold, question_class="same_language", language="fi"))
    assert only(told(desk)).startswith("note: no gold is given")


def test_an_asker_who_may_read_no_gold_is_worth_a_note(desk: Desk) -> None:
    gold = Gold("handbook/rules.md", "Leave lasts five weeks.")

    assert "may read none of its gold" in only(told(desk, gold, asker=("sales",)))
    assert told(desk, gold, asker=("hr",)) == []
