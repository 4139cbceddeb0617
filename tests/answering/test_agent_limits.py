"""A run ends within its limits, whatever the model does, says why, and gives what is proven until then."""

from __future__ import annotations

import pytest

from answering.agent import answer, asked
from belegg.answering.limits import Meter
from belegg.answering.settings import AskSettings, Limits
from belegg.errors import BadSetting
from belegg.records import Answered
from belegg.records.chat import Reply, Usage
from belegg.records.runs import Nudged, Searched, Used
from belegg.testing.chat import Request, calls, says
from belegg.testing.desk import Desk

NOTICE = answer(
    ("The lease ends with three months' notice.", {"D1": "end the lease with three months' written notice"})
)
QUESTION = "How is the lease ended by notice?"


def searching(request: Request) -> Reply:
    """Another search in every round, whatever is said, and something that was not told before."""
    number = len(request.messages)
    return calls(("search", {"queries": [f"boat {number}"]}), ("find_documents", {"title": f"boat {number}"}))


def within(**limits: float) -> AskSettings:
    return AskSettings(limits=Limits(**limits))  # type: ignore[arg-type]


@pytest.mark.req("AGE-7")
def test_a_model_that_searches_for_ever_is_warned_then_offered_answer_alone_then_stopped(desk: Desk) -> None:
    told = asked(desk, QUESTION, [searching], settings=within(rounds=10))

    offered = [request.tools for request in told.chat.asked]
    assert len(offered) == 10
    assert all("search" in tools for tools in offered[:9])
    assert offered[9] == ("answer",)
    assert told.chat.asked[9].must_call
    assert [(event.round, event.kind) for event in told.of(Nudged)] == [(7, "limit near"), (9, "answer now")]
    assert told.stopped.reason == "rounds"
    assert told.stopped.detail == "the limit was reached: 10 of 10 rounds"
    assert isinstance(told.answer, Answered)  # what the documents say, without the model
    assert told.answer.stopped == told.stopped.detail


@pytest.mark.req("AGE-7")
def test_the_warning_is_sent_once_with_the_outcome_of_the_last_call(desk: Desk) -> None:
    told = asked(desk, QUESTION, [searching], settings=within(rounds=10))

    warning = "Most of what this question may take is spent (7 of 10 rounds)."
    assert warning in told.sent(8)
    assert sum(warning in told.sent(round) for round in range(1, 11)) == 1
    assert told.chat.asked[7].messages[-1].by == "tool"


@pytest.mark.req("AGE-7")
def test_a_search_that_comes_when_answer_alone_is_left_is_not_run(desk: Desk) -> None:
    told = asked(desk, QUESTION, [searching, calls(NOTICE)], settings=within(rounds=2))

    assert told.answered.verdict == "verified"
    assert told.answered.stopped == "only answering was left, for the limit was near: 1 of 2 rounds"
    only = asked(desk, QUESTION, [searching], settings=within(rounds=1))
    assert [search.round for search in only.of(Searched)] == [0]
    assert [used.outcome for used in only.of(Used)] == ["not run: only `answer` is left. Call it."] * 2


@pytest.mark.req("AGE-7")
def test_searches_are_limited_also_within_one_reply(desk: Desk) -> None:
    many = calls(*[("search", {"queries": [f"boat {n}"]}) for n in range(50)])

    told = asked(desk, QUESTION, [many, calls(NOTICE)], settings=within(searches=4))

    assert sum(search.round > 0 for search in told.of(Searched)) == 4
    assert len(told.chat.asked[1].messages) == 3 + 50  # every call has its outcome
    assert told.chat.asked[1].tools == ("answer",)
    assert told.answered.verdict == "verified"


@pytest.mark.req("AGE-7")
def test_of_fifty_calls_in_one_reply_eight_are_run(desk: Desk) -> None:
    many = calls(*[("search", {"queries": [f"boat {n}"]}) for n in range(50)])

    told = asked(desk, QUESTION, [many, calls(NOTICE)])

    assert sum(search.round > 0 for search in told.of(Searched)) == 8
    assert sum(used.outcome == "not run: a turn has at most 8 calls." for used in told.of(Used)) == 42


