"""What the model is told unasked, so that it does not stop early: each thing once, and only when it is so."""

from __future__ import annotations

import pytest

from answering.agent import answer, asked
from belegg.answering.settings import AskSettings
from belegg.records.runs import Nudged, Used
from belegg.testing.chat import calls, says
from belegg.testing.desk import Desk

QUIET = AskSettings(nudges=False)
NOTICE = answer(
    ("The lease ends with three months' notice.", {"D1": "end the lease with three months' written notice"})
)
GIVES_UP = answer(settled="no", reason="not_covered", missing="The notice period.")


@pytest.fixture
def quay() -> Desk:
    """Five documents on one thing."""
    desk = Desk()
    for name in ("North", "South", "East", "West", "Inner"):
        desk.put(f"quays/{name}.md", f"# {name} quay\n\nThe mooring fee at the {name} quay is paid in May.")
    return desk


@pytest.mark.req("AGE-6")
def test_the_titles_of_unopened_documents_are_named_once_while_it_still_searches(quay: Desk) -> None:
    searches = [calls(("search", {"queries": [f"mooring fee {month}"]})) for month in ("May", "June")]

    told = asked(quay, "When is the mooring fee paid?", [*searches, calls(GIVES_UP)])

    (nudge,) = told.nudged("unopened")
    assert nudge.startswith("Of the 5 documents found, these are among the nearest, and not opened: D1 «")
    assert "D5 «" in nudge
    assert told.sent(2).endswith(nudge)
    assert nudge not in told.sent(3)


@pytest.mark.req("AGE-6")
def test_what_shares_a_word_of_the_question_only_is_not_named(quay: Desk) -> None:
    quay.put("office/desks.md", "# Desks\n\nDesks are paid for by the office, and so are chairs and lamps.")
    searches = [calls(("search", {"queries": ["desks chairs paid mooring fee"]}))]

    told = asked(quay, "When is the mooring fee at the quay paid?", [*searches, calls(GIVES_UP)])
    far = asked(
        quay, "When is the mooring fee at the quay paid?", [calls(("list_documents", {})), calls(GIVES_UP)]
    )

    assert "«Desks»" in told.nudged("unopened")[0]  # near the best of a search of its own
    (nudge,) = far.nudged("unopened")
    assert nudge.startswith("Of the 6 documents found, these are among the nearest, and not opened: D1 «")
    assert "«Desks»" not in nudge


@pytest.mark.req("AGE-6")
def test_a_document_that_was_opened_is_not_named(quay: Desk) -> None:
    told = asked(
        quay,
        "When is the mooring fee paid?",
        [calls(("read", {"document": "D2"}), ("search", {"queries": ["mooring fee"]})), calls(GIVES_UP)],
    )

    (nudge,) = told.nudged("unopened")
    assert "D1 «" in nudge
    assert "D2 «" not in nudge


@pytest.mark.req("AGE-6")
def test_with_three_documents_nothing_is_named(desk: Desk) -> None:
    told = asked(
        desk,
        "What is the rent?",
        [calls(("search", {"queries": ["boathouse båthuset boat"]})), calls(NOTICE)],
    )

    assert told.nudged("unopened") == []


@pytest.mark.req("AGE-6")
def test_before_not_settled_is_taken_the_lines_that_mention_the_question_are_shown_once_more(
    desk: Desk,
) -> None:
    told = asked(desk, "What is the notice of the lease?", [calls(GIVES_UP), calls(NOTICE)])

    (nudge,) = told.nudged("lines already read")
    assert "D1: Either party may end the lease with three months' written notice." in nudge
    assert told.sent(2) == nudge
    assert told.chat.asked[1].messages[-1].by == "tool"  # as the outcome of the call of `answer`
    assert told.answered.verdict == "verified"


@pytest.mark.req("AGE-6")
def test_a_model_that_still_gives_up_is_believed(desk: Desk) -> None:
    told = asked(desk, "What is the notice of the lease?", [calls(GIVES_UP)])

    assert len(told.chat.asked) == 2
    assert len(told.nudged("lines already read")) == 1
    assert told.abstained.reason == "not_covered"
    assert "The notice period." in told.abstained.explanation


@pytest.mark.req("AGE-6")
def test_without_a_line_that_mentions_the_question_giving_up_is_taken_at_once(desk: Desk) -> None:
    told = asked(desk, "Who painted the ceiling?", [calls(GIVES_UP)])

    assert len(told.chat.asked) == 1
    assert told.nudged("lines already read") == []


@pytest.mark.req("AGE-6")
def test_an_answer_in_plain_text_is_told_once_and_then_taken_with_a_note(desk: Desk) -> None:
    text = "The lease ends with notice: «end the lease with three months' written notice» [D1]."

    told = asked(desk, "What is the notice of the lease?", [says(text)])

    assert len(told.chat.asked) == 2
    assert told.chat.asked[1].must_call
    assert told.chat.asked[1].messages[-1].by == "user"
    (nudge,) = told.nudged("answer by the tool")
    assert told.sent(2) == nudge
    (sentence,) = told.answered.sentences
    assert sentence.quotes[0].document.title == "Lease of the boathouse"
    assert any("wrote its answer as plain text" in note.text for note in told.answered.notes)


def test_the_arguments_of_answer_written_out_as_text_are_read(desk: Desk) -> None:
    text = (
        '```json\n{"settled": "yes", "sentences": [{"text": "Nobody pays rent in July.", '
        '"quotes": [{"document": "D1", "quote": "nobody pays in July"}]}]}\n```'
    )

    told = asked(desk, "When is the rent paid?", [says(text)])

    assert [sentence.text for sentence in told.answered.sentences] == ["Nobody pays rent in July."]


@pytest.mark.req("AGE-6")
def test_arguments_that_cannot_be_used_are_told_and_counted_once(desk: Desk) -> None:
    broken = calls(("answer", '{"sentences": [{"text": "The'))

    told = asked(desk, "What is the notice of the lease?", [broken, broken, calls(NOTICE)])

    assert len(told.nudged("arguments")) == 1
    assert told.sent(2).startswith("Not taken: ")
    assert [used.tool for used in told.of(Used)] == ["answer", "answer"]
    assert told.answered.verdict == "verified"


def test_a_tool_that_there_is_not_is_told_with_those_that_there_are(desk: Desk) -> None:
    told = asked(desk, "What is the notice of the lease?", [calls(("google", {"q": "lease"})), calls(NOTICE)])

    assert told.sent(2).startswith("Not run: there is no tool `google`. There are `search`, `read`")


@pytest.mark.req("AGE-6")
def test_nudges_can_be_switched_off(quay: Desk) -> None:
    told = asked(
        quay,
        "When is the mooring fee paid?",
        [calls(("search", {"queries": ["mooring fee"]})), calls(GIVES_UP)],
        settings=QUIET,
    )

    assert told.of(Nudged) == []
    assert len(told.chat.asked) == 2


@pytest.mark.req("AGE-1")
def test_an_argument_that_a_tool_does_not_know_is_told_with_what_it_takes(quay: Desk) -> None:
    told = asked(
        quay,
        "When is the mooring fee paid?",
        [
            calls(("read", {"document": "D1", "language": "en"})),
            calls(("search", {"terms": ["mooring"]})),
            calls(GIVES_UP),
        ],
    )

    assert told.sent(2).startswith(
        "Not used: `language`; `read` takes `document`, `page`, `section`, `lines`, `around`.\n"
    )
    assert told.sent(3).startswith(
        'Not run: `queries` is missing: a list of key words, such as ["notice period"]. '
        "Not used: `terms`; `search` takes `queries`,"
    )
