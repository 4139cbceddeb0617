"""The measures agree with cases worked out by hand."""

from __future__ import annotations

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.evaluation.measures import hit, ndcg, recall, reciprocal_rank, sign_flip_p

pytestmark = pytest.mark.req("EVA-2")


def test_ndcg_of_a_graded_list_is_its_discounted_gain_over_the_best_one() -> None:
    judged = {"a": 3, "b": 2, "c": 1}

    # Found: b at 1, x at 2, a at 3. Best: a, b, c.
    gained = 2 / log2(2) + 0 / log2(3) + 3 / log2(4)
    ideal = 3 / log2(2) + 2 / log2(3) + 1 / log2(4)

    assert ndcg(["b", "x", "a"], judged, 10) == pytest.approx(gained / ideal)
    assert gained / ideal == pytest.approx(3.5 / 4.761859507)


def test_ndcg_looks_at_the_first_k_only_in_the_found_and_in_the_best_list() -> None:
    assert ndcg(["x", "a"], {"a": 1, "b": 1}, 1) == 0
    assert ndcg(["a", "x"], {"a": 1, "b": 1}, 1) == 1


def test_recall_is_the_share_of_the_relevant_found() -> None:
    judged = {"a": 1, "b": 2, "c": 0}

    assert recall(["a", "c", "x"], judged, 3) == 0.5
    assert recall(["a", "x", "b"], judged, 2) == 0.5
    assert recall(["a", "x", "b"], judged, 3) == 1


def test_reciprocal_rank_counts_the_first_relevant_only() -> None:
    judged = {"a": 1, "b": 1}

    assert reciprocal_rank(["x", "y", "b", "a"], judged, 10) == pytest.approx(1 / 3)
    assert reciprocal_rank(["x", "y", "b"], judged, 2) == 0


def test_hit_is_one_or_nothing() -> None:
    assert hit(["x", "a"], {"a": 1}, 2) == 1
    assert hit(["x", "a"], {"a": 1}, 1) == 0


def test_a_query_without_relevant_documents_scores_nothing() -> None:
    assert [m(["a"], {}, 10) for m in (ndcg, recall, reciprocal_rank, hit)] == [0, 0, 0, 0]


def test_equal_runs_do_not_differ() -> None:
    assert sign_flip_p([0.2, 0.5, 1.0], [0.2, 0.5, 1.0]) == 1


def test_the_sign_flip_p_of_three_equal_gains_is_a_quarter() -> None:
    # Of the 8 ways to flip three equal differences two reach the same mean: +++ and ---.
    assert sign_flip_p([1, 1, 1], [0, 0, 0], flips=20_000) == pytest.approx(2 / 8, abs=0.02)


def test_a_steady_gain_over_many_queries_is_significant() -> None:
    one = [0.5 + 0.01 * (n % 3) for n in range(60)]
    other = [0.5] * 60

    assert sign_flip_p(one, other) < 0.001


@given(
    st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8),
    st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 4), max_size=8),
    st.integers(1, 10),
)
def test_every_measure_stays_between_nothing_and_one(
    ranking: list[str], judged: dict[str, int], k: int
) -> None:
    for measure in (ndcg, recall, reciprocal_rank, hit):
        assert 0 <= measure(ranking, judged, k) <= 1 + 1e-12
