"""What is fitted for quick calls makes probabilities as sure as they are right; it is kept with its model."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import BadSetting
from belegg.evaluation.quick_fits import Judged, Labelled, fitted_relevance, fitted_temperature
from belegg.records.quick_fits import NO_FITS, QuickFits, Relevance

pytestmark = pytest.mark.req("EVA-3")

RELEVANCE = Relevance("e5/small@1", -10.0, 20.0, -40.0, 3.0, 100)


def hits(count: int) -> list[Judged]:
    """Of every eight hits the first is relevant: nearest to the question, with most of its words."""
    chance = random.Random(1)
    return [
        Judged(
            0.9 - 0.01 * (n % 8) + chance.gauss(0, 0.01),
            0.01 * (n % 8),
            0.5 if n % 8 == 0 else 0.1,
            n % 8 == 0,
        )
        for n in range(count)
    ]


def test_the_relevance_model_is_surer_the_further_a_hit_is() -> None:
    model = fitted_relevance(hits(800), "e5/small@1", 100)

    assert model is not None
    assert model.irrelevant(0.9, 0.0, 0.5) < 0.1
    assert model.irrelevant(0.83, 0.07, 0.1) > 0.9


def test_too_few_labels_fit_no_relevance_model() -> None:
    assert fitted_relevance(hits(80), "e5/small@1", 10) is None


def test_a_classifier_that_is_surer_than_right_gets_a_temperature_above_one() -> None:
    sure = {"yes": 0.99, "no": 0.01}
    rows = [Labelled(sure, frozenset({"yes" if n % 4 else "no"})) for n in range(80)]  # 3 of 4 are right

    temperature = fitted_temperature(rows)

    assert temperature is not None
    assert temperature > 1
    assert rows[0].sure(temperature) == pytest.approx(0.75, abs=0.01)


def test_a_temperature_is_not_fitted_on_a_few_rows() -> None:
    assert fitted_temperature([Labelled({"yes": 0.9, "no": 0.1}, frozenset({"yes"}))] * 29) is None


@given(st.lists(st.tuples(st.floats(0.01, 0.99), st.booleans()), min_size=30, max_size=60))
def test_a_temperature_never_makes_the_labels_less_likely(rows: list[tuple[float, bool]]) -> None:
    labelled = [Labelled({"yes": p, "no": 1 - p}, frozenset({"yes" if truth else "no"})) for p, truth in rows]

    temperature = fitted_temperature(labelled)

    assert temperature is not None
    assert 0.25 <= temperature <= 10

    def likelihood(at: float) -> float:
        product = 1.0
        for row in labelled:
            product *= row.chance(at)
        return product

    assert likelihood(temperature) >= likelihood(1.0) * 0.999


def test_what_was_fitted_is_read_back_as_it_was_written() -> None:
    fits = QuickFits({"openai:m@host": {"relevance": 2.5}}, RELEVANCE)

    assert QuickFits.of_json(fits.to_json()) == fits
    assert QuickFits.of_json(NO_FITS.to_json()) == NO_FITS
    assert fits.temperature("openai:m@host", "relevance") == 2.5
    assert fits.temperature("openai:other@host", "relevance") is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"temperatures": {}}',
        '{"temperatures": {"m": {"pack": 0}}, "relevance": null}',
        '{"temperatures": {}, "relevance": {"model": "m"}}',
        QuickFits(relevance=RELEVANCE).to_json().replace("-40.0", "NaN"),
    ],
)
def test_what_cannot_be_read_is_an_error_that_says_how_to_mend_it(text: str) -> None:
    with pytest.raises(BadSetting, match="calibrate"):
        QuickFits.of_json(text)
