"""Without a classifier a small model judges relevance: of its own embedder, in the question's language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from answering.agent import asked
from answering.test_quick_calls import NOTICE, classifier_ran
from belegg.answering.quick_calls import QuickCaller
from belegg.answering.steps import Steps
from belegg.answering.tools.rooms import document_tools
from belegg.records import Ran
from belegg.records.quick_fits import Relevance
from belegg.records.runs import PutAside
from belegg.testing import FakeEmbedder
from belegg.testing.chat import calls
from belegg.testing.desk import Desk

FAR = Relevance("fake", 5.0, 0.0, -300.0, 0.0, 100)
"""Surely irrelevant from a gap of 0.03 on."""


def local(desk: Desk, model: str) -> QuickCaller:
    return QuickCaller(None, local=replace(FAR, model=model), model=desk_model(desk))


def desk_model(desk: Desk) -> str:
    embedder = FakeEmbedder()
    desk.shelf.embed(embedder)
    return embedder.id


@pytest.mark.req("AGE-4", "EVA-3")
def test_without_a_classifier_the_local_model_leaves_out_what_is_far(desk: Desk) -> None:
    steps = Steps(document_tools(), local(desk, FakeEmbedder().id))

    told = asked(
        desk,
        "How is the lease of the boathouse ended by notice?",
        [calls(NOTICE)],
        steps=steps,
        mode="hybrid",
    )

    (aside,) = told.of(PutAside)
    assert aside.least_confidence >= 0.98
    assert classifier_ran(told).detail == "the local model, for relevance alone; no other: none is set"


@pytest.mark.req("EVA-3")
def test_the_local_model_of_another_embedder_is_not_used(desk: Desk) -> None:
    steps = Steps(document_tools(), local(desk, "another/embedder@1"))

    told = asked(
        desk,
        "How is the lease of the boathouse ended by notice?",
        [calls(NOTICE)],
        steps=steps,
        mode="hybrid",
    )

    assert told.of(PutAside) == []
    assert classifier_ran(told) == Ran("classifier", "did not run", "none is set")


@pytest.mark.req("AGE-4")
def test_the_local_model_judges_passages_in_the_questions_language_alone(desk: Desk) -> None:
    quick = local(desk, FakeEmbedder().id)
    hits = desk.shelf.search("the lease, notice, katter", mode="hybrid").hits
    assert {hit.passage.language for hit in hits} >= {"en", "nb"}

    aside = quick.relevance("How is the lease ended by notice?", hits)

    assert aside.places
    assert all(hits[place].passage.language == "en" for place in aside.places)