@pytest.mark.req("AGE-7")
def test_the_same_call_twice_is_answered_from_the_run(desk: Desk) -> None:
    same = calls(("search", {"queries": ["boats"]}))

    told = asked(desk, QUESTION, [same, same, same, calls(NOTICE)])

    assert sum(search.round > 0 for search in told.of(Searched)) == 1
    assert told.sent(3).startswith("You made this call in round 1, and its result stands above.")
    again = told.nudged("again")
    assert len(again) == 2
    assert told.sent(4).startswith(again[1])


@pytest.mark.req("AGE-7")
def test_after_the_third_same_call_in_a_row_only_answering_is_left(desk: Desk) -> None:
    same = calls(("list_documents", {}))

    told = asked(desk, QUESTION, [same, same, same, calls(NOTICE)])

    assert [request.tools == ("answer",) for request in told.chat.asked] == [False, False, False, True]
    assert told.answered.stopped == "only answering was left, for the same call came 3 times in a row"


@pytest.mark.req("AGE-7")
def test_after_three_rounds_that_brought_nothing_new_only_answering_is_left(desk: Desk) -> None:
    def other_words(request: Request) -> Reply:
        return calls(("search", {"queries": [f"xyzzy{len(request.messages)}"]}))

    told = asked(desk, QUESTION, [other_words, other_words, other_words, calls(NOTICE)])

    assert told.chat.asked[3].tools == ("answer",)
    assert told.nudged("answer now")[0].startswith("You get no further (3 rounds in a row brought nothing")


@pytest.mark.req("AGE-7")
def test_a_model_that_goes_in_circles_for_ever_costs_five_rounds(desk: Desk) -> None:
    told = asked(desk, QUESTION, [calls(("list_documents", {}))])

    assert len(told.chat.asked) == 5
    assert told.stopped.reason == "model failed"
    assert told.stopped.detail.startswith("the same call came 3 times in a row, and it did not answer")


@pytest.mark.req("AGE-7")
def test_tokens_end_a_run_before_the_request_that_would_exceed_them(desk: Desk) -> None:
    def costly(request: Request) -> Reply:
        reply = searching(request)
        return Reply(reply.message, "calls", Usage(1, 3_000, 10), "scripted")

    told = asked(desk, QUESTION, [costly], settings=within(tokens=10_000))

    assert told.stopped.reason == "tokens"
    assert len(told.chat.asked) == 3


@pytest.mark.req("AGE-7")
def test_money_ends_a_run_where_its_prices_are_known(desk: Desk) -> None:
    def dear(request: Request) -> Reply:
        reply = searching(request)
        return Reply(reply.message, "calls", Usage(1, 10, 10, cost_usd=0.4), "scripted")

    told = asked(desk, QUESTION, [dear], settings=within(cost_usd=1.0))

    assert told.stopped.detail == "the limit was reached: 1.20 of 1.00 dollars"


@pytest.mark.req("AGE-7")
def test_at_the_limit_a_draft_that_is_proven_in_part_is_given(desk: Desk) -> None:
    half = answer(
        (
            "The lease ends with three months' notice.",
            {"D1": "end the lease with three months' written notice"},
        ),
        ("Cats pay rent.", {"D1": "cats pay the rent in cash"}),
    )

    told = asked(desk, QUESTION, [searching, calls(half)], settings=within(rounds=2))

    assert told.stopped.reason == "rounds"
    assert [sentence.text for sentence in told.answered.sentences] == [
        "The lease ends with three months' notice."
    ]
    assert told.answered.verdict == "downgraded"
    assert "Cats pay rent." in told.answered.dropped[0]


def test_a_run_that_says_nothing_useful_ends_too(desk: Desk) -> None:
    told = asked(desk, QUESTION, [says("   ")])

    assert (told.stopped.reason, told.stopped.detail) == ("model failed", "the model said nothing, twice")
    assert len(told.chat.asked) == 2


def test_time_is_a_limit_like_the_others() -> None:
    at = [0.0]
    meter = Meter(Limits(seconds=100), lambda: at[0])

    standings = []
    for at[0] in (75.0, 95.0, 100.0):
        standings.append(meter.standing())

    assert [(standing.phase, standing.limit) for standing in standings] == [
        ("near", "seconds"),
        ("answer only", "seconds"),
        ("over", "seconds"),
    ]


@pytest.mark.parametrize("name", ["rounds", "searches", "tokens", "seconds", "cost_usd"])
def test_a_limit_of_nothing_is_refused(name: str) -> None:
    with pytest.raises(BadSetting, match="above 0"):
        within(**{name: 0})
