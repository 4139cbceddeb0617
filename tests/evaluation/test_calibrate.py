"""Where the gate's floor is set, on made scores: by rule, only when it separates, and with its doubts."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.evaluation.calibrate import MARGIN, Calibrated, Calibration, Judge, calibrate, floor_of
from belegg.evaluation.curves import Asked
from belegg.evaluation.fitted import better_fit, fit
from belegg.records.gate import EVERY, Gate
from belegg.search.gate import Evidence

pytestmark = pytest.mark.req("HYB-6")

E5 = Judge("e5/small@1", "17")


def asked(count: int, mean: float, answerable: bool, *, language: str = "no", kind: str = "") -> list[Asked]:
    """Questions of one hit whose scores lie evenly around a mean, 0.03 to either side."""
    return [
        Asked(
            "?", answerable, language, True, (Evidence(mean + 0.03 * (2 * (n + 0.5) / count - 1), 0.1),), kind
        )
        for n in range(count)
    ]


def worded(count: int, answerable: bool, share: float) -> list[Asked]:
    """Questions whose scores say nothing and whose words say much; the same every time."""
    chance = random.Random(int(answerable))
    return [
        Asked(
            "?",
            answerable,
            "no",
            True,
            (Evidence(chance.gauss(0.85, 0.02), max(0.0, chance.gauss(share, 0.04))),),
        )
        for _ in range(count)
    ]


def run(questions: list[Asked], judge: Judge = E5) -> Calibration:
    return calibrate({EVERY: questions}, judge)


def first(questions: list[Asked], judge: Judge = E5) -> Calibrated:
    return run(questions, judge).rows[0]


@given(st.lists(st.floats(0.5, 1), min_size=50, max_size=120))
def test_the_floor_read_from_answerable_questions_stops_two_in_a_hundred_of_them_or_one_more_at_most(
    best: list[float],
) -> None:
    floor = floor_of(best)

    assert sum(score < floor for score in best) <= 0.02 * (len(best) - 1) + 1
    assert floor <= sorted(best)[len(best) // 50 + 1]


def test_with_fifty_answerable_questions_the_floor_is_their_second_percentile_less_the_margin() -> None:
    good = asked(50, 0.88, True)

    row = first([*good, *asked(50, 0.78, False)])

    assert row.floor is not None
    lowest, next_lowest = sorted(e.best() for e in good)[:2]
    assert row.floor.value == pytest.approx(lowest + 0.98 * (next_lowest - lowest) - MARGIN, abs=6e-4)
    assert (row.floor.separable, row.floor.answerable, row.floor.unanswerable) == (True, 50, 50)
    assert (row.floor.model, row.floor.corpus_version) == ("e5/small@1", "17")
    assert (row.rejected.count, row.lost.count) == (50, 0)


def test_with_fewer_the_floor_is_the_models_default_and_other_models_have_none() -> None:
    few = [*asked(20, 0.88, True), *asked(20, 0.78, False)]

    known, unknown = first(few), first(few, Judge("other/model", "17"))

    assert known.floor is not None
    assert known.floor.value == 0.82
    assert unknown.floor is None
    assert "no default" in unknown.why
    assert first(few, replace(E5, measure="rerank")).floor is None


def test_questions_that_overlap_get_no_floor_and_that_is_kept() -> None:
    row = first([*asked(60, 0.85, True), *asked(60, 0.849, False)])

    assert row.floor is not None
    assert (row.floor.value, row.floor.separable) == (None, False)
    assert "not separable" in row.why
    assert row.curve


def test_a_handful_of_questions_separates_nothing() -> None:
    assert not getattr(first([*asked(3, 0.88, True), *asked(3, 0.76, False)]).floor, "separable", True)
    assert not getattr(first(asked(60, 0.88, True)).floor, "separable", True)


def test_a_language_has_a_floor_of_its_own_from_fifty_questions_on() -> None:
    many = [*asked(60, 0.90, True), *asked(40, 0.78, False)]
    few = [*asked(10, 0.88, True, language="sv"), *asked(10, 0.78, False, language="sv")]

    calibrated = run([*many, *few])

    assert [row.language for row in calibrated.rows] == [EVERY, "no", "sv"]
    assert [floor.language for floor in calibrated.floors()] == [EVERY, "no"]
    assert calibrated.rows[2].answerable == 10


def test_questions_in_a_language_of_no_document_have_a_curve_and_no_floor() -> None:
    foreign = [replace(each, spoken=False, language="fi") for each in asked(60, 0.79, True)]

    calibrated = run([*asked(60, 0.88, True), *asked(40, 0.78, False), *foreign])

    assert calibrated.rows[0].answerable == 60
    assert calibrated.rows[-1].language == "other"
    assert calibrated.rows[-1].lost.count > 0
    assert "other" not in {floor.language for floor in calibrated.floors()}


def test_near_topic_and_off_topic_questions_are_counted_apart() -> None:
    row = first(
        [
            *asked(60, 0.88, True),
            *asked(20, 0.78, False, kind="off_topic"),
            *asked(20, 0.88, False, kind="near_topic"),
        ]
    )

    assert {kind: part.count for kind, part in row.by_kind.items()} == {"off_topic": 20, "near_topic": 0}


def test_each_pack_has_floors_of_its_own() -> None:
    law = [*asked(60, 0.90, True), *asked(40, 0.80, False)]
    wiki = [*asked(60, 0.86, True), *asked(40, 0.76, False)]

    calibrated = calibrate({"law": law, "wiki": wiki}, E5)

    gate = Gate()
    for floor in calibrated.floors():
        gate = gate.with_floor(floor)
    values = [getattr(gate.floor(pack, "no"), "value", None) for pack in ("law", "wiki", "other")]
    assert values == [pytest.approx(0.868, abs=2e-3), pytest.approx(0.828, abs=2e-3), None]


def test_gibberish_alone_is_warned_of_and_among_others_counted() -> None:
    gibberish = [replace(each, gibberish=True) for each in asked(30, 0.70, False)]
    good, real = asked(60, 0.88, True), asked(30, 0.78, False)

    assert any("only gibberish" in told for told in run([*good, *gibberish]).warnings)
    assert any("30 of 60" in told for told in run([*good, *gibberish, *real]).warnings)
    assert not run([*good, *real]).warnings


# ---------------------------------------------------------------- the fitted model


def test_the_fitted_model_is_taken_where_words_tell_what_scores_do_not() -> None:
    row = first([*worded(120, True, 0.25), *worded(120, False, 0.03)])

    assert row.fit is not None
    assert row.fit.rejected > row.fit.rejected_by_floor
    assert row.fit.p < 0.05
    assert row.floor is not None
    assert row.floor.fitted == row.fit.fitted
    assert row.floor.fitted.word_share > 0


def test_the_fitted_model_is_left_where_the_floor_does_as_well_or_questions_are_few() -> None:
    assert better_fit(asked(60, 0.9, True), asked(60, 0.78, False), floor_of) is None
    assert better_fit(worded(40, True, 0.25), worded(40, False, 0.03), floor_of) is None
    assert better_fit(worded(120, True, 0.1), worded(120, False, 0.1), floor_of) is None


def test_the_regression_finds_the_weights_that_made_the_data() -> None:
    chance = random.Random(7)
    hits = [Evidence(chance.uniform(0, 1), chance.uniform(0, 0.34)) for _ in range(6000)]
    made = [
        Asked(
            "?",
            chance.random() < 1 / (1 + 2.718281828 ** -(6 * (hit.score or 0) + 9 * hit.word_share - 4.5)),
            "no",
            True,
            (hit,),
        )
        for hit in hits
    ]

    found = fit([e for e in made if e.answerable], [e for e in made if not e.answerable])

    assert found.score == pytest.approx(6, rel=0.1)
    assert found.word_share == pytest.approx(9, rel=0.15)


def test_the_fitted_model_is_the_same_every_time() -> None:
    good, bad = worded(120, True, 0.25), worded(120, False, 0.03)

    assert better_fit(good, bad, floor_of) == better_fit(good, bad, floor_of)
