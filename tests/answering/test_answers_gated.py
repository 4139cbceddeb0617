"""Answers without a model where passages have vectors: off-topic questions stop at the gate."""

from __future__ import annotations

import pytest

from belegg.errors import ModelTimeout
from belegg.records import Abstained, Answered
from belegg.records.gate import EVERY, Floor, Gate
from belegg.search.models import Models
from belegg.testing import FakeEmbedder
from belegg.testing.desk import Desk

GATE = Gate((Floor(EVERY, EVERY, 0.9, True, 50, 50, FakeEmbedder().id, "1"),))
OFF_TOPIC = "Which zebras bake bread?"
ASKED = "How deep is the water at the quay?"


@pytest.fixture
def embedded(desk: Desk) -> Desk:
    desk.put("quay.md", "# Quay\n\nThe water at the quay is nine metres deep.\n")
    desk.shelf.embed(FakeEmbedder())
    return desk


@pytest.mark.req("ANS-4", "HYB-6")
def test_a_question_off_the_subject_is_refused_at_the_gate_with_its_reason(embedded: Desk) -> None:
    refused = embedded.ask(OFF_TOPIC, mode="hybrid", gate=GATE)

    assert isinstance(refused, Abstained)
    assert refused.reason == "not_covered"
    assert refused.explanation.startswith("The documents hold nothing on this subject")
    assert refused.nearest


@pytest.mark.req("ANS-4", "HYB-6")
def test_a_question_that_the_words_answer_passes_the_gate_with_the_same_quotations(embedded: Desk) -> None:
    by_words, gated = embedded.ask(ASKED), embedded.ask(ASKED, mode="hybrid", gate=GATE)

    assert isinstance(by_words, Answered)
    assert isinstance(gated, Answered)
    assert gated.sentences == by_words.sentences
    assert gated.nearest[0].cosine is not None


@pytest.mark.req("HYB-6")
def test_an_answer_says_that_the_gate_is_off(embedded: Desk) -> None:
    off = Gate((Floor(EVERY, EVERY, None, False, 50, 50, FakeEmbedder().id, "1"),))

    answer = embedded.ask(ASKED, mode="hybrid", gate=off)

    assert "gate off: not separable" in [note.text for note in answer.notes]


@pytest.mark.req("HYB-1")
def test_an_embedder_that_fails_leaves_the_answer_by_words_and_a_note(embedded: Desk) -> None:
    failing = FakeEmbedder(failing=ModelTimeout("no answer in 4 s"))
    embedded.shelf.models = Models(embedder=lambda: failing)

    answer = embedded.ask(ASKED, mode="hybrid", gate=GATE)

    assert isinstance(answer, Answered)
    assert "searched by words alone: no answer in 4 s" in [note.text for note in answer.notes]


@pytest.mark.req("ANS-4", "HYB-1")
def test_where_meaning_was_searched_no_refusal_by_words_says_that_the_documents_do_not_say(
    desk: Desk,
) -> None:
    desk.put("ferie.md", "# Ferie\n\nAlle ansatte har fem uker ferie.\n")
    asked = "How many holidays do I get?"
    by_words = desk.refused(asked)
    desk.shelf.embed(FakeEmbedder(means={"holidays": "ferie"}))

    refused = desk.ask(asked, mode="hybrid")

    assert by_words.explanation == "The documents do not say: `holidays` stands nowhere in them."
    assert isinstance(refused, Abstained)
    assert refused.reason == "not_covered"
    assert refused.nearest[0].document.title == "Ferie"
    assert refused.explanation == (
        "Nothing is quoted, for the documents do not say it in these words: `holidays` stands nowhere "
        "in them. Nearest in meaning is `Ferie`: judge whether it answers."
    )
