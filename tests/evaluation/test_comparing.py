"""Two runs are compared question by question, and a difference that may be chance is called so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from belegg.evaluation.comparing import compare
from belegg.evaluation.outcomes import Outcome
from belegg.evaluation.runs import Conditions, Run
from evaluation.made import FOUND, NONE

pytestmark = pytest.mark.req("EVA-1", "EVA-3")

CONDITIONS = Conditions("0.1", "c0", 2, 4, "p0", "words 2", "keyword", {"part_weight": 0.3}, {}, "", "")


def run(outcomes: Sequence[Outcome], conditions: Conditions = CONDITIONS) -> Run:
    return Run("mine", "2026-11-30T12:00:00Z", "q0", conditions, 1.0, 0.0, tuple(outcomes), ())


def ranked(*ranks: int | None) -> Run:
    return run([replace(FOUND, id=str(n), ranks=(rank,)) for n, rank in enumerate(ranks)])


def change_of(measure: str, before: Run, after: Run) -> str:
    return next(each.change for each in compare(before, after).measures if each.measure == measure)


def test_a_steady_gain_over_many_questions_is_no_noise() -> None:
    assert change_of("hit@1", ranked(*[3] * 10), ranked(*[1] * 10)) == "better"
    assert change_of("hit@1", ranked(*[1] * 10), ranked(*[3] * 10)) == "worse"


def test_gains_and_losses_that_balance_may_be_noise() -> None:
    assert change_of("hit@1", ranked(*[1, 3] * 5), ranked(*[3, 1] * 4, 1, 1)) == "noise"


def test_a_gain_of_few_questions_proves_nothing() -> None:
    made = compare(ranked(*[3] * 5, *[1] * 20), ranked(*[1] * 25))

    (hit,) = [each for each in made.measures if each.measure == "hit@1"]
    assert (hit.change, hit.differing, hit.before, hit.after) == ("too few", 5, 0.8, 1.0)
    assert change_of("hit@1", ranked(1, 2), ranked(1, 2)) == "same"


def test_questions_that_fare_otherwise_are_named_passing_first() -> None:
    before = run([FOUND, replace(FOUND, id="2", ranks=(5,)), NONE, replace(FOUND, id="4")])
    after = run(
        [
            replace(FOUND, verdict="abstained", shown=0),
            replace(FOUND, id="2", ranks=(1,)),
            replace(NONE, verdict="verified"),
            replace(FOUND, id="4", search_ms=9.0),
        ]
    )

    made = compare(before, after)

    assert [each.after.id for each in made.better] == ["2"]
    assert [each.after.id for each in made.worse] == ["1", "3"]


def test_only_questions_in_the_same_words_are_compared() -> None:
    after = run([replace(FOUND, text="How long is it?"), NONE])

    made = compare(run([FOUND, NONE]), after)

    assert (made.both, made.only_before, made.only_after) == (1, 1, 1)


def test_conditions_that_differ_are_told_with_both_values() -> None:
    other = replace(CONDITIONS, corpus="c1", settings={"part_weight": 0.0}, models={"embedder": "e5"})

    made = compare(run([FOUND]), run([FOUND], other))

    assert made.conditions == (
        ("corpus", "c0", "c1"),
        ("setting part_weight", "0.3", "0.0"),
        ("model embedder", "None", "e5"),
    )
