"""A question of over twelve content words is searched in parts too, and none of its words is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.answering.question.parts import content_words, parts_of
from belegg.text.words import word_texts

pytestmark = pytest.mark.req("HYB-8")

STORY = (
    "My landlord of the boathouse by the northern harbour wants to end our written lease before Christmas, "
    "although the roof leaks since the autumn storm, and I paid the whole rent in advance, how much notice"
)


def test_a_long_question_is_its_clauses() -> None:
    parts = parts_of(STORY)

    assert 2 <= len(parts) <= 3
    assert parts[0].startswith("My landlord of the boathouse")
    assert all(content_words(part) >= 3 for part in parts)


def test_a_short_question_stays_whole_whatever_its_commas() -> None:
    assert parts_of("Is the boathouse, as a rule, open in winter?") == ()


def test_questions_of_a_text_come_before_clauses() -> None:
    assert parts_of("What is the rent of the boathouse? What does a lost key cost?") == (
        "What is the rent of the boathouse?",
        "What does a lost key cost?",
    )


@given(
    st.lists(
        st.sampled_from(["boats", "harbour,", "keys.", "rent", "the", "of", "winter;", "lease"]), max_size=40
    )
)
def test_the_parts_hold_the_words_of_the_question_in_order(words: list[str]) -> None:
    question = " ".join(words)
    parts = parts_of(question)

    assert len(parts) <= 3
    if parts:
        assert [w for part in parts for w in word_texts(part)] == list(word_texts(question))
