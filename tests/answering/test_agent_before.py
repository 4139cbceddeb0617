"""Before the model: the question is searched, what it found is a note, and a gate keeps the model out."""

from __future__ import annotations

import pytest

from answering.agent import answer, asked
from belegg.answering.settings import AskSettings
from belegg.records import OWNER, Scope
from belegg.records.gate import EVERY, Floor, Gate
from belegg.records.runs import Asked, Ended, Searched, Sent, Stopped, Understood
from belegg.testing import FakeEmbedder
from belegg.testing.chat import calls
from belegg.testing.desk import Desk
from belegg.testing.shelf import reader_of

NOTICE = answer(
    ("The lease ends with three months' notice.", {"D1": "end the lease with three months' written notice"})
)


@pytest.mark.req("AGE-3")
def test_what_a_search_found_is_a_note_in_the_users_message(desk: Desk) -> None:
    told = asked(desk, "How is the lease ended by notice?", [calls(NOTICE)])

    system, user = told.chat.asked[0].messages
    assert (system.by, user.by) == ("system", "user")
    assert user.calls == ()
    assert user.text.startswith(
        "Question: How is the lease ended by notice?\n\nNote: this was searched before"
    )
    assert "Either party may end the lease with three months' written notice." in user.text
    (searched,) = told.of(Searched)
    assert (searched.round, searched.by) == (0, "belegg")


@pytest.mark.req("AGE-3")
def test_each_question_inside_the_question_is_searched_and_its_passages_are_shown_once(desk: Desk) -> None:
    told = asked(desk, "What is the rent of the boathouse? What does a lost key cost?", [calls(NOTICE)])

    assert [search.query for search in told.of(Searched)] == [
        "What is the rent of the boathouse? What does a lost key cost?",
        "What is the rent of the boathouse?",
        "What does a lost key cost?",
    ]
    assert told.sent(1).count("A lost key costs 350 kroner.") == 1
    assert "shown above." in told.sent(1)


@pytest.mark.req("AGE-3")
def test_what_only_points_back_is_searched_with_what_it_points_at(desk: Desk) -> None:
    told = asked(desk, "What is the rent of the boathouse, and who pays it?", [calls(NOTICE)])

    assert [search.query for search in told.of(Searched)] == [
        "What is the rent of the boathouse, and who pays it?",
        "What is the rent of the boathouse",
        "who pays it (rent boathouse)?",
    ]


@pytest.mark.req("AGE-3")
def test_not_searching_first_is_a_setting(desk: Desk) -> None:
    told = asked(desk, "What is the rent?", [calls(NOTICE)], settings=AskSettings(search_first=False))

    assert told.of(Searched) == []
    assert told.sent(1) == "Question: What is the rent?"


def test_a_run_begins_with_the_question_and_ends_with_the_answer(desk: Desk) -> None:
    told = asked(desk, "How is the lease ended by notice?", [calls(NOTICE)])

    assert told.events[0] == Asked(
        "How is the lease ended by notice?", "2026-06-01", {"answer": "fake:scripted"}
    )
    assert isinstance(told.events[1], Understood)
    assert isinstance(told.events[-2], Stopped)
    assert isinstance(told.events[-1], Ended)
    assert told.answered.verdict == "verified"
    assert told.stopped.reason == "answered"


@pytest.mark.req("ANS-4")
def test_when_nothing_is_on_the_subject_the_model_is_not_called(desk: Desk) -> None:
    embedder = FakeEmbedder()
    desk.shelf.embed(embedder)
    floors = Gate((Floor("documents", EVERY, 2.0, True, 5, 5, embedder.id, ""),))

    told = asked(desk, "quantum chromodynamics", [calls(NOTICE)], mode="hybrid", gate=floors)

    assert told.chat.asked == []
    assert told.stopped.reason == "gate"
    assert told.abstained.stopped.startswith(
        "no model was called: The documents hold nothing on this subject"
    )
    assert told.of(Sent) == []


@pytest.mark.req("ACC-1")
def test_for_somebody_who_may_read_nothing_the_model_is_not_called(desk: Desk) -> None:
    told = asked(desk, "What is the rent?", [calls(NOTICE)], scope=reader_of("nobody here"))

    assert told.chat.asked == []
    assert told.abstained.reason == "not_covered"


@pytest.mark.req("ACC-1")
def test_nothing_that_the_asker_may_not_read_is_sent_to_the_model(desk: Desk) -> None:
    desk.put("secret/rent.md", "# Rent\n\nThe secret rent is 9,999 kroner.", access=("board",))

    told = asked(
        desk,
        "What is the rent?",
        [calls(("search", {"queries": ["rent"]})), calls(NOTICE)],
        scope=reader_of("all"),
    )
    owner = asked(desk, "What is the rent?", [calls(NOTICE)], scope=Scope(OWNER))

    assert "9,999" not in "".join(m.text for request in told.chat.asked for m in request.messages)
    assert "9,999" in owner.sent(1)


def test_the_same_seed_gives_the_same_messages(desk: Desk) -> None:
    first = asked(desk, "What is the rent?", [calls(NOTICE)])
    again = asked(desk, "What is the rent?", [calls(NOTICE)])

    assert first.chat.asked[0].messages == again.chat.asked[0].messages
