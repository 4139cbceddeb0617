"""Fusing two arms: laws that hold for any scores, and the formulas by hand."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import BadSetting
from belegg.records import PassageKey
from belegg.search.fuse import (
    RRF,
    SCALED,
    SUM,
    Fusion,
    InArms,
    fused_scores,
    fusion_called,
    fusion_for,
    in_fused_order,
    word_share,
)


def one(
    key: int, cosine: float | None, share: float = 0.0, word_rank: int = 0, vector_rank: int = 0
) -> InArms:
    return InArms(PassageKey(key), word_rank, share, vector_rank, cosine)


def keys(found: list[InArms], how: Fusion) -> list[int]:
    return [int(arms.key) for arms, _ in in_fused_order(found, how)]


PASSAGES = st.lists(
    st.builds(
        one,
        st.integers(1, 1000),
        st.none() | st.floats(-1, 1, allow_nan=False, width=32),
        st.floats(0, 1),
        st.integers(0, 100),
        st.integers(0, 400),
    ),
    max_size=12,
    unique_by=lambda arms: arms.key,
)
FUSIONS = st.sampled_from(
    (SUM, SCALED, RRF, replace(RRF, k=60.0, vectors=1.0), replace(SUM, share_weight=0.0))
)


@pytest.mark.req("HYB-2")
@given(PASSAGES, FUSIONS, st.randoms())
def test_the_order_does_not_depend_on_the_order_given(
    found: list[InArms], how: Fusion, chance: Random
) -> None:
    shuffled = chance.sample(found, len(found))

    assert keys(shuffled, how) == keys(found, how)


@given(PASSAGES, FUSIONS)
def test_every_passage_stays_and_its_score_is_a_number(found: list[InArms], how: Fusion) -> None:
    ordered = in_fused_order(found, how)

    assert sorted(arms.key for arms, _ in ordered) == sorted(arms.key for arms in found)
    assert all(abs(score) < 1e4 for _, score in ordered)


@given(PASSAGES.filter(bool), st.sampled_from((SUM, SCALED)), st.data())
def test_more_words_never_lower_a_passage(found: list[InArms], how: Fusion, data: st.DataObject) -> None:
    chosen = data.draw(st.sampled_from(found))
    better = replace(chosen, word_share=min(1.0, chosen.word_share + 0.1))

    before = keys(found, how).index(chosen.key)
    after = keys([better if arms is chosen else arms for arms in found], how).index(chosen.key)

    assert after <= before


@given(PASSAGES)
def test_without_a_weight_for_words_the_cosine_alone_decides(found: list[InArms]) -> None:
    ordered = [arms.cosine for arms, _ in in_fused_order(found, replace(SUM, share_weight=0.0))]

    assert [c for c in ordered if c is not None] == sorted(
        (c for c in ordered if c is not None), reverse=True
    )


@given(st.floats(0, 1e6), st.floats(0, 1e4))
def test_a_share_of_words_lies_between_nothing_and_all(score: float, mass: float) -> None:
    assert 0.0 <= word_share(score, mass, 1.2) <= 1.0


def test_a_share_is_the_score_over_the_most_that_the_words_can_give() -> None:
    assert word_share(4.4, 4.0, 1.2) == pytest.approx(0.5)
    assert word_share(3.0, 0.0, 1.2) == 0.0


@pytest.mark.req("HYB-2")
def test_rank_fusion_adds_the_weights_over_k_and_place() -> None:
    found = [one(1, 0.9, 0.1, word_rank=3, vector_rank=1), one(2, 0.8, vector_rank=2), one(3, None, 0.9, 1)]

    scores = fused_scores(found, Fusion("rrf", k=10, words=1, vectors=2))

    assert scores == pytest.approx([1 / 13 + 2 / 11, 2 / 12, 1 / 11])


def test_the_scaled_sum_counts_in_standard_deviations_of_the_nearest() -> None:
    found = [one(1, 0.9), one(2, 0.8, 0.5), one(3, 0.7)]

    scores = fused_scores(found, SCALED)

    assert scores == pytest.approx([1.224745, 4.0, -1.224745], abs=1e-5)


@pytest.mark.parametrize("how", [SUM, SCALED])
def test_a_passage_without_a_vector_counts_as_the_farthest(how: Fusion) -> None:
    found = [one(1, 0.9), one(2, 0.5), one(3, None, 0.1)]

    scores = fused_scores(found, how)

    assert scores[2] - scores[1] == pytest.approx(how.share_weight * 0.1)


def test_equal_scores_are_ordered_by_cosine_then_words_then_key() -> None:
    level = Fusion("rrf", words=1, vectors=1)
    found = [one(4, 0.5, 0.2), one(3, 0.5, 0.2), one(2, 0.5, 0.3), one(1, None), one(5, 0.6)]

    assert keys(found, level) == [5, 2, 3, 4, 1]


def test_each_embedder_gets_the_fusion_that_was_measured_for_it() -> None:
    assert fusion_for("e5/multilingual-e5-small-q4@1571fc98") == SUM
    assert fusion_for("openai/text-embedding-3-small") == SCALED


@pytest.mark.parametrize(
    ("text", "fusion"),
    [
        ("sum", SUM),
        ("Sum:0.2", Fusion("sum", 0.2)),
        ("scaled", SCALED),
        ("rrf:60", Fusion("rrf", k=60)),
        ("rrf:10:1:3", Fusion("rrf", k=10, words=1, vectors=3)),
    ],
)
def test_a_fusion_is_written_as_people_write_it(text: str, fusion: Fusion) -> None:
    assert fusion_called(text) == fusion


@pytest.mark.parametrize(
    "text", ["", "best", "sum:much", "sum:1:2", "rrf:1:2:3:4", "rrf:-1", "rrf:0:0:0", "sum:nan"]
)
def test_what_is_no_fusion_is_refused_with_those_that_are(text: str) -> None:
    with pytest.raises(BadSetting, match="`rrf:20:1:2`"):
        fusion_called(text)
