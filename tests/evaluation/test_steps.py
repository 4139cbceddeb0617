"""Each step can be switched off by its settings, and one that takes no part says why."""

from __future__ import annotations

import pytest

from belegg.evaluation.steps import STEPS, Conditions, cost_ms
from belegg.search.settings import SearchSettings

pytestmark = pytest.mark.req("EVA-3")


def test_a_step_that_is_left_out_changes_the_settings() -> None:
    settings = SearchSettings(mode=None)
    always = [step for step in STEPS if step.takes_part(settings, Conditions(frozenset({"keyword"}), False))]

    assert [step.name for step in always] == [
        "synonyms",
        "compounds",
        "neighbours",
        "order",
        "all words",
        "cap",
    ]
    assert all(step.without(settings) != settings for step in always)


def test_vectors_and_words_are_steps_of_hybrid_searches_only() -> None:
    settings, words = SearchSettings(mode=None), Conditions(frozenset({"keyword"}), True)
    hybrid = Conditions(frozenset({"hybrid"}), True)

    def names(conditions: Conditions) -> set[str]:
        return {step.name for step in STEPS if step.takes_part(settings, conditions)}

    assert names(hybrid) - names(words) == {"vectors", "words"}
    assert "reranker" in names(words)
    assert all(step.idle for step in STEPS if step.name not in names(Conditions(frozenset(), False)))


def test_what_takes_no_longer_costs_nothing_to_speak_of() -> None:
    calls: list[str] = []
    having, lacking = ([lambda name=name: calls.append(name)] * 3 for name in ("with", "without"))

    assert abs(cost_ms(having, lacking)) < 1000
    assert calls == ["with", "without", "without", "with", "with", "without"]
