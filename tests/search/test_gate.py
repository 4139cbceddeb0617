"""The gate: floors are kept as they were found, and each hit is judged by its own evidence."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import BadSetting
from belegg.records.gate import EVERY, Fitted, Floor, Gate
from belegg.search.gate import ENOUGH_WORDS, Evidence, judge


def floor(pack: str = EVERY, language: str = EVERY, value: float | None = 0.82) -> Floor:
    return Floor(pack, language, value, value is not None, 50, 58, "fake/1", "17")


WEIGHT = st.floats(-100, 100, allow_nan=False)
FLOORS = st.builds(
    lambda each, fitted: replace(each, fitted=fitted),
    st.builds(
        floor,
        st.text(max_size=5),
        st.sampled_from(("", "no", "en")),
        st.none() | st.floats(-1, 1, allow_nan=False),
    ),
    st.none() | st.builds(Fitted, WEIGHT, WEIGHT, WEIGHT),
)
EVIDENCE = st.builds(
    Evidence, st.none() | st.floats(-1, 1, allow_nan=False), st.floats(0, 1), st.booleans(), st.booleans()
)


@pytest.mark.req("HYB-6")
@given(st.lists(FLOORS, max_size=4))
def test_a_gate_comes_back_from_its_json_as_it_was(floors: list[Floor]) -> None:
    gate = Gate(tuple(floors))

    assert Gate.of_json(gate.to_json()) == gate


@pytest.mark.parametrize(
    "text",
    [
        "nothing",
        "{}",
        '{"floors": [{"pack": ""}]}',
        Gate((floor(value=0.8),)).to_json().replace("cosine", "fused"),
        Gate((floor(value=0.8),)).to_json().replace("0.8", "null"),
        Gate((floor(value=0.8),)).to_json().replace("0.8", "NaN"),
        Gate((floor(value=0.8),)).to_json().replace("0.8", '"high"'),
        Gate((replace(floor(value=0.8), fitted=Fitted(0, 1, 2)),)).to_json().replace("1", "Infinity"),
    ],
)
def test_a_gate_that_cannot_be_read_names_the_command_that_mends_it(text: str) -> None:
    with pytest.raises(BadSetting, match="belegg calibrate"):
        Gate.of_json(text)


@pytest.mark.req("HYB-6")
def test_the_floor_of_pack_and_language_counts_before_those_that_are_wider() -> None:
    gate = Gate((floor(value=0.1), floor("law", value=0.2), floor("law", "no", 0.3), floor("", "en", 0.4)))

    asked = [("law", "no"), ("law", "en"), ("wiki", "en"), ("wiki", "fi")]

    assert [getattr(gate.floor(*each), "value", None) for each in asked] == [0.3, 0.2, 0.4, 0.1]


def test_a_floor_takes_the_place_of_the_earlier_one_of_its_pack_and_language() -> None:
    gate = Gate().with_floor(floor("law", "no", 0.3)).with_floor(floor("law", "no", 0.4))

    assert [each.value for each in gate.floors] == [0.4]


@pytest.mark.req("HYB-6")
@given(EVIDENCE)
def test_without_a_floor_nothing_is_dropped(evidence: Evidence) -> None:
    assert judge(evidence, None) is not None
    assert judge(evidence, floor(value=None)) is not None


@pytest.mark.req("HYB-6")
@given(EVIDENCE, st.floats(-1, 1))
def test_words_and_names_pass_whatever_the_cosine(evidence: Evidence, value: float) -> None:
    spoken_for = evidence.named or evidence.rare_word or evidence.word_share >= ENOUGH_WORDS

    assert judge(evidence, floor(value=value)) is not None or not spoken_for


@pytest.mark.req("HYB-6")
@pytest.mark.parametrize(("cosine", "why"), [(0.82, "score"), (0.819, None), (None, "no floor")])
def test_a_hit_without_words_passes_by_its_cosine_alone(cosine: float | None, why: str | None) -> None:
    assert judge(Evidence(cosine, 0.1), floor()) == why


@pytest.mark.req("HYB-6")
def test_a_fitted_model_lets_words_make_up_for_a_low_cosine() -> None:
    fitted = replace(floor(value=0.0), fitted=Fitted(-8.0, 10.0, 5.0))

    judged = [
        judge(Evidence(cosine, share), fitted) for cosine, share in [(0.79, 0.0), (0.79, 0.1), (0.8, 0)]
    ]

    assert judged == [None, "score", "score"]


def test_the_floors_of_one_pack_can_be_taken_out() -> None:
    gate = Gate((floor("law"), floor("law", "no"), floor("wiki"))).without("law")

    assert [each.pack for each in gate.floors] == ["wiki"]
