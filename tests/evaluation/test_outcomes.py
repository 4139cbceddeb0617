"""The measures of a question are those of the field, and abstention counts both ways of being wrong."""

from __future__ import annotations

from dataclasses import replace
from math import log2

import ir_measures
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ir_measures import RR, R, Success, nDCG

from belegg.evaluation.measures import hit, ndcg, recall, reciprocal_rank
from belegg.evaluation.outcomes import cover, gain, values
from belegg.evaluation.runs import abstention, means, parts, suspicions
from evaluation.made import FOUND, NONE, REFUSED

pytestmark = pytest.mark.req("EVA-1", "EVA-2")


def test_a_question_is_measured_by_the_ranks_of_its_gold() -> None:
    found = values(replace(FOUND, ranks=(3, None, 12), needed=3))

    assert found["recall@12"] == pytest.approx(2 / 3)
    assert (found["hit@1"], found["hit@5"], found["hit@10"], found["mrr@10"]) == (0, 1, 1, 1 / 3)
    ideal = 1 + 1 / log2(3) + 1 / log2(4)
    assert found["ndcg@10"] == pytest.approx((1 / log2(4)) / ideal)


def test_gold_in_one_passage_counts_once_and_can_be_found_whole() -> None:
    assert gain((1, 1), cover([["a"], ["a"]]), 10) == 1
    assert gain((1, 2), cover([["a"], ["b"]]), 10) == 1
    assert gain((1, 1), 2, 10) < 1


def test_a_cover_takes_the_passage_that_holds_most() -> None:
    assert cover([]) == 0
    assert cover([["a", "b"], ["b"], ["c", "b"]]) == 1
    assert cover([["a"], [], []]) == 3


def test_what_cannot_be_measured_of_a_question_is_left_out() -> None:
    assert set(values(NONE)) == {"refused", "passed"}
    assert "shown" not in values(replace(FOUND, ranks=()))
    assert "points" not in values(FOUND)
    assert values(replace(FOUND, points=2, met=1))["points"] == 0.5
    assert values(replace(FOUND, expected="nothing")) == {"supported": 1.0, "language": 1.0}


def test_either_written_norwegian_answers_in_the_language_of_the_question() -> None:
    assert values(FOUND)["language"] == 1
    assert values(replace(FOUND, answer_language="sv"))["language"] == 0


def test_a_question_passes_when_the_gold_is_quoted_or_the_refusal_is_right() -> None:
    answered = replace(NONE, verdict="downgraded")

    assert [each.passed for each in (FOUND, REFUSED, NONE, answered)] == [True, False, True, False]
    assert not replace(FOUND, shown=0).passed
    assert replace(FOUND, shown=0, ranks=()).passed


def test_abstention_counts_false_answers_and_false_refusals_and_the_hidden_apart() -> None:
    hidden = replace(FOUND, expected="nothing")

    both = abstention([FOUND, REFUSED, NONE, replace(NONE, verdict="verified"), hidden])

    assert (both.unanswerable, both.false_answers, both.answerable, both.false_refusals) == (2, 1, 2, 1)
    assert (both.hidden, both.hidden_answered) == (1, 1)


def test_means_are_over_the_questions_of_which_a_measure_could_be_taken() -> None:
    found = means([FOUND, REFUSED, NONE])

    assert (found["recall@12"].count, found["refused"].count, found["passed"].count) == (2, 1, 3)
    assert found["answered"].value == 0.5
    assert found["passed"].value == pytest.approx(2 / 3)


def test_questions_are_divided_by_class_language_and_kind() -> None:
    divided = parts([FOUND, replace(FOUND, language=None, kind="lay"), NONE])

    assert {by: {name: len(of) for name, of in names.items()} for by, names in divided.items()} == {
        "class": {"single": 2, "unanswerable": 1},
        "language": {"nb": 2, "?": 1},
        "kind": {"lay": 1},
    }


def test_a_recall_of_nothing_is_a_suspected_bug_in_the_whole_or_in_a_part() -> None:
    lost = replace(FOUND, ranks=(None,))
    swedish = replace(lost, language="sv")

    assert "suspect a bug" in suspicions([lost, swedish])[0]
    assert len(suspicions([lost, swedish])) == 1
    assert [told.partition(":")[0] for told in suspicions([FOUND, swedish, swedish])] == [
        "no gold was found for any of the 2 questions of language `sv`"
    ]
    assert suspicions([FOUND, swedish, NONE]) == []


# ---------------------------------------------------------------- beside ir-measures

NAMES = st.sampled_from("abcdefghijklmno")


@given(st.lists(NAMES, unique=True, max_size=15), st.dictionaries(NAMES, st.integers(1, 3), min_size=1))
def test_the_measures_of_rankings_are_those_of_ir_measures(
    ranking: list[str], judged: dict[str, int]
) -> None:
    run = {"q": {name: float(-place) for place, name in enumerate(ranking)} or {"unjudged": 0.0}}
    theirs = ir_measures.calc_aggregate([nDCG @ 10, R @ 12, RR @ 10, Success @ 5], {"q": judged}, run)

    assert ndcg(ranking, judged, 10) == pytest.approx(theirs[nDCG @ 10])
    assert recall(ranking, judged, 12) == pytest.approx(theirs[R @ 12])
    assert reciprocal_rank(ranking, judged, 10) == pytest.approx(theirs[RR @ 10])
    assert hit(ranking, judged, 5) == theirs[Success @ 5]


@given(st.lists(st.none() | st.integers(1, 15), min_size=1, max_size=5))
def test_the_measures_of_a_question_are_those_of_ir_measures_on_its_ranks(ranks: list[int | None]) -> None:
    # Each gold in a passage of its own: no two stand at one rank.
    own = [rank if rank not in ranks[:n] else None for n, rank in enumerate(ranks)]
    ranking = {rank: f"gold {n}" for n, rank in enumerate(own) if rank is not None}
    run = {"q": {ranking.get(rank, f"other {rank}"): float(-rank) for rank in range(1, 16)}}
    judged = {"q": {f"gold {n}": 1 for n in range(len(own))}}
    theirs = ir_measures.calc_aggregate(
        [nDCG @ 10, R @ 12, RR @ 10, Success @ 1, Success @ 5, Success @ 10], judged, run
    )

    ours = values(replace(FOUND, ranks=tuple(own), needed=len(own)))

    assert ours["ndcg@10"] == pytest.approx(theirs[nDCG @ 10])
    assert ours["recall@12"] == pytest.approx(theirs[R @ 12])
    assert ours["mrr@10"] == pytest.approx(theirs[RR @ 10])
    assert [ours[f"hit@{k}"] for k in (1, 5, 10)] == [theirs[Success @ k] for k in (1, 5, 10)]
