"""An interval says how sure a mean is: the same every time, narrower with more questions, never certain."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.evaluation.intervals import difference_of, mean_of

pytestmark = pytest.mark.req("EVA-1")


def test_the_same_values_give_the_same_interval() -> None:
    assert mean_of([0, 1, 1, 0.5]) == mean_of([0, 1, 1, 0.5])


def test_the_interval_of_a_share_is_near_that_of_the_normal_approximation() -> None:
    mean = mean_of([1.0] * 120 + [0.0] * 280)

    assert mean.value == pytest.approx(0.3)
    assert mean.low == pytest.approx(0.255, abs=0.01)
    assert mean.high == pytest.approx(0.345, abs=0.01)


def test_more_questions_make_it_narrower() -> None:
    few, many = mean_of([0.0, 1.0, 1.0] * 4), mean_of([0.0, 1.0, 1.0] * 40)

    assert many.high - many.low < few.high - few.low


def test_eight_of_eight_are_not_certain() -> None:
    assert mean_of([1.0] * 8).low == pytest.approx(0.676, abs=0.001)
    assert mean_of([0.0] * 8).high == pytest.approx(0.324, abs=0.001)


def test_a_difference_that_is_always_there_excludes_nothing() -> None:
    assert difference_of([0.1, 0.2, 0.3] * 5).low > 0
    assert difference_of([0.0] * 5).low == difference_of([0.0] * 5).high == 0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_a_mean_lies_in_its_interval_and_both_between_nothing_and_one(values: list[float]) -> None:
    mean = mean_of(values, resamples=200)

    assert 0 <= mean.low <= mean.high <= 1
    assert mean.low - 0.3 <= mean.value <= mean.high + 0.3
