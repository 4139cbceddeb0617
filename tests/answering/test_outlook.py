"""What the next round of a run may be, and what the model is told before it."""

from __future__ import annotations

import pytest

from belegg.answering.limits import MOST_ANSWER_ROUNDS, Meter
from belegg.answering.outlook import Outlook, outlook
from belegg.answering.settings import Limits
from belegg.records.chat import Usage

CIRCLE = "the same call came 3 times in a row"


def after(rounds: int, most: int = 10) -> Meter:
    meter = Meter(Limits(rounds=most))
    for _ in range(rounds):
        meter.took(Usage(requests=1), answering=True)
    return meter


def looked_at(meter: Meter, circling: str = "", *, braked: bool = False, warns: bool = True) -> Outlook:
    return outlook(meter, circling, braked=braked, warns=warns)


@pytest.mark.req("AGE-7")
def test_far_from_every_limit_nothing_is_said_and_nothing_taken_away() -> None:
    assert looked_at(after(3)) == Outlook()


@pytest.mark.req("AGE-7")
@pytest.mark.parametrize("warns", [True, False])
def test_near_a_limit_the_model_is_told_if_it_may_be_and_keeps_its_tools(warns: bool) -> None:
    ahead = looked_at(after(7), warns=warns)

    assert (ahead.only_answer, ahead.stop) == ("", None)
    assert (ahead.nudge is not None) == warns


@pytest.mark.req("AGE-7")
def test_who_goes_in_circles_is_left_answer_alone_and_told_why_even_far_from_limits() -> None:
    ahead = looked_at(after(3), CIRCLE, warns=False)

    assert ahead.only_answer == CIRCLE
    assert ahead.nudge is not None
    assert CIRCLE in ahead.nudge[1]


@pytest.mark.req("AGE-7")
def test_who_circled_and_did_not_answer_when_only_that_was_left_has_failed() -> None:
    meter = after(3)
    for _ in range(MOST_ANSWER_ROUNDS):
        meter.asked_to_answer()

    stop = looked_at(meter, CIRCLE).stop
    assert stop is not None
    assert stop.reason == "model failed"


@pytest.mark.req("AGE-7")
def test_a_run_that_is_both_stopped_and_over_its_limit_was_stopped_by_whoever_asked() -> None:
    stop = looked_at(after(10), CIRCLE, braked=True).stop

    assert stop is not None
    assert stop.reason == "cancelled"
