"""A model calls documents D1, D2 …, however it writes that, and never reaches one that it was not shown."""

from __future__ import annotations

import pytest

from belegg.answering.handles import Handles
from belegg.records import DocumentHead, document_id


def head(source: str, title: str) -> DocumentHead:
    return DocumentHead(document_id("documents", source), source, "documents", title, "en", 1, "", "", 1, 0)


LEAVE, PIERS = head("leave.md", "Leave"), head("piers.md", "Piers")


def test_handles_are_given_in_the_order_of_first_appearance_and_stay() -> None:
    handles = Handles()

    assert [handles.of(one) for one in (LEAVE, PIERS, LEAVE)] == ["D1", "D2", "D1"]
    assert handles.known() == (LEAVE, PIERS)
    assert handles.handle(PIERS.id) == "D2"


def test_a_conversation_goes_on_with_the_handles_of_its_earlier_turns() -> None:
    handles = Handles([LEAVE])

    assert handles.of(PIERS) == "D2"
    assert handles.document("D1") == LEAVE.id


@pytest.mark.parametrize(
    "name",
    [
        "D2",
        "d2",
        "[D2]",
        "D2:",
        "«D2»",
        "D 2",
        "D2, page 4",
        "D2 p. 3",
        "piers.md",
        "Piers",
        " piers ",
        PIERS.id,
    ],
)
def test_a_document_is_met_by_each_way_of_naming_it(name: str) -> None:
    handles = Handles([LEAVE, PIERS])

    assert handles.document(name) == PIERS.id


@pytest.mark.parametrize("name", ["D3", "D0", "D", "", "2", "harbour.md", "D2x", "D2-1"])
def test_what_was_not_shown_has_no_handle(name: str) -> None:
    assert Handles([LEAVE, PIERS]).document(name) is None


def test_a_title_that_two_documents_bear_names_neither() -> None:
    handles = Handles([LEAVE, head("old/leave.md", "Leave")])

    assert handles.document("Leave") is None
    assert handles.document("D2") is not None
