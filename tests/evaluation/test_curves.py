"""The two curves of a gate, on made scores."""

from __future__ import annotations

from itertools import pairwise
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.evaluation.curves import Asked, area, curve, share, stopped
from belegg.evaluation.gibberish import is_gibberish
from belegg.search.gate import Evidence

pytestmark = pytest.mark.req("HYB-6")

SCORE = st.floats(0.5, 1).map(lambda score: round(score, 4))
HITS = st.lists(st.builds(Evidence, SCORE, st.floats(0, 0.5)), max_size=3).map(tuple)
KNOWN = frozenset(
    ["hvor", "lenge", "varer", "ferien", "how", "long", "does", "the", "holiday", "last", "gate"]
)


def asked(*scores: float, answerable: bool = True) -> list[Asked]:
    """Questions with one hit each, without words."""
    return [Asked("?", answerable, "no", True, (Evidence(score, 0.0),)) for score in scores]


def some(answerable: bool) -> st.SearchStrategy[list[Asked]]:
    one = st.builds(Asked, st.just("?"), st.just(answerable), st.just("no"), st.just(True), HITS)
    return st.lists(one, min_size=1, max_size=12)


@given(some(True), some(False))
def test_a_higher_floor_never_gives_more_false_answers_or_fewer_false_refusals(
    good: list[Asked], bad: list[Asked]
) -> None:
    points = curve(good, bad)

    for lower, higher in pairwise(points):
        assert lower.floor < higher.floor
        assert lower.false_answers >= higher.false_answers
        assert lower.false_refusals <= higher.false_refusals


@given(some(True), some(False))
def test_the_curve_begins_where_nothing_is_stopped_that_has_a_score_and_ends_where_all_is(
    good: list[Asked], bad: list[Asked]
) -> None:
    points = curve(good, bad)
    reaches = [each.reach() for each in (*good, *bad)]

    if points:
        assert points[0].false_refusals == sum(each.reach() == -inf for each in good)
        assert points[-1].false_answers == sum(each.reach() == inf for each in bad)
    assert bool(points) == any(-inf < reach < inf for reach in reaches)
    assert len(points) <= 24


def test_a_question_passes_by_its_best_hit_and_words_pass_every_floor() -> None:
    hits = (Evidence(0.8, 0.0), Evidence(0.9, 0.1), Evidence(0.7, 0.2))

    assert Asked("?", True, "no", True, hits).reach() == 0.9
    assert Asked("?", True, "no", True, (*hits, Evidence(0.1, 0.35))).reach() == inf
    assert Asked("?", True, "no", True, (*hits, Evidence(0.1, 0.0, named=True))).reach() == inf
    assert Asked("?", True, "no", True, ()).reach() == -inf
    assert stopped(asked(0.8, 0.82, 0.84), 0.82) == 1


@given(some(True), some(False))
def test_the_area_of_two_sides_turned_round_is_the_rest_to_one(good: list[Asked], bad: list[Asked]) -> None:
    one, other = area(good, bad), area(bad, good)

    assert one.value + other.value == pytest.approx(1)
    assert 0 <= one.low <= one.value <= one.high <= 1


def test_the_area_is_one_when_every_answerable_question_scores_better_and_a_half_when_all_are_the_same() -> (
    None
):
    assert area(asked(0.9, 0.8), asked(0.7, 0.6, answerable=False)).value == 1
    assert area(asked(0.8), asked(0.8, answerable=False)).value == 0.5
    assert area([], asked(0.8, answerable=False)).low == 0


def test_a_perfect_area_of_few_questions_is_no_certainty_and_of_many_nearly_one() -> None:
    def perfect(count: int) -> float:
        return area(asked(*[0.9] * count), asked(*[0.7] * count, answerable=False)).low

    assert 0.3 < perfect(3) < perfect(10) < 0.85
    assert perfect(200) > 0.97


@given(st.integers(0, 60), st.integers(1, 60))
def test_the_interval_of_a_share_holds_the_share_and_narrows_with_more_questions(count: int, of: int) -> None:
    few, many = share(min(count, of), of), share(10 * min(count, of), 10 * of)

    assert 0 <= few.low <= few.count / few.of <= few.high <= 1
    assert many.high - many.low < few.high - few.low


def test_the_interval_of_two_in_fifty_is_the_one_in_the_tables() -> None:
    assert share(2, 50).low == pytest.approx(0.0110, abs=5e-4)
    assert share(2, 50).high == pytest.approx(0.1346, abs=5e-4)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Hvor lenge varer ferien?", False),
        ("How long does the qzwortle last?", False),
        ("blorf qzwortle gnarfle", True),
        ("blorf varer gnarfle zzyx", True),
        ("asdf jkl", True),
        ("E-4012", False),
        ("???", True),
        ("gate 7", False),
    ],
)
def test_gibberish_is_what_hardly_anybody_knows_a_word_of(question: str, expected: bool) -> None:
    assert is_gibberish(question, KNOWN.__contains__) is expected
