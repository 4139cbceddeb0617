"""Explanations with vectors: the parts of a score add up, and a document is followed in both arms."""

from __future__ import annotations

from typing import Any

import pytest

from belegg.records import OWNER, Mode, Scope, document_id
from belegg.search.explain import Explained, explain
from belegg.search.explain_text import explained_text
from belegg.search.fuse import SUM, Fusion
from belegg.search.settings import SearchSettings
from belegg.testing import FakeEmbedder
from belegg.testing.shelf import ANALYSER, Shelf


@pytest.fixture
def embedded(shelf: Shelf) -> Shelf:
    shelf.put("dismissal", "Whoever is dismissed may go to court.", "The court sits in May.")
    shelf.put("leave", "Every employee has leave.")
    for number in range(3):
        shelf.put(f"court{number}", f"A court of tennis, number {number}.")
    shelf.embed(FakeEmbedder(means={"sacked": "dismissed"}))
    return shelf


def explained(shelf: Shelf, query: str, document: str | None = None, **settings: Any) -> Explained:
    named = document_id("documents", document) if document else None
    chosen = SearchSettings(**{"mode": "hybrid", **settings})
    return explain(query, Scope(OWNER), shelf.store, ANALYSER, chosen, named, models=shelf.models)


@pytest.mark.req("HYB-2", "SEA-7")
@pytest.mark.parametrize("mode", ["hybrid", "vector"])
@pytest.mark.parametrize("query", ["sacked court", "every leave", "court number"])
def test_an_explanation_explains_the_hits_of_its_mode(embedded: Shelf, query: str, mode: Mode) -> None:
    hits = embedded.search(query, mode=mode).hits

    reasons = [one for one in explained(embedded, query, mode=mode).passages if one.rank is not None]

    assert [(r.rank, r.passage.id, r.ranked.score, r.ranked.cosine) for r in reasons] == [
        (hit.rank, hit.passage.id, hit.score, hit.cosine) for hit in hits
    ]


@pytest.mark.req("HYB-2", "SEA-7")
def test_the_parts_of_a_fused_score_add_up_to_it(embedded: Shelf) -> None:
    found = explained(embedded, "sacked court", fusion=SUM)

    assert found.fusion == SUM
    for one in found.passages:
        assert one.ranked.cosine is not None
        assert one.ranked.score == pytest.approx(one.ranked.cosine + 0.15 * one.ranked.word_share)
        assert sum(concept.score for concept in one.concepts) == pytest.approx(one.ranked.first_score)


@pytest.mark.req("SEA-7")
@pytest.mark.parametrize(
    ("fusion", "told"),
    [
        (SUM, "(place 1 by meaning) + 0.15 × "),
        (None, "= scaled cosine"),
        (Fusion("rrf", k=20), "by places, k 20"),
    ],
)
def test_an_explanation_says_in_words_how_the_arms_became_one_score(
    embedded: Shelf, fusion: Fusion | None, told: str
) -> None:
    text = explained_text(explained(embedded, "sacked court", fusion=fusion))

    assert "mode      hybrid" in text
    assert told in text


@pytest.mark.req("SEA-7")
def test_a_document_that_no_word_finds_is_followed_to_its_place_by_meaning(embedded: Shelf) -> None:
    fate = explained(embedded, "I was sacked", "dismissal").fate

    assert fate is not None
    assert fate.stage == "hit"
    first = explained(embedded, "I was sacked").passages[0]
    assert (first.ranked.word_rank, first.ranked.vector_rank) == (0, 1)


@pytest.mark.req("SEA-7")
def test_a_document_that_a_phrase_rules_out_is_told_how_near_it_comes(embedded: Shelf) -> None:
    fate = explained(embedded, '"go to court"', "court1").fate

    assert fate is not None
    assert fate.stage == "ruled out"
    assert "not the quoted phrase" in fate.text
    assert "its nearest passage has cosine" in fate.text


def test_an_explanation_by_words_says_nothing_of_vectors(embedded: Shelf) -> None:
    text = explained_text(explained(embedded, "court", mode="keyword"))

    assert "cosine" not in text
    assert "mode" not in text
